"""A deck as a text that people can read and correct."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.decks.deck_file import deck_of, deck_text, read_deck, write_deck
from pi_referee.decks.deck_from_games import learnt_from
from pi_referee.decks.known_deck import deck_path, known_deck
from pi_referee.errors import GameFileError
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import VALUE_KEY, Answered, GameBegan, PlayLaid, Question
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.notation import WrittenPlay

CARDS = ruleset("kortalfapet")
USUAL = deck_text(CARDS.deck, CARDS.title)


def played(*lines: str, doubts: tuple[Question, ...] = ()) -> Game:
    """A game for two in which these words were laid, the last with doubts."""
    game = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7))
    for line in lines:
        asked = doubts if line == lines[-1] else ()
        game = follow(game, PlayLaid(WrittenPlay.parse(line).on(game.position), asked))
    return game


def test_written_and_read_again(tmp_path: Path) -> None:
    """A deck comes back from its file as it was, values and marks."""
    deck = deck_of(USUAL.replace("L   1  ?", "L   2  1,3"), CARDS)
    write_deck(tmp_path / "decks" / "ours.txt", deck, CARDS.title)

    assert read_deck(tmp_path / "decks" / "ours.txt", CARDS) == deck
    assert (deck.values["L"], deck.marks["L"], deck.is_sure) == (2, frozenset({1, 3}), True)
    assert (deck.may_show("L", 3), deck.may_show("L", 2), deck.may_show("A", 2)) == (True, False, True)


@pytest.mark.parametrize(
    ("line", "put", "says", "where"),
    [
        ("Ö   4  ?\n", "", "no card for Ö", "ours.txt"),
        ("A   1  ?", "A   one  ?", "'one' is no value", "line 2"),
        ("A   1  ?", "A   1  4", "'4' names no marks", "line 2"),
        ("A   1  ?", "A   1  ?\nA 2", "A is there twice", "line 3"),
        ("A   1  ?", "A   1  ?\nŻ 2", "has no card 'Ż'", "line 3"),
        ("A   1  ?", "A", "two or three words", "line 2"),
    ],
)
def test_what_is_wrong_is_named(line: str, put: str, says: str, where: str) -> None:
    """A damaged deck is refused with what is wrong, where it stands, and what to do."""
    with pytest.raises(GameFileError, match=says) as caught:
        deck_of(USUAL.replace(line, put), CARDS, where="ours.txt")

    assert where in caught.value.where
    assert caught.value.cure


def test_a_file_that_is_none(tmp_path: Path) -> None:
    """A deck that is no text is refused, too."""
    (tmp_path / "ours.txt").write_bytes(b"\xff\xfe\xff")

    with pytest.raises(GameFileError, match="cannot be read"):
        read_deck(tmp_path / "ours.txt", CARDS)


def test_games_teach_the_values() -> None:
    """What was read or answered in agreed turns is the deck's; what is still asked about teaches nothing."""
    agreed = played("0,0 > L{2}UVA", "1,-1 v K.L{2}")
    asked = played("0,0 > E{5}N", doubts=(Question(f"{VALUE_KEY}0,0", (("5", 0.6), ("1", 0.4))),))

    assert learnt_from(CARDS.deck, [agreed, asked]).values == {**CARDS.values, "L": 2}
    answered = follow(asked, Answered(1, f"{VALUE_KEY}0,0", "5"))
    assert learnt_from(CARDS.deck, [answered]).values["E"] == 5
    assert not learnt_from(CARDS.deck, [agreed]).is_sure


def test_a_written_deck_holds(tmp_path: Path) -> None:
    """What somebody wrote down holds, whatever games showed; without it the games teach, and else the usual holds."""
    game = played("0,0 > L{2}UVA")

    assert known_deck(tmp_path, CARDS) == CARDS.deck
    assert known_deck(tmp_path, CARDS, [game]).values["L"] == 2
    deck_path(tmp_path, "kortalfapet").write_text(USUAL, encoding="utf-8")
    assert known_deck(tmp_path, CARDS, [game]).values["L"] == 1
