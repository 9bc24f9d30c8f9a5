"""`pi-referee learn`: the household's own tiles, so that the eye knows them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from hardware.picture_file import read_picture
from pi_referee.commands._options import known_game, option_home, option_picture, tell_edition
from pi_referee.commands.eye._deck import learn_cards
from pi_referee.composing import composed
from pi_referee.errors import PictureError, RefereeError
from pi_referee.files.paths import Home, usual_home
from pi_referee.game_log.event_store import Ledger
from pi_referee.picture_game.seen_drawing import draw_look, write_drawing
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.tile_sets.learning import Teacher, read_names
from pi_referee.tile_sets.set_files import USUAL, Lesson, TileSet, TileSets
from vision.letters.lessons import Named

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("learn")
@click.argument("images", nargs=-1, type=click.Path(path_type=Path))
@click.option("--game", callback=known_game, help="Which game's tiles they are.")
@click.option(
    "--edition", type=click.Choice(["light", "dark"]), help="Ivory or dark tiles, where the pictures do not tell it."
)
@click.option("--in-order", is_flag=True, help="Every letter lies there once, row by row in the alphabet's order.")
@click.option("--tiles", type=_FILE, help="What lies where: H8 A on a line, or the board as `read` draws it.")
@click.option("--deck", is_flag=True, help="Learn a deck of cards: all of them lie there in rows, face up.")
@click.option("--games", is_flag=True, help="Learn from the plays of the games in the home that were agreed.")
@click.option("--believe", is_flag=True, help="Take names that the eye finds wrong, and pictures out of focus.")
@click.option("--set", "name", default=USUAL, show_default=True, help="What the set of tiles is called.")
@click.option("--list", "listing", is_flag=True, help="Tell what was learnt, when and from what.")
@click.option("--undo", is_flag=True, help="Take the last lesson back.")
@click.option("--forget", is_flag=True, help="Forget all that was learnt of the set.")
@option_picture
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(
    images: tuple[Path, ...],
    game: str | None,
    edition: str | None,
    tiles: Path | None,
    name: str,
    drawing: Path | None,
    home: Path | None,
    *,
    in_order: bool,
    deck: bool,
    games: bool,
    believe: bool,
    listing: bool,
    undo: bool,
    forget: bool,
    as_json: bool,
) -> None:
    """Learn the household's own tiles from one or a few pictures, or from the games that were played.

    IMAGES show letters whose names are told by --in-order or --tiles; they must lie there in all of them alike. What
    was learnt is used by watch, and by read and replay with --tiles-of. With --deck they show a deck of cards, each
    card once; what was learnt is used wherever that game is looked at, and can be corrected in its file.
    """
    place = Home(home or usual_home())
    sets = TileSets(place.tile_sets)
    if deck:
        others: dict[str, object] = {"--games": games, "--list": listing, "--undo": undo, "--forget": forget}
        others |= {"--in-order": in_order, "--tiles": tiles, "--believe": believe, "--picture": drawing}
        others |= {"--edition": edition, "--set": name != USUAL}
        rules = _deck_game(game, images, [option for option, is_named in others.items() if is_named])
        learn_cards(images, rules, place.prepare(), as_json=as_json)
        return
    _one_of(listing=listing, undo=undo, forget=forget, games=games, images=bool(images))
    if listing:
        _list(sets, as_json=as_json)
    elif forget:
        there = sets.forget(name)
        click.echo(f"{name}: all is forgotten." if there else f"{name}: nothing was learnt.")
    elif undo:
        left = _changed(sets, name, TileSet.before_last)
        click.echo(f"{name}: the last lesson is taken back, {len(left.lessons)} are left.")
    else:
        teacher = Teacher(ruleset(_needed(game)), edition or "light")
        named = _named(tiles, in_order=in_order) if images else None
        if drawing:
            _draw(teacher, images, ruleset(_needed(game)), drawing)
        lesson = _lesson(place, images, teacher, named, believe=believe)
        tell_edition(edition, lesson.edition)
        tile_set = _changed(sets, name, lambda known: known.after(lesson))
        _tell(tile_set, as_json=as_json)


def _changed(sets: TileSets, name: str, change: Callable[[TileSet], TileSet]) -> TileSet:
    """A set as it is after a change, which is kept; the page's table may be taught at the same moment."""
    with sets.alone():
        changed = change(sets.open(name))
        sets.keep(changed)
    return changed


def _deck_game(game: str | None, images: Sequence[Path], others: Sequence[str]) -> Ruleset:
    """The game whose deck is learnt; others: further options that were named, of which none goes with --deck."""
    if others:
        raise click.UsageError(f"{', '.join(others)}: this is for tiles. Leave it out, or leave out --deck.")
    if not images:
        raise click.UsageError("Name pictures of the cards.")
    rules = ruleset(_needed(game))
    if rules.has_board:
        raise click.UsageError(
            f"{rules.title} is played with tiles, not with cards. Leave --deck out, or name a game with cards: "
            "--game kortalfapet."
        )
    return rules


def _one_of(**wanted: bool) -> None:
    """See that exactly one thing is wanted."""
    if sum(wanted.values()) != 1:
        raise click.UsageError("Name pictures, or one of --games, --list, --undo and --forget.")


def _needed(game: str | None) -> str:
    if game is None:
        raise click.UsageError("Missing option '--game'.")
    return game


def _named(tiles: Path | None, *, in_order: bool) -> Named | None:
    """What lies where, as a file says; None where all lies in order. Raises PictureError for a file that is none."""
    if in_order == (tiles is not None):
        raise click.UsageError("Say what lies there: either --in-order or --tiles FILE.")
    return read_names(_text(tiles), str(tiles)) if tiles else None


def _lesson(place: Home, images: Sequence[Path], teacher: Teacher, named: Named | None, *, believe: bool) -> Lesson:
    """What is learnt now; named: what lies where, None where it lies in order."""
    at = datetime.now(UTC).isoformat(timespec="seconds")
    if images:
        return teacher.from_pictures(images, named, at=at, believe=believe)
    with Ledger(place.prepare().ledger) as ledger:
        lesson = teacher.from_games(ledger.since(0), place.pictures, at=at)
    if not lesson.tiles:
        raise PictureError(
            "No agreed play of this game and edition has a photograph.",
            where=str(place.folder),
            cure="Play first, or name pictures with --in-order or --tiles.",
        )
    return lesson


def _draw(teacher: Teacher, images: Sequence[Path], rules: Ruleset, drawing: Path) -> None:
    """Draw what is seen in the pictures: of several each into a file with its number behind the name."""
    for number, path in enumerate(images, start=1):
        picture = read_picture(path)
        drawn = draw_look(picture, teacher.look(picture), rules.layout.size)
        write_drawing(drawn, drawing if number == 1 else drawing.with_stem(f"{drawing.stem}-{number}"))


def _text(path: Path) -> str:

    try:
        return composed(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        cure = "Name a text file that says what lies where."
        raise PictureError(f"The names cannot be read ({error}).", where=str(path), cure=cure) from error


def _list(sets: TileSets, *, as_json: bool) -> None:
    """Tell all sets; a damaged one is told of as such."""
    rows: list[dict[str, object]] = []
    for name in sets.names():
        try:
            rows.append(_row(sets.open(name)))
        except RefereeError as error:
            rows.append({"set": name, "error": str(error)})
    if as_json:
        _print(rows)
    for row in () if as_json else rows:
        click.echo(_shown(row))


def _row(tile_set: TileSet) -> dict[str, object]:
    """A set, for programs."""
    lessons = [
        {"at": one.at, "from": one.source, "game": one.game, "edition": one.edition, "tiles": len(one.tiles)}
        for one in tile_set.lessons
    ]
    return {"set": tile_set.name, "letters": "".join(sorted({t.letter for t in tile_set.tiles})), "lessons": lessons}


def _shown(row: dict[str, object]) -> str:
    """A set, for people."""
    if "error" in row:
        return f"{row['set']}: cannot be used: {row['error']}"
    lessons = row["lessons"]
    told = [
        f"  {one['at'][:16]}  {one['tiles']} tiles from {one['from']} ({one['game']}, {one['edition']})"
        for one in (lessons if isinstance(lessons, list) else ())
    ]
    return "\n".join([f"{row['set']}: {row['letters'] or 'nothing is learnt'}", *told])


def _tell(tile_set: TileSet, *, as_json: bool) -> None:
    """What is known now."""
    if as_json:
        _print(_row(tile_set))
        return
    lesson = tile_set.lessons[-1]
    known = "".join(sorted({tile.letter for tile in tile_set.tiles}))
    click.echo(f"{tile_set.name}: learnt {len(lesson.tiles)} tiles from {lesson.source}. Known letters: {known}.")


def _print(value: object) -> None:

    click.echo(json.dumps(value, ensure_ascii=False))
