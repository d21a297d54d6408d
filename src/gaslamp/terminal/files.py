"""Files that a person names: read and written, and whatever goes wrong with them told in one sentence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from gaslamp.core.errors import GaslampError

_LONGEST: Final = 8_000_000  # no record comes near it; a device that never ends would


def read(path: Path) -> str:
    """Give the text of a file."""
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST)
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise GaslampError("error.not_text", file=str(path)) from None
    except (OSError, ValueError) as error:
        raise _wrong(error, path, missing="error.no_file") from None


def write(path: Path, text: str) -> None:
    """Write a file, over what was there."""
    _write(path, text, mode="w")


def write_new(name: str, text: str) -> None:
    """Write a file that is not there yet; its name may begin with ~."""
    _write(Path(os.path.expanduser(name)), text, mode="x")  # noqa: PTH111 - Path.expanduser may raise


def _write(path: Path, text: str, *, mode: str) -> None:
    try:
        with path.open(mode, encoding="utf-8", newline="\n") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise _wrong(error, path, missing="error.no_folder") from None


def _wrong(error: Exception, path: Path, *, missing: str) -> GaslampError:
    """Put what the system says, in its own language, into ours."""
    match error:
        case FileNotFoundError():
            said = missing
        case IsADirectoryError():
            said = "error.folder"
        case FileExistsError():
            said = "error.file_exists"
        case PermissionError():
            said = "error.no_access"
        case _:
            said = "error.file"
    return GaslampError(said, file=str(path))
