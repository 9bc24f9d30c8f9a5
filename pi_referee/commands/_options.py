"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pi_referee.errors import NotationError, RefereeError, WrongNameError
from pi_referee.files.bounded_read import read_at_most
from pi_referee.player_names import are_alike, tidy
from pi_referee.rules.definition.library import ruleset_names

if TYPE_CHECKING:
    from pi_referee.decks.house_deck import HouseDeck
    from pi_referee.rules.definition.ruleset import Ruleset
    from vision.letters.household_tiles import LearntTile
    from web.proxy import Network

Decorated = Callable[..., Any]

_HOME = (
    "The folder of the games and their pictures; usually ~/.local/share/pi-referee, or the one that the variable "
    "PI_REFEREE_HOME names."
)

PORT = 8000
"""The page's usual port."""


class WholeSummaries(click.Group):
    """A group of commands whose help has the first sentence of each in full."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands that are no secret, in their order."""
        commands = (self.get_command(ctx, name) for name in self.list_commands(ctx))
        rows = [(str(one.name), (one.help or "").split("\n")[0]) for one in commands if one and not one.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def known_game(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Check a game's name, if one is given; one nobody knows is wrong usage, answered with those there are."""
    if name is not None and name not in ruleset_names():
        raise click.BadParameter(f"There is no game {name!r}. The games are {', '.join(ruleset_names())}.")
    return name


def option_home(command: Decorated) -> Decorated:
    """--home, the games' folder; from here on it is known by its whole path, wherever a program is started."""
    kind = click.Path(path_type=Path, file_okay=False, resolve_path=True)
    return click.option("--home", type=kind, help=_HOME)(command)


def option_tiles_of(command: Decorated) -> Decorated:
    """--tiles-of, the set of tiles that lies there."""
    text = "The set of tiles that was learnt by `pi-referee learn`, by its name."
    return click.option("--tiles-of", metavar="NAME", help=text)(command)


def option_picture(command: Decorated) -> Decorated:
    """--picture, where what was seen is drawn."""
    text = "Draw what was seen into FILE (png, jpg or webp): letters, doubts and why."
    kind = click.Path(path_type=Path, dir_okay=False)
    return click.option("--picture", "drawing", metavar="FILE", type=kind, callback=_drawn_into, help=text)(command)


def _drawn_into(_context: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    """See that a drawing can be written there; raises RefereeError."""
    from pi_referee.picture_game.seen_drawing import check_place  # only who draws needs to load what draws

    if path is not None:
        check_place(path)
    return path


def option_port(command: Decorated) -> Decorated:
    """--port, the page's."""
    kind = click.IntRange(1, 65535)
    return click.option("--port", type=kind, default=PORT, show_default=True, help="The page's port.")(command)


def option_game(command: Decorated) -> Decorated:
    """--game, which game is played."""
    text = "Which game is played."
    return click.option("--game", callback=known_game, default="alfapet-sv", show_default=True, help=text)(command)


def options_of_the_table(command: Decorated) -> Decorated:
    """Everything about the game that is played and the things on the table."""
    options = (
        option_home,
        option_game,
        click.option(
            "--edition", type=click.Choice(["light", "dark"]), help="Ivory or dark tiles; else as the picture shows."
        ),
        option_tiles_of,
        click.option("--players", default="A,B", show_default=True, help="The players' names, clockwise, with commas."),
        click.option("--rack", type=int, help="How many tiles a rack holds; else what is usual."),
        click.option("--new", is_flag=True, help="Begin a new game, although the last one is not over."),
        click.option(
            "--camera",
            type=click.UNPROCESSED,
            help="pi, pi:1.9,1.6 (fixed gains of red and blue), webcam, webcam:1, folder:PATH, none, or simulated "
            "(then with its own button). Usually pi on a Raspberry Pi, else webcam.",
        ),
        click.option(
            "--button",
            help="gpio, gpio:5, gpio:17,22 (with a second one), keyboard (Enter) or none. "
            "Usually gpio on a Raspberry Pi, else keyboard.",
        ),
        click.option("--lamp", default="none", show_default=True, help="none, gpio, gpio:6, rgb or rgb:27,24,25."),
        click.option("--buzzer", default="none", show_default=True, help="none, gpio or gpio:5."),
        click.option(
            "--voice", default="none", show_default=True, help="Say each play aloud: none, auto, spd-say or espeak-ng."
        ),
        click.option("--pace", type=float, default=5.0, help="Seconds between two turns of the simulated table."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def options_of_the_page(command: Decorated) -> Decorated:
    """Where the page listens, and under which names and behind which server it is reached."""
    options = (
        click.option("--host", default="*", show_default=True, help="The address the page listens on; * is all."),
        click.option(
            "--name",
            "names",
            multiple=True,
            callback=_named_as_browsers_do,
            help="Another name the page is reached by; may be repeated.",
        ),
        click.option(
            "--behind-proxy",
            multiple=True,
            metavar="ADDRESS",
            help="A server before the page, as one that speaks HTTPS, whose X-Forwarded headers are believed; may be "
            "repeated. It must pass on the whole name, not a folder below it.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _named_as_browsers_do(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Names of machines as a browser sends them; refuses what is none, under which nobody would ever be let in."""
    return tuple(_machine_name(name) for name in names)


def _machine_name(name: str) -> str:
    """A machine's name in the letters that browsers send."""
    from web.host_names import is_host  # only for who serves a page

    try:
        sent = name.strip().removesuffix(".").encode("idna").decode("ascii")
    except UnicodeError:
        sent = ""
    if not sent or ":" in sent or not is_host(sent):
        raise click.BadParameter(
            f"{name!r} is no name of a machine. Write it as alfapet.example.org, without https:// and port."
        )
    return sent


def read_input(file: Path, most: int) -> bytes | None:
    """What is in a file that somebody named, None if that is more than so many bytes; raises NotationError."""
    try:
        return read_at_most(file, most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", "") or error
        cure = "See that the name is right and that this user may read the file."
        raise NotationError(f"The file cannot be read ({reason}).", where=str(file), cure=cure) from error


def tell_edition(named: str | None, seen: str | None) -> None:
    """Say it where the tiles look otherwise than the edition that was named: the picture is believed."""
    if named and seen and seen != named:
        told = f"--edition {named} was named, but the tiles look {seen}; that was believed."
        click.echo(told, err=True)


def proxies_named(addresses: tuple[str, ...]) -> tuple[Network, ...]:
    """The servers before the page that are trusted; raises UsageError for what is no address."""
    from web.proxy import networks

    try:
        return networks(addresses)
    except ValueError as error:
        raise click.BadParameter(f"{error}: write an address, or a range as 192.168.1.0/24.") from error


def tiles_named(name: str | None, home: Path | None) -> tuple[LearntTile, ...]:
    """The learnt tiles of a set, none if no set is named; raises WrongNameError if nothing of that name was learnt."""
    if name is None:
        return ()
    from pi_referee.files.paths import Home, usual_home
    from pi_referee.tile_sets.learning import known
    from pi_referee.tile_sets.set_files import TileSets

    return known(TileSets(Home(home or usual_home()).tile_sets), name)


def cards_of_home(rules: Ruleset, home: Path | None) -> HouseDeck:
    """The household's deck for a game with cards, as its file tells it, and its games where they can be read.

    Raises GameFileError if the file is damaged.
    """
    from pi_referee.decks.deck_from_games import CardsSeen
    from pi_referee.decks.deck_shelf import DeckShelf
    from pi_referee.decks.known_deck import known_cards
    from pi_referee.files.paths import Home, usual_home
    from pi_referee.game_log.event_store import Ledger

    place = Home(home or usual_home())
    written = known_cards(place.decks, rules, CardsSeen())
    if not place.ledger.exists():
        return written
    with suppress(RefereeError), Ledger(place.ledger, to_read=True) as ledger:
        return DeckShelf(place.decks, ledger).cards(rules, None, ledger.newest_game() + 1)
    return written


def players_named(text: str) -> tuple[str, ...]:
    """The names in a list with commas, kept as the page keeps them.

    Raises WrongNameError if one is empty, two are alike, or the terminal does not write UTF-8.

    >>> players_named("Åsa, Björn")
    ('Åsa', 'Björn')
    """
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        cure = "Set it to UTF-8, or write the names on the page: A new game."
        raise WrongNameError("The names cannot be read: this terminal writes its letters in another way.", cure=cure)
    names = tuple(tidy(name) for name in text.split(","))
    if not all(names):
        raise WrongNameError(f"A name is missing in {text!r}.", cure="Write --players Anna,Bo")
    if are_alike(names):
        raise WrongNameError(f"Two players have the same name: {', '.join(names)}.", cure="Give one of them another.")
    return names
