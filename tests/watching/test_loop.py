"""The watching process, whole: drawn photographs, gpiozero's mock pins, the real eye, a real log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.lamp import Light
from hardware.simulation.simulated_table import ANGLE
from pi_referee.errors import CameraError
from pi_referee.game_log.event_store import Ledger
from pi_referee.judge.hints import LAID_AGAIN, MEANWHILE, NOTHING_YET, PRESSED_TWICE
from pi_referee.judge.play_challenge import NO_PLAY, TABLE_DECIDES
from pi_referee.judge.referee import STILL_LYING
from pi_referee.lexicon.lists.bundled_list import open_text
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.looking.game_eye import MOVED
from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    VOID,
    Answered,
    BagEmptied,
    Challenged,
    Exchanged,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Renamed,
    Surprised,
    TimedOut,
    Undone,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.ruling import Fault
from pi_referee.table_link import corners
from pi_referee.table_link.corners import Corners
from pi_referee.watching.loop import Ending
from pi_referee.watching.telling import light_for, told

if TYPE_CHECKING:
    from tests.watching.conftest import Table

NOON = "2026-12-24T12:00:00.000+00:00"

A_MONTH = 30 * 24 * 3600.0
"""Seconds."""


def tell_once(page: Ledger, happening: Happening, *, after: int = 2) -> None:
    """Somebody at a tablet answers the only question, or taps something else, once."""
    if page.newest() == after:
        page.append(happening, at=NOON, after=after)


def scores(table: Table) -> list[int | None]:
    """The scores of all turns so far."""
    assert table.book.game is not None
    return [turn.score for turn in table.book.game.turns]


def test_a_press_makes_a_turn(table: Table) -> None:
    """A word is laid, the button pressed: the play is in the log with its score, its photograph is kept; it is said."""
    table.lay("H8 > BJÖRN")
    table.press()
    (event,) = table.ledger.since(1)

    assert isinstance(event.happening, PlayLaid)
    assert table.scores == [36]
    assert (table.pictures / event.picture).read_bytes().startswith(b"\xff\xd8")
    assert table.spoken == [("Anna: björn. 36 poäng. Sammanlagt 36.", "sv")]


def test_tiles_that_look_otherwise_than_told_are_told_once(table: Table) -> None:
    """Dark tiles in a game that was begun with ivory ones: the first look says so, before what it came to."""
    table.camera.view = replace(ANGLE, edition="dark")
    for game in (("H8 > BJÖRN",), ("H8 > BJÖRN", "H9 > YR")):
        table.lay(*game)
        table.press()

    assert [one for one in table.happened if isinstance(one, EditionSeen)] == [table.happened[0]]
    assert table.book.playing.edition_in_doubt == "dark"


def test_the_lamp_answers_every_press(table: Table) -> None:
    """The lamp is steady, flickers while the referee looks, winks when it has ruled, and is dark at the end."""
    table.lay("H8 > BJÖRN")
    table.press()

    assert table.lamp.said == [Light.READY, Light.LOOKING, Light.RULED, Light.DARK]


def test_nothing_new_is_a_pass(table: Table) -> None:
    """A press with nothing new on the board passes."""
    table.lay("H8 > BJÖRN")
    table.press()
    table.press()

    assert table.happened[1:] == [Passed()]


@pytest.mark.parametrize("look_takes", [0.0, 3.0])
def test_who_presses_twice_has_not_passed_for_the_next_player(table: Table, look_takes: float) -> None:
    """A second press as soon as a play was counted is none, however long looks take; a later one passes."""

    def look() -> None:
        table.later += look_takes

    table.camera.meanwhile = look
    table.lay("H8 > BJÖRN")
    table.press("#.........#....")

    assert table.happened[1:] == [PRESSED_TWICE]
    table.press()
    assert table.happened[2:] == [Passed()]


def test_a_press_over_a_bare_board_changes_nothing(table: Table) -> None:
    """Who only tries the button before the first word is told so, and stays on turn."""
    table.press()

    assert table.happened == [NOTHING_YET]


def test_a_hint_is_no_alarm(table: Table) -> None:
    """The lamp sends whoever pressed in vain to the page, as for a question, until somebody goes on."""
    table.press("#......")

    assert table.lamp.said == [Light.READY, Light.LOOKING, Light.QUESTION, Light.DARK]


@pytest.mark.parametrize("code", Refusal)
def test_the_lamp_goes_by_the_code(code: Refusal) -> None:
    """It waits for the page after hints and what is to be said first; whatever the words, all else is a fault."""
    waits = {"nothing_yet", "taken_off", "laid_again", "meanwhile", "who_asks", "table_decides", "blank_first"}
    waits |= {"answer_first", "pressed_twice"}
    refused = LookRefused(NOTHING_YET.reason, cure=TABLE_DECIDES.cure, code=code)
    game = begin(GameBegan("alfapet-sv", ("Anna", "Bo"), 7))

    assert light_for(game, refused) is (Light.QUESTION if code in waits else Light.FAULT)


def test_a_surprise_waits_on_the_page() -> None:
    """The lamp asks as long as nobody has said what happened; once it was nothing, the journal has no turn to name."""
    game = follow(begin(GameBegan("alfapet-sv", ("Anna", "Bo"), 7)), Surprised(1, {}))
    asked, answer = light_for(game, game.happenings[-1]), Answered(1, "explain:1", VOID)
    put_right = follow(game, answer)

    assert (asked, light_for(put_right, answer), told(put_right, answer)) == (Light.QUESTION, Light.RULED, "answered")


@pytest.mark.parametrize("on_the_page", [Passed(), Undone()])
def test_a_press_is_no_pass_for_the_next_player(table: Table, tmp_path: Path, on_the_page: Happening) -> None:
    """Who presses and taps on the page as well passes once: what a press is about is the turn it was meant for."""
    table.lay("H8 > BJÖRN")
    table.press()
    with Ledger(tmp_path / "games.sqlite") as page:
        table.camera.meanwhile = lambda: tell_once(page, on_the_page)
        table.press()

    assert table.happened[1:] == [on_the_page, MEANWHILE]


def test_a_name_put_right_while_the_referee_looks_refuses_no_press(table: Table, tmp_path: Path) -> None:
    """A turn stays the same player's, whatever somebody calls the players meanwhile."""
    table.lay("H8 > BJÖRN")
    with Ledger(tmp_path / "games.sqlite") as page:
        table.camera.meanwhile = lambda: tell_once(page, Renamed(("Anne", "Bo")), after=1)
        table.press()

    assert [type(happening) for happening in table.happened] == [Renamed, PlayLaid]


def test_a_play_is_not_the_next_players_because_time_was_up(table: Table, tmp_path: Path) -> None:
    """Whose time is told to be over while the referee looks at the word: it is scored for nobody, and that is said."""
    table.lay("H8 > BJÖRN")
    with Ledger(tmp_path / "games.sqlite") as page:
        table.camera.meanwhile = lambda: tell_once(page, TimedOut(), after=1)
        table.press()

    assert table.happened == [TimedOut(), MEANWHILE]


def test_the_first_press_on_a_board_laid_again_is_no_pass(table: Table) -> None:
    """Whoever lays a game again on another day and lets the referee look is told so, and keeps the turn."""
    table.lay("H8 > BJÖRN")
    table.press()
    table.later = A_MONTH
    table.press()
    table.press()

    assert table.happened[1:] == [LAID_AGAIN, Passed()]


def test_the_first_press_in_a_game_that_is_gone_on_with_is_no_pass(table: Table) -> None:
    """Whoever takes up a game of an hour ago while the program runs is told that all lies right, and keeps the turn."""
    table.lay("H8 > BJÖRN")
    table.press()
    left = table.book.events()
    table.book.write(table.book.playing.began)
    table.ledger.append_game(left, after=table.ledger.newest())
    named = Renamed(table.book.playing.players)
    table.ledger.append(named, at=table.today, after=table.ledger.newest())
    table.press()
    table.press()

    told = (one.happening for one in left)
    assert table.happened[1:] == [table.book.playing.began, *told, named, LAID_AGAIN, Passed()], "a name is no turn"


@pytest.mark.parametrize("day", ["1970-01-01", "2026-11-21", "2106-02-07"])
def test_a_clock_that_was_set_takes_nobodys_pass(table: Table, day: str) -> None:
    """A Pi learns the time from the network in the middle of a game: that was no night between two presses."""
    table.lay("H8 > BJÖRN")
    table.press()
    table.today = f"{day}T06:28:00+00:00"
    table.press()

    assert table.happened[1:] == [Passed()]


@pytest.mark.parametrize(
    ("today", "is_same_start"), [("24T12:01", False), ("24T12:59", False), ("23T12:00", True), ("25T12:00", True)]
)
def test_a_program_that_starts_at_another_time_takes_nobodys_pass(
    table: Table, set_table: Callable[[], Table], tmp_path: Path, today: str, *, is_same_start: bool
) -> None:
    """After a power cut a Pi goes on at the time it kept last: who passes then has not pressed twice.

    Where only the program started anew, the clock on the wall is not asked.
    """
    table.today = f"2026-12-{today}:00.000+00:00"
    table.lay("H8 > BJÖRN")
    table.press()
    lying = table.camera.lying
    table.close()
    if not is_same_start:
        (tmp_path / "last-written").unlink()
    again = set_table()
    again.camera.lying = lying
    again.press()

    assert again.happened[1:] == [Passed()]
    again.close()


def test_a_game_of_another_day_was_left_alone_all_the_same(table: Table) -> None:
    """Whoever puts an old game's protocol right just before has not played on with the one on the table."""
    table.book.write(table.book.playing.began)
    table.lay("H8 > BJÖRN")
    table.press()
    table.later = A_MONTH
    table.ledger.append(Passed(), at=table.today, after=table.ledger.newest(), game=1)
    table.press()

    assert table.happened[-1] == LAID_AGAIN


def test_tiles_taken_back_are_withdrawn(table: Table) -> None:
    """When exactly the newest play's tiles are gone again, its score is gone too."""
    table.lay("H8 > BJÖRN")
    table.press()
    table.lay("-")
    table.press()

    assert table.happened[1:] == [Withdrawn()]


def test_a_nameless_blank_is_asked_about_and_scored(table: Table) -> None:
    """A blank is worth nothing whatever it stands for: the score stands, the lamp says that a question waits."""
    table.lay("H8 > BJÖrN")
    table.press()

    assert (table.scores, table.lamp.said[-2]) == ([34], Light.QUESTION)


def test_a_camera_without_picture_is_told_and_mended(table: Table) -> None:
    """A loose cable is written down with what to do; when it is back, the next press works."""
    table.camera.cable_is_loose = True
    table.press()
    table.camera.cable_is_loose = False
    table.lay("H8 > BJÖRN")
    table.press()
    refused, laid = table.happened

    assert isinstance(refused, LookRefused)
    assert refused.code is Refusal.NO_PICTURE
    assert isinstance(laid, PlayLaid)


def test_a_photograph_that_cannot_be_kept_stops_the_turn(table: Table) -> None:
    """A full disk is shown by the lamp, and the turn is not half written; mended, the next press works."""
    table.pictures.rmdir()
    table.lay("H8 > BJÖRN")
    table.press()
    seen = list(table.happened)
    table.pictures.mkdir()
    table.press()

    assert (seen, table.lamp.said[2], table.scores) == ([], Light.FAULT, [36])


def test_a_camera_that_fails_is_told_whoever_writes_meanwhile(table: Table, tmp_path: Path) -> None:
    """A press of which no picture comes is told on the page, also where somebody tapped something while it waited."""
    with Ledger(tmp_path / "games.sqlite") as page:

        def fail() -> None:
            tell_once(page, BagEmptied())
            raise CameraError("The camera gives no picture.", cure="See to its cable.")

        table.lay("H8 > BJÖRN")
        table.press()
        table.camera.meanwhile = fail
        table.press()

    assert table.happened[1] == BagEmptied()
    assert [one.code for one in table.happened[2:] if isinstance(one, LookRefused)] == [Refusal.NO_PICTURE]


def test_an_answer_on_the_page_while_the_camera_looks_is_not_lost(table: Table, tmp_path: Path) -> None:
    """If somebody answers while a picture is taken, both are in the log, and the turn is decided with the answer."""
    table.lay("H8 > BJÖrN")
    table.press()
    with Ledger(tmp_path / "games.sqlite") as page:
        answer = Answered(1, "K8", "r")
        table.camera.meanwhile = lambda: tell_once(page, answer)
        table.lay("H8 > BJÖrN", "J8 v .L")
        table.press()

    assert [type(happening) for happening in table.happened] == [PlayLaid, Answered, PlayLaid]


def test_an_answered_question_leaves_the_lamp_steady(table: Table, tmp_path: Path) -> None:
    """A lamp that says a question waits is steady again as soon as somebody has answered on the page."""
    table.lay("H8 > BJÖrN")
    with Ledger(tmp_path / "games.sqlite") as page:
        table.finger_off = lambda: tell_once(page, Answered(1, "K8", "r"))
        table.press("#......")

    assert table.lamp.said == [Light.READY, Light.LOOKING, Light.QUESTION, Light.READY, Light.DARK]


def test_a_restart_goes_on_with_the_same_game(set_table: Callable[[], Table]) -> None:
    """After a restart the game goes on: the tiles that lie there are known, only the new ones are a play."""
    before = set_table()
    before.lay("H8 > BJÖRN")
    before.press()
    before.close()
    after = set_table()
    after.lay("H8 > BJÖRN", "J8 v .L")
    after.press()

    assert after.scores == [36, 5]
    after.close()


def test_an_impatient_second_press_is_no_pass(table: Table) -> None:
    """Who presses again while the referee still looks has laid nothing since: the turn counts once."""
    table.lay("H8 > BJÖRN")
    table.camera.meanwhile = table.tap
    table.press()

    assert [type(happening) for happening in table.happened] == [PlayLaid]


def test_a_hold_is_a_pass_without_a_look(table: Table) -> None:
    """Who holds the button for a second or more passes, whatever the camera would see, and once."""
    table.camera.cable_is_loose = True
    table.press("#" * 10 + "...")

    assert (table.happened, table.ending) == ([Passed()], Ending.OVER)


def while_pressed(table: Table, finger: str, told: Callable[[], None]) -> None:
    """Somebody taps on the page when the finger has been on the button for three fifths of a second."""
    glances = count()
    table.glanced = lambda: told() if next(glances) == len("###") else None
    table.press(finger)


@pytest.mark.parametrize("finger", ["####...", "#########..."])
@pytest.mark.parametrize("on_the_page", [Passed(), TimedOut(), Exchanged(2)])
def test_a_turn_ended_on_the_page_while_the_button_is_pressed_is_one_turn(
    table: Table, tmp_path: Path, finger: str, on_the_page: Happening
) -> None:
    """Tapped by one while another's finger is on the button: the tap counts, and the press is told that it does not."""
    table.lay("H8 > BJÖRN")
    table.press()
    with Ledger(tmp_path / "games.sqlite") as page:
        while_pressed(table, finger, lambda: tell_once(page, on_the_page))

    assert table.happened[1:] == [on_the_page, MEANWHILE]
    assert table.lamp.said[-2] is Light.QUESTION


def test_a_hold_counts_though_somebody_answered_meanwhile(table: Table, tmp_path: Path) -> None:
    """An answer on the page ends no turn, so whoever holds the button for a pass passes all the same."""
    table.lay("H8 > BJ_RN")
    table.press()
    with Ledger(tmp_path / "games.sqlite") as page:
        while_pressed(table, "#########...", lambda: tell_once(page, Answered(1, "J8", "Ö")))

    assert table.happened[1:] == [Answered(1, "J8", "Ö"), Passed()]


def test_a_hold_is_no_pass_in_a_game_begun_meanwhile(table: Table, tmp_path: Path) -> None:
    """Whoever begins a new game while a finger is on the button begins it with nobody's pass."""
    again = GameBegan("scrabble-sv", ("Anna", "Bo"), 7)
    with Ledger(tmp_path / "games.sqlite") as page:
        while_pressed(table, "#########...", lambda: tell_once(page, again, after=1))

    assert table.happened == [again, MEANWHILE]


def test_tiles_counted_for_a_turn_that_is_over_are_not_the_next_players(table: Table, tmp_path: Path) -> None:
    """Two tiles were counted, then somebody passed on the page: the press exchanges nothing for who is next."""
    with Ledger(tmp_path / "games.sqlite") as page:
        table.press("2..2...")
        tell_once(page, Passed(), after=1)
        table.press("#...")

    assert table.happened == [Passed(), MEANWHILE]


def test_a_long_hold_switches_off(table: Table) -> None:
    """A finger that stays for five seconds asks for the machine to be switched off; no turn is written."""
    table.press("#" * 40 + "...")

    assert (table.happened, table.ending, table.lamp.said[-1]) == ([], Ending.POWER_OFF, Light.GOODBYE)


def test_tiles_are_counted_on_the_second_button(table: Table) -> None:
    """Three taps on the second button and one on the first exchange three tiles."""
    table.press("2..2..2..#...")

    assert table.happened == [Exchanged(3)]


def test_an_exchange_that_is_not_allowed_is_refused(table: Table) -> None:
    """Nobody exchanges more tiles than a rack holds; the page says why."""
    table.press("2.." * 9 + "#...")
    (refused,) = table.happened

    assert isinstance(refused, LookRefused)
    assert refused.infractions[0].fault is Fault.EXCHANGE_TOO_LARGE
    assert refused.code is Refusal.NO_EXCHANGE


def test_tiles_counted_long_ago_are_forgotten(table: Table) -> None:
    """Who tapped the second button half a minute before does not exchange any more."""
    table.press("2.." + "." * 160 + "#...")

    assert table.happened == [NOTHING_YET]


def test_holding_the_second_button_questions_the_newest_word(table: Table) -> None:
    """Without a list the page asks what the table says, and the lamp waits; without a word there is nothing to ask."""
    table.press("2" * 8 + "...")
    table.lay("H8 > BJÖRN")
    table.press()
    table.press("2" * 8 + "...")

    assert [type(happening) for happening in table.happened] == [LookRefused, PlayLaid, LookRefused]
    assert [table.happened[0], table.happened[2]] == [NO_PLAY, TABLE_DECIDES]
    told = [light for light in table.lamp.said if light in {Light.FAULT, Light.QUESTION}]
    assert told == [Light.FAULT, Light.QUESTION]
    assert table.lamp.said[-2] == Light.QUESTION


def knows(*words: str) -> Callable[[Game], Lexicon]:
    """Opens a list of these words."""
    strict = Policy.agreed({"words.unlisted": "no"})
    return lambda _game: Lexicon(open_text("\n".join(f"w {word}" for word in words)), strict)


def test_the_list_answers_the_second_button(table: Table) -> None:
    """A word of the list stands: written down as the page would, by the other player; the lamp winks as for a score."""
    table.lexicon = knows("björn")
    table.lay("H8 > BJÖRN")
    table.press()
    table.lamp.said.clear()
    table.press("2" * 8 + "...")

    assert table.happened[-1] == Challenged("Bo", stands=True)
    assert Light.RULED in table.lamp.said


def test_a_word_that_does_not_count_falls_and_must_go(table: Table) -> None:
    """The score is gone, the lamp says so, and the same tiles are not taken for a new play until they are off."""
    table.lexicon = knows("katt")
    table.lay("H8 > BJÖRN")
    table.press()
    table.lamp.said.clear()
    table.press("2" * 8 + "...")
    table.press()
    table.lay("H8 > BJÖR")
    table.press()
    fallen, still, again = table.happened[1:]

    assert fallen == Challenged("Bo", stands=False, words=("BJÖRN",))
    assert Light.FALLEN in table.lamp.said
    assert isinstance(still, LookRefused)
    assert (still.reason, still.code) == (STILL_LYING, Refusal.STILL_LYING)
    assert isinstance(again, PlayLaid)
    assert table.book.game is not None
    assert table.book.game.turns[0].status is Status.FELL


def test_the_play_that_goes_out_is_questioned_by_the_second_button(table: Table) -> None:
    """The last tiles lie there and the game is over: until the racks are counted the button still asks the list."""
    table.lexicon = knows("björn")
    table.lay("H8 > BJÖRN")
    table.press()
    for said in (BagEmptied(), WentOut("Anna")):
        table.ledger.append(said, at=table.today, after=table.ledger.newest(), game=1)
    table.press("2" * 8 + "...")

    assert table.happened[-1] == Challenged("Bo", stands=True)


def test_the_next_player_does_not_inherit_fallen_tiles(table: Table) -> None:
    """Where a word that falls costs the turn, its tiles must be off before the next player's word is read."""
    table.book.write(GameBegan("scrabble-sv", ("Anna", "Bo"), 7, switches={"words.invalid_penalty": "lose_turn"}))
    table.lexicon = knows("katt")
    table.lay("H8 > BJÖRN")
    table.press()
    table.press("2" * 8 + "...")
    table.lay("H8 > BJÖRN", "L8 v .ÅL")
    table.press()
    table.lay("H8 v ÅL")
    table.press()

    assert [type(one) for one in table.happened[1:]] == [PlayLaid, Challenged, LookRefused, PlayLaid]


def test_the_light_comes_before_the_finger_is_off(table: Table) -> None:
    """The lamp answers as soon as the finger is down, not when it is off again."""
    table.press("##")

    assert table.lamp.said[:2] == [Light.READY, Light.LOOKING]
    assert table.happened == []


def test_a_play_that_replaces_another_is_written_at_once(table: Table) -> None:
    """Taking a word back and laying another in one turn is one write: both events or none."""
    table.lay("H8 > BJÖRN")
    table.press()
    table.lay("H8 > BJÖRN", "J8 v .L")
    table.press()
    table.lay("H8 > BJÖRN", "L8 v .ÅL")
    table.press()

    assert [type(happening) for happening in table.happened] == [PlayLaid, PlayLaid, Withdrawn, PlayLaid]


def test_a_capped_lens_is_refused(table: Table) -> None:
    """A picture without a board is refused with a reason, and the game is as before."""
    table.camera.lens_is_capped = True
    table.press()

    [refused] = table.happened

    assert isinstance(refused, LookRefused)
    assert (refused.code, table.lamp.said[2]) == (Refusal.DARK, Light.FAULT)


def test_corners_the_board_has_left_score_nothing(table: Table) -> None:
    """After a bump a press scores nothing between the old corners: it is refused with what to do, and then mended."""
    corners.keep(Corners(((0.1, 0.1), (0.6, 0.1), (0.6, 0.7), (0.1, 0.7)), always=True), table.corners)
    table.lay("H8 > BJÖRN")
    table.press()
    corners.forget(table.corners)
    table.press()
    refused, laid = table.happened

    assert refused == LookRefused(MOVED.reason, cure=MOVED.cure, code=Refusal.MOVED)
    assert isinstance(laid, PlayLaid)
    assert table.scores == [36]
