"""What the hall keeps: each event once and in order, whatever happens on the way, and nothing that is none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from pi_referee.errors import LedgerError, NotationError
from pi_referee.hall.club import Club
from pi_referee.hall.game_results import Results
from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.intake import EventArrived, PresenceArrived, StateArrived, arrived
from pi_referee.hall.received import Received
from pi_referee.hall.resend_pace import PATIENCE
from pi_referee.relay.hall_messages import LONGEST_MESSAGE, ResendMessage, written
from pi_referee.relay.mqtt_topics import ROOT, Topics
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import Happening, Passed
from tests.hall.hall_talk import LOG, events, played, state

EVENING = played("I9 > QUIZ", "K6 v LEX.KON", "-", "H12 > ÄVE.TYR")
NEXT = "1" * 32


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HallStore]:
    """An empty hall's file."""
    with HallStore(tmp_path / "hall.sqlite") as store:
        yield store


@pytest.fixture
def club(store: HallStore) -> Club:
    """A hall that has heard of nobody."""
    return Club(store, 0.0)


@pytest.mark.parametrize("seed", range(8))
def test_doubled_reordered_and_lost_messages_come_to_the_same(store: HallStore, club: Club, seed: int) -> None:
    """Whatever way they come, every event stands there once; what was lost is asked for, and the game is the same."""
    chance, told = Random(seed), events("table-1", [*EVENING, *[Passed()] * 30])
    on_the_way = chance.sample(told, len(told) - 6) + chance.choices(told, k=12)
    chance.shuffle(on_the_way)
    club.take([state("table-1", EVENING, newest=len(told))], 0.0)
    for one in on_the_way:
        club.take([one], 0.0)
    now = 0.0
    while club.tables["table-1"].received.upto < len(told):
        now += 60.0
        for _, asked in club.lacking(now):
            club.take(told[asked.after : asked.until], now)
    kept = store.game("table-1", LOG, 1, upto=len(told))

    assert [event.id for event in kept] == list(range(1, len(told) + 1))
    assert fold(event.happening for event in kept) == fold([*EVENING, *[Passed()] * 30])


def test_a_gap_is_asked_for_after_a_moment_and_then_ever_more_slowly(club: Club) -> None:
    """What is on its way is not asked for; who does not answer is asked more seldom, and who is gone never."""
    club.take([state("table-1", EVENING, newest=5)], 100.0)
    club.take(events("table-1", EVENING)[:2], 100.0)
    asked = [now for now in range(100, 160) if club.lacking(float(now))]
    club.take([PresenceArrived("table-1", is_here=False)], 200.0)

    assert [later - earlier for earlier, later in pairwise(asked)] == [3, 5, 9, 17]
    assert asked[0] == 100 + int(PATIENCE) + 1
    assert club.lacking(10_000.0) == []


def test_a_hall_that_begins_late_asks_for_all_of_it_in_parts(club: Club) -> None:
    """As long as a table answers, the rest is asked for at once."""
    told = events("table-1", [*EVENING[:1], *[Passed()] * 1200])
    club.take([state("table-1", EVENING, newest=1201)], 0.0)
    asked: list[tuple[int, int]] = []
    while found := club.lacking(3.0):
        asked += [(message.after, message.until) for _, message in found]
        club.take(told[found[0][1].after : found[0][1].until], 3.0)

    assert asked == [(0, 500), (500, 1000), (1000, 1201)]


def test_a_hall_that_was_killed_knows_what_it_had(store: HallStore, club: Club) -> None:
    """What it has shown it still has, and it asks for nothing but the rest."""
    club.take([state("table-1", EVENING), *events("table-1", EVENING)[:3], *events("table-1", EVENING)[4:]], 0.0)
    with HallStore(store.path) as again:
        late = Club(again, 50.0)
        late.take([PresenceArrived("table-1", is_here=True)], 50.0)

        assert late.tables["table-1"].received == Received(3, frozenset({5}))
        assert late.lacking(60.0) == [("table-1", ResendMessage(LOG, 3, 4))]


def test_a_table_whose_log_was_put_back_is_heard_anew(store: HallStore, club: Club) -> None:
    """Its new log takes the old one's place, and both are kept apart; stragglers of the old one change nothing."""
    club.take([state("table-1", EVENING), *events("table-1", EVENING)], 0.0)
    shorter = played("I9 > QUIZ")
    club.take([state("table-1", shorter, log=NEXT), *events("table-1", shorter, log=NEXT)], 1.0)
    club.take(events("table-1", EVENING)[2:], 2.0)

    assert club.tables["table-1"].received.upto == len(shorter)
    assert [len(store.game("table-1", log, 1, upto=9)) for log in (LOG, NEXT)] == [len(EVENING), len(shorter)]


def test_a_log_that_was_set_back_under_its_own_name_is_heard_anew(store: HallStore, club: Club) -> None:
    """As by an old image of the card: from the first event that is another on, it counts as it is told now."""
    old = [*played("I9 > QUIZ", ends=True), *played("I9 > SOL", players=("Cilla", "David"), ends=True)]
    new = [*old[:4], *played("I9 > LÅTA", players=("Eva", "Fia"))]
    results = Results(store, club)
    _hear(club, old)
    store.begin_evening([("table-1", LOG, len(old))])
    assert results.of_evening() == ()
    _hear(club, new)

    assert [one.players for one in results.of_evening()] == [("Eva", "Fia")]
    assert store.received("table-1", LOG) == club.tables["table-1"].received == Received(len(new))


def _hear(club: Club, told: list[Happening], of_first: int = 4) -> None:
    """A table's relay comes, and tells of two games: the second begins after so many events."""
    first, second = told[:of_first], told[of_first:]
    messages = [*events("table-1", first), *events("table-1", second, first=of_first + 1, game=2)]
    club.take([PresenceArrived("table-1", is_here=True)], 0.0)
    club.take([state("table-1", second, newest=len(told), game=2), *messages], 0.0)


def test_an_older_state_changes_nothing(club: Club) -> None:
    """A state that was overtaken on the way is not shown; that of a relay that has just begun is, whatever it is."""
    club.take([state("table-1", EVENING), state("table-1", EVENING[:2])], 0.0)
    overtaken = club.tables["table-1"].state.turns
    club.take([PresenceArrived("table-1", is_here=True), state("table-1", EVENING[:3])], 0.0)

    assert (overtaken, club.tables["table-1"].state.turns) == (4, 2)


def test_an_event_that_its_table_does_not_claim_is_not_kept(club: Club) -> None:
    """What lies beyond the newest event that a table told of is no event of it; later it may be."""
    told = events("table-1", EVENING)
    club.take([state("table-1", EVENING[:3]), *told], 0.0)
    before = club.tables["table-1"].received.upto
    club.take([state("table-1", EVENING), *told], 0.0)

    assert (before, club.tables["table-1"].received.upto) == (3, 5)


def test_an_event_that_makes_no_sense_spoils_its_own_game_only(store: HallStore, club: Club) -> None:
    """It is not kept, and holds up no later game; if it comes as it should be after all, its game is whole."""
    spoilt, sound = events("table-1", EVENING), events("table-1", EVENING, first=6, game=2)
    odd = EventArrived("table-1", spoilt[2].message, is_readable=False)
    club.take([state("table-1", EVENING, newest=10, game=2), *spoilt[:2], odd, *spoilt[3:], *sound], 0.0)

    spoils = club.tables["table-1"].unreadable
    club.take([spoilt[2]], 1.0)

    assert (spoils, club.tables["table-1"].unreadable) == (frozenset({1}), frozenset())
    assert [len(store.game("table-1", LOG, game, upto=10)) for game in (1, 2)] == [5, 5]


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        (f"{ROOT}/table-1/state", b""),
        (f"{ROOT}/table-1/state", b"\xff\xfe"),
        (f"{ROOT}/table-1/state", b"[" * 5000),
        (f"{ROOT}/table-1/state", b'{"log": "0", "sequence": 1, "title": "T"}'),
        (f"{ROOT}/table-1/state", written(state("table-1", EVENING).state).replace(b"Table 1", b"Ta\\u202ele")),
        (f"{ROOT}/table-1/state", written(state("table-1", EVENING).state).replace(b'"version":1', b'"version":2')),
        (f"{ROOT}/table-1/events", written(events("table-1", EVENING)[0].message).replace(b":1,", b":-1,")),
        (f"{ROOT}/table-1/events", b'{"log": "' + b"0" * LONGEST_MESSAGE + b'"}'),
        (f"{ROOT}/table-1/events", written(events("table-1", EVENING)[1].message).replace(b'"Q"', b'"O"')),
        (f"{ROOT}/table-1/presence", b"HERE"),
        (f"{ROOT}/../state", written(state("table-1", EVENING).state)),
        ("pi-referee/2/tables/table-1/presence", b"here"),
    ],
)
def test_what_no_table_sends_is_refused(topic: str, payload: bytes) -> None:
    """Wrong types, wrong versions, endless or invisible things: none of it becomes a value."""
    with pytest.raises(NotationError):
        arrived(topic, payload)


def test_whoever_may_sit_at_a_table_may_be_told_of() -> None:
    """Every name that a table keeps is taken, also a picture made of several; so is a fault of two lines."""
    family = "\U0001f469\u200d\U0001f467"
    told = replace(state("table-1", played("I9 > QUIZ", players=(family, "Bo"))).state, fault="One.\nTwo.")

    assert arrived(f"{ROOT}/table-1/state", written(told)) == StateArrived("table-1", told)


def test_what_was_changed_on_the_way_crashes_nothing(store: HallStore, club: Club) -> None:
    """Messages with bytes turned over, cut or doubled are refused or harmless; what is sound is kept as it is."""
    chance, told = Random(7), events("table-1", EVENING)
    club.take([state("table-1", EVENING), *told], 0.0)
    payloads = [written(one.message) for one in told] + [written(state("table-1", EVENING).state)]
    kinds = [Topics("table-1").events] * len(told) + [Topics("table-1").state]
    refused = 0
    for _ in range(300):
        place = chance.randrange(len(payloads))
        changed = bytearray(payloads[place])
        for _ in range(chance.randint(1, 6)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        try:
            club.take([arrived(kinds[place], bytes(changed[: chance.choice((None, 40))]))], 0.0)
        except NotationError:
            refused += 1

    assert refused > 200
    assert fold(event.happening for event in store.game("table-1", LOG, 1, upto=5)) == fold(EVENING)


def test_a_state_that_cannot_be_read_is_told_anew(tmp_path: Path) -> None:
    """A file of another version does not keep the hall from beginning: the broker keeps the newest state."""
    path = tmp_path / "hall.sqlite"
    with HallStore(path) as store:
        store.keep([], [("table-1", state("table-1", EVENING).state)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE desk SET state = '{}'")
        connection.commit()
    with HallStore(path) as store:
        club = Club(store, 0.0)
        club.take([state("table-1", EVENING)], 0.0)

        assert list(club.tables) == ["table-1"]


def test_a_file_that_is_no_halls_is_left_alone(tmp_path: Path) -> None:
    """Another program's file is refused, and not changed."""
    other = tmp_path / "hall.sqlite"
    other.write_bytes(b"somebody's letters" * 100)

    with pytest.raises(LedgerError, match="hall's file cannot be used"):
        HallStore(other)
    assert other.read_bytes() == b"somebody's letters" * 100
