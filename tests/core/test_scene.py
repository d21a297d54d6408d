"""Scenes as SVG: well-formed with any names, sprites in their places."""

from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from gaslamp.core.messages import Message, message
from gaslamp.ui.scene import LAYERS, BoardArt, Scene, Sprite, Trail, to_svg

SVG = "{http://www.w3.org/2000/svg}"
# Text allowed in XML, with all special characters.
WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"), max_size=20)

HOLMES = Sprite("fig-holmes", "token", 10.5, 20, message("name.holmes"), layer="people")
STREET = Sprite(
    "tile-lane",
    "street",
    0,
    0,
    message("name.lane"),
    layer="board",
    turn=270,
    letters=message("letters.lane"),
    ink="#fff",
)
BOARD_ART = BoardArt(
    width=100,
    height=80,
    definitions='<linearGradient id="fog"/>',
    ground='<rect width="100" height="80"/>',
    symbols={"token": '<circle r="4"/>', "street": '<path d="M0 0H9"/>'},
)
WAY = Trail("way", ((0, 0), (10.5, 20)), message("name.way"), ink="#ff7a6b", dash="10 6")
SCENE = Scene(BOARD_ART, label=message("scene.board"), sprites=(HOLMES, STREET))


def drawn(scene: Scene, words: dict[str, str] | None = None) -> ET.Element:
    def say(message: Message) -> str:
        return (words or {}).get(message.id, message.id)

    return ET.fromstring(to_svg(scene, say))  # noqa: S314  # our own drawing


def groups(root: ET.Element) -> dict[str, ET.Element]:
    """Return the sprites by id, from back to front."""
    return {group.attrib["id"]: group for group in root.findall(f"{SVG}g")}


def test_a_scene_is_one_file_that_needs_nothing_else() -> None:
    root = drawn(SCENE)
    assert (root.tag, root.attrib["viewBox"], root.attrib["role"]) == (f"{SVG}svg", "0 0 100 80", "img")
    assert root.findtext(f"{SVG}title") == "scene.board"
    assert root.find(f"{SVG}rect") is not None
    assert root.find(f"{SVG}defs/{SVG}linearGradient") is not None
    defined = {f"#{group.attrib['id']}" for group in root.findall(f"{SVG}defs/{SVG}g")}
    used = {use.attrib["href"] for use in root.iter(f"{SVG}use")}
    assert used == defined == {"#symbol-token", "#symbol-street"}


def test_a_sprite_has_its_position_and_rotation() -> None:
    found = groups(drawn(SCENE))
    assert found["fig-holmes"].attrib["transform"] == "translate(10.5 20)"
    assert found["tile-lane"][1].attrib == {"transform": "rotate(270)"}
    assert found["fig-holmes"][1].attrib == {}


def test_the_layers_lie_one_over_the_other() -> None:
    sprites = tuple(changed(HOLMES, id=f"{layer}-{n}", layer=layer) for n in range(2) for layer in reversed(LAYERS))
    ids = list(groups(drawn(replace(SCENE, sprites=sprites))))
    assert ids == [f"{layer}-{n}" for layer in LAYERS for n in range(2)]


def test_letters_stay_upright_and_are_two_at_most() -> None:
    street = groups(drawn(SCENE, {"letters.lane": "Lane"}))["tile-lane"]
    assert [child.tag for child in street] == [f"{SVG}title", f"{SVG}g", f"{SVG}text"]  # outside the rotated group
    assert street.findtext(f"{SVG}text") == "La"


def test_letters_have_their_size_and_offset() -> None:
    sprite = changed(STREET, size=23.4, dy=19)
    text = groups(drawn(replace(SCENE, sprites=(sprite,))))["tile-lane"][2]
    assert (text.attrib["font-size"], text.attrib["y"]) == ("23.4", "19")


def test_the_over_layer_is_above_light_and_below_sprites() -> None:
    sprites = tuple(changed(HOLMES, id=layer, layer=layer) for layer in LAYERS)
    root = drawn(replace(SCENE, board_art=replace(BOARD_ART, over='<g id="over"/>'), sprites=sprites))
    assert list(groups(root)) == ["board", "heat", "light", "over", "trail", "markers", "people"]


def test_a_trail_goes_from_point_to_point_under_the_sprites_of_its_layer() -> None:
    sprites = tuple(changed(HOLMES, id=layer, layer=layer) for layer in LAYERS)
    root = drawn(replace(SCENE, sprites=sprites, trails=(WAY, changed(WAY, id="lit", layer="light"))))
    assert list(groups(root)) == ["board", "heat", "lit", "light", "way", "trail", "markers", "people"]
    under, over = groups(root)["way"].findall(f"{SVG}polyline")
    assert under.attrib["points"] == over.attrib["points"] == "0,0 10.5,20"
    assert (over.attrib["stroke"], over.attrib["stroke-dasharray"]) == ("#ff7a6b", "10 6")
    assert float(under.attrib["stroke-width"]) > float(over.attrib["stroke-width"])


@given(words=WORDS, id=WORDS, ink=WORDS)
def test_no_name_can_break_the_drawing(words: str, id: str, ink: str) -> None:
    sprite, trail = changed(STREET, id=id, ink=ink), changed(WAY, ink=ink, dash=words)
    said = {"scene.board": words, "name.lane": f"</title><script>{words}", "letters.lane": f"&<{words}"}
    assert drawn(replace(SCENE, sprites=(), trails=(trail,)), {"name.way": words})[-1][2].attrib["stroke"] == ink
    root = drawn(replace(SCENE, sprites=(sprite,)), said)
    assert root.findtext(f"{SVG}title", "") == words
    (group,) = root.findall(f"{SVG}g")
    assert (group.attrib["id"], group[2].attrib["fill"]) == (id, ink)
    assert group.findtext(f"{SVG}title") == f"</title><script>{words}"
    assert group.findtext(f"{SVG}text") == "&<"
    assert not list(root.iter(f"{SVG}script"))


def test_a_notebook_shows_it_without_a_catalogue() -> None:
    root = ET.fromstring(SCENE._repr_svg_())  # noqa: S314  # our own drawing
    assert [group.findtext(f"{SVG}title") for group in groups(root).values()] == ["Lane", "Holmes"]
