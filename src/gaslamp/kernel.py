"""Decides whether the rules run compiled or as Python, so that a compiled module can never hide an edited source.

The modules named here are compiled from their own .py files, all or none. Each compiled twin keeps its module's name
but lies in the folder `_compiled` of its package, and that folder goes first on the package's `__path__` only if the
stamp that the build left behind fits the sources as they are now.
"""

import hashlib
import os
import sys
from collections.abc import MutableSequence
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

MODULES = (
    "gaslamp.core.dice",
    "gaslamp.titles.pocket.rules.position",
    "gaslamp.titles.pocket.rules.playout",
    "gaslamp.titles.mr_jack.rules.whistle",
    "gaslamp.titles.mr_jack.rules.position",
    "gaslamp.titles.mr_jack.rules.playout",
    "gaslamp.titles.whitehall.rules.choices.location_sets",
    "gaslamp.titles.whitehall.rules.choices.jack_moves",
    "gaslamp.titles.whitehall.rules.choices.figure_moves",
    "gaslamp.titles.whitehall.rules.choices.clues",
    "gaslamp.titles.whitehall.rules.position",
    "gaslamp.titles.whitehall.rules.playout",
    "gaslamp.titles.whitehall.belief.layers",
    "gaslamp.bots.whitehall.belief.particles",
    "gaslamp.bots.whitehall.belief.path_counts",
    "gaslamp.bots.whitehall.pursuit",
    "gaslamp.bots.whitehall.chase",
    "gaslamp.bots.mr_jack.search.activations",
    "gaslamp.bots.mr_jack.search.prospects",
    "gaslamp.bots.mr_jack.search.round_search",
    "gaslamp.bots.pocket.judgement.judgement",
    "gaslamp.bots.pocket.search.calls",
    "gaslamp.bots.pocket.search.cells",
    "gaslamp.bots.pocket.search.turn",
    "gaslamp.bots.pocket.search.mixture",
    "gaslamp.research.batch.lane",
    "gaslamp.research.batch.pocket",
    "gaslamp.research.batch.mr_jack",
    "gaslamp.research.batch.whitehall",
)
# Compiled into the others through their .pxd, never by themselves.
HELPERS = ("gaslamp.core.bits", "gaslamp.core.buffers")

# What several of them have in common, of Cython's own making: compiled once, and found by them when they are imported.
SHARED = "gaslamp.core._cython"

FOLDER = "_compiled"
ROOT = Path(__file__).parent.parent
# One stamp for each kind of Python: 3.12 cannot load what was built for 3.11.
STAMP = Path(__file__).with_name(f"kernel{EXTENSION_SUFFIXES[0]}.stamp")
PURE = os.environ.get("GASLAMP_PURE") == "1"


class StaleKernel(ImportError):
    """The compiled modules were built from other sources than these."""


def stamp() -> str:
    """The digest of all that the compiled modules are made from."""
    digest = hashlib.sha256()
    for module in sorted(MODULES + HELPERS):
        for suffix in (".pxd", ".py"):
            path = ROOT.joinpath(*module.split(".")).with_suffix(suffix)
            digest.update(f"{module}{suffix}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def twin(module: str) -> Path:
    """The place of a module's compiled twin, under the folder that holds the packages."""
    *package, name = module.split(".")
    return Path(*package, FOLDER, name + EXTENSION_SUFFIXES[0])


def _built() -> tuple[str, str]:
    """What the last build wrote: "compiled", or "python" where it found no compiler, and the digest it saw."""
    try:
        kind, digest = STAMP.read_text().split()
    except (FileNotFoundError, ValueError):
        return "python", ""
    if kind == "compiled" and not all((ROOT / twin(module)).exists() for module in (*MODULES, SHARED)):
        return "python", ""
    return kind, digest


_KIND, _DIGEST = _built()
STALE = _KIND == "compiled" and not PURE and _DIGEST != stamp()
COMPILED = _KIND == "compiled" and not PURE and not STALE


def prefer_compiled(path: MutableSequence[str]) -> None:
    """Let a package, by its `__path__`, find its compiled modules before their sources."""
    if STALE:
        raise StaleKernel("The compiled rules are not those of these sources: run make build.")
    if COMPILED:
        path.insert(0, str(Path(path[0], FOLDER)))


def describe() -> str:
    """Say in a word or two what the rules run as."""
    return f"compiled {_DIGEST[:12]}" if COMPILED else "python"


if __name__ == "__main__":  # make asks: is there anything to build?
    sys.exit(not PURE and _DIGEST != stamp())
