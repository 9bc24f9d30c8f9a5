"""What happened is written so that it comes back the same, from any version that knows it."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from pi_referee.errors import LedgerError
from pi_referee.game_log.events import KINDS, Event, decode, encode, from_json, to_json
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.asides import (
    BroughtBack,
    ClockPaused,
    ClockResumed,
    PutAway,
    RanOver,
    TimeGiven,
    Titled,
)
from pi_referee.rules.course.happenings import (
    Adjusted,
    Answered,
    BagEmptied,
    BoardTaken,
    Challenged,
    Corrected,
    Drawn,
    Ended,
    Exchanged,
    GameBegan,
    Happening,
    Inserted,
    LeftOver,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Removed,
    Renamed,
    StartChosen,
    TimedOut,
    TurnSet,
    Undone,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.plays.play import Exchange, Pass, Play
from pi_referee.rules.plays.ruling import Fault, Infraction

squares = some.builds(Square, some.integers(0, 25), some.integers(0, 25))
tiles = some.builds(Tile, some.sampled_from("ABCÅÄÖĄŻŁ"), some.booleans()) | some.just(Tile("", is_blank=True))
plays = some.builds(
    Play,
    some.dictionaries(squares, tiles, max_size=9),
    some.none() | squares,
    some.frozensets(squares, max_size=3),
    some.frozensets(squares, max_size=2),
)
names = some.text(max_size=20)
counts = some.integers(0, 300)
questions = some.builds(
    Question, names, some.lists(some.tuples(names, some.floats(0, 1)), max_size=4).map(tuple), some.booleans()
)
infractions = some.builds(
    Infraction, some.sampled_from(Fault), some.lists(squares, max_size=4).map(tuple), names, some.none() | counts
)
values: some.SearchStrategy[Value] = some.one_of(
    some.booleans(), counts, names, some.none(), some.lists(names, max_size=3).map(tuple)
)
happenings: some.SearchStrategy[Happening] = some.one_of(
    some.builds(
        GameBegan, names, some.lists(names, max_size=4).map(tuple), counts, names, some.dictionaries(names, values)
    ),
    some.builds(Drawn, some.dictionaries(names, names)),
    some.builds(StartChosen, names),
    some.builds(PlayLaid, plays, some.lists(questions, max_size=3).map(tuple)),
    some.builds(Answered, counts, names, names | some.booleans()),
    some.sampled_from([Passed(), TimedOut(), Withdrawn(), Undone(), BagEmptied(), Ended()]),
    some.builds(Exchanged, counts),
    some.builds(Challenged, names, some.booleans(), some.lists(names).map(tuple), some.booleans()),
    some.builds(Adjusted, names, counts, some.sampled_from(["challenge", "time"])),
    some.builds(Corrected, counts, plays, some.none() | names),
    some.builds(Inserted, counts, plays | some.just(Pass()) | some.builds(Exchange, counts), names, some.booleans()),
    some.builds(TurnSet, counts, names),
    some.builds(Renamed, some.lists(names, max_size=4).map(tuple)),
    some.builds(
        BoardTaken,
        some.dictionaries(squares, tiles, max_size=9),
        some.frozensets(squares, max_size=3),
        some.frozensets(squares, max_size=3),
        some.dictionaries(names, counts),
    ),
    some.builds(Removed, counts),
    some.sampled_from([PutAway(), BroughtBack(), ClockPaused(), ClockPaused(until_turn=True), ClockResumed()]),
    some.builds(Titled, names),
    some.builds(TimeGiven, names, counts),
    some.builds(RanOver, names, counts),
    some.builds(WentOut, names),
    some.builds(LeftOver, some.dictionaries(names, counts)),
    some.builds(
        LookRefused,
        names,
        some.lists(infractions, max_size=3).map(tuple),
        names,
        some.lists(squares).map(tuple),
        some.sampled_from(Refusal),
    ),
)


@given(happenings)
def test_what_was_written_is_read_back(happening: Happening) -> None:
    """Any happening comes back from the log as it went in."""
    kind, body = encode(happening)

    assert happening == decode(kind, body)


@given(happenings, names)
def test_an_event_is_one_line_and_comes_back(happening: Happening, picture: str) -> None:
    """An exported event is a line of JSON from which the same event is made."""
    event = Event(7, 2, "2026-11-20T12:00:00+00:00", happening, picture)

    assert (event, 0) == (from_json(to_json(event)), to_json(event).count("\n"))


def test_everything_that_can_happen_has_a_name() -> None:
    """No happening is forgotten, and none has two names."""
    assert set(get_args(Happening)) == set(KINDS.values())
    assert len(KINDS) == len(set(KINDS.values()))


def test_a_play_is_written_as_people_write_it() -> None:
    """Squares by their names, small letters for blanks: the log can be read without a program."""
    play = Play({Square.parse("H8"): Tile("A"), Square.parse("H9"): Tile("E", is_blank=True)}, Square.parse("H7"))

    assert encode(PlayLaid(play)) == ("play_laid", '{"play":{"tiles":{"H8":"A","H9":"e"},"stop":"H7"}}')


def test_an_older_log_lacks_what_came_later() -> None:
    """A happening written before a field was added has that field's default."""
    assert GameBegan("alfapet-sv", ("Anna",), 7) == decode(
        "game_began", '{"game":"alfapet-sv","players":["Anna"],"rack":7}'
    )


def test_in_an_older_log_no_lost_turn_waits() -> None:
    """A challenge of before 2026-11-30 costs its turn as it did then; what is written now tells that it waits."""
    assert decode("challenged", '{"by": "Bo", "stands": true, "words": []}') == Challenged("Bo", True, waits=False)
    assert decode(*encode(Challenged("Bo", stands=True))) == Challenged("Bo", stands=True)


def test_an_older_log_put_in_plays_only() -> None:
    """A play that was put in before passes could be is read as it was."""
    older = '{"turn":2,"play":{"tiles":{"H8":"A"}},"player":"Bo"}'

    assert Inserted(2, Play({Square.parse("H8"): Tile("A")}), "Bo") == decode("inserted", older)


def test_the_code_of_a_refusal_is_written() -> None:
    """Its cause stands in the log by name, and counts whatever the sentences beside it once meant."""
    refusal = LookRefused("Nothing lies on the board yet.", code=Refusal.OTHER)

    assert encode(refusal) == ("look_refused", '{"reason":"Nothing lies on the board yet.","code":"other"}')
    assert decode(*encode(refusal)) == refusal


@pytest.mark.parametrize("code", ["", '"code":"",', '"code":"a newer one",'], ids=["none", "empty", "newer"])
@pytest.mark.parametrize(("reason", "refusal"), [("The game is over.", Refusal.GAME_OVER), ("?", Refusal.OTHER)])
def test_a_refusal_without_a_known_code_is_known_by_its_words(code: str, reason: str, refusal: Refusal) -> None:
    """A row of an older log has none, one of a newer log may have one that is unknown here; neither is an error."""
    assert decode("look_refused", f'{{{code}"reason":"{reason}"}}') == LookRefused(reason, code=refusal)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("earthquake", "{}"),
        ("play_laid", "{}"),
        ("play_laid", "not json"),
        ("play_laid", '{"play":{"tiles":{"H100":"A"}}}'),
        ("play_laid", '{"play":{"tiles":{"Å1":"A"}}}'),
        ("play_laid", '{"play":{"tiles":{"H8":"AB"}}}'),
        ("exchanged", '{"count":"three"}'),
        ("look_refused", '{"reason":"","infractions":[{"fault":"ugly"}]}'),
    ],
)
def test_what_makes_no_sense_is_named(kind: str, body: str) -> None:
    """A damaged event is an error with its place in the log and a way out."""
    with pytest.raises(LedgerError, match="^event 5: ") as trouble:
        decode(kind, body, where="event 5")

    assert trouble.value.cure


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"id":1,"game":1,"at":"","kind":"passed"}'])
def test_what_is_no_event_is_named(text: str) -> None:
    """A line of an export that is no event is refused, not guessed at."""
    with pytest.raises(LedgerError, match="not an event"):
        from_json(text)


def test_the_form_is_plain_json() -> None:
    """Other programs read the log's lines without knowing ours."""
    event = Event(1, 1, "2026-11-20T12:00:00+00:00", Passed())

    assert {"id": 1, "game": 1, "at": event.at, "kind": "passed", "body": {}} == msgspec.json.decode(to_json(event))
