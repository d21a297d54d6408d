"""The browser's types say what the frames of the server say: made from them, with everything a frame may be made of."""

from __future__ import annotations

from types import ModuleType
from typing import Literal, TypeAlias

import pytest
from msgspec import UNSET, Raw, Struct, UnsetType

from tools import wire_types

Kind: TypeAlias = Literal["near", "far"]


class StoneShown(Struct, omit_defaults=True):
    """One stone."""

    at: tuple[int, float]
    under: tuple[StoneShown, ...] = ()  # what lies below it


class WholeFrame(Struct, tag="whole"):
    """All of it.

    Once.
    """

    stones: dict[str, StoneShown]
    kind: Kind
    size: Literal[1, 2] = 1
    word: str | None = None  # for those who read


class ChangedFrame(Struct, tag="changed"):
    """What is new."""

    stone: StoneShown | UnsetType = UNSET
    edits: tuple[tuple[int, tuple[str | None, ...]], ...] = ()


class Look(Struct):
    """Look there."""

    look: int
    long: bool = False


def of(**unions: object) -> ModuleType:
    module = ModuleType("frames")
    vars(module).update(unions)
    return module


def test_every_shape_is_told_once_with_what_is_said_of_it() -> None:
    made = wire_types.text(of(Kind=Kind, Sent=WholeFrame | ChangedFrame, Frame=Look | ChangedFrame))
    assert made == wire_types.HEADING + (
        """
export type Kind = "far" | "near";

/** One stone. */
export interface Stone {
  at: [number, number];
  /** what lies below it */
  under?: Stone[];
}

/**
 * All of it.
 *
 * Once.
 */
export interface WholeFrame {
  type: "whole";
  stones: Record<string, Stone>;
  kind: Kind;
  size: 1 | 2;
  /** for those who read */
  word: string | null;
}

/** What is new. */
export interface ChangedFrame {
  type: "changed";
  stone?: Stone;
  edits: [number, (string | null)[]][];
}

/** Look there. */
export interface Look {
  look: number;
  long?: boolean;
}

/** A frame from the server. */
export type Frame =
  | WholeFrame
  | ChangedFrame;

/** A frame from the browser. */
export type Answer =
  | Look
  | ChangedFrame;
"""
    )


def test_what_cannot_be_said_is_refused() -> None:
    class Odd(Struct, tag="odd"):
        """Something that is text already."""

        part: Raw

    with pytest.raises(wire_types.Unwritable):
        wire_types.text(of(Sent=WholeFrame | Odd, Frame=Look | Odd))


def test_the_types_of_the_browser_are_fresh() -> None:
    assert wire_types.WRITTEN.read_text(encoding="utf-8") == wire_types.text(), "run `make types`"
