"""Who begins, by drawn tiles: the form in which they are told, and what comes of it."""

from __future__ import annotations

from flask import abort, render_template, request

from pi_referee.protocol.origins import effective
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Drawn, Happening
from pi_referee.rules.definition.ruleset import Ruleset
from web.editing.told_of_players import told_of
from web.live.log_follower import Table
from web.phrasing.language import gettext

SPECIALS = ("_", "#", "/")
"""What one may draw besides a letter: a blank, a stop tile, an arrow."""


def draw_page(table: Table, game: Game) -> str:
    """The form of the drawn tiles."""
    names = {"_": gettext("a blank"), "#": gettext("a stop tile"), "/": gettext("an arrow")}
    letters = tuple((sign, names.get(sign, sign)) for sign in (*game.ruleset.alphabet, *_specials(game.ruleset)))
    before, again = _draws(table), game.must_draw
    what = {
        "game": table.number,
        "players": again or game.players,
        "letters": letters,
        "round": len(before) + 1,
        "again": again,
        "last": tuple((player, names.get(tile, tile)) for player, tile in before[-1].tiles.items()) if again else (),
    }
    return render_template("draw.html", **what)


def drawn_tiles(table: Table) -> Happening | None:
    """What each player drew; None after a second tap.

    Ends in 409 where this round was told otherwise or somebody has had a turn, and in 400 for tiles that are none.
    """
    game, before = table.game, _draws(table)
    place = request.form.get("round", default=0, type=int) - 1
    if 0 <= place < len(before) and told_of(tuple(before[place].tiles), "tile") == before[place].tiles:
        return None
    if game is None or game.turns or place != len(before):
        abort(409)
    players = game.must_draw or game.players
    tiles = told_of(players, "tile")
    if len(tiles) < len(players) or not set(tiles.values()) <= {*game.ruleset.alphabet, *SPECIALS}:
        abort(400)
    return Drawn(tiles)


def _draws(table: Table) -> tuple[Drawn, ...]:
    """What was drawn so far, round after round."""
    return tuple(event.happening for event in effective(table.events) if isinstance(event.happening, Drawn))


def _specials(rules: Ruleset) -> tuple[str, ...]:
    """The special tiles that are in the bag."""
    return tuple(sign for sign, count in zip(SPECIALS, (rules.blanks, rules.stops, rules.arrows), strict=True) if count)
