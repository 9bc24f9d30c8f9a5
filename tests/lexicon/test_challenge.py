"""Questioning a play by the word list, in a game of the booklet's rules (A27, L01, L02)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi_referee.lexicon.challenge import hear
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.lists.word_store import WordStore
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Challenged, GameBegan, PlayLaid
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay

Table = Callable[..., Lexicon]

ONLY_LISTED = Policy.agreed({"words.unlisted": "no"})
"""A table that takes the list for the dictionary, so that every word has a verdict."""


def game_with(*plays: str, game: str = "alfapet-sv", **switches: object) -> Game:
    """A game in which these plays were laid."""
    wishes = {name.replace("__", "."): value for name, value in switches.items()}
    state = begin(GameBegan(game, ("Ann", "Bo"), 7, switches=wishes))  # type: ignore[arg-type]  # as somebody types them
    for play in plays:
        state = follow(state, PlayLaid(WrittenPlay.parse(play).on(state.position)))
    return state


def words(state: Game) -> list[str]:
    """The words of the newest play."""
    ruling = state.turns[-1].ruling
    return [word.text for word in ruling.words] if ruling else []


def question(state: Game, lexicon: Lexicon, *, by: str = "Bo") -> Game:
    """Question the newest play; the list must be able to answer."""
    outcome = hear(lexicon, words(state), by=by).outcome
    assert outcome is not None
    return follow(state, outcome)


def check_the_rules(lexicon: Lexicon) -> None:
    """The challenges of Alfapet and Literaki, decided by a list."""
    stands = question(game_with("H9 > KATT"), lexicon)
    assert (stands.turns[-1].status, stands.on_turn) == (Status.SCORED, "Bo")

    retry = question(game_with("H9 > KATX"), lexicon)
    assert (retry.totals["Ann"], retry.on_turn, len(retry.position.tiles)) == (0, "Ann", 0)

    lost = question(game_with("H9 > KATX", words__invalid_penalty="lose_turn"), lexicon)
    assert (lost.totals["Ann"], lost.on_turn) == (0, "Bo")

    crossed = game_with("H9 > KATT", "H10 > ORO")
    assert {"ORO", "KO"} <= set(words(crossed))
    fallen = question(crossed, lexicon, by="Ann")
    assert (fallen.totals["Bo"], len(fallen.position.tiles)) == (0, 4)


def test_challenges_by_the_small_list() -> None:
    """A word that stands scores; one that does not goes back, and the same player plays again, or loses the turn."""
    with open_small() as store:
        check_the_rules(Lexicon(store, ONLY_LISTED))


def test_challenges_by_the_built_list(swedish: WordStore) -> None:
    """The same on the really built Swedish list; where there is none, the test before has used the small one."""
    check_the_rules(Lexicon(swedish, ONLY_LISTED))


class TestHearing:
    """What is said of a play's words."""

    def test_words_that_all_count_stand(self, table: Table) -> None:
        """Nothing is to be asked, and the play stands."""
        assert hear(table(), ["KATT", "KO"], by="Bo").outcome == Challenged("Bo", stands=True)

    def test_one_wrong_word_is_enough(self, table: Table) -> None:
        """Although another word is doubtful, the play falls by the wrong one alone."""
        assert hear(table(words__unlisted="no"), ["KATX", "GLYTT"]).outcome == Challenged(
            "", stands=False, words=("KATX",)
        )

    def test_a_doubtful_word_waits_for_the_table(self, table: Table) -> None:
        """Until the table has answered there is no outcome."""
        hearing = hear(table(), ["KATT", "GLYTT"])

        assert ([verdict.word for verdict in hearing.open], hearing.outcome) == (["GLYTT"], None)

    @pytest.mark.parametrize("stands", [True, False])
    def test_the_tables_answer_decides(self, table: Table, stands: bool) -> None:  # the parameter
        """What the table says of a doubtful word is the outcome."""
        outcome = hear(table(), ["GLYTT"], answers={"GLYTT": stands}).outcome

        assert outcome is not None
        assert outcome.stands is stands

    def test_without_a_list_the_table_decides_every_word(self) -> None:
        """No list, no verdict: each word is the table's."""
        assert len(hear(Lexicon(None, Policy()), ["KATT", "KO"]).open) == 2
