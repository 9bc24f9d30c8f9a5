"""The household's own cards: what is printed on them as far as it is known, to be corrected where it is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.decks.deck_aside import alone_with, free_place, put_aside
from pi_referee.decks.deck_file import MOST_VALUE, card_value, write_deck
from pi_referee.decks.deck_from_games import CardsSeen, learnt_from
from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.decks.house_deck import Card, HouseDeck, Source, assumed_cards
from pi_referee.decks.known_deck import deck_path, is_there
from pi_referee.errors import GameFileError
from pi_referee.gettext_mark import say
from pi_referee.rules.board.deck import MULTIPLIERS
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.lesson_remarks import Remark, remarks_on
from pi_referee.table_link.table_messages import Knows
from web.live.log_follower import Lookout
from web.live.table_client import Sightline
from web.phrasing.language import gettext, ngettext
from web.setup.tiles_page import explained

BY_ROWS = "deck"
"""How the table learns cards: as pi_referee.table_link.socket_protocol calls it."""

SOURCES: Mapping[Source, str] = {
    Source.ASSUMED: say("assumed"),
    Source.GAMES: say("from the games"),
    Source.PICTURES: say("from pictures"),
    Source.HAND: say("by hand"),
}
NOT_KEPT = say("The disk is full, or may not be written to.")


@dataclass(frozen=True, slots=True)
class Row:
    """A letter's row; value: as it is typed. was: how the letter stood when the form was opened. seen: how often."""

    letter: str
    value: str
    marks: frozenset[int]
    was: str
    source: str
    seen: int
    seen_marks: Sequence[int]
    is_wrong: bool = False


@dataclass(frozen=True, slots=True)
class Cupboard:
    """Where a game's cards are looked up: the decks, and which game is the newest."""

    shelf: DeckShelf
    lookout: Lookout

    def seen(self, rules: Ruleset) -> CardsSeen:
        """How often each card was seen in the games."""
        table = self.lookout.look()
        return self.shelf.seen(rules, table.game, table.number)

    def cards(self, rules: Ruleset) -> tuple[HouseDeck, GameFileError | None]:
        """What is known of the cards; with a damaged file what the games showed, and what is wrong with the file."""
        table = self.lookout.look()
        try:
            return self.shelf.cards(rules, table.game, table.number), None
        except GameFileError as error:
            return learnt_from(assumed_cards(rules), self.seen(rules)), error


def deck_pages(lookout: Lookout, shelf: DeckShelf) -> Blueprint:
    """The page of a game's cards."""
    blueprint = Blueprint("deck", __name__)

    @blueprint.get("/decks/<game>")
    def show(game: str) -> Response:
        """Show what is known of the cards, and from where."""
        return _page(Cupboard(shelf, lookout), _card_game(game), is_kept="kept" in request.args)

    return blueprint


def deck_changes(lookout: Lookout, shelf: DeckShelf, line: Sightline) -> Blueprint:
    """What players correct, have learnt, or take back."""
    blueprint = Blueprint("dealing", __name__)

    @blueprint.post("/decks/<game>")
    def correct(game: str) -> Answer:
        """Keep what was corrected; what is no value, or was changed by somebody else meanwhile, comes back."""
        rules, cupboard = _card_game(game), Cupboard(shelf, lookout)
        with alone_with(shelf.folder):
            return _corrected_by_form(cupboard, rules)

    @blueprint.post("/decks/<game>/undone")
    def undo(game: str) -> Answer:
        """Go back to what the games showed; the file is put aside, not thrown away."""
        path = deck_path(shelf.folder, _card_game(game).name)
        try:
            with alone_with(shelf.folder):
                put_aside(path)
        except FileNotFoundError:
            pass  # a second tap
        except OSError:
            return _page(Cupboard(shelf, lookout), _card_game(game), (gettext(NOT_KEPT),))
        return redirect(url_for("deck.show", game=game), code=303)

    @blueprint.post("/decks/<game>/learnt")
    def learn(game: str) -> Answer:
        """Have the table's camera learn the cards that lie there in rows."""
        rules = _card_game(game)
        return _page(Cupboard(shelf, lookout), rules, known=line.learn(rules.name, "light", BY_ROWS))

    return blueprint


@dataclass(frozen=True, slots=True)
class Typed:
    """What the form says of a letter's cards. was: how the letter stood when the form was opened."""

    value: str
    marks: frozenset[int]
    was: str

    @property
    def number(self) -> int | None:
        """The value; None if what is typed is none."""
        return card_value(self.value)

    @property
    def is_changed(self) -> bool:
        """Whether somebody corrected it."""
        return self.number is None or _stands(self.number, self.marks) != self.was


def _card_game(game: str) -> Ruleset:
    """A game with cards. Ends in 404 if there is none of that name."""
    if game not in ruleset_names() or ruleset(game).has_board:
        abort(404)
    return ruleset(game)


def _typed(letter: str) -> Typed:
    """What the form says of a letter."""
    marks = {mark for mark in MULTIPLIERS if str(mark) in request.form.getlist(f"marks:{letter}")}
    return Typed(request.form[f"value:{letter}"].strip(), frozenset(marks), request.form.get(f"was:{letter}", ""))


def _stands(value: int, marks: frozenset[int]) -> str:
    """How a letter stands, in one line that changes with it."""
    return f"{value} {','.join(map(str, sorted(marks)))}"


def _stands_now(card: Card) -> str:
    return _stands(card.value, card.marks or frozenset())


def _complaints(typed: Mapping[str, Typed], now: HouseDeck, *, is_all_right: bool) -> tuple[str, ...]:
    """Why the cards cannot be kept like this, in sentences.

    Whoever says that all is right says it of what the form showed: what stands otherwise by now nobody compared.
    """
    told = [
        gettext(
            "%(letter)s: “%(value)s” is no value of a card. Write a whole number from 0 to %(most)s.",
            letter=letter, value=one.value[:12], most=MOST_VALUE,
        )
        for letter, one in typed.items()
        if one.number is None
    ]  # fmt: skip
    outrun = [
        letter
        for letter, one in typed.items()
        if (is_all_right or one.is_changed) and _is_outrun(one, now.cards[letter])
    ]
    if outrun:
        told.append(gettext("Somebody has changed %(letters)s in the meantime. Look at it, then save again.",
                            letters=", ".join(outrun)))  # fmt: skip
    return tuple(told)


def _is_outrun(one: Typed, card: Card) -> bool:
    """Whether a letter stands otherwise by now than here, by somebody else's correction or by a game."""
    is_same = one.number is not None and _stands(one.number, one.marks) == _stands_now(card)
    return not is_same and one.was != _stands_now(card)


def _corrected_by_form(cupboard: Cupboard, rules: Ruleset) -> Answer:
    """The deck with what a form says kept, or the page with why that cannot be."""
    now, damage = cupboard.cards(rules)
    if damage is not None:
        return _page(cupboard, rules)
    typed = {letter: _typed(letter) for letter in rules.alphabet if f"value:{letter}" in request.form}
    is_all_right = "all" in request.form
    complaint = _complaints(typed, now, is_all_right=is_all_right)
    if complaint:
        return _page(cupboard, rules, complaint, typed)
    return _kept(cupboard, rules, now.having(dict(_corrected(typed, now, is_all_right=is_all_right))))


def _corrected(typed: Mapping[str, Typed], now: HouseDeck, *, is_all_right: bool) -> Iterator[tuple[str, Card]]:
    """The letters that somebody corrected; is_all_right: whoever sent this has compared every card."""
    for letter, one in typed.items():
        if one.number is not None and one.is_changed:
            yield letter, Card(one.number, one.marks or None, Source.HAND)
        elif is_all_right:
            yield letter, Card(now.cards[letter].value, now.cards[letter].marks, Source.HAND)


def _kept(cupboard: Cupboard, rules: Ruleset, deck: HouseDeck) -> Answer:
    """Keep a deck."""
    try:
        write_deck(deck_path(cupboard.shelf.folder, rules.name), deck, rules.title)
    except OSError:
        typed = {letter: _typed(letter) for letter in rules.alphabet if f"value:{letter}" in request.form}
        return _page(cupboard, rules, (gettext(NOT_KEPT),), typed)
    return redirect(url_for("deck.show", game=rules.name, kept="yes"), code=303)


def _page(
    cupboard: Cupboard,
    rules: Ruleset,
    complaint: tuple[str, ...] = (),
    typed: Mapping[str, Typed] | None = None,
    *,
    known: Knows | None = None,
    is_kept: bool = False,
) -> Response:
    """The page; typed: what somebody wrote that cannot be kept yet. known: what became of a lesson."""
    (deck, damage), seen = cupboard.cards(rules), cupboard.seen(rules)
    path = deck_path(cupboard.shelf.folder, rules.name)
    page = render_template(
        "deck.html",
        rules=rules,
        rows=[_row(letter, card, seen, (typed or {}).get(letter)) for letter, card in deck.cards.items()],
        multipliers=MULTIPLIERS,
        complaint=complaint,
        damage=damage,
        has_file=is_there(path),
        aside=free_place(path).name,
        known=known,
        remarks=[_said(one) for one in remarks_on(known.cards)] if known and known.cards else (),
        trouble=explained(known.trouble) if known and known.trouble else (),
        pictured=sum(card.source is Source.PICTURES for card in deck.cards.values()),
        is_kept=is_kept,
    )
    is_refused = bool(complaint or damage or (known and known.trouble))
    return Response(page, 422 if is_refused else 200, headers={"Cache-Control": "no-store"})


def _said(remark: Remark) -> str:
    """A sentence about a lesson, in the reader's language."""
    if remark.many:
        return ngettext(remark.one, remark.many, remark.num)
    return gettext(remark.one, letters=remark.letters)


def _row(letter: str, card: Card, seen: CardsSeen, typed: Typed | None) -> Row:
    """A letter's row: as it stands, or as somebody typed it."""
    one = typed or Typed(str(card.value), card.marks or frozenset(), _stands_now(card))
    return Row(
        letter,
        one.value,
        one.marks,
        _stands_now(card),
        gettext(SOURCES[card.source]),
        seen.times(letter),
        sorted(seen.marks(letter) - {1}),
        is_wrong=one.number is None,
    )
