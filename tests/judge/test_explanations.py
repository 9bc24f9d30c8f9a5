"""When the board shows what nobody told: the right explanation comes first, and the game goes on whatever is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi_referee.judge.hints import ANSWER_FIRST
from pi_referee.judge.referee import decide
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    Answered,
    Corrected,
    GameBegan,
    Happening,
    Inserted,
    LookRefused,
    PlayLaid,
    Surprised,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Pass
from vision.sighting import Sighting, Why

Look = Callable[..., Sighting]

KABEL = "K A B E L"
WITH_LAN = "K A B E L\n. . . . A\n. . . . N"
WITH_RAD = "K A B E L\n. R . . A\n. A . . N\n. D . . ."


def pressed(game: Game, *looks: Sighting) -> Game:
    """The game after some presses."""
    for look in looks:
        for happening in decide(game, look):
            game = follow(game, happening)
    return game


def table(*looks: Sighting) -> Game:
    """A game after some presses, from its beginning."""
    return pressed(begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), *looks)


def surprised(happened: tuple[Happening, ...]) -> Surprised:
    """The surprise that a press came to."""
    return next(one for one in happened if isinstance(one, Surprised))


def kinds(game: Game, look: Sighting) -> list[str]:
    """The kinds of explanation of a look, likeliest first."""
    return [one.kind for one in surprised(decide(game, look)).explanations]


def words(game: Game) -> list[tuple[str, str]]:
    """The standing turns: player and first word."""
    return [
        (turn.player, turn.ruling.words[0].text if turn.ruling and turn.ruling.words else turn.status.value)
        for turn in game.turns
        if turn.status is not Status.WITHDRAWN
    ]


def test_taken_back_and_another_laid_over_the_same_squares(seen: Look) -> None:
    """LAN was taken back, and LEN laid over its squares before anybody pressed: taken so at once, undone by a tap."""
    game = table(seen(KABEL), seen(WITH_LAN))
    happened = decide(game, seen("K A B E L\n. . . . E\n. . . . N"))

    assert [one.kind for one in surprised(happened).explanations] == ["laid_anew"]
    after = pressed(game, seen("K A B E L\n. . . . E\n. . . . N"))
    assert words(after) == [("Ann", "KABEL"), ("Bo", "LEN")]
    assert (after.on_turn, after.open_questions) == ("Ann", ())
    undone = follow(after, Undone())
    assert [question.key for _, question in undone.open_questions] == ["explain:1"]


def test_a_board_that_was_cleared_and_laid_again_in_steps(seen: Look) -> None:
    """The board is cleared by mistake, and pressed bare and half laid: once all lies as it did, nothing had happened.

    So it is where a word is laid at once, unless that word lay there in one of those looks already.
    """
    before = table(seen(KABEL), seen(WITH_LAN), seen(WITH_RAD))
    cleared = pressed(before, seen(""), seen("K . . E L"))
    odd = pressed(before, seen(""), seen("K . . E L\n. . . . .\n. . . . .\n. . . . .\nS O L . ."))

    assert [turn.status for turn in cleared.turns[3:]] == [Status.UNEXPLAINED, Status.UNEXPLAINED]
    again = pressed(cleared, seen(WITH_RAD))
    with_sol = seen("K A B E L\n. R . . A\n. A . . N\n. D . . .\nS O L . .")
    on = pressed(cleared, with_sol)
    assert (words(again), again.on_turn, again.open_questions) == (words(before), before.on_turn, ())
    assert (words(on)[3:], on.open_questions) == ([("Bo", "SOL")], ())
    assert pressed(odd, with_sol).open_questions != ()


def test_the_first_word_laid_again_on_a_cleared_board_is_no_play(seen: Look) -> None:
    """A board cleared by mistake is laid again word by word, with a press after each: none of them scores anew.

    Another word than lay there is a play, as upon any board.
    """
    before = table(seen(KABEL), seen(WITH_LAN), seen(WITH_RAD))
    cleared = pressed(before, seen(""))
    again = pressed(cleared, seen(KABEL), seen(WITH_LAN), seen(WITH_RAD))

    assert decide(cleared, seen(KABEL)) == (ANSWER_FIRST,)
    assert (words(again), again.totals, again.on_turn) == (words(before), before.totals, before.on_turn)
    assert isinstance(decide(cleared, seen("L A K A N"))[0], PlayLaid)


@pytest.mark.parametrize(("choices", "is_play"), [("FE", False), ("EF", False), ("FO", True)])
def test_a_word_laid_again_with_a_letter_in_doubt_is_no_play(seen: Look, choices: str, *, is_play: bool) -> None:
    """Upon a board cleared by mistake a letter that may be the one of before does not make a new word of it."""
    cleared = pressed(table(seen(KABEL), seen(WITH_LAN), seen(WITH_RAD)), seen(""))
    doubt = ((choices[0], 0.6), (choices[1], 0.4))
    [happened] = decide(cleared, seen("K A B . L", doubts={"K9": doubt}))

    assert isinstance(happened, PlayLaid) if is_play else happened == ANSWER_FIRST


def test_two_forgotten_presses(seen: Look) -> None:
    """Three plays lie there since the last press: they are asked about, and one tap puts all three down in turn."""
    game = table(seen(KABEL))
    look = seen("K A B E L\n. R . . A\n. A . . N\n. D . . .\nS O L . .")
    found = surprised(decide(game, look))

    assert found.explanations[0].kind == "plays"
    after = follow(pressed(game, look), Answered(2, "explain:1", "0"))
    assert sorted(word for _, word in words(after)[1:]) == sorted(["LAN", "ARAD", "SOL"]) or len(words(after)) == 4


def told_at(game: Game, look: Sighting) -> list[list[list[str]]]:
    """The stories of a look, likeliest first, each as its orders, each as who laid which tiles."""
    stories = list[list[list[str]]]()
    for one in surprised(decide(game, look)).explanations:
        plays = [told.play for told in one.happened if isinstance(told, PlayLaid)]
        order = ["".join(tile.letter for _, tile in sorted(play.tiles.items())) for play in plays]
        if not one.is_alike:
            stories.append([])
        stories[-1].append(order)
    return stories


def test_orders_that_nothing_tells_are_one_story(seen: Look) -> None:
    """LAN and RAD were laid between two presses: who laid which is one story with a choice, whoever crossed whom."""
    stories = told_at(table(seen(KABEL)), seen(WITH_RAD))
    crossed = told_at(table(seen(KABEL)), seen("K A B E L .\n. . . . A .\n. . . . N .\n. . . O D E"))

    assert sorted(stories[0]) == [["AN", "RAD"], ["RAD", "AN"]]
    assert sorted(crossed[0]) == [["AN", "ODE"], ["AND", "OE"]]


def test_a_third_play_stands_beside_two(seen: Look) -> None:
    """Two plays come first, then three: one of the two rows may have been laid in two turns."""
    stories = told_at(table(seen(KABEL)), seen("K A B E L\n. R . . A\n. A . . N\n. D . . A\n. . . . R"))

    assert [len(order) for order in stories[0]] == [2, 2]
    assert [len(story[0]) for story in stories[:3]] == [2, 3, 3]
    assert stories[1][0].count("RAD") == 1


def test_what_somebody_said_and_later_looks_see_otherwise(seen: Look) -> None:
    """E or F was asked, and F said; now a look surely shows an E: that F is right is offered first, and asked once."""
    asked = table(seen(KABEL, doubts={"K9": (("E", 0.6), ("F", 0.4))}))
    game = follow(asked, Answered(1, "K9", "F"))
    happened = surprised(decide(game, seen(WITH_LAN)))

    assert [one.kind for one in happened.explanations][:2] == ["told", "misread"]
    on = follow(pressed(game, seen(WITH_LAN)), Answered(2, "explain:1", "0"))
    after = pressed(on, seen(WITH_RAD))
    assert words(after) == [("Ann", "KABFL"), ("Bo", "LAN"), ("Ann", "ARAD")]
    assert after.open_questions == ()


def test_what_a_look_settled_is_nobodys_word(seen: Look) -> None:
    """A later look showed the F, and nobody said so: that it is right all the same is no explanation."""
    asked = table(seen(KABEL, doubts={"K9": (("E", 0.6), ("F", 0.4))}))
    game = pressed(asked, seen("K A B F L\n. . . . A\n. . . . N"))

    assert "told" not in kinds(game, seen(WITH_RAD))


def test_a_letter_that_somebody_corrected_looks_as_it_did(seen: Look) -> None:
    """A sure E was a misread F, and somebody corrected it: looks that show the E still tell nothing new, others do."""
    put_right = Corrected(1, WrittenPlay.parse("H9 > KABFL").on(EMPTY))
    game = follow(table(seen(KABEL)), put_right)
    after = pressed(game, seen(WITH_LAN), seen(WITH_RAD))

    assert words(after) == [("Ann", "KABFL"), ("Bo", "LAN"), ("Ann", "ARAD")]
    assert after.open_questions == ()
    assert words(pressed(game, seen("K A B F L\n. . . . A\n. . . . N")))[1:] == [("Bo", "LAN")]
    assert "misread" in kinds(game, seen("K A B A L\n. . . . A\n. . . . N"))
    assert "misread" in kinds(game, seen("K A P E L\n. . . . A\n. . . . N"))


def test_a_corrected_letter_stays_where_another_tile_of_its_word_is_changed(seen: Look) -> None:
    """LAN was misread as LAM, and corrected; then Bo makes LEN of it: the N is one still, and looks like an M still."""
    as_lam, as_lem = "K A B E L\n. . . . A\n. . . . M", "K A B E L\n. . . . E\n. . . . M"
    game = follow(table(seen(KABEL), seen(as_lam)), Corrected(2, WrittenPlay.parse("L10 v AN").on(EMPTY)))

    assert words(pressed(game, seen(as_lem))) == [("Ann", "KABEL"), ("Bo", "LEN")]
    assert pressed(game, seen(as_lem), seen(as_lem)).turns[-1].status is Status.PASSED


def test_a_blank_swapped_for_its_letter(seen: Look) -> None:
    """A blank that stood for E was swapped for an E: that is the first explanation, and the play besides is scored."""
    game = follow(table(seen("K A B _ L")), Answered(1, "K9", "E"))

    assert kinds(game, seen("K A B E L"))[0] == "swapped"
    assert kinds(game, seen(WITH_LAN))[0] == "swapped"


@pytest.mark.parametrize("lying", ["U", "."])
def test_a_blank_without_a_name_lies_there_no_more(seen: Look, lying: str) -> None:
    """Nobody named the blank, and now a letter or nothing lies on its square: that is no pass, it is asked."""
    game = table(seen(KABEL), seen("K A B E L\n. . . . A\n. . . . _"))
    after = pressed(game, seen(f"K A B E L\n. . . . A\n. . . . {lying}"))

    assert [question.key for _, question in after.open_questions if question.holds_score]
    assert "passed" not in dict(words(after)).values()


def test_more_than_three_presses_forgotten(seen: Look) -> None:
    """Four words since the last press hold nothing up: nobody laid them all at once, and the next word is scored."""
    lying = "K A B E L\n. R . . A\n. A . . N\nA D E L .\nL . . A .\nM . . N .\nA R M . ."
    after = pressed(table(seen(KABEL)), seen(lying), seen(lying + "\n. . U . .\n. . R . ."))

    assert [word for _, word in words(after)] == ["KABEL", "unexplained", "MUR"]


def test_written_by_hand_instead_of_any_explanation(seen: Look) -> None:
    """Two plays lie there; somebody writes down Bo's by hand: the other one is Ann's, though two had seemed likely."""
    game = pressed(table(seen(KABEL)), seen(WITH_RAD))
    written = follow(game, Corrected(2, WrittenPlay.parse("I10 v RAD").on(EMPTY)))
    after = pressed(written, seen(WITH_RAD))

    assert words(after) == [("Ann", "KABEL"), ("Bo", "ARAD"), ("Ann", "LAN")]


def test_a_forgotten_pass_before_a_look_that_counts_for_nothing(seen: Look) -> None:
    """Ann's pass is put in before a look that is then said to be nothing: the pass is the newest turn, Bo is next."""
    game = pressed(table(seen(KABEL), seen(WITH_LAN)), seen("K A P E L\n. . . . A\n. . . . N"))
    after = follow(follow(game, Inserted(3, Pass(), "Ann", moves_on=True)), Answered(4, "explain:1", "void"))

    assert words(after) == [("Ann", "KABEL"), ("Bo", "LAN"), ("Ann", "passed")]
    assert (after.on_turn, after) == ("Bo", fold(after.happenings))


def test_an_older_surprise_is_explained_after_a_newer_one_arose(seen: Look) -> None:
    """Two plays take one turn's place: a letter that was agreed wrongly after them is mended where it was laid."""
    game = pressed(table(seen(KABEL)), seen(WITH_RAD), seen(WITH_RAD + "\nS E . . ."), seen(WITH_RAD + "\nS E L . ."))
    odd = pressed(game, seen(WITH_RAD + "\nT E L . ."))
    after = follow(follow(odd, Answered(2, "explain:1", "0")), Answered(6, "explain:2", "0"))

    assert sorted(word for _, word in words(after)) == ["ARAD", "KABEL", "LAN", "TE", "TEL"]


def test_a_tile_slid(seen: Look) -> None:
    """The last tile of an older word lies one square further: it slid, and the new word is read."""
    game = table(seen(KABEL), seen(WITH_LAN))
    look = seen("K A B E L .\n. R . . A .\n. A . . . N\n. D . . . .")

    assert kinds(game, look)[0] == "slid"
    after = follow(pressed(game, look), Answered(3, "explain:1", "0"))
    assert words(after)[2] == ("Ann", "ARAD")


def test_a_tile_fell_off(seen: Look) -> None:
    """A tile of an older word is gone, and a new word lies there: the word counts, the tile fell off."""
    game = table(seen(KABEL), seen(WITH_LAN))
    look = seen("K A . E L\n. R . . A\n. A . . N\n. D . . .")

    assert kinds(game, look)[0] == "fallen"
    after = follow(pressed(game, look), Answered(3, "explain:1", "0"))
    assert words(after)[2] == ("Ann", "ARAD")


def test_the_board_was_bumped(seen: Look) -> None:
    """All tiles lie one square further: nothing happened, and the next word is read where it belongs."""
    game = table(seen(KABEL), seen(WITH_LAN))
    after = pressed(game, seen(WITH_RAD, at="H10"))

    assert words(after)[2:] == [("Ann", "ARAD")]
    assert after.open_questions == ()


def test_a_letter_that_was_agreed_wrongly(seen: Look) -> None:
    """What was taken for an older B is plainly a P: the older turn is corrected, and scored anew."""
    game = table(seen(KABEL), seen(WITH_LAN))
    look = seen("K A P E L\n. . . . A\n. . . . N")

    assert kinds(game, look)[0] == "misread"
    after = follow(pressed(game, look), Answered(3, "explain:1", "0"))
    assert [word for _, word in words(after)][:2] == ["KAPEL", "LAN"]


def test_nothing_stops_the_evening(seen: Look) -> None:
    """Whatever nobody can explain is kept as it was seen, and the next word is scored upon it."""
    game = table(seen(KABEL))
    strange = seen("K O B E . .\n. . . . . .\n. . T . . U")
    after = pressed(game, strange)
    assert after.turns[1].status is Status.UNEXPLAINED

    later = pressed(after, seen("K O B E . .\n. R . . . .\n. D T . . U"))

    assert not any(isinstance(one, LookRefused) for one in decide(after, seen("K O B E . .\n. R . . . .\n. D T . . U")))
    assert later.turns[2].player == "Ann"


def test_what_comes_later_is_counted_on(seen: Look) -> None:
    """An explanation with one turn more moves the later turns on by one, players, answers and all."""
    look = seen("K A B E L\n. R . . A\n. A . . N\n. D . . .\nS O L . .")
    game = pressed(table(seen(KABEL)), look)
    number = 1 + len(game.turns)
    game = follow(game, PlayLaid(WrittenPlay.parse("H14 > _L").on(EMPTY)))
    told = follow(game, Answered(number, "H14", "A"))
    after = follow(told, Answered(2, "explain:1", "0"))

    assert len(after.turns) == len(told.turns) + len(surprised_of(told).explanations[0].happened) - 1
    assert after == fold(after.happenings)
    assert after.turns[-1].move == told.turns[-1].move


def surprised_of(game: Game) -> Surprised:
    """The surprise in a game."""
    return surprised(game.happenings)


@pytest.mark.parametrize("board", ["K A B E L\n. . . . .\nT . A . .", "K A B E L\nT . O . R"])
def test_new_tiles_that_make_no_play(seen: Look, board: str) -> None:
    """Tiles that merely lie wrongly are refused, as always: they are yet to be laid right."""
    [refused] = decide(table(seen(KABEL)), seen(board))

    assert isinstance(refused, LookRefused)


def test_only_taken_back(seen: Look) -> None:
    """Exactly the newest play's tiles are gone: that needs no explanation."""
    assert decide(table(seen(KABEL), seen(WITH_LAN)), seen(KABEL)) == (Withdrawn(),)


def test_put_right_again(seen: Look) -> None:
    """A tile had fallen; it is put back, and the same player presses again: the first look counts for nothing."""
    game = table(seen(KABEL), seen(WITH_LAN))
    odd = pressed(game, seen("K A . E L\n. R . . A\n. A . . N\n. D . . ."))
    right = pressed(odd, seen(WITH_RAD))

    assert words(right)[2:] == [("Ann", "ARAD")]
    assert (right.on_turn, right.open_questions) == ("Bo", ())
    assert right == fold(right.happenings)


@pytest.mark.parametrize(
    "odd",
    ["K A . E L\n. R B . A\n. A . . N\n. D . . .", "K A . E L\n. R . . A\n. A . . N\n. D . . ."],
    ids=["slid", "fallen"],
)
def test_put_right_by_the_next_player(seen: Look, odd: str) -> None:
    """Ann lays ARAD while a tile is off its square; Bo puts it back and makes it ARADE: two plays, not one."""
    game = pressed(table(seen(KABEL), seen(WITH_LAN)), seen(odd))
    right = pressed(game, seen(WITH_RAD + "\n. E . . ."))

    assert words(right)[2:] == [("Ann", "ARAD"), ("Bo", "ARADE")]
    assert (right.on_turn, right.open_questions) == ("Ann", ())


def test_put_right_without_a_word(seen: Look) -> None:
    """Where only the tile is put back, that is no pass: the same player is on turn."""
    game = table(seen(KABEL), seen(WITH_LAN))
    right = pressed(game, seen("K A B E L\n. . . . A\n. . . . . N"), seen(WITH_LAN))

    assert (len(right.turns), right.on_turn, right.open_questions) == (2, "Ann", ())


def test_a_whole_play_gone_after_a_pass(seen: Look) -> None:
    """Ann lays, Bo passes, and then Ann's tiles are not to be seen: it is asked, and her score stays till then."""
    game = table(seen(KABEL), seen(KABEL))
    odd = pressed(game, seen(""))

    assert [question.key for _, question in odd.open_questions] == ["explain:1"]
    assert odd.totals["Ann"] == game.totals["Ann"] > 0


def test_a_tile_that_seemed_to_have_moved_is_seen_again(seen: Look) -> None:
    """KABEL's A was not seen as LAN was laid, whose A is another one: seen again it counts, however that is told."""
    unsure = seen(WITH_LAN, doubts={"I9": ((".", 0.5), ("", 0.5))}, why=Why.NOT_AS_BARE)
    game = table(seen(KABEL), unsure)

    assert [question.key for _, question in game.open_questions] == ["explain:1"]
    after = pressed(game, seen(WITH_LAN))
    assert (words(after), after.open_questions) == ([("Ann", "KABEL"), ("Bo", "LAN")], ())
