"""Game records: the file format, proofs of fair draws, and commitments."""
