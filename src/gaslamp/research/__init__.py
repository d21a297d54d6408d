"""Research interfaces: OpenSpiel, PettingZoo, batches and beliefs as arrays. Needs the extra `research`."""
