"""Text for players: one word per meaning, typography, no identifiers, and no wrong rule."""

from __future__ import annotations

import re
from functools import cache

import pytest

from gaslamp import titles
from gaslamp.core.messages import message
from gaslamp.locale import LANGUAGES, catalogue
from gaslamp.web.rulebook import FOLDER

every_language = pytest.mark.parametrize("language", LANGUAGES)


NO_BREAK = "\N{NO-BREAK SPACE}"
# pictures, ids of sections, link targets, lines of tables
_MARKUP = re.compile(r"^!\[|\{#[a-z0-9-]+\}|\]\([^)\s]*\)|^\|[-|:]+$", re.MULTILINE)


@cache
def texts(language: str) -> dict[str, str]:
    """All text for players in a language: messages (lessons among them) by id, rules pages by title and line."""
    written = {
        f"{id}[{form}]": text
        for id, forms in catalogue(language).sentences.items()
        for form, text in enumerate(forms)
    }  # fmt: skip
    for title in titles.titles():
        folder = titles.folder(title)
        assert folder is not None
        page = (folder / FOLDER / f"{language}.md").read_text(encoding="utf-8")
        lines = _MARKUP.sub(" ", page).splitlines()
        written |= {f"{title}:{number}": line for number, line in enumerate(lines, start=1)}
    return written


def said(language: str, pattern: str) -> dict[str, str]:
    """The texts of a language that match a pattern, ignoring case."""
    wanted = re.compile(pattern, re.IGNORECASE)
    return {where: text for where, text in texts(language).items() if wanted.search(text)}


# ---- one word for a thing


@pytest.mark.parametrize(
    ("language", "other_word"),
    [
        ("en", r"lamp posts?|lamp tiles?|\bburn(s|ing|t)?\b"),  # gaslight, lit or shut off
        ("en", r"\b(hid(es|ing)?|disguised) behind\b|behind (one of|whom|which)"),  # disguised as
        ("en", r"\bthe street of\b|point at (a|two) streets?\b"),  # Pocket: a tile
        ("en", r"\b(whoever|anybody)\b|\bsomebody\b"),  # character, player, suspect
        ("en", r"\b(stops?|stopped) the eye\b|\babroad\b"),
        ("en", r"\bshould stand\b|\bgone on with\b"),
        ("en", r"\b(Jack.s|his|secret) way\b"),  # route
        ("en", r"\blook on\b"),  # somebody who looks on does nothing
        ("fr", r"en sens (anti)?horaire"),  # dans le sens horaire
        ("fr", r"\btir(e|er|ez|ées?|és?)\b(?! au sort| des conclusions)"),  # cards: piocher
        ("fr", r"\bbruns?\b|\b(le|du|au) (jaune|bleu|rouge|vert|marron)\b"),  # figures: Jaune, Marron
        ("fr", r"\bpermut"),  # Pocket: échanger
        ("fr", r"\bmarch(e|ent|er|ez|é) (de|d.|jusqu)"),  # avancer de
        ("fr", r"\b(en|jusqu.en) \{circles?\}"),  # sur un cercle
        ("fr", r"(cache|dissimule|cachez|caché) derrière|derrière (qui|lequel|l.un)"),  # prendre les traits de
        ("fr", r"\bfouill(e|er|ez)\b"),  # Whitehall: recherche, chercher des indices
        ("fr", r": innocent$|innocent depuis|^Innocents?( :)?$"),  # hors de cause
        ("fr", r"\bpoteau|\bporte une fermeture"),  # bec de gaz, plaque fermée
        ("fr", r"\b(la|cette) (machine|maison)\b|\badversaires? de la maison\b"),  # ordinateur, serveur
        ("fr", r"\bhorloge\b"),  # pendule
        ("es", r"(oculta|esconde)[ns]?\b.{0,9}\btras\b|tras (una de ellas|uno de los|quien)\b"),  # se hace pasar por
        ("es", r"\bregistro de movimientos\b|\bregistrar\b|\bdel registro\b"),  # contador de movimientos; buscar pistas
        ("es", r"\bcharla\b|\bdiario\b|\bmáquina\b"),  # chat, registro, ordenador
        ("es", r"\bpapel(es)?\b|\bde la casa\b"),  # puesto, del ordenador
        ("es", r"\bfichas? (de tiempo|vueltas)\b"),  # Pocket: ficha de turno, volteada
        ("es", r"\b(el|la|al|del) (amarill[oa]|azul|roj[oa]|verde|marrón)\b"),  # Whitehall: Amarillo, Azul…
        ("es", r"\band(a|an|ar|ado) (un|uno|dos|tres|hasta)\b"),  # avanzar
        ("es", r"\badyacentes?\b"),  # contiguo
        ("ru", r"невиновн(ы|ых|ые)\b"),  # it would have to agree with Miss Stealthy: вне подозрений
        ("ru", r"записная книжка"),  # the tab says Блокнот
        ("ru", r"(?<!за)кончить ход"),
        ("ru", r"через одну (позицию|или две)"),  # skips one place: на следующей позиции
        ("ru", r"\b(на|в) (\w+ )?(ходу|ходах)\b"),  # "on the move", "in use": в этот ход, as the book has it
        ("ru", r"детектив"),  # сыщик
        ("ru", r"мест находки|(?-i:Места находки)"),  # места находок
        ("ru", r"шкал\w+ ходов|(?-i:Ходы? \{(track|first|number)\})"),  # Whitehall: Jack's move is a перемещение
        ("ru", r"вытян"),  # a card is taken: взять
        ("ru", r"(ввести|введ[её]н\w*) в игру"),  # сыграть за
        ("ru", r"прячет|за (кем|которым) \w*скрыва"),  # под видом
        ("ru", r"(двое|четверо) (песочных )?часов"),  # песочных часов: 2
        ("ru", r"исправленн\w+ издани|первоначальн"),  # обновлённое, первое издание
        ("ru", r"заведени|(машина|машину|машины|машине)\b"),  # компьютер
        ("ru", r"кто действует|не вне подозрений"),
    ],
)
def test_one_thing_has_one_word(language: str, other_word: str) -> None:
    assert said(language, other_word) == {}


def test_spanish_addresses_one_player_as_a_friend() -> None:
    politely = r"\b(usted|ustedes)\b"
    to_several = r"\w+[áé]is\b|\b(vosotros|vuestr[ao]s?|sois|os)\b"
    commands = r"\b(usad|indicad(l[ao]s?)?|elegid|dejad|arrestad|tomad|pulsad|moved)\b"
    assert said("es", f"{politely}|{to_several}|{commands}") == {}


def test_spanish_prompts_address_the_player() -> None:
    agentless = r"\bhay que (señalar|elegir|indicar|decir|esperar)\b|(?<!te )\bconviene\b"
    assert said("es", rf"{agentless}|\btoca jugar\b|\b(bando|turno) propio\b") == {}
    # infinitives are for buttons
    verbs = "activar|buscar|cambiar|colocar|elegir|girar|ir|llamar|llevar|mover|partir|pulsar|señalar|tomar|trasladar"
    order = re.compile(rf"(^|[.:;!] ¡?)({verbs})(l[ao]s?)?\b", re.IGNORECASE)
    spoken = re.compile(r"(mr_jack|pocket|whitehall)\.(lesson|prompt|hint|why_not|curtain)\.")
    assert {id for id, text in texts("es").items() if spoken.match(id) and order.search(text)} == set()


def test_spanish_names_with_a_title_need_no_article() -> None:
    # “Inspector Lestrade” stands alone or after a colon: “de Inspector”, “y Inspector” would be wrong.
    joined = re.compile(r"\b(de|a|con|por|y|o|era|es) \{(character|suspect|first|second)\}")
    with_preposition = re.compile(r"\b(de|a|con|por) \{(whom|accused)\}")  # these bring their own “a”
    for title in ("mr_jack", "pocket"):
        for id, text in texts("es").items():
            if id.startswith(f"{title}.") and id != "mr_jack.why.neighbour[0]":  # has the short name
                assert not joined.search(text), id
                assert not with_preposition.search(text), id
    assert said("es", r"\b(de|a|con|por|y|era) (inspector|sargento)\b") == {}
    assert said("es", r"\by h?i(?!e)") == {}  # e


@every_language
def test_no_identifier_is_shown_to_players(language: str) -> None:
    words = {where: re.sub(r"\{\w*\}", "", text) for where, text in texts(language).items()}
    shown = {where: text for where, text in words.items() if re.search(r"[a-z]_[a-z]|\b[a-z]+=[a-z]+\b", text)}
    assert shown == {}


# ---- typography


def test_english_has_no_space_before_an_ellipsis_or_a_percent_sign() -> None:
    assert said("en", rf"[ {NO_BREAK}][…%]") == {}


@every_language
def test_an_ellipsis_follows_its_word(language: str) -> None:
    assert said(language, rf"[ {NO_BREAK}]…") == {}


def test_french_punctuation_has_a_no_break_space() -> None:
    # A question mark can also be the name of a command; then a small letter follows. “{key}:” is a line of a record.
    wrong = rf"(?<!{NO_BREAK})(?:(?<!\{{key\}})[:;!»]|\?(?=$|\*| (?-i:[A-ZÀÉ])))|«(?!{NO_BREAK})"
    assert said("fr", wrong) == {}


def test_spanish_questions_and_exclamations_open_as_they_close() -> None:
    for where, text in texts("es").items():
        assert text.count("¡") == text.count("!"), where
        assert text.count("¿") == len(re.findall(r"[\w})]\?", text)), where


# ---- what the rules say


def test_russian_jack_takes_tiles_back_and_gives_none() -> None:
    words = catalogue("ru")
    for id in ("whitehall.do.reclaim_alley", "whitehall.do.reclaim_boat", "whitehall.news.reclaimed_alley"):
        assert "обратно" in words.say(message(id)).lower()
    assert said("ru", r"вернуть (переулок|лодку)|возвращает (переулок|лодку)") == {}


def test_an_empty_circle_was_empty_in_that_move_too() -> None:
    assert catalogue("ru").say(message("whitehall.scene.empty", circle="84", turn=3)).endswith("3 включительно")


@pytest.mark.parametrize(
    ("id", "english", "french", "spanish", "russian"),
    [
        ("mr_jack.hint.pick", "Gull does one or the other", "Gull fait", "lo uno o lo otro", "что-то одно"),
        ("mr_jack.ability.goodley", "three steps in all", "trois pas en tout", "tres pasos en total", "на всех"),
        ("mr_jack.do.stay", "in reach", "à portée", "al alcance", "в пределах досягаемости"),
        ("pocket.over.hourglasses", "six hourglasses or more", "au moins six", "al menos seis", "не меньше шести"),
        ("whitehall.rules", "the other three", "trois autres", "otros tres", "остальных трёх"),
        ("whitehall.option.roll_up_your_sleeves", "at least one", "au moins l", "al menos una", "хотя бы"),
        ("whitehall.option.investigators", "How many", "Combien", "Cuántos", "Сколько"),
        ("whitehall.over.deduced", "before Jack has", "avant que Jack", "antes de que Jack", "раньше, чем Джек"),
    ],
)  # fmt: skip
def test_sentences_state_the_rules_correctly(id: str, english: str, french: str, spanish: str, russian: str) -> None:
    for language, part in zip(LANGUAGES, (english, french, spanish, russian), strict=True):
        assert part in catalogue(language).sentences[id][0]
