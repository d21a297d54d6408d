"""The titles as environments of PettingZoo, a module each: `env()` of `pocket_v0`, `mr_jack_v0`, `whitehall_v0`."""
