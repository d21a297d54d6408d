"""Files that a person names: read and written, and whatever goes wrong with them told in one sentence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from gaslamp.core.errors import GaslampError

_LONGEST: Final = 8_000_000  # no record comes near it; a device that never ends would


def read(path: Path) -> str:
    """The text of a file."""
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST)
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise GaslampError("error.not_text", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise _wrong(error, path, missing="error.no_file") from None


def write(path: Path, text: str, *, made_of: Path, over: bool) -> None:
    """Write a file, over what was there only if that is wanted, and never over the file that it was made of."""
    if _same(path, made_of):
        raise GaslampError("error.own_input", file=str(path))
    if path.is_dir():  # which would count as a file that is there
        raise GaslampError("error.folder", file=str(path))
    special = path.exists() and not path.is_file()  # a device or a pipe keeps nothing that could be lost
    _write(path, text, mode="w" if over or special else "x", exists="error.overwrite")


def write_new(name: str, text: str) -> None:
    """Write a file that is not there yet; its name may begin with ~."""
    _write(Path(os.path.expanduser(name)), text, mode="x")  # noqa: PTH111 - Path.expanduser may raise


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, by whatever links."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def _write(path: Path, text: str, *, mode: str, exists: str = "error.file_exists") -> None:
    try:
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise _wrong(error, path, missing="error.no_folder", exists=exists) from None


def _wrong(error: Exception, path: Path, *, missing: str, exists: str = "error.file_exists") -> GaslampError:
    """Put what the system says, in its own language, into ours."""
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
