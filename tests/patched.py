"""Applies patches as a socket client does, see docs/protocol.md."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

Frame = dict[str, Any]
NO_PROMPT: Frame = {"hint": "", "chips": [], "done": 0, "inner": 0, "section": ""}  # omitted fields


def completed(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that only pauses, without an event loop."""
    while True:
        try:
            coroutine.send(None)
        except StopIteration as end:
            result: T = end.value
            return result


def patched(frame: Frame | None, patch: Frame) -> Frame:
    """Return the table frame after a patch frame."""
    assert frame is not None, "a patch came before any table"
    assert frame["number"] == patch["base"], "a patch of another table"
    return {**merged(frame, patch["patch"]), "number": patch["base"] + 1}


def merged(target: Any, patch: Any) -> Any:
    """Apply a JSON Merge Patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def listed(table: Frame) -> Frame:
    """Return a table frame with its keyed things as lists, as the browser uses them."""
    order = table["order"]
    layers = [id for ids in order["sprites"].values() for id in ids]
    return {
        **table,
        "sprites": [table["sprites"][id] for id in layers],
        "trails": [table["trails"][id] for id in order["trails"]],
        "panels": [table["panels"][id] for id in order["panels"]],
        "targets": [*table["targets"].values()],
        "seats": [*table["seats"].values()],
        "prompt": {**NO_PROMPT, **table["prompt"], "choices": _choices(table["prompt"].get("choices", ()), table)},
    }


def _choices(choices: Sequence[Frame], table: Frame) -> list[Frame]:
    """Return choices with their labels, and leaves with the default of `final`."""

    def label(id: str) -> str:
        things = [table[kind].get(id, {}) for kind in ("targets", "sprites")]
        return next((thing["label"] for thing in things if "label" in thing), "")

    defaults: Frame = {"final": True}
    return [
        {"label": label(one["target"]), **(defaults if "play" in one else {}), **one}
        | ({"next": _choices(one["next"], table)} if "next" in one else {})
        for one in choices
    ]
