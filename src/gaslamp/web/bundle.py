"""Joins ES modules into one script, so that a page needs one request and not one for each module.

Only what the scripts of `static/js` use is understood: one-line imports by relative path, exports of declarations that
are never reassigned, and no cycles. Anything else raises ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath
from typing import Final

_IMPORT: Final = re.compile(r'^import (?:(?:\{ (?P<names>.+) \}|\* as (?P<module>\w+)) from )?"(?P<path>\..+)";$')
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))")
_COMMENT: Final = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)  # on lines of its own


def bundle(read: Callable[[str], str], *entries: str) -> str:
    """Return one module that runs *entries* in order; *read* returns the source of a path.

    Each module becomes a function that is called once, after the modules it imports, and returns its exports.
    """
    numbers: dict[str, int] = {}
    parts: list[str] = []

    def add(path: str, importing: tuple[str, ...]) -> int:
        if path in importing:
            raise ValueError(f"{path} imports itself by way of {importing[-1]}")
        if path not in numbers:
            body = _translate(path, read(path), lambda other: add(other, (*importing, path)))
            numbers[path] = len(numbers)
            parts.append(f"// {path}\nconst m{numbers[path]} = (() => {{\n{body}}})();\n")
        return numbers[path]

    for entry in entries:
        add(entry, ())
    return "".join(parts)


def _translate(path: str, source: str, number: Callable[[str], int]) -> str:
    """Replace the imports and exports of a module; *number* returns that of another module."""
    lines, exported = [], []
    for line in _COMMENT.sub("", source).splitlines():
        if imported := _IMPORT.match(line):
            module = f"m{number(normpath(join(dirname(path), imported['path'])))}"
            names = (imported["names"] or "").replace(" as ", ": ")
            target = f"{{ {names} }}" if names else imported["module"]
            lines.append(f"const {target} = {module};" if target else "")
        elif declared := _EXPORT.match(line):
            exported.append(declared["name"])
            lines.append(line.removeprefix("export "))
        elif line.startswith(("import ", "export ")):
            raise ValueError(f"{path}: cannot be bundled: {line}")
        else:
            lines.append(line)
    return "\n".join([*lines, f"return {{ {', '.join(exported)} }};", ""])
