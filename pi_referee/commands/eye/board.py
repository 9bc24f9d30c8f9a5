"""`pi-referee board`: is the board on the table printed as the game's layout says? Look once while it is empty."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import click

from hardware.picture_file import read_picture
from pi_referee.commands._options import known_game, option_picture, tell_edition
from pi_referee.errors import PictureError
from pi_referee.picture_game.seen_drawing import Marks, draw_board, draw_unseen, write_drawing
from pi_referee.rules.board.layout import TOKENS, Layout
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.photo.advice import believed
from vision.printed_layout import BoardCheck, Kind, check_board
from vision.printed_layout import as_json as told
from vision.sighting import Edition, NotSeen


@click.command("board")
@click.argument("image", type=click.Path(path_type=Path))
@click.option("--game", required=True, callback=known_game, help="Which game is played on the board.")
@click.option(
    "--edition", type=click.Choice(["light", "dark"]), help="Ivory or dark tiles, where the picture does not tell it."
)
@option_picture
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(image: Path, game: str, edition: str | None, drawing: Path | None, *, as_json: bool) -> None:
    """Compare the empty board in IMAGE with the game's layout, and name the squares that differ."""
    rules, picture = ruleset(game), read_picture(image)
    look = believed(picture, Eye(rules, cast("Edition | None", edition)).see(picture), rules.layout)
    if isinstance(look, NotSeen):
        if drawing:
            write_drawing(draw_unseen(picture, look), drawing)
        raise PictureError(look.reason, where=str(image), cure=look.cure, code=look.code)
    tell_edition(edition, look.edition)
    printed = check_board(picture, look, rules.layout)
    if drawing:
        write_drawing(draw_board(picture, look.quad, rules.layout.size, _marks(printed, rules.layout)), drawing)
    if as_json:
        corners = [[round(x, 2), round(y, 2)] for x, y in look.quad.corners]
        click.echo(json.dumps({"game": game, "quad": corners, **told(printed)}, ensure_ascii=False))
    else:
        click.echo("\n".join(_shown(printed, rules.layout)))


def _marks(printed: BoardCheck, layout: Layout) -> Marks:
    """The squares that are printed otherwise, framed, and those on which something lies."""
    odd = {odd.square: layout.token(odd.square) or "plain" for odd in printed.odd}
    return Marks(odd, dict.fromkeys(printed.tiles, "?"), frozenset(odd), tuple(_shown(printed, layout)))


def _shown(printed: BoardCheck, layout: Layout) -> Iterator[str]:
    """A comparison in words."""
    means = {layout.code(square): TOKENS[layout.token(square)] for square in layout.squares()}
    yield from (_kind(kind, means) for kind in printed.kinds)
    for odd in printed.odd:
        yield f"{odd.square} should be printed as {means[odd.should]} and looks like {means[odd.looks]}."
    if printed.fits:
        yield "The board is printed as the game's layout says."
    if printed.minus is not None:
        squares = ", ".join(map(str, printed.minus.squares))
        yield f"Do these squares take points away on your board? {squares}"
    if printed.tiles:
        squares = ", ".join(map(str, printed.tiles))
        yield f"Something lies on {squares}; those squares were not compared. Empty the board and look again."


def _kind(kind: Kind, means: dict[str, str]) -> str:
    """One kind of squares in a line."""
    seen = f"look like {means[kind.like]}" if kind.like else "look alike" if kind.alike else "do not look alike"
    return f"{kind.code:>2}  {means[kind.code]:<12} {len(kind.squares):3} squares  {seen}"
