"""A second scorer of card games, written from the booklet's sentences in another way, keeps the same protocol.

It shares no code with the rules: a cell is a text such as "2,-1", a card a dictionary, rows and columns are read as
lines of text, and it keeps a sheet of points as people do, adding up as the game goes on. PI_REFEREE_GAMES says how
many random games of each kind are played.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Ended, Happening, LeftOver, Passed, PlayLaid, StartChosen
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play

GAMES = int(os.environ.get("PI_REFEREE_GAMES", "8"))
many = settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
Dealt = Callable[[int, int], Iterator[tuple[Game, Happening]]]
Card = dict[str, Any]
Cells = list[str]

VALUES = dict(ruleset("kortalfapet").values)


def cards_of(play: Play) -> dict[str, Card]:
    """The cards of a play as one would note them: by cell, what each shows."""
    noted = {}
    for square, tile in play.tiles.items():
        points = 0 if tile.is_blank else VALUES[tile.letter] if tile.value is None else tile.value
        noted[f"{square.column},{square.row}"] = {"letter": tile.letter, "points": points, "times": tile.multiplier}
    return noted


@dataclass
class Protocol:
    """The protocol of a game as a person keeps it; turn says whose it is, by the seat."""

    players: list[str]
    sheet: dict[str, int] = field(default_factory=dict)
    table: dict[str, Card] = field(default_factory=dict)
    turn: int = 0
    newest: tuple[str, Cells] | None = None  # with two: whose word lies there, and its cells; None once it has scored
    rounds: list[dict[str, int]] = field(default_factory=lambda: [{}])
    lots: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sheet = dict.fromkeys(self.players, 0)

    def lay(self, laid: dict[str, Card]) -> bool:
        """Lay a word and write down what it brings; False, and nothing is changed, if it may not lie there."""
        if not 1 <= len(laid) <= 7 or laid.keys() & self.table.keys():
            return False
        words = [word for word in self.words({**self.table, **laid}) if laid.keys() & set(word)]
        main = [word for word in words if laid.keys() <= set(word)]
        if not main or not self.joined(laid, main):
            return False
        if len(self.players) == 2:
            self.steal(laid, main[0])
        else:
            lying = {**self.table, **laid}
            self.note(self.players[self.turn], sum(self.worth([lying[cell] for cell in word]) for word in words))
            self.table = lying
        self.over(passed=False)
        return True

    def words(self, lying: dict[str, Card]) -> list[Cells]:
        """Every word of two or more letters: the rows and columns as lines of text, cut at the spaces."""
        places = [tuple(map(int, cell.split(","))) for cell in lying]
        xs, ys = (range(min(one) - 1, max(one) + 2) for one in zip(*places, strict=True))
        lines = [[f"{x},{y}" for x in xs] for y in ys] + [[f"{x},{y}" for y in ys] for x in xs]
        found = []
        for line in lines:
            text = "".join("#" if cell in lying else " " for cell in line)
            found += [line[part.start() : part.end()] for part in re.finditer("##+", text)]
        return found

    def joined(self, laid: dict[str, Card], main: list[Cells]) -> bool:
        """Whether the new word is built on what lies there: on one of its cards with two, else at least beside one."""
        if not self.table:
            return True
        if len(self.players) == 2:
            return any(cell in self.table for cell in main[0])
        places = [tuple(map(int, cell.split(","))) for cell in laid]
        beside = {f"{x + dx},{y + dy}" for x, y in places for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        return bool(beside & self.table.keys())

    def steal(self, laid: dict[str, Card], word: Cells) -> None:
        """Take up the cards that were not used: they are counted for whose word it was, and only the new word stays."""
        if self.newest is not None:
            owner, cells = self.newest
            self.note(owner, self.worth([self.table[cell] for cell in cells if cell not in word]))
        lying = {**self.table, **laid}
        self.table = {cell: lying[cell] for cell in word}
        self.newest = (self.players[self.turn], word)

    def worth(self, cards: list[Card]) -> int:
        """The sum of some cards, times the best mark among them."""
        best, total = 1, 0
        for card in cards:
            best, total = max(best, card["times"]), total + card["points"]
        return best * total

    def go_without(self) -> None:
        """Pass: with two "får din motspelare poäng för hela ordet"; its letters are not counted again."""
        if self.newest is not None and self.newest[0] != self.players[self.turn]:
            owner, cells = self.newest
            self.note(owner, self.worth([self.table[cell] for cell in cells]))
            self.newest = None
        self.over(passed=True)

    def note(self, player: str, points: int) -> None:
        """Write points down, in the total and in the round."""
        self.sheet[player] += points
        self.rounds[-1][player] = self.rounds[-1].get(player, 0) + points

    def over(self, *, passed: bool) -> None:
        """The turn is over: the next player's, or, once all had theirs, the table is cleared."""
        if passed:
            self.rounds[-1].setdefault(self.players[self.turn], 0)
        self.turn = (self.turn + 1) % len(self.players)
        if len(self.players) > 2 and len(self.rounds[-1]) == len(self.players):
            self.table = {}
            self.lots = self.best()
            self.turn = self.players.index(self.lots[0])
            self.rounds.append({})

    def best(self) -> list[str]:
        """Who may begin the next round: one player, or those who must draw lots."""
        best = self.players
        for points in self.rounds[:-3:-1]:
            most = max(points[player] for player in best)
            best = [player for player in best if points[player] == most]
        return best

    def pending(self) -> int | None:
        """What the word that lies there brings if nobody steals from it."""
        return None if self.newest is None else self.worth([self.table[cell] for cell in self.newest[1]])


@pytest.mark.parametrize("players", [2, 3, 4])
@many
@given(seed=st.integers(0, 2**32))
def test_the_second_scorer_agrees(dealt: Dealt, players: int, seed: int) -> None:
    """Every turn of a random game is judged and scored alike, also whose turn it is, and so is the end."""
    mine: Protocol | None = None
    game: Game | None = None
    for before, happening in dealt(seed, players):
        mine, game = mine or Protocol([*before.players]), before
        if isinstance(happening, PlayLaid):
            ruling = adjudicate(before.position, happening.play, before.ruleset, rack=7)
            assert mine.lay(cards_of(happening.play)) == ruling.is_legal, happening
            game = follow(before, happening) if ruling.is_legal else before
        else:
            game = follow(before, happening)
            note(mine, happening)
        agree(mine, game)
    assert mine is not None
    assert game is not None
    at_the_end(mine, game)


def note(mine: Protocol, happening: Happening) -> None:
    """A pass, or who begins by lot; a changed card changes nothing of the protocol."""
    if isinstance(happening, Passed):
        mine.go_without()
    elif isinstance(happening, StartChosen):
        mine.turn, mine.lots = mine.players.index(happening.player), [happening.player]


def agree(mine: Protocol, game: Game) -> None:
    """Points, what is pending, whose turn it is and what lies there are the same."""
    assert dict(game.totals) == mine.sheet
    waiting = mine.pending()
    assert [turn.pending for turn in game.turns if turn.pending is not None] == [waiting][: waiting is not None]
    assert game.on_turn == mine.players[mine.turn]
    assert len(game.script.lot) == (len(mine.lots) if len(mine.lots) > 1 and not mine.rounds[-1] else 0)
    lying = {f"{square.column},{square.row}": tile.letter for square, tile in game.position.tiles.items()}
    assert lying == {cell: card["letter"] for cell, card in mine.table.items()}


def at_the_end(mine: Protocol, game: Game) -> None:
    """The last word scores in full, and the hands are taken off."""
    if mine.newest is not None:
        mine.note(mine.newest[0], mine.pending() or 0)
    hands = {player: 2 + seat for seat, player in enumerate(mine.players)}
    over = follow(follow(game, Ended()), LeftOver(hands))
    assert dict(over.totals) == {player: points - hands[player] for player, points in mine.sheet.items()}
