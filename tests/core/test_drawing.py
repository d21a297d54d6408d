"""Drawings are compact, deterministic and legible."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaslamp.ui import cast, streets
from gaslamp.ui.cast import CAST, CLEARED, INVESTIGATORS, Look
from gaslamp.ui.svg import box, chance, circle, element, gradient, group, mix, number, outline

COLOURS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")

everybody = pytest.mark.parametrize("name", CAST)


def read(drawing: str) -> ET.Element:
    return ET.fromstring(f"<svg>{drawing}</svg>")  # noqa: S314  # our own drawing


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


# ---- numbers, colours, elements


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.001, "0"), (7, "7"), (-100, "-100"), (0.5, ".5"), (-0.5, "-.5"), (10.25, "10.25"), (0.999, "1")],
)
def test_a_number_is_written_with_nothing_to_spare(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-10_000, 10_000))
def test_a_number_can_be_read_back_to_a_hundredth(value: float) -> None:
    assert float(number(value)) == pytest.approx(value, abs=0.00501)
    assert len(number(value)) <= len("-9999.99")


def test_elements_are_well_formed() -> None:
    drawn = group(circle(3, fill="#fff", stroke_width=0.5), transform="scale(2)") + element("use", href="#symbol-lamp")
    assert drawn == (
        '<g transform="scale(2)"><circle r="3" fill="#fff" stroke-width=".5"/></g><use href="#symbol-lamp"/>'
    )
    (glow,) = read(gradient("radial", "g-glow", (0, "#fff", 1), (1, "#000", 0), r=0.75))
    assert (glow.tag, glow.attrib) == ("radialGradient", {"id": "g-glow", "r": ".75"})
    assert [stop.attrib["stop-opacity"] for stop in glow] == ["1", "0"]


def test_paths_close() -> None:
    assert outline([(0, 0), (1.5, 0), (0, -2)]) == "M0 0L1.5 0L0 -2Z"
    assert box(-3, 1, 5, 4) == "M-3 1h5v4h-5Z"


@given(COLOURS, COLOURS, st.floats(0, 1))
def test_a_mixed_colour_lies_between_the_two(first: str, second: str, share: float) -> None:
    assert (mix(first, second, 0), mix(first, second, 1)) == (first, second)
    mixed = mix(first, second, share)
    for i in (1, 3, 5):
        low, high = sorted((int(first[i : i + 2], 16), int(second[i : i + 2], 16)))
        assert low <= int(mixed[i : i + 2], 16) <= high


# ---- streets


def test_chance_is_the_same_by_the_same_name() -> None:
    assert [chance("gull").random() for _ in range(2)] == [chance("gull").random() for _ in range(2)]
    assert chance("gull").random() != chance("bert").random()


def test_the_same_roofs_are_drawn_every_time() -> None:
    def street(name: str) -> str:
        roofs = streets.Roofs(chance(name))
        for x in range(20):
            roofs.add(20 * x, 0, 18, 30)
            roofs.add(40 * x, 40, 38, 20)
        return roofs.drawing()

    assert street("gull") == street("gull") != street("bert")
    assert len(read(street("gull"))[0]) < 40  # shapes are merged by colour


def test_street_references_are_defined() -> None:
    defined = {f"url(#{part.attrib['id']})" for part in read(streets.definitions())}
    drawn = read(streets.lamp() + streets.garden(0, 0, 20, 30) + streets.fog([(1, 2, 3, 4)]))
    used = {part.attrib["fill"] for part in drawn.iter() if part.attrib.get("fill", "").startswith("url")}
    assert used <= defined
    assert {streets.COBBLES, streets.GLOW} <= defined


# ---- people


@everybody
def test_letters_can_be_read_on_everybody(name: str) -> None:
    assert contrast(CAST[name].fill, CAST[name].ink) >= 4.5
    assert contrast(CLEARED.fill, CLEARED.ink) >= 4.5


@pytest.mark.parametrize("people", [CAST, INVESTIGATORS])
def test_characters_differ_by_more_than_colour(people: dict[str, Look]) -> None:
    hats = {look.hat for look in people.values()}
    assert len(hats) == len({look.fill for look in people.values()}) == len(people)


@pytest.mark.parametrize("name", INVESTIGATORS)
def test_an_investigator_has_a_token_that_can_be_read(name: str) -> None:
    look = INVESTIGATORS[name]
    assert contrast(look.fill, look.ink) >= 4.5
    assert look.fill in {part.attrib.get("fill") for part in read(cast.token(name)).iter("circle")}


@everybody
def test_a_token_shows_the_colour_and_the_hat(name: str) -> None:
    look: Look = CAST[name]
    drawn = read(cast.token(name))
    assert {part.attrib["d"] for part in drawn.iter("path")} == {shape for shape, _ in look.hat}
    assert look.fill in {part.attrib.get("fill") for part in drawn.iter("circle")}
    assert look.hat_colour in {part.attrib.get("fill") for part in drawn.iter("g")}


@everybody
def test_a_cleared_token_keeps_the_hat_and_gets_a_tick(name: str) -> None:
    drawn = read(cast.cleared(name))
    shapes = {part.attrib["d"] for part in drawn.iter("path")}
    assert shapes > {shape for shape, _ in CAST[name].hat}
    assert CLEARED.fill in {part.attrib.get("fill") for part in drawn.iter("circle")}
    assert cast.cleared(name) != cast.token(name)


def test_a_dogs_letters_stand_above_his_nose() -> None:
    assert cast.letters("toby")[1] < cast.letters("holmes")[1] == cast.LETTERS[1]
