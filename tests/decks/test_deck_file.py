"""A deck as a text that people can read and correct."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.decks.deck_file import deck_of, deck_text, read_deck, write_deck
from pi_referee.decks.deck_from_games import CardsSeen, cards_seen, learnt_from, seen_now
from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.decks.house_deck import HouseDeck, Source, assumed_cards
from pi_referee.decks.known_deck import deck_path, known_cards
from pi_referee.errors import GameFileError
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import VALUE_KEY, Answered, GameBegan, Happening, PlayLaid, Question
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.notation import WrittenPlay

CARDS = ruleset("kortalfapet")
ASSUMED = assumed_cards(CARDS)
USUAL = deck_text(ASSUMED, CARDS.title).replace("  assumed", "")
"""The usual deck as somebody has written it."""


def played(*lines: str, doubts: tuple[Question, ...] = ()) -> Game:
    """A game for two in which these words were laid, the last with doubts."""
    game = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7))
    for line in lines:
        asked = doubts if line == lines[-1] else ()
        game = follow(game, PlayLaid(WrittenPlay.parse(line).on(game.position), asked))
    return game


def test_written_and_read_again(tmp_path: Path) -> None:
    """A deck comes back from its file as it was, values and marks."""
    written = deck_of(USUAL.replace("L   1  ?", "L   2  1,3").replace("A   1  ?", "A  1  1,2  pictures"), CARDS)
    write_deck(tmp_path / "decks" / "ours.txt", written, CARDS.title)
    deck = written.deck

    assert read_deck(tmp_path / "decks" / "ours.txt", CARDS) == written
    assert [written.cards[letter].source for letter in "LA"] == [Source.HAND, Source.PICTURES]
    assert (deck.values["L"], deck.marks["L"], deck.is_sure) == (2, frozenset({1, 3}), True)
    assert (deck.may_show("L", 3), deck.may_show("L", 2), deck.may_show("E", 2)) == (True, False, True)


@pytest.mark.parametrize(
    ("line", "put", "says", "where"),
    [
        ("Ö   4  ?\n", "", "no card for Ö", "ours.txt"),
        ("A   1  ?", "A   one  ?", "'one' is no value", "line 2"),
        ("A   1  ?", "A   1  4", "'4' names no marks", "line 2"),
        ("A   1  ?", "A   1  ?\nA 2", "A is there twice", "line 3"),
        ("A   1  ?", "A   1  ?\nŻ 2", "has no card 'Ż'", "line 3"),
        ("A   1  ?", "A   ١  ?", "no value", "line 2"),
        ("A   1  ?", "A", "two to four words", "line 2"),
        ("A   1  ?", "A 1 ? a neighbour", "two to four words", "line 2"),
        ("A   1  ?", "A 1 ? neighbour", "'neighbour' does not say whence", "line 2"),
    ],
)
def test_what_is_wrong_is_named(line: str, put: str, says: str, where: str) -> None:
    """A damaged deck is refused with what is wrong, where it stands, and what to do."""
    with pytest.raises(GameFileError, match=says) as caught:
        deck_of(USUAL.replace(line, put), CARDS, where="ours.txt")

    assert where in caught.value.where
    assert caught.value.cure


@pytest.mark.parametrize("value", ["100", "-1", "007"])
def test_which_values_there_are_is_said(value: str) -> None:
    """Whoever writes another one is told from where to where they go."""
    with pytest.raises(GameFileError) as caught:
        deck_of(USUAL.replace("A   1  ?", f"A  {value}  ?"), CARDS)

    assert caught.value.cure == "Write a whole number from 0 to 99, in one or two figures."


def test_a_file_that_is_none(tmp_path: Path) -> None:
    """A deck that is no text is refused, too."""
    (tmp_path / "ours.txt").write_bytes(b"\xff\xfe\xff")

    with pytest.raises(GameFileError, match="cannot be read"):
        read_deck(tmp_path / "ours.txt", CARDS)


def taught(*games: Game) -> HouseDeck:
    """The usual deck after these games."""
    return learnt_from(ASSUMED, cards_seen(games))


def test_games_teach_the_values() -> None:
    """What was read or answered is the deck's; a card that something is still asked about teaches nothing."""
    agreed = played("0,0 > L{2}UVA", "1,-1 v K.L{2}")
    asked = played("0,0 > E{5}N", doubts=(Question(f"{VALUE_KEY}0,0", (("5", 0.6), ("1", 0.4))),))

    assert taught(agreed, asked).deck.values == {**CARDS.values, "L": 2}
    assert [taught(agreed).cards[letter].source for letter in "LE"] == [Source.GAMES, Source.ASSUMED]
    assert taught(asked).cards["N"].source is Source.GAMES
    answered = follow(asked, Answered(1, f"{VALUE_KEY}0,0", "5"))
    assert taught(answered).deck.values["E"] == 5
    assert taught(agreed).deck.assumed == frozenset(CARDS.alphabet) - set("LUVAK")
    assert (taught().deck.is_usual, taught(agreed).deck.is_usual) == (True, False)


def test_how_often_a_card_was_seen() -> None:
    """Each card that somebody laid counts once, with its mark; what lay there already and a joker do not."""
    seen = cards_seen([played("0,0 > L3UvA", "1,-1 v K.L2")])

    assert [seen.times(letter) for letter in "LUVAKÖ"] == [2, 1, 0, 1, 1, 0]
    assert [sorted(seen.marks(letter)) for letter in "LUÖ"] == [[2, 3], [1], []]


def test_all_games_teach_once(tmp_path: Path) -> None:
    """The shelf knows what older games and the newest showed; games with a board teach nothing."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        for game, line in (("kortalfapet", "0,0 > L{2}UVA"), ("alfapet-sv", "H9 > AB"), ("kortalfapet", "0,0 > LE")):
            tell(ledger, GameBegan(game, ("Ann", "Bo"), 7))
            tell(ledger, PlayLaid(WrittenPlay.parse(line).on(EMPTY)))
        shelf = DeckShelf(tmp_path / "decks", ledger)
        newest = fold(event.happening for event in ledger.since(0, game=3))

        assert shelf.seen(CARDS, newest, 3).times("L") == shelf.seen(CARDS, newest, 3).times("L") == 2
        assert shelf.cards(CARDS, None, 4).cards["U"].source is Source.GAMES
        assert shelf.seen(CARDS, None, 1).times("L") == 0


def tell(ledger: Ledger, happening: Happening) -> None:
    """Write down that something happened."""
    ledger.append(happening, at="2026-11-20T12:00:00+00:00", after=ledger.newest())


def test_a_written_deck_holds(tmp_path: Path) -> None:
    """What somebody wrote down holds, whatever games showed; without it the games teach, and else the usual holds."""
    game = played("0,0 > L{2}UVA")

    assert known_cards(tmp_path, CARDS, CardsSeen()).deck == CARDS.deck
    assert known_cards(tmp_path, CARDS, cards_seen([game])).deck.values["L"] == 2
    deck_path(tmp_path, "kortalfapet").write_text(USUAL, encoding="utf-8")
    assert known_cards(tmp_path, CARDS, cards_seen([game])).deck.values["L"] == 1


def test_what_is_assumed_in_a_file_is_still_learnt(tmp_path: Path) -> None:
    """A line that says its value is only assumed, or came from games, gives way to what the games show."""
    text = USUAL.replace("L   1  ?", "L   1  1  assumed").replace("U   3  ?", "U   9  ?  games")
    deck_path(tmp_path, "kortalfapet").write_text(text, encoding="utf-8")
    deck = known_cards(tmp_path, CARDS, cards_seen([played("0,0 > L{2}UV{7}A")])).deck

    assert [deck.values[letter] for letter in "LUV"] == [2, 3, 4]
    assert deck.marks["L"] == {1}


def test_marks_that_pictures_lacked_come_from_the_games(tmp_path: Path) -> None:
    """A mark that the table answered for is known from then on; what was written by hand stays as it was written."""
    text = USUAL.replace("L   1  ?", "L   1  1  pictures").replace("U   3  ?", "U   3  1")
    deck_path(tmp_path, "kortalfapet").write_text(text, encoding="utf-8")
    deck = known_cards(tmp_path, CARDS, cards_seen([played("0,0 > L3{2}U3VA")])).deck

    assert (deck.values["L"], "V" in deck.marks) == (1, False)
    assert [sorted(deck.marks[letter]) for letter in "LU"] == [[1, 3], [1]]


def test_what_other_cards_showed_teaches_nothing_of_those_that_lie_there() -> None:
    """Guests bring another deck: where two letters are worth something else, no other one is known from before."""
    before = cards_seen([played("0,0 > LUVA"), played("0,0 > LUVA")])
    one, two = (cards_seen([played(line)]) for line in ("0,0 > LUV{5}A", "0,0 > LU{7}V{5}"))
    known = learnt_from(ASSUMED, before.then(one)).cards
    others = learnt_from(ASSUMED, before.then(two)).cards

    assert (known["L"].source, known["A"].source) == (Source.GAMES, Source.GAMES)
    assert (others["V"].value, others["U"].value) == (5, 7)
    assert others["A"].source is Source.ASSUMED


def test_a_written_value_that_the_games_show_otherwise_is_in_doubt() -> None:
    """A slip on the page must not count for a card that cannot be read, once the cards were told to be worth less."""
    written = deck_of(USUAL.replace("L   1  ?", "L  12  ?"), CARDS)
    one, other = (played(line) for line in ("0,0 > LUVA", "0,0 > L{12}UVA"))

    doubted = learnt_from(written, cards_seen([one])).deck
    assert (doubted.values["L"], doubted.assumed) == (12, frozenset("L"))
    assert learnt_from(written, cards_seen([one, other, other])).deck.assumed == frozenset()
    assert not learnt_from(deck_of(USUAL, CARDS), cards_seen([other])).deck.is_usual


def test_other_cards_that_lay_there_before_in_the_game_are_remembered() -> None:
    """Guests' cards among one's own: two letters told to be worth something else tell it for all later looks."""
    written = deck_of(USUAL, CARDS)
    one, two = (played(line) for line in ("0,0 > LUV{5}A", "0,0 > LU{7}V{5}A"))

    assert learnt_from(written, seen_now(one)).deck.mixed == frozenset("V")
    assert learnt_from(written, seen_now(two)).deck.mixed == written.cards.keys()
    assert not learnt_from(written, seen_now(two)).deck.is_sure
    assert not learnt_from(written, cards_seen([two])).deck.mixed, "games before were played with other cards"
    assert not learnt_from(ASSUMED, seen_now(two)).deck.mixed, "these are the household's own"


def test_one_letter_with_two_values_is_remembered_of_that_letter() -> None:
    """A deck has cards of one letter worth 1 and 4: of that letter no value is known, of all others as before."""
    deck = learnt_from(ASSUMED, seen_now(played("0,0 > TAL", "2,0 v .A{4}L"))).deck

    assert (deck.mixed, deck.values["A"], deck.values["L"]) == (frozenset("A"), 1, 1)
