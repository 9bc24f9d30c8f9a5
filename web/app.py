"""Puts the page together from its parts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom

from flask import Blueprint, Flask, render_template, request
from werkzeug.http import parse_cookie

from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.game_log.event_store import Ledger
from pi_referee.history.summary_shelf import SummaryShelf
from pi_referee.iso_times import now
from web.connections import LARGEST_BODY
from web.editing.changed_turns import changes
from web.editing.corrections import corrections, editors
from web.editing.draft_preview import previews
from web.editing.forgotten import forgetting, forgotten
from web.editing.last_resort import offer_undoing
from web.game.challenges import challenges, disputes
from web.game.chess_clock import TIMEKEEPER, Timekeeper, chess_clock
from web.game.game_end import ending, endings
from web.game.game_page import pages
from web.game.list_ideas import list_ideas
from web.game.moves import moves
from web.game.table_state import Artist, Beside
from web.game.tap_answers import answers
from web.game.turn_clock import clocks
from web.game.turn_evidence import evidence
from web.history.archive import archive
from web.history.game_marks import marking
from web.history.people_page import statistics
from web.keepsakes.film_studio import Studio
from web.keepsakes.films import films
from web.keepsakes.paper_shelf import PaperShelf
from web.live.event_stream import Heard, Seats, stream
from web.live.health import health
from web.live.household import Household
from web.live.log_follower import Lookout
from web.live.log_writer import Scribe
from web.live.table_client import Blind, Sightline
from web.page_frame import LARGEST_FORM, Frame, framed
from web.phrasing.language import language_page
from web.resume.before_press import before_press
from web.resume.lay_again import laying
from web.resume.rack_look import rack
from web.resume.words_lying import taking, words_lying
from web.security.keys import Doorbell, Keys, NoDoorbell
from web.security.pairing import KEY_COOKIE, knock_mark, knocking, may_play, pairing
from web.setup.camera_page import camera, showing
from web.setup.deck_page import deck_changes, deck_pages
from web.setup.empty_board import empty_board
from web.setup.hardware_trial import trying
from web.setup.invite import invitation, nobody_else
from web.setup.new_game import beginnings, setup
from web.setup.tiles_page import teaching, tiles
from web.words.list_builds import LARGEST_LIST, UPLOAD
from web.words.lists import Lists
from web.words.wordlists_page import wordlists


@dataclass(frozen=True, slots=True)
class House:
    """What the page needs to know of the house it stands in.

    home: folder of everything that is kept.
    names: host names it is known by, besides every bare address.
    streams: how many live streams may be open at once. heartbeat: the longest silence on one, in seconds.
    now: tells the time, ISO. random: where the lot comes from.
    clock: by which a pairing is timed. doorbell: the button on the table. is_open: whether everybody may look.
    address: gives this machine's address on the home network. condition: the file that tells how the camera is.
    line: the way to look at the table. keeps_time: whether this program keeps the chess clock, and no other one.
    """

    home: Path
    names: frozenset[str] = frozenset({"localhost"})
    streams: int = 32
    heartbeat: float = 10.0
    now: Callable[[], str] = field(default=now)
    random: Random = field(default_factory=SystemRandom)
    clock: Callable[[], float] = time.monotonic
    doorbell: Doorbell = field(default_factory=NoDoorbell)
    is_open: bool = True
    address: Callable[[], str] = nobody_else
    condition: Path | None = None
    line: Sightline = field(default_factory=Blind)
    keeps_time: Callable[[], bool] = lambda: True

    @property
    def summaries(self) -> Path:
        """Every game in short, made from the log."""
        return self.home / "summaries.sqlite"

    @property
    def pictures(self) -> Path:
        """Where the squared photographs are."""
        return self.home / "pictures"

    @property
    def papers(self) -> Path:
        """Where protocols are kept that were drawn once; each can be drawn again."""
        return self.home / "papers"

    @property
    def films(self) -> Path:
        """Where films of games are kept for a while; each can be made again."""
        return self.home / "films"

    @property
    def presets(self) -> Path:
        """Where the house's own rules are."""
        return self.home / "rules"

    @property
    def decks(self) -> Path:
        """Where the house's own decks of cards are."""
        return self.home / "decks"

    @property
    def corners(self) -> Path:
        """The file of the board's corners, where somebody has shown them."""
        return self.home / "corners.json"

    def keys(self) -> Keys:
        """Who may play here."""
        return Keys(self.home / "paired.json", self.clock, self.doorbell, self.now)

    @property
    def lists(self) -> Lists:
        """The word lists of this house."""
        return Lists(self.home)


def create_app(ledger: Ledger, house: House, *, lookout: Lookout | None = None) -> Flask:
    """The page over this log; lookout is how it watches the log, by default one of its own."""
    watch = lookout or Lookout(ledger, clock=house.clock)
    app = Flask(__name__)
    keys = house.keys()
    frame = Frame(house.names, keys, house.is_open, lambda: _largest(keys), house.condition)
    look = framed(app, frame)
    offer_undoing(app, watch)
    app.extensions[LARGEST_BODY] = lambda path, cookies: _largest_body(keys, path, cookies)
    household = Household(house.home, (house.condition or house.home / "x").with_name("backup.json"), house.now)
    artist = Artist(look, watch.since, _beside(keys, household))
    seats = Seats(house.streams)
    app.register_blueprint(pages(watch, artist, house.pictures))
    heard = Heard(artist.beside.mark, lambda: keys.knows(request.cookies.get(KEY_COOKIE, "")))
    app.register_blueprint(stream(watch, seats, artist.state, heard, heartbeat=house.heartbeat))
    scribe, shelf = Scribe(ledger, watch, house.now), DeckShelf(house.decks, ledger)
    app.extensions[TIMEKEEPER] = Timekeeper(scribe, house.keeps_time)
    for blueprint in (*_looked_at(scribe, house, shelf), *_told(scribe, house, shelf)):
        app.register_blueprint(blueprint)
    app.register_blueprint(health(watch, seats))
    app.register_blueprint(pairing(keys, house.now, watch.stir))
    app.register_blueprint(language_page())
    return app


def _looked_at(scribe: Scribe, house: House, shelf: DeckShelf) -> Iterator[Blueprint]:
    """The pages beside the game."""
    watch = scribe.lookout
    yield from (
        editors(watch, shelf),
        previews(watch, shelf),
        forgotten(watch),
        evidence(watch),
        changes(watch),
        setup(watch, house.presets, house.lists),
    )
    summaries = SummaryShelf(scribe.ledger, house.summaries)
    yield statistics(summaries)
    yield from (archive(scribe, summaries), ending(watch, summaries, PaperShelf(house.papers)))
    yield from (films(watch, Studio(house.films, house.pictures)), disputes(watch, house.lists))
    yield from (invitation(house.address), camera(watch, house.condition, house.corners, house.line))
    yield from wordlists(house.lists, house.now)
    yield from (before_press(watch, house.line), list_ideas(watch, house.lists))
    yield from (laying(watch, house.line), rack(watch, house.line), words_lying(watch, house.line))
    yield from (empty_board(watch, house.line), tiles(watch, house.line), trying(house.line))
    yield deck_pages(watch, shelf)


def _told(scribe: Scribe, house: House, shelf: DeckShelf) -> Iterator[Blueprint]:
    """What people tell on those pages."""
    yield from (
        answers(scribe),
        moves(scribe, house.random),
        corrections(scribe, house.lists, shelf),
        forgetting(scribe),
        taking(scribe),
        endings(scribe),
        clocks(scribe),
        marking(scribe),
        chess_clock(scribe),
    )
    yield from (challenges(scribe, house.lists), beginnings(scribe, house.presets, house.lists, house.random))
    yield showing(house.corners, house.now)
    yield from (teaching(scribe.lookout, house.line), deck_changes(scribe.lookout, shelf, house.line))


def _beside(keys: Keys, household: Household) -> Beside:
    """What those who play are told beside the game."""

    def drawn() -> dict[str, str]:
        """Who asks to play, and what is wrong in the house."""
        troubles = household.troubles() if may_play() else ()
        told = render_template("_household.html", troubles=troubles).strip() if troubles else ""
        return {**knocking(keys), "household": told}

    def mark() -> str:
        """Another text whenever either is another."""
        return f"{knock_mark(keys)} {household.mark()}".strip()

    return Beside(drawn, mark)


def _largest(keys: Keys) -> int:
    """Bytes this request's form may have: a whole word list only from a browser that may play."""
    brings_list = request.endpoint == "making.upload" and keys.knows(request.cookies.get(KEY_COOKIE, ""))
    return LARGEST_LIST if brings_list else LARGEST_FORM


def _largest_body(keys: Keys, path: str, cookies: str) -> int:
    """Bytes that are taken in at all of a request: twice what it may have, so that a page of ours says what is wrong.

    A form that is larger comes from no browser of ours, and is not even kept until it has come.
    """
    is_player = path == UPLOAD and keys.knows(parse_cookie(cookies).get(KEY_COOKIE, ""))
    return 2 * (LARGEST_LIST if is_player else LARGEST_FORM)
