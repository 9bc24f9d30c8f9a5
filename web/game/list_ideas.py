"""Asking the word list about a word before it is laid: only alone, and only if so agreed."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, request

from pi_referee.lexicon.verdict_texts import say
from pi_referee.rules.course.terms import may_ask_the_list
from web.live.log_follower import Lookout
from web.phrasing.language import gettext
from web.phrasing.number_filters import day
from web.security.pairing import may_play
from web.words.lists import Lists
from web.words.wordlists_page import described

_LONGEST = 40
"""Letters of a word that may be asked about; no board has room for more."""


def list_ideas(lookout: Lookout, lists: Lists) -> Blueprint:
    """The page that says what the list has of a word."""
    blueprint = Blueprint("ideas", __name__)

    @blueprint.get("/games/<int:number>/ideas")
    def show(number: int) -> Response:
        """Show what the list says of a word; only players may ask, and only where it was agreed."""
        game = lookout.table(number).game
        if game is None or game.ended or not may_ask_the_list(game):
            abort(404)
        if not may_play():
            abort(403)
        word = request.args.get("word", "").strip()[:_LONGEST]
        with lists.lexicon(game) as lexicon:
            verdict = lexicon.verdict(word) if word else None
        page = render_template(
            "ideas.html",
            number=number,
            longest=_LONGEST,
            verdict=verdict,
            reason=say(verdict, gettext, day) if verdict else "",
            title=described(lexicon.about) if lexicon.about else "",
        )
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint
