"""Applies patches as a socket client does, see docs/protocol.md."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Sequence
from typing import Any

Frame = dict[str, Any]


def unpacked(sent: str) -> str:
    """Return the decoded frame, decompressed if it is packed."""
    frame = json.loads(sent)
    if frame.pop("type") != "packed":
        return sent
    told = json.loads(zlib.decompress(b64decode(frame.pop("packed")), -zlib.MAX_WBITS))
    return json.dumps(told | frame, ensure_ascii=False, separators=(",", ":"))


def patched(frame: Frame | None, patch: Frame) -> Frame:
    """Return the table frame after a patch."""
    assert frame is not None, "a patch came before any table"
    assert frame["number"] == patch["base"], "a patch of another table"
    lists = ("sprites", "trails", "targets", "panels")
    made = frame | {"news": [], "moments": "", "story": []}
    made |= {key: value for key, value in patch.items() if key not in {"type", "base", "lines", *lists}}
    made |= {key: _edited(frame[key], patch.get(key, ())) for key in lists}
    lines = patch.get("lines", {})
    made["panels"] = [_rewritten(panel, lines.get(panel["id"], ())) for panel in made["panels"]]
    made["number"] += 1
    return made


def _edited(things: Sequence[Any], edits: Sequence[Any]) -> list[Any]:
    made = list(things)
    for at, gone, put in edits:
        made[at : at + gone] = put
    return made


def _rewritten(panel: Frame, edits: Sequence[Any]) -> Frame:
    return panel | {"html": "\n".join(_edited(panel["html"].split("\n"), edits))}
