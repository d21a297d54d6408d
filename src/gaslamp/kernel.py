"""Selects compiled modules or their Python sources, so that a compiled module never hides an edited source.

The modules listed here are compiled from their .py files, all or none. The compiled modules are in the folder
`_compiled` of their package. That folder is put first on the package's `__path__` only if the build's stamp matches the
current sources.
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
# Inlined into the others through their .pxd, not compiled separately.
HELPERS = ("gaslamp.core.bits", "gaslamp.core.buffers")

# Cython's shared utility code, imported by all compiled modules.
SHARED = "gaslamp.core._cython"

FOLDER = "_compiled"
ROOT = Path(__file__).parent.parent
# One stamp for each Python ABI.
STAMP = Path(__file__).with_name(f"kernel{EXTENSION_SUFFIXES[0]}.stamp")
PURE = os.environ.get("GASLAMP_PURE") == "1"


class StaleKernel(ImportError):
    """The compiled modules do not match the sources."""


def stamp() -> str:
    """Return the digest of all sources of the compiled modules."""
    digest = hashlib.sha256()
    for module in sorted(MODULES + HELPERS):
        for suffix in (".pxd", ".py"):
            path = ROOT.joinpath(*module.split(".")).with_suffix(suffix)
            digest.update(f"{module}{suffix}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def twin(module: str) -> Path:
    """Return the path of a compiled module, relative to the source root."""
    *package, name = module.split(".")
    return Path(*package, FOLDER, name + EXTENSION_SUFFIXES[0])


def _built() -> tuple[str, str]:
    """Return the last build's kind ("compiled", or "python" without a compiler) and digest."""
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
    """Put the compiled modules first on a package's `__path__`. Raises StaleKernel."""
    if STALE:
        raise StaleKernel("The compiled rules are not those of these sources: run make build.")
    if COMPILED:
        path.insert(0, str(Path(path[0], FOLDER)))


def describe() -> str:
    """Return "python", or "compiled" with the digest."""
    return f"compiled {_DIGEST[:12]}" if COMPILED else "python"


if __name__ == "__main__":  # make: is a build needed?
    sys.exit(not PURE and _DIGEST != stamp())
