"""Subcommands of `gaslamp`. Errors print one sentence and exit with code 2, or 1 if a proof does not hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer
from rich.console import Console

from gaslamp import __version__, kernel, titles
from gaslamp.bots import levels as bot_levels
from gaslamp.core.errors import GaslampError, Unreadable
from gaslamp.core.messages import Message, Param, message
from gaslamp.core.records.proof import BadProof
from gaslamp.game.table import Table
from gaslamp.game.verification import kept
from gaslamp.locale import LANGUAGES, Catalogue, catalogue, guess_language
from gaslamp.server.ops.settings import DEFAULTS, Settings, data_folder, push_contact
from gaslamp.server.ops.settings import base_path as to_base_path
from gaslamp.terminal import records
from gaslamp.terminal.play import Session
from gaslamp.terminal.screen import Screen


def _help(id: str, /, **params: Param) -> str:
    return catalogue(guess_language()).say(Message(id, params))


def _limit(id: str, variable: str) -> Any:
    return typer.Option(help=_help(id), min=0, envvar=variable)


_LANGUAGES: Final = ", ".join(LANGUAGES)
_TITLES: Final = tuple(message(f"{title}.title") for title in titles.titles())
File = Annotated[Path, typer.Argument(metavar="FILE", help=_help("cli.file"), show_default=False)]
Language = Annotated[str | None, typer.Option("--lang", help=_help("cli.lang", known=_LANGUAGES), show_default=False)]

app = typer.Typer(
    help=_help("cli.about", titles=_TITLES), no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip


def _guarded(language: str | None, work: Callable[[Screen], None]) -> None:
    """Run a subcommand; report a GaslampError in one sentence and exit with code 2 (BadProof: 1)."""
    words: Catalogue = catalogue(guess_language())
    try:
        words = catalogue(language) if language else words
        titles.check_found()
        work(Screen(Console(highlight=False), words))
    except GaslampError as error:
        Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True).print(words.say(error.message))
        raise typer.Exit(1 if isinstance(error, BadProof) else 2) from None


def _ask() -> str:
    return input("> ")


def _version(value: bool) -> None:  # noqa: FBT001 - called by typer
    if value:
        typer.echo(f"gaslamp {__version__}\nkernel: {kernel.describe()}")
        raise typer.Exit


@app.callback()
def main(
    *, version: Annotated[bool, typer.Option("--version", help=_help("cli.version"), callback=_version)] = False
) -> None:
    """Take the options that all subcommands share."""


@app.command(help=_help("cli.play"))
def play(
    title: Annotated[
        str, typer.Argument(metavar="[TITLE]", help=_help("cli.title", known=", ".join(titles.titles())))
    ] = titles.usual(),
    options: Annotated[
        list[str] | None, typer.Argument(metavar="[OPTION=VALUE]...", help=_help("cli.options"), show_default=False)
    ] = None,
    *,
    seat: Annotated[str | None, typer.Option(help=_help("cli.seat"), show_default=False)] = None,
    bot: Annotated[
        str | None,
        typer.Option(help=_help("cli.bot", known=", ".join(bot_levels.known_names())), show_default=bot_levels.USUAL),
    ] = None,
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        pairs = [title, *(options or [])] if "=" in title else options or []
        meta = titles.meta(titles.usual() if "=" in title else title)
        game = titles.game(meta.title, _options(pairs))
        taken = seat or meta.default_seat
        if taken not in game.seats:
            raise Unreadable("error.seat", seat=taken[:40], known=", ".join(game.seats))
        others = [other for other in game.seats if other != taken]
        level = bot or bot_levels.closest_level(game, others[0], bot_levels.USUAL) or bot_levels.USUAL
        for other in others:
            bot_levels.check(game, other, level)
        Session(Table(game), taken, level, screen, _ask).run()

    _guarded(lang, work)


@app.command(help=_help("cli.serve"))
def serve(
    *,
    host: Annotated[str, typer.Option(help=_help("cli.host"))] = DEFAULTS.host,
    port: Annotated[int, typer.Option(help=_help("cli.port"), min=0, max=65535)] = DEFAULTS.port,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help=_help("cli.data"), show_default=False)] = None,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help=_help("cli.database", form="postgresql://user:password@host/name"),
            envvar="GASLAMP_DATABASE",
            show_default=False,
        ),
    ] = "",
    browser: Annotated[bool, typer.Option(help=_help("cli.browser"))] = True,
    log: Annotated[bool, typer.Option("--log", help=_help("cli.log"))] = False,
    log_format: Annotated[Literal["text", "json"], typer.Option(help=_help("cli.log_format"))] = DEFAULTS.log_format,
    metrics: Annotated[
        int | None, typer.Option(metavar="PORT", help=_help("cli.metrics"), min=1, max=65535, show_default=False)
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help=_help("cli.workers"), envvar="GASLAMP_WORKERS", min=1, show_default=False)
    ] = None,
    base_path: Annotated[
        str, typer.Option(metavar="PATH", help=_help("cli.base_path"), envvar="GASLAMP_BASE_PATH")
    ] = DEFAULTS.base_path,
    keep_games: Annotated[int, _limit("cli.keep_games", "GASLAMP_KEEP_GAMES")] = DEFAULTS.keep_games,
    keep_finished: Annotated[int, _limit("cli.keep_finished", "GASLAMP_KEEP_FINISHED")] = DEFAULTS.keep_finished,
    keep_guests: Annotated[int, _limit("cli.keep_guests", "GASLAMP_KEEP_GUESTS")] = DEFAULTS.keep_guests,
    most_data: Annotated[int, _limit("cli.most_data", "GASLAMP_MOST_DATA")] = DEFAULTS.most_data,
    trusted_header: Annotated[
        str,
        typer.Option(
            metavar="NAME", help=_help("cli.trusted_header"), envvar="GASLAMP_TRUSTED_HEADER", show_default=False
        ),
    ] = "",
    push: Annotated[
        str, typer.Option(metavar="CONTACT", help=_help("cli.push"), envvar="GASLAMP_PUSH", show_default=False)
    ] = "",
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        titles.check()  # fail before the slow imports
        from gaslamp.server.ops.serve import serve as start  # noqa: PLC0415 - slow to import

        settings = Settings(
            data or data_folder(), host, port, database=database, log_format=log_format, metrics=metrics,
            workers=workers or 0, keep_games=keep_games, keep_finished=keep_finished, keep_guests=keep_guests,
            most_data=most_data, base_path=to_base_path(base_path), trusted_header=trusted_header,
            push=push_contact(push),
        )  # fmt: skip
        start(settings, screen.write, browser=browser, log=log)

    _guarded(lang, work)


@app.command(help=_help("cli.backup"))
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_help("cli.backup_file"), show_default=False)],
    *,
    data: Annotated[Path | None, typer.Option(metavar="FOLDER", help=_help("cli.data"), show_default=False)] = None,
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.storage import sqlite  # noqa: PLC0415

        sqlite.back_up((data or data_folder()) / sqlite.DATABASE, file)
        screen.write(message("backup.made", file=str(file)))

    _guarded(lang, work)


@app.command(help=_help("cli.replay"))
def replay(file: File, *, lang: Language = None) -> None:
    _guarded(lang, lambda screen: records.replay(file, screen, _ask))


@app.command(help=_help("cli.verify"))
def verify(
    file: File,
    *,
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help=_help("cli.commitment"), show_default=False)
    ] = None,
    nonce: Annotated[
        list[str] | None, typer.Option(metavar="SEAT=HEX", help=_help("cli.nonce"), show_default=False)
    ] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help=_help("cli.house"), show_default=False)
    ] = None,
    head: Annotated[list[str] | None, typer.Option(metavar="HEX", help=_help("cli.head"), show_default=False)] = None,
    lang: Language = None,
) -> None:
    _guarded(lang, lambda screen: records.verify(file, screen, kept(commitment, nonce or (), house or (), head or ())))


@app.command(help=_help("cli.show"))
def show(
    file: File,
    *,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help=_help("cli.svg"), show_default=False)] = None,
    animate: Annotated[Path | None, typer.Option(metavar="FILE", help=_help("cli.animate"), show_default=False)] = None,
    after: Annotated[int | None, typer.Option(help=_help("cli.after"), show_default=False)] = None,
    viewer: Annotated[str | None, typer.Option(help=_help("cli.viewer"), show_default=False)] = None,
    force: Annotated[bool, typer.Option("--force", help=_help("cli.force"))] = False,
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        if (svg is None) == (animate is None) or (animate is not None and after is not None):
            raise Unreadable("terminal.show_what")
        if animate is not None:
            records.animate(file, animate, screen, viewer=viewer, over=force)
        elif svg is not None:
            records.draw(file, svg, screen, after=after, viewer=viewer, over=force)

    _guarded(lang, work)


@app.command(help=_help("cli.review"))
def review(
    file: File, *, json: Annotated[bool, typer.Option("--json", help=_help("cli.json"))] = False, lang: Language = None
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.terminal import reviews  # noqa: PLC0415 - slow to import

        try:
            reviews.review(file, screen, as_json=json)
        except KeyboardInterrupt:
            screen.tell("review.stopped")
            raise typer.Exit(130) from None

    _guarded(lang, work)


@app.command(help=_help("cli.puzzle"))
def puzzle(
    title: Annotated[
        str, typer.Argument(metavar="[TITLE]", help=_help("cli.title", known=", ".join(titles.titles())))
    ] = "",
    *,
    id: Annotated[str, typer.Option(metavar="ID", help=_help("cli.puzzle_id"), show_default=False)] = "",
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.terminal import puzzles  # noqa: PLC0415 - slow to import

        puzzles.solve(title, id, screen, _ask)

    _guarded(lang, work)


puzzles_app = typer.Typer(help=_help("cli.puzzles"), no_args_is_help=True)
app.add_typer(puzzles_app, name="puzzles")


@puzzles_app.command("make", help=_help("cli.puzzles_make"))
def puzzles_make(
    title: Annotated[str, typer.Argument(metavar="TITLE", help=_help("cli.title", known=", ".join(titles.titles())))],
    *,
    games: Annotated[int, typer.Option(metavar="N", help=_help("cli.puzzles_games"), min=1)] = 20,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help=_help("cli.seed"))] = 1888,
    kinds: Annotated[str, typer.Option(metavar="A,B,C", help=_help("cli.puzzles_kinds"), show_default=False)] = "",
    most: Annotated[int, typer.Option(metavar="N", help=_help("cli.puzzles_most"), min=0)] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=_help("cli.puzzles_out"), show_default=False)] = None,
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.terminal import puzzles  # noqa: PLC0415 - slow to import

        puzzles.make(title, games, seed, _words(kinds), most, out, screen)

    _guarded(lang, work)


@puzzles_app.command("check", help=_help("cli.puzzles_check"))
def puzzles_check(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help=_help("cli.file"), show_default=False)] = None,
    *,
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.terminal import puzzles  # noqa: PLC0415 - slow to import

        if not puzzles.check(file, screen):
            raise typer.Exit(1)

    _guarded(lang, work)


@app.command(help=_help("cli.arena"))
def arena(
    title: Annotated[str, typer.Argument(metavar="TITLE", help=_help("cli.title", known=", ".join(titles.titles())))],
    *,
    levels: Annotated[
        str,
        typer.Option(
            metavar="A,B,C", help=_help("cli.levels", known=", ".join(bot_levels.known_names())), show_default=False
        ),
    ] = "",
    against: Annotated[str, typer.Option(metavar="A,B,C", help=_help("cli.against"), show_default=False)] = "",
    games: Annotated[int, typer.Option(metavar="N", help=_help("cli.games"), min=1)] = 100,
    limit: Annotated[str, typer.Option(metavar="5000n", help=_help("cli.limit"), show_default=False)] = "",
    options: Annotated[
        str, typer.Option(metavar="OPTION=VALUE,...", help=_help("cli.arena_options"), show_default=False)
    ] = "",
    seed: Annotated[int, typer.Option(metavar="NUMBER", help=_help("cli.seed"))] = 1888,
    worst_case: Annotated[
        str, typer.Option(metavar="jack|detective", help=_help("cli.worst_case"), show_default=False)
    ] = "",
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help=_help("cli.out"), show_default=False)] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help=_help("cli.arena_workers"), min=1, show_default=False)
    ] = None,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help=_help("cli.cluster", form="tcp://host:8786"), show_default=False)
    ] = "",
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.arena import plan, run  # noqa: PLC0415 - slow to import
        from gaslamp.terminal.results import compete  # noqa: PLC0415

        tournament = plan.make(
            title, _words(levels), games, options=_options(_words(options)), limit=limit, seed=seed,
            worst_case=worst_case, against=_words(against),
        )  # fmt: skip
        crew = run.DaskCluster(cluster) if cluster else run.Processes(workers or run.usual_workers())
        try:
            compete(tournament, crew, screen, out)
        except KeyboardInterrupt:
            screen.tell("arena.stopped")
            raise typer.Exit(130) from None

    _guarded(lang, work)


@app.command(help=_help("cli.train"))
def train(
    title: Annotated[str, typer.Argument(metavar="TITLE", help=_help("cli.title", known=", ".join(titles.titles())))],
    out: Annotated[Path, typer.Option(metavar="FILE", help=_help("cli.train_out"))],
    *,
    games: Annotated[int, typer.Option(metavar="N", help=_help("cli.train_games"), min=1)] = 100_000,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help=_help("cli.seed"))] = 1888,
    lang: Language = None,
) -> None:
    def work(screen: Screen) -> None:
        from gaslamp.bots import learning  # noqa: PLC0415 - slow to import

        def report(played: int, won: float) -> None:
            screen.tell("train.version", games=played, all=games, won=round(won))

        try:
            learning.train_title(title, out, games, seed, report)
        except KeyboardInterrupt:
            screen.tell("train.stopped")
            raise typer.Exit(130) from None

    _guarded(lang, work)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _options(pairs: list[str]) -> dict[str, str]:
    """Parse OPTION=VALUE words. Raises Unreadable."""
    options = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise Unreadable("error.pair", text=pair[:80])
        options[key] = value
    return options
