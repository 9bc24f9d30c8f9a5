"""The table as a browser gets it: each region of the page drawn in the reader's language, in one JSON object."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import render_template

from pi_referee.judge.play_challenge import Since
from pi_referee.locale import LANGUAGES, translations
from pi_referee.locale.written_numbers import signed
from pi_referee.protocol.ground_words import ground_words
from pi_referee.protocol.origins import Origin, origins
from pi_referee.protocol.scoresheet import sheet_of
from pi_referee.protocol.spoken import spoken
from pi_referee.protocol.unlawful_plays import unlawful_squares
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Challenged, Happening, LookRefused
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.terms import is_timed, sure_to_play
from pi_referee.rules.plays.bag import unseen
from pi_referee.rules.plays.play import Play
from web.drawing.board_drawing import UNIT, Mark
from web.drawing.card_drawing import Spread
from web.drawing.ground_drawing import ground_of
from web.game.chess_clock import clock_face
from web.game.table_forms import forms_of
from web.game.turn_clock import elapsed
from web.live.has_camera import has_camera
from web.live.log_follower import Table
from web.phrasing.asking import Asked
from web.phrasing.headline import saying
from web.phrasing.language import gettext, language_in_use
from web.phrasing.lying_rows import lying_rows
from web.phrasing.questions import asked, asked_squares
from web.phrasing.referee_says import Saying
from web.phrasing.surprise_phrases import odd_squares

REGIONS = ("scores", "newest", "tiles", "lying", "photo", "unseen", "protocol")
"""The parts of the page that change with the game, each a template of this name; what may be tapped is drawn apart."""

_LEAST_SHOWN = 7
"""Squares along the side of the smallest part of a board that is shown, so that one knows where it is."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A table drawn in one language: all regions but those that may be tapped, the news in words, and what is asked.

    spoken: the news as it is said aloud: text, and lang, the code of its language. made: where each turn comes from.
    """

    table: Table
    regions: Mapping[str, str]
    said: str
    spoken: Mapping[str, str]
    questions: tuple[Asked, ...]
    made: tuple[Origin, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """What a page shows beside the game, and changes without an event: who asks to play.

    drawn: its regions, for this reader. mark: another text whenever they are others.
    """

    drawn: Callable[[], Mapping[str, str]] = dict
    mark: Callable[[], str] = str


class Artist:
    """Draws a table once for each language, however many pages show it."""

    def __init__(self, look: str, since: Since, beside: Beside | None = None) -> None:
        """Nothing is drawn yet; look: what the page looks like, another name after an upgrade."""
        self.look = look
        self.beside = beside or Beside()
        self._since = since
        self._drawing = threading.Lock()
        self._drawn: dict[tuple[str, bool], Drawing] = {}

    def state(self, table: Table, *, may_tap: bool = True) -> Mapping[str, object]:
        """Everything a page needs to show a table.

        id: newest event. beside: what changes without an event, see Beside. page: changes when the whole page must be
        loaded anew. said: the news, for those who listen. may_tap: whether anybody may do anything there.
        regions: name -> HTML, empty as long as there is no game.
        """
        state: dict[str, object] = {"id": table.newest, "page": self._page(table), "said": "", "regions": {}}
        state["beside"] = self.beside.mark()
        if table.game is None:
            return state
        drawing = self._drawing_of(table, table.game)
        forms = forms_of(table, table.game, drawing.questions, drawing.made, self._since) if may_tap else {}
        regions = {**drawing.regions, **forms, **self.beside.drawn()}
        return {
            **state,
            **_figures(table.game),
            "clock": self._clock(table, table.game),
            "said": drawing.said,
            "spoken": drawing.spoken,
            "regions": regions,
        }

    def _clock(self, table: Table, game: Game) -> dict[str, object]:
        """How long the turn has lasted, in seconds, and how long it may."""
        limit = game.ruleset.switches.number("turn.seconds")
        waited = elapsed(table, self._since)
        anew = gettext("Counted since the page was started anew or the game gone on with: the turn is longer.")
        return {
            "elapsed": waited.seconds,
            "limit": limit,
            "runs": bool(game.on_turn),
            "unsure": "" if waited.is_known else anew,
            "chess": clock_face(table, self._since),
        }

    def _page(self, table: Table) -> str:
        """What a page shows besides its regions: one look, one game, one language."""
        edition = table.game.edition if table.game else ""
        return f"{self.look}-{table.number}-{edition}-{language_in_use()}"

    def _drawing_of(self, table: Table, game: Game) -> Drawing:
        """What is the same for all readers of a language; drawn anew only for another table."""
        kind = language_in_use(), has_camera()
        with self._drawing:  # one draws, and all the others who were woken with it take the drawing
            known = self._drawn.get(kind)
            if known is None or known.table is not table:
                news = saying(game, table.latest.happening, has_camera=kind[1])
                known = Drawing(
                    table, _drawn(table, game, news), _said(game, news), _spoken(table, game), asked(game),
                    origins(game, table.events),
                )  # fmt: skip
                self._drawn[kind] = known
        return known


def _figures(game: Game) -> dict[str, object]:
    """The game in figures, for other programs."""
    return {
        "totals": game.totals,
        "pending": {turn.player: turn.pending for turn in game.turns if turn.pending is not None},
        "on_turn": sure_to_play(game),
        "turns": len(game.turns),
        "open": len(game.open_questions),
    }


def _drawn(table: Table, game: Game, news: Saying) -> dict[str, str]:
    """Each region's HTML."""
    ground = ground_of(game.ruleset)
    newest = table.latest.happening
    noted = newest.squares if isinstance(newest, LookRefused) else ()
    spread = Spread(game.position, game.spent, _newest_squares(game), asked_squares(game), noted)
    what = {
        "game": table.number,
        "unseen": unseen(game.position, game.ruleset),
        "sheet": sheet_of(game),
        "saying": news,
        "may_show_corners": bool(ground.photo_size) and has_camera() and _is_unfound(table.events[-1].happening),
        "verdict": table.latest.id if isinstance(table.latest.happening, Challenged) else 0,
        **ground.laid(spread),
        "lying": lying_rows(spread, game.ruleset),
        "size": ground.photo_size,
        "words": ground_words(game.ruleset),
        "is_timed": is_timed(game),
        "marks": (marks := _marks(game, table.latest.happening)),
        "around": _around(marks, ground.photo_size) or ground.view,
        "seen": table.latest.picture,
        "picture": next((event.picture for event in reversed(table.events) if event.picture), ""),
    }
    regions = {region: render_template(f"_{region}.html", **what).strip() for region in REGIONS if region != "tiles"}
    unlawful = tuple(ground.mark(square, "wrong", "!") for square in sorted(unlawful_squares(game)))
    return {**regions, "tiles": render_template(ground.upon, **{**what, "marks": (*unlawful, *marks)}).strip()}


def _is_unfound(newest: Happening) -> bool:
    """Whether a look found no board, though one may lie there: then it helps to show its corners."""
    return isinstance(newest, LookRefused) and newest.code in {Refusal.NO_BOARD, Refusal.MOVED, Refusal.FAR}


def _marks(game: Game, newest: Happening) -> tuple[Mark, ...]:
    """Where something is wrong with a look that was refused, or lies otherwise than anybody told."""
    ground = ground_of(game.ruleset)
    odd = tuple(ground.mark(square, "unclear", "?") for square in sorted(odd_squares(game)))
    if not isinstance(newest, LookRefused):
        return odd
    wrong = {*newest.squares, *(square for fault in newest.infractions for square in fault.squares)}
    return tuple(ground.mark(square, "wrong", "!") for square in sorted(wrong)) or odd


def _around(marks: tuple[Mark, ...], size: int) -> str:
    """The part of a drawn board that shows all marks with what lies beside them, as a viewBox; "" for a table."""
    if not marks or not size:
        return ""
    columns, rows = [mark.x for mark in marks], [mark.y for mark in marks]
    wide = max(max(columns) - min(columns), max(rows) - min(rows)) + 5 * UNIT
    side = min(max(wide, _LEAST_SHOWN * UNIT), size * UNIT)
    left, top = ((min(places) + max(places) + UNIT - side) // 2 for places in (columns, rows))
    most = size * UNIT - side
    return f"{min(max(left, 0), most)} {min(max(top, 0), most)} {side} {side}"


def _newest_squares(game: Game) -> frozenset[Square]:
    """The squares of the newest play that lies on the board."""
    turn = game.newest_play
    if turn is None or not isinstance(turn.move, Play):
        return frozenset()
    return frozenset(turn.move.tiles) | ({turn.move.stop} if turn.move.stop else set())


def _said(game: Game, news: Saying) -> str:
    """The news with the totals and whose turn it is."""
    totals = ", ".join(f"{player} {signed(total)}" for player, total in game.totals.items())
    score = gettext("The score: %(totals)s.", totals=totals)
    plays = sure_to_play(game)
    turn = gettext("Next: %(player)s.", player=plays) if plays else ""
    return " ".join(filter(None, [news.aloud().removesuffix(turn).strip(), score, turn]))


def _spoken(table: Table, game: Game) -> Mapping[str, str]:
    """The newest thing as it is said aloud, in the game's language where its sentences are known, else the reader's."""
    own = game.ruleset.language
    language = own if own in LANGUAGES else language_in_use()
    return {"text": spoken(game, table.latest.happening, translations(language)), "lang": language}
