"""PettingZoo environments, one module per title: `env()` of `pocket_v0`, `mr_jack_v0`, `whitehall_v0`."""
