"""Files named by the user. Errors become a GaslampError with one sentence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, Literal

from gaslamp.core.errors import GaslampError

_LONGEST: Final = 8_000_000  # bytes; stops endless devices


def read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST)
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise GaslampError("error.not_text", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise _wrong(error, path, missing="error.no_file") from None


def write(path: Path, content: str | bytes, *, made_of: Path, over: bool) -> None:
    """Write a file. Replaces an existing one only with *over*, and never the input file *made_of*."""
    if _same(path, made_of):
        raise GaslampError("error.own_input", file=str(path))
    if path.is_dir():  # otherwise reported as existing file
        raise GaslampError("error.folder", file=str(path))
    special = path.exists() and not path.is_file()  # devices and pipes lose nothing
    _write(path, content, mode="w" if over or special else "x", exists="error.overwrite")


def write_new(name: str, text: str) -> None:
    """Write a file that does not exist yet; *name* may begin with ~."""
    _write(Path(os.path.expanduser(name)), text, mode="x")  # noqa: PTH111 - Path.expanduser may raise


def _same(first: Path, second: Path) -> bool:
    """True if both paths lead to the same file, also through links."""
    try:
        return first.samefile(second)
    except (OSError, ValueError):
        return False


def _write(path: Path, content: str | bytes, *, mode: Literal["w", "x"], exists: str = "error.file_exists") -> None:
    try:
        with path.open(f"{mode}b") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    except (OSError, ValueError) as error:
        raise _wrong(error, path, missing="error.no_folder", exists=exists) from None


def _wrong(error: Exception, path: Path, *, missing: str, exists: str = "error.file_exists") -> GaslampError:
    match error:
        case FileNotFoundError():
            said = missing
        case IsADirectoryError():
            said = "error.folder"
        case FileExistsError():
            said = exists
        case PermissionError():
            said = "error.no_access"
        case _:
            said = "error.file"
    return GaslampError(said, file=str(path))
