"""The table as a browser gets it: each region of the page drawn in the reader's language, in one JSON object."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from flask import render_template

from pi_referee.rules.game import Game
from pi_referee.rules.play import Play
from pi_referee.rules.square import Square
from web.board import draw_tiles
from web.filters import signed
from web.language import gettext, language_in_use
from web.lookout import Table
from web.questions import asked, asked_squares
from web.sayings import Saying, saying
from web.scoresheet import sheet_of

REGIONS = ("scores", "newest", "tiles", "photo", "protocol")
"""The parts of the page that change with the game, each a template of this name; questions are drawn apart."""


class Artist:
    """Draws a table once for each language, however many pages show it."""

    def __init__(self, look: str) -> None:
        """Nothing is drawn yet; look: what the page looks like, another name after an upgrade."""
        self.look = look
        self._drawing = threading.Lock()
        self._drawn: dict[str, tuple[Table, dict[str, str], str]] = {}

    def state(self, table: Table) -> Mapping[str, object]:
        """Everything a page needs to show a table.

        id: newest event. page: changes when the whole page must be loaded anew. said: the news, for those who listen.
        regions: name -> HTML, empty as long as there is no game.
        """
        state: dict[str, object] = {"id": table.newest, "page": self._page(table), "said": "", "regions": {}}
        if table.game is None:
            return state
        regions, said = self._regions(table, table.game)
        # Questions hold the reader's own token, so they are drawn for each reader.
        questions = render_template("_questions.html", questions=asked(table.game), game=table.number)
        return {**state, **_figures(table.game), "said": said, "regions": {**regions, "questions": questions.strip()}}

    def _page(self, table: Table) -> str:
        """What a page shows besides its regions: one look, one game, one language."""
        return f"{self.look}-{table.number}-{language_in_use()}"

    def _regions(self, table: Table, game: Game) -> tuple[dict[str, str], str]:
        """All regions but the questions, and the news in words; drawn anew only for another table."""
        language = language_in_use()
        with self._drawing:  # one draws, and all the others who were woken with it take the drawing
            known = self._drawn.get(language)
            if known is None or known[0] is not table:
                news = saying(game, table.events[-1].happening)
                known = (table, _drawn(table, game, news), _said(game, news))
                self._drawn[language] = known
        return known[1], known[2]


def _figures(game: Game) -> dict[str, object]:
    """The game in figures, for other programs."""
    return {"totals": game.totals, "on_turn": game.on_turn, "turns": len(game.turns), "open": len(game.open_questions)}


def _drawn(table: Table, game: Game, news: Saying) -> dict[str, str]:
    """Each region's HTML."""
    what = {
        "sheet": sheet_of(game),
        "saying": news,
        "tiles": draw_tiles(game.position, game.ruleset, new=_newest_squares(game), asked=asked_squares(game)),
        "picture": next((event.picture for event in reversed(table.events) if event.picture), ""),
    }
    return {region: render_template(f"_{region}.html", **what).strip() for region in REGIONS}


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
    turn = gettext("Next: %(player)s.", player=game.on_turn) if game.on_turn else ""
    return " ".join(filter(None, [news.aloud().removesuffix(turn).strip(), score, turn]))
