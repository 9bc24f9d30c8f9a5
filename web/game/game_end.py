"""The end of a game: what is left on the racks, who won, and the finished protocol to look at, print and take along."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import NotationError, RefereeError
from pi_referee.game_log.events import Event
from pi_referee.history.game_summary import best_alone
from pi_referee.history.summary_shelf import SummaryShelf
from pi_referee.paper.fonts import missing
from pi_referee.protocol.game_record import to_record
from pi_referee.protocol.gcg import is_for_gcg, to_gcg
from pi_referee.protocol.ground_words import ground_words
from pi_referee.protocol.scoresheet import Sheet, sheet_of
from pi_referee.protocol.spreadsheet import separator_of, to_table
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import BagEmptied, Ended, Happening, LeftOver, WentOut
from pi_referee.rules.course.terms import is_solo
from pi_referee.rules.definition.ruleset import Ruleset
from web.drawing.card_drawing import Spread
from web.drawing.ground_drawing import ground_of
from web.editing.play_draft import course
from web.editing.told_of_players import told_of
from web.game.told_racks import doubt_about, fault_of, worth_of
from web.keepsakes.downloads import to_page, to_paper, to_picture
from web.keepsakes.paper_shelf import PaperShelf
from web.live.has_camera import has_camera
from web.live.log_follower import Lookout, Table
from web.live.log_writer import Scribe
from web.phrasing.language import gettext, language_in_use
from web.phrasing.phrases import explained
from web.security.inline_assets import STYLE
from web.security.pairing import may_play


def _table(events: Sequence[Event]) -> bytes:
    """The protocol as a table that the reader's spreadsheet opens rightly."""
    return to_table(events, separator_of(language_in_use())).encode("utf-8-sig")


_KINDS: Mapping[str, tuple[Callable[[Sequence[Event], PaperShelf], str | bytes], str]] = {
    "json": (lambda events, _: to_record(events), "application/json; charset=utf-8"),
    "csv": (lambda events, _: _table(events), "text/csv; charset=utf-8"),
    "gcg": (lambda events, _: to_gcg(fold(event.happening for event in events)), "text/plain; charset=utf-8"),
    "html": (lambda events, _: to_page(events), "text/html; charset=utf-8"),
    "pdf": (to_paper, "application/pdf"),
    "png": (to_picture, "image/png"),
}
"""The files a protocol can be taken along as: how each is written, and what it is called among browsers."""


def ending(lookout: Lookout, shelf: SummaryShelf, papers: PaperShelf) -> Blueprint:
    """The protocol of every game, and the form for what is left; papers: keeps what was drawn of them."""
    blueprint = Blueprint("ending", __name__)

    @blueprint.get("/games/<int:number>")
    def show(number: int) -> Response:
        """Show the whole protocol of a game, for looking at and for printing."""
        table, game = _found(lookout, number)
        best, at = _best(shelf, number) if is_solo(game) else None, table.events[0].at
        boxes = missing("".join(game.players))
        return _page("finished.html", {**_drawn(game), "number": number, "at": at, "best": best, "boxes": boxes})

    @blueprint.get("/games/<int:number>/end")
    def leftovers(number: int) -> Response:
        """Show the form for what is left on the racks."""
        table, game = _found(lookout, number)
        is_newest = number == lookout.look().number
        return _leftovers(table, game, dict.fromkeys(game.players, ""), is_newest=is_newest)

    @blueprint.get("/games/<int:number>/protocol.<kind>")
    def take(number: int, kind: str) -> Response:
        """Send the protocol as a file."""
        table, _ = _found(lookout, number)
        if kind not in _KINDS:
            abort(404)
        write, mimetype = _KINDS[kind]
        try:
            return _file(write(table.events, papers), f"game-{number}.{kind}", mimetype)
        except NotationError as error:
            return _trouble(gettext("This game cannot be written like that"), error, 422)
        except RefereeError as error:
            return _trouble(gettext("Not just now"), error, 503)

    @blueprint.get("/games/<int:number>/board.svg")
    def picture(number: int) -> Response:
        """Send the board as a picture."""
        _, game = _found(lookout, number)
        drawing = render_template("board.svg", **_drawn(game), look=STYLE)
        return _file(drawing, f"game-{number}.svg", "image/svg+xml")

    return blueprint


def endings(scribe: Scribe) -> Blueprint:
    """What players tell about the end."""
    blueprint = Blueprint("endings", __name__)

    @blueprint.post("/endings")
    def end() -> Answer:
        """End the game if it still goes on, and take off what is left on the racks."""
        number = request.form.get("game", default=0, type=int)
        scribe.write_all(lambda table: _end(table, scribe.lookout), game=number)
        return redirect(url_for("ending.show", number=number), code=303)

    @blueprint.post("/bag")
    def bag() -> Answer:
        """Write down that the bag is empty, where nobody can count."""
        scribe.write(lambda now: _told(now, BagEmptied()))
        return redirect("/", code=303)

    @blueprint.post("/out")
    def out() -> Answer:
        """Write down that a player has no tiles left, where nobody can count."""
        player = request.form.get("player", "")
        scribe.write(lambda now: _told(now, WentOut(player)) if now.game and player in now.game.players else abort(400))
        return redirect("/", code=303)

    return blueprint


def _best(shelf: SummaryShelf, number: int) -> int | None:
    """The best total of earlier games like this one, by one player; all of them are counted first."""
    games, _ = shelf.games(within=inf)
    return best_alone(games[number], games.values())


def _found(lookout: Lookout, number: int) -> tuple[Table, Game]:
    """A game by its number. Ends in 404 if there is none."""
    table = lookout.table(number)
    if table.game is None:
        abort(404)
    return table, table.game


def _told(table: Table, happening: BagEmptied | WentOut) -> Happening | None:
    """Something a player says of the running game; None if it was said already. Ends in 409 for a game that is over."""
    game = table.game
    if game is None or request.form.get("game", type=int) != table.number:
        abort(409)
    is_told = game.script.bag_empty if isinstance(happening, BagEmptied) else game.script.out == happening.player
    if game.ended and not is_told:
        abort(409)
    return None if is_told else happening


def _end(table: Table, lookout: Lookout) -> list[Happening]:
    """What the form tells of the end, still untold; ends in the form again where it cannot be written down so."""
    game = table.game
    if game is None:
        abort(404)
    racks = told_of(game.players, "rack")
    complaint = _complaint(game, racks)
    doubt = "" if complaint or "anyway" in request.form else doubt_about(game, racks)
    if complaint or doubt:
        abort(_leftovers(table, game, racks, complaint, doubt, is_newest=table.number == lookout.view.table.number))
    return _still_untold(game, racks)


def _still_untold(game: Game, racks: Mapping[str, str]) -> list[Happening]:
    """The end and what the form says is left, as far as they are not written down already.

    Both at once: an end alone would name a winner before the racks are counted.
    """
    told, left = game.script.left_over, LeftOver(worth_of(game, racks))
    untold: list[Happening] = [] if game.ended else [Ended()]
    return untold if told is not None and dict(told) == dict(left.points) else [*untold, left]


def _known(game: Game) -> str:
    """What is written down already of the racks, in one line that changes with it; "" if nothing is."""
    return ", ".join(f"{player} −{points}" for player, points in (game.script.left_over or {}).items())


def _complaint(game: Game, racks: Mapping[str, str]) -> str:
    """Why what was told cannot be written down; "" if it can."""
    if len(racks) < len(game.players):
        abort(400)
    if request.form.get("turn", "") != course(game):
        return gettext("Somebody has played on in the meantime. Look at the game first.")
    if request.form.get("was", "") != _known(game) and worth_of(game, racks) != game.script.left_over:
        return gettext("Somebody has told in the meantime what is left: %(told)s. Save again only if that is wrong.",
                       told=_known(game))  # fmt: skip
    return fault_of(game, racks)


def _leftovers(
    table: Table, game: Game, racks: Mapping[str, str], complaint: str = "", doubt: str = "", *, is_newest: bool
) -> Response:
    """The form for what is left; is_newest: whether the camera watches this game's board."""
    what = {
        "can_read": is_newest and may_play() and has_camera() and game.ruleset.has_board,
        "words": ground_words(game.ruleset),
        "of_cards": not game.ruleset.has_board,
        "complaint": complaint or doubt,
        "may_insist": bool(doubt),
        "number": table.number,
        "turn": course(game),
        "racks": racks,
        "was": _known(game),
        "has_ended": bool(game.ended),
        "signs": _signs(game.ruleset),
        "has_specials": bool(game.ruleset.stops or game.ruleset.arrows),
        "values": {**game.ruleset.values, "_": 0},
    }
    return _page("leftovers.html", what, status=422 if complaint or doubt else 200)


def _signs(rules: Ruleset) -> tuple[str, ...]:
    """The tiles that may be left."""
    return (*rules.alphabet, *(["_"] if rules.blanks else []))


def _drawn(game: Game) -> dict[str, object]:
    """What the protocol's page and the picture both show."""
    rules, ground = game.ruleset, ground_of(game.ruleset)
    return {
        "game": game,
        "rules": rules,
        "sheet": _in_order(sheet_of(game)),
        "edition": game.edition,
        "ground": ground,
        **ground.drawn(),
        **ground.laid(Spread(game.position, game.spent)),
        "words": ground_words(rules),
        "is_for_gcg": is_for_gcg(game),
        "is_over": bool(game.ended),
    }


def _in_order(sheet: Sheet) -> Sheet:
    """A scoresheet as it is read on paper, the first round first."""
    return replace(sheet, rounds=sheet.rounds[::-1])


def _trouble(heading: str, error: RefereeError, status: int) -> Response:
    """Why a file cannot be sent."""
    page = render_template("trouble.html", heading=heading, retry=False, **explained(error))
    return Response(page, status, headers={"Cache-Control": "no-store"})


def _file(content: str | bytes, name: str, mimetype: str) -> Response:
    """A file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(content, content_type=mimetype, headers=headers)


def _page(template: str, what: Mapping[str, object], *, status: int = 200) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, **what), status, headers={"Cache-Control": "no-store"})
