"""The household's own tiles: what was learnt, from what; learning them, and taking it back."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.alphabet_places import laid_in_order
from pi_referee.rules.definition.editions import editions_of
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.table_messages import Knows, Trouble
from web.drawing.board_drawing import EDGE, Mark, draw_board, draw_mark, draw_tiles
from web.live.log_follower import Lookout
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.security.pairing import may_play
from web.setup.empty_board import choices, chosen, without_board

WAYS = ("table", "believed", "games")
"""How tiles may be learnt: as they lie in order, so even where the names look wrong, or from the games played."""


def tiles(lookout: Lookout, line: Sightline) -> Blueprint:
    """The page of the household's tiles."""
    blueprint = Blueprint("tiles", __name__)

    @blueprint.get("/tiles")
    def show() -> Response:
        """Show where to lay which letter, and what was learnt already."""
        return _page(lookout, line.lessons() if may_play() else Knows())

    return blueprint


def teaching(lookout: Lookout, line: Sightline) -> Blueprint:
    """What players have learnt, or forgotten."""
    blueprint = Blueprint("teaching", __name__)

    @blueprint.post("/tiles/learnt")
    def learn() -> Response:
        """Learn tiles; what could not be learnt is shown with the squares it is about."""
        rules, edition = chosen(lookout)
        how = request.args.get("how", "")
        return _page(lookout, line.learn(rules.name, edition, how if how in WAYS else "table"))

    @blueprint.post("/tiles/undone")
    def unlearn() -> Response:
        """Take the last lesson back, as long as it is the one that was shown."""
        return _page(lookout, line.unlearn(request.form.get("at", "")))

    @blueprint.post("/tiles/forgotten")
    def forget() -> Response:
        """Forget all that was learnt, as long as it is what was shown."""
        return _page(lookout, line.forget(request.form.get("at", "")))

    return blueprint


def explained(trouble: Trouble) -> tuple[str, str]:
    """Why nothing was learnt, and what to do, in the reader's language."""
    says = gettext(trouble.says)
    for name, value in (("squares", trouble.squares), ("letter", trouble.letter), ("other", trouble.other)):
        says = says.replace(f"{{{name}}}", value)
    return says, gettext(trouble.cure) if trouble.cure else ""


def _page(lookout: Lookout, known: Knows) -> Response:
    """The page, with what is known."""
    rules, edition = chosen(lookout)
    lying = laid_in_order(rules)
    position = Position({square: Tile(letter) for square, letter in lying.items()})
    page = render_template(
        "tiles.html",
        games=choices(),
        editions=editions_of(rules.name),
        titles={name: ruleset(name).title for name in ruleset_names()},
        rules=rules,
        edition=edition,
        board=draw_board(rules.layout),
        edge=EDGE,
        tiles=draw_tiles(position, rules, new=(), asked=()),
        known=known,
        letters=_sorted(known.letters, rules),
        trouble=explained(known.trouble) if known.trouble else (),
        marks=_marks(known.trouble) if known.trouble else (),
        without_board=without_board(lookout),
    )
    return Response(page, 422 if known.trouble else 200, headers={"Cache-Control": "no-store"})


def _sorted(letters: str, rules: Ruleset) -> list[str]:
    """Letters in the alphabet's order; what another game alone has comes last."""
    place = {letter: number for number, letter in enumerate(rules.alphabet)}
    return sorted(letters, key=lambda letter: (place.get(letter, len(place)), letter))


def _marks(trouble: Trouble) -> tuple[Mark, ...]:
    """The squares that a trouble is about."""
    names = trouble.squares.split(", ") if trouble.squares else []
    return tuple(draw_mark(Square.parse(name), "wrong", "!") for name in names)
