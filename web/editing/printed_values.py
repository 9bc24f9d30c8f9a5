"""What is printed on the household's cards, for whoever writes a play by hand: nobody need type what the deck knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pi_referee.decks.deck_file import card_value
from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.errors import GameFileError
from pi_referee.gettext_mark import say
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value
from web.live.log_follower import Lookout
from web.phrasing.language import gettext

Printed = Mapping[str, int]
"""Letter -> what is printed on its cards, in this household."""

_DAMAGED = say(
    "What was written of your cards cannot be read: the file is damaged. Open “Our cards” and go back to what the "
    "games showed; or save all the same, with the usual values."
)


def household_values(shelf: DeckShelf, lookout: Lookout, game: Game | None) -> tuple[Printed, tuple[str, ...]]:
    """What is printed on the household's cards; nothing and a complaint if that cannot be told."""
    now = lookout.look()
    try:
        return (shelf.cards(game.ruleset, now.game, now.number).deck.values, ()) if game is not None else ({}, ())
    except GameFileError:
        return {}, (gettext(_DAMAGED),)


def shown(printed: Printed) -> str:
    """The values a form shows, in a line that it sends back; as_shown reads it."""
    return " ".join(f"{letter}={value}" for letter, value in printed.items())


def as_shown(text: str) -> Printed:
    """The values that a form showed; what is none is left out."""
    told = (part.partition("=") for part in text.split())
    return {letter: value for letter, _, said in told if (value := card_value(said)) is not None}


def as_printed(play: Play, printed: Printed, ruleset: Ruleset) -> Play:
    """A play as somebody wrote it: a card without a value bears the household's; the game's own is left out."""

    def card(tile: Tile) -> Tile:
        usual = ruleset.values.get(tile.letter)
        value = printed.get(tile.letter, usual) if tile.value is None else tile.value
        return replace(tile, value=None if tile.is_blank or value == usual else value)

    return replace(play, tiles={square: card(tile) for square, tile in play.tiles.items()})


def to_be_written(play: Play, printed: Printed, ruleset: Ruleset) -> Play:
    """The same the other way round: a value is written where the card bears another than the household's."""

    def card(tile: Tile) -> Tile:
        value = printed_value(tile, ruleset)
        return replace(tile, value=None if tile.is_blank or value == printed.get(tile.letter, value) else value)

    return replace(play, tiles={square: card(tile) for square, tile in play.tiles.items()})
