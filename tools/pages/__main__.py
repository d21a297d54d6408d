"""`python -m tools.pages [folder]`: build the browser edition."""

from __future__ import annotations

import gzip
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.web import START_MESSAGES, STATIC
from tools.pages import packs

TARGET: Final = packs.ROOT / "build" / "pages"
LARGEST: Final = 16_000_000  # bytes, gzipped
_SITE: Final = Path(__file__).with_name("site")
_ICONS: Final = ("icons/icon-192.png", "icons/icon-512.png", "icons/maskable-512.png")
_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")


def build() -> packs.Files:
    """Return all files of the edition. Equal sources give equal bytes."""
    files: packs.Files = {f"app/{name}": (packs.PYODIDE / name).read_bytes() for name in _PYODIDE}
    files["app/pyodide-lock.json"] = _without_packages(files["app/pyodide-lock.json"])
    files["app/worker.mjs"] = (_SITE / "worker.mjs").read_bytes()
    files["app/python_stdlib.zip"] = packs.pack(packs.standard_library())
    files["app/libraries.zip"] = packs.pack(packs.third_party())
    files["app/gaslamp.zip"] = packs.pack(packs.ours())
    for name in ("shell.js", "leader.js", "saved.js", "shell.css"):
        files[name] = (_SITE / name).read_bytes()
    files["manifest.webmanifest"] = (STATIC / "app.webmanifest").read_bytes()
    for name in ("favicon.svg", *_ICONS):
        files[name] = (STATIC / name).read_bytes()
    files["index.html"] = (
        (_SITE / "index.html").read_text().replace("NOSCRIPT", _noscript()).replace("TEXTS", _texts()).encode()
    )
    known = {name: {"hash": sha256(files[name]).hexdigest()[:16], "size": len(files[name])} for name in sorted(files)}
    edition = sha256(json.dumps(known).encode()).hexdigest()[:12]
    head = f"const EDITION = {json.dumps(edition)};\nconst FILES = {json.dumps(known)};\n"
    files["sw.js"] = head.encode() + (_SITE / "sw.js").read_bytes()
    return files


def gzipped(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _texts() -> str:
    texts = {
        lang: {id.rpartition(".")[2]: catalogue(lang).say(message(id)) for id in START_MESSAGES} for lang in LANGUAGES
    }
    return json.dumps(texts, ensure_ascii=False).replace("<", "\\u003c")


def _noscript() -> str:
    return "".join(f'<p lang="{lang}">{catalogue(lang).say(message("web.noscript"))}</p>' for lang in LANGUAGES)


def _without_packages(lock: bytes) -> bytes:
    """Return Pyodide's lock file without the packages of its CDN, which are not used."""
    content = json.loads(lock)
    content["packages"] = {}
    return json.dumps(content, sort_keys=True).encode()


def main(target: Path = TARGET) -> None:
    files = build()
    for old in sorted(target.rglob("*"), reverse=True) if target.exists() else ():
        if old.is_file() and old.relative_to(target).as_posix() not in files:
            old.unlink()
    for name, content in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    total = 0
    for name, content in sorted(files.items()):
        size = len(gzipped(content))
        total += size
        print(f"{name:24} {len(content):>10,} {size:>10,} gzipped")
    print(f"{'total':24} {sum(map(len, files.values())):>10,} {total:>10,} gzipped")
    if total > LARGEST:
        sys.exit(f"The browser edition is larger than {LARGEST:,} bytes.")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
