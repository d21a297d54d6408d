"""Writes the browser's types of the wire from `server/wire/frames/`, where every shape is declared and described.

`python -m tools.wire_types` writes them anew; with `--check` it only tells whether they are as they should be.
"""

from __future__ import annotations

import ast
import inspect as source
import io
import json
import sys
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec import inspect

from gaslamp.server.wire.frames import asked as asked_frames
from gaslamp.server.wire.frames import parts as frame_parts
from gaslamp.server.wire.frames import sent as sent_frames

WRITTEN = Path(__file__).parent.parent / "src" / "gaslamp" / "web" / "static" / "js" / "wire.d.ts"
HEADING = "// What goes over the wire: made by tools/wire_types.py from src/gaslamp/server/wire/frames/.\n"
Names: TypeAlias = Mapping[str, str]  # of choices of words that have one
PLAIN = {
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


class Unwritable(TypeError):
    """A frame has a field whose type this tool cannot say in TypeScript."""


def text(*modules: ModuleType) -> str:
    """Give the types of everything that goes over the wire, in either direction."""
    where = modules or (frame_parts, asked_frames, sent_frames)
    known = {name: kind for module in where for name, kind in vars(module).items()}
    sent, answers = (inspect.multi_type_info(get_args(known[union])) for union in ("Sent", "Frame"))
    names = {_literal(get_args(alias)): name for name, alias in known.items() if get_origin(alias) is Literal}
    told = reached(sent)
    parts = [HEADING]
    parts += [f"export type {name} = {words};\n" for words, name in names.items()]
    parts += [_struct(kind, names, told=kind in told) for kind in reached((*sent, *answers))]
    parts.append(_union("Frame", sent, "What the server tells."))
    parts.append(_union("Answer", answers, "What the browser tells."))
    return "\n".join(parts)


def reached(types: tuple[inspect.Type, ...]) -> list[type[msgspec.Struct]]:
    """Give the structs that some types are made of, the parts before what they are parts of."""
    found: dict[type[msgspec.Struct], None] = {}
    met: set[type[msgspec.Struct]] = set()

    def walk(kind: inspect.Type) -> None:
        if not isinstance(kind, inspect.StructType):
            for part in _parts(kind):
                walk(part)
        elif kind.cls not in met:
            met.add(kind.cls)
            for field in kind.fields:
                walk(field.type)
            found[kind.cls] = None

    for kind in types:
        walk(kind)
    return list(found)


def _parts(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    match kind:
        case inspect.UnionType(types):
            return types
        case inspect.TupleType(items):
            return items
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return (item,)
        case inspect.DictType(value_type=value):
            return (value,)
        case _:
            return ()


def _struct(cls: type[msgspec.Struct], names: Names, *, told: bool) -> str:
    """Give the interface of a struct. What is told may lack what is as usual only where the encoder leaves that out."""
    kind = inspect.type_info(cls)
    assert isinstance(kind, inspect.StructType)
    module = source.getmodule(cls)
    comments = _comments(source.getsource(module)).get(cls.__name__, {}) if module else {}
    lines = [*_comment(source.getdoc(cls) or ""), f"export interface {_name(cls)} {{"]
    if kind.tag is not None:
        lines.append(f"  {kind.tag_field}: {json.dumps(kind.tag)};")
    omits = cls.__struct_config__.omit_defaults
    for field in kind.fields:
        unset = not field.required and field.default is field.default_factory is msgspec.NODEFAULT
        mark = "?" if unset or (not field.required and (omits or not told)) else ""
        lines += _comment(comments.get(field.name, ""), "  ")
        lines.append(f"  {field.encode_name}{mark}: {_type(field.type, names)};")
    return "\n".join([*lines, "}", ""])


def _type(kind: inspect.Type, names: Names) -> str:
    say = partial(_type, names=names)
    if type(kind) in PLAIN:
        return PLAIN[type(kind)]
    match kind:
        case inspect.StructType(cls=cls):
            return _name(cls)
        case inspect.LiteralType(values):
            return names.get(_literal(values), _literal(values))
        case inspect.UnionType(types):
            return " | ".join(map(say, types))
        case inspect.TupleType(items):
            return f"[{', '.join(map(say, items))}]"
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            inside = say(item)
            either = isinstance(item, inspect.UnionType | inspect.LiteralType) and "|" in inside
            return f"({inside})[]" if either else f"{inside}[]"
        case inspect.DictType(key_type=inspect.StrType(), value_type=value):
            return f"Record<string, {say(value)}>"
        case _:
            raise Unwritable(kind)


def _union(name: str, types: tuple[inspect.Type, ...], about: str) -> str:
    return "\n".join([*_comment(about), f"export type {name} =", *(f"  | {_type(kind, {})}" for kind in types)]) + ";\n"


def _literal(values: tuple[Any, ...]) -> str:
    return " | ".join(sorted(json.dumps(value) for value in values))


def _name(cls: type) -> str:
    """Give what a struct is called in the browser, where everything is shown."""
    return cls.__name__.removesuffix("Shown")


@cache
def _comments(code: str) -> dict[str, dict[str, str]]:
    """Give what is said behind the fields of every class of some source."""
    tokens = tokenize.generate_tokens(io.StringIO(code).readline)
    behind = {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}

    def fields(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
        for part in body:
            if isinstance(part, ast.AnnAssign) and part.end_lineno in behind:
                yield ast.unparse(part.target), behind[part.end_lineno]

    classes = [node for node in ast.parse(code).body if isinstance(node, ast.ClassDef)]
    return {node.name: dict(fields(node.body)) for node in classes}


def _comment(said: str, indent: str = "") -> list[str]:
    lines = said.splitlines()
    if len(lines) < 2:
        return [f"{indent}/** {line} */" for line in lines]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def main(words: list[str]) -> int:
    """Write the types, or tell whether they are as they should be."""
    if "--check" not in words:
        WRITTEN.write_text(text(), encoding="utf-8")
        return 0
    fresh = WRITTEN.exists() and WRITTEN.read_text(encoding="utf-8") == text()
    if not fresh:
        print(f"{WRITTEN.name} is not what the frames say: run `make types`", file=sys.stderr)
    return 0 if fresh else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
