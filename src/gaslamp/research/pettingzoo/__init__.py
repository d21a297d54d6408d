"""PettingZoo environments, one module per title: `env()` of `pocket_v0`, `mr_jack_v0`, `whitehall_v0`.

An illegal action loses the game in `env()` and raises IllegalAction in `raw_env()`.
"""
