"""`pi-referee read`: one look at one picture, with no memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import click

from hardware.camera import Picture
from hardware.picture_file import read_picture
from pi_referee.commands._options import (
    cards_of_home,
    known_game,
    option_home,
    option_picture,
    option_tiles_of,
    tell_edition,
    tiles_named,
)
from pi_referee.errors import PictureError
from pi_referee.picture_game.card_reading import card_reading, drawn
from pi_referee.picture_game.question_texts import CARD_SIGNS, choices_in_words
from pi_referee.picture_game.seen_drawing import draw_cards, draw_look, draw_unseen, write_drawing
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.board.layout import column_names
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.corners import is_outline
from vision.cards.card_eye import CardEye
from vision.eye import Eye
from vision.geometry.shown_corners import pulled
from vision.photo.advice import advise, believed
from vision.sighting import Edition, NotSeen, Point, Quad, Sighting

_CORNERS = 4
_CHANGES = ("raised", "settled", "changed")
"""What a stage of a look may do to a square, as the fields of a Step."""


def _corner(text: str) -> Point:
    x, _, y = text.partition(",")
    try:
        return float(x), float(y)
    except ValueError:
        raise click.BadParameter(f"{text!r} is no corner. Write its px as 120,80.") from None


@click.command("read")
@click.argument("image", type=click.Path(path_type=Path))
@click.option("--game", required=True, callback=known_game, help="Which game lies on the table.")
@click.option(
    "--edition", type=click.Choice(["light", "dark"]), help="Ivory or dark tiles, where the picture does not tell it."
)
@click.option(
    "--corners",
    nargs=_CORNERS,
    help="The grid's corners in px, if it is not to be sought: top left, top right, bottom right, bottom left; "
    "they are pulled onto the print near by.",
)
@option_picture
@option_tiles_of
@option_home
@click.option(
    "--why", is_flag=True, help="Say of each square in doubt why it is, and what each stage of the look changed."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(
    image: Path,
    game: str,
    edition: str | None,
    corners: tuple[str, ...] | None,
    drawing: Path | None,
    tiles_of: str | None,
    home: Path | None,
    *,
    why: bool,
    as_json: bool,
) -> None:
    """Look at IMAGE once and say what lies on the board."""
    rules = ruleset(game)
    shown = _quad(corners) if corners else None
    picture = read_picture(image)
    if not rules.has_board:
        _tell_cards(image, picture, rules, cards_of_home(rules, home).deck, drawing, why=why, as_json=as_json)
        return
    eye = Eye(rules, cast("Edition | None", edition), learnt=tiles_named(tiles_of, home))
    # Nobody shows corners to the px; where the print does not tell better they are used as they are.
    quad = shown and (pulled(picture, shown, rules.layout) or shown)
    look = believed(picture, eye.see(picture, quad), rules.layout)
    if isinstance(look, NotSeen):
        raise _unseen(look, image, picture, drawing)
    if drawing:
        write_drawing(draw_look(picture, look, rules.layout.size), drawing)
    tell_edition(edition, look.edition)
    advice = advise(picture, look.quad, rules.layout)
    if as_json:
        told = {
            "game": game,
            "edition": look.edition or edition or "light",
            **_row(look),
            "advice": [one.row for one in advice],
        }
        click.echo(json.dumps({**told, "trace": _trace(look)} if why else told, ensure_ascii=False))
    else:
        reasons = _reasons(look) if why else []
        advised = (f"{one.says} {one.cure}" for one in advice)
        doubts = (f"{doubt.square} may be {choices_in_words(doubt.choices)}." for doubt in look.doubts if doubt.choices)
        click.echo("\n".join([_shown(look, rules.layout.size), *doubts, *reasons, *advised]))


def _unseen(look: NotSeen, image: Path, picture: Picture, drawing: Path | None) -> PictureError:
    """Why nothing was seen, which is drawn as well if a drawing is wanted."""
    if drawing:
        write_drawing(draw_unseen(picture, look), drawing)
    return PictureError(look.reason, where=str(image), cure=look.cure, code=look.code)


def _tell_cards(
    image: Path, picture: Picture, rules: Ruleset, deck: Deck, drawing: Path | None, *, why: bool, as_json: bool
) -> None:
    """Look at a table of cards once and say what lies there."""
    look = CardEye(deck).see(picture)
    if isinstance(look, NotSeen):
        raise _unseen(look, image, picture, drawing)
    if drawing:
        write_drawing(draw_cards(picture, look), drawing)
    if as_json:
        click.echo(json.dumps(card_reading(rules.name, look), ensure_ascii=False))
        return
    told = [(doubt, f"{doubt.cell[0]},{doubt.cell[1]}") for doubt in look.doubts]
    doubts = [
        f"The {doubt.about} of the card at {cell} may be {choices_in_words(doubt.choices, CARD_SIGNS)}."
        for doubt, cell in told
    ]
    reasons = [f"{cell} ({doubt.about}): {doubt.why}." for doubt, cell in told]
    hidden = [f"A card may lie unseen at {column},{row}." for column, row in look.may_hide]
    click.echo("\n".join([drawn(look), *doubts, *hidden, *(reasons if why else ())]))


def _quad(corners: tuple[str, ...]) -> Quad:

    first, second, third, fourth = map(_corner, corners)
    if not is_outline((first, second, third, fourth)):
        raise click.BadParameter("These corners enclose nothing. Write them round the grid, one after the other.")
    return Quad((first, second, third, fourth))


def _row(seen: Sighting) -> dict[str, Any]:
    """A sighting as JSON."""
    return {
        "quad": [[round(x, 2), round(y, 2)] for x, y in seen.quad.corners],
        "board": {
            str(square): {"letter": reading.letter, "confidence": round(reading.confidence, 4)}
            for square, reading in sorted(seen.board.items())
        },
        "stops": [str(square) for square in sorted(seen.stops)],
        "arrows": [],  # a picture shows none: whoever laid one says so
        "doubts": [
            {
                "square": str(doubt.square),
                "choices": [list(choice) for choice in doubt.choices],
                "why": doubt.why.name.lower(),
            }
            for doubt in seen.doubts
        ],
        "ms": dict(seen.milliseconds),
    }


def _trace(seen: Sighting) -> list[dict[str, Any]]:
    """What each stage of the look changed, as JSON."""
    return [
        {"stage": step.stage, **{what: sorted(map(str, getattr(step, what))) for what in _CHANGES}}
        for step in seen.trace
    ]


def _reasons(seen: Sighting) -> list[str]:
    """Why squares are in doubt, a line each, and then what each stage changed."""
    doubts = [f"{doubt.square}: {doubt.why}." for doubt in seen.doubts]
    steps = [
        f"{step['stage']}: " + "; ".join(f"{what} {', '.join(step[what])}" for what in _CHANGES if step[what])
        for step in _trace(seen)
    ]
    return [*doubts, *steps]


def _shown(seen: Sighting, size: int) -> str:
    """A sighting drawn as text beneath its columns' names: letters, _ a blank, # a stop tile, ? a square in doubt."""
    signs = {square: reading.letter or "_" for square, reading in seen.board.items()}
    signs |= dict.fromkeys(seen.stops, "#") | dict.fromkeys(seen.doubted, "?")
    rows = (" ".join(signs.get(Square(row, column), ".") for column in range(size)) for row in range(size))
    head = f"   {' '.join(column_names(size))}"
    return "\n".join([head, *(f"{number:2} {row}" for number, row in enumerate(rows, 1))])
