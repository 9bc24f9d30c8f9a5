"""Games in short: counted from the log, kept beside it, and made anew where they are missing or another log's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pi_referee.game_log.event_store import Ledger
from pi_referee.history.game_search import Wanted
from pi_referee.history.game_summary import Seat, Summary, best_alone, put_back
from pi_referee.history.summary_shelf import SummaryShelf
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.asides import BroughtBack, PutAway, Titled
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    Answered,
    Ended,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Question,
    Renamed,
    Undone,
)
from pi_referee.rules.plays.notation import WrittenPlay

AT = "2026-11-20T12:00:00+00:00"
TWO = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)


def laid(text: str, *doubts: Question) -> PlayLaid:
    """A first play."""
    return PlayLaid(WrittenPlay.parse(text).on(EMPTY), doubts)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty log."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        yield ledger


def tell(ledger: Ledger, *happenings: Happening, game: int | None = None) -> None:
    """Write down what happened."""
    for happening in happenings:
        ledger.append(happening, at=AT, after=ledger.newest(), game=game)


def counted(ledger: Ledger, path: Path) -> dict[int, Summary]:
    """All games in short, as another program finds them."""
    games, left = SummaryShelf(ledger, path).games(within=60)
    assert left == 0
    return dict(games)


def test_a_game_in_short(ledger: Ledger, tmp_path: Path) -> None:
    """What the list and the statistics need of a game is what its fold says."""
    told = (laid("I9 > SOLARE", Question("I9")), Answered(1, "I9", "S"), Passed(), Ended())
    tell(ledger, TWO, *told, LeftOver({"Anna": 0, "Bo": 3}))
    one = counted(ledger, tmp_path / "short")[1]
    game = fold(event.happening for event in ledger.since(0))
    anna, bo = one.seats

    assert (one.game, one.at, one.turns, one.is_over) == ("alfapet-sv", AT, 2, True)
    assert (anna.name, anna.total, anna.plays, anna.asked) == ("Anna", game.totals["Anna"], 1, 1)
    assert (anna.best_word.words, anna.letters["S"], anna.has_won) == ("SOLARE", 1, True)
    assert (bo.total, bo.plays, bo.best_turn.words) == (-3, 0, "")


def test_a_game_that_is_gone_on_with_is_the_same(ledger: Ledger, tmp_path: Path) -> None:
    """It is known by how it began, whatever happens later; another one that began alike, in the same moment, is not."""
    tell(ledger, TWO, laid("I9 > SOL"))
    tell(ledger, TWO, laid("I9 > SOLAR"))
    ledger.append_game(put_back(ledger.since(0, game=1)), after=ledger.newest())
    tell(ledger, Renamed(("Ann", "Bo")), Ended())
    games = counted(ledger, tmp_path / "short")

    assert games[3].origin == games[1].origin != games[2].origin


def test_what_is_kept_is_not_counted_again(ledger: Ledger, tmp_path: Path) -> None:
    """Another program takes what the first one counted; one game is counted anew, however little time there is."""
    for _ in range(3):
        tell(ledger, TWO, Passed())
    path = tmp_path / "short"
    assert SummaryShelf(ledger, path).games(within=0)[1] == 2
    counted(ledger, path)
    tell(ledger, Passed(), game=2)

    games, left = SummaryShelf(ledger, path).games(within=0)
    assert (list(games), games[2].turns, left) == ([3, 2, 1], 2, 0)


@pytest.mark.parametrize("spoilt", [b"", b"no database at all, and longer than a header of one" * 9, None])
def test_a_spoilt_file_is_made_anew(ledger: Ledger, tmp_path: Path, spoilt: bytes | None) -> None:
    """Where the file is damaged, or cannot be a file, the log says it all."""
    tell(ledger, TWO, Passed())
    path = tmp_path / "short"
    path.mkdir() if spoilt is None else path.write_bytes(spoilt)

    assert counted(ledger, path)[1].turns == 1
    assert counted(ledger, path)[1].turns == 1


def test_another_log_is_noticed(tmp_path: Path) -> None:
    """A restored backup may have as many events as the log that was there: its games are counted all the same."""
    for name, told in (("old", Passed()), ("new", laid("I9 > SOL"))):
        (tmp_path / name).mkdir()
        with Ledger(tmp_path / name / "games.sqlite") as ledger:
            tell(ledger, TWO, told)
            assert counted(ledger, tmp_path / "short")[1].seats[0].plays == (name == "new")


def test_marks_are_no_part_of_the_game(ledger: Ledger, tmp_path: Path) -> None:
    """A game is named, taken off the list and put back; undoing then undoes the newest step, and no mark."""
    tell(ledger, TWO, Passed(), Passed(), Titled("Christmas"), PutAway(), Undone())
    one = counted(ledger, tmp_path / "short")[1]
    assert (one.title, one.is_away, one.turns) == ("Christmas", True, 1)

    tell(ledger, BroughtBack())
    assert counted(ledger, tmp_path / "short")[1].is_away is False


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (Wanted(), [2, 1]),
        (Wanted(player="ann"), [1]),
        (Wanted(player="yule"), [2]),
        (Wanted(player="lucja"), [2]),
        (Wanted(player="ŁUCJĄ"), [2]),
        (Wanted(game="scrabble-sv"), [2]),
        (Wanted(first="2026-11-21"), [2]),
        (Wanted(last="2026-11-20"), [1]),
        (Wanted(is_away=True), [3]),
    ],
)
def test_games_are_found(wanted: Wanted, found: list[int]) -> None:
    """By a part of a player's name or of the game's own, by what is played, by day; deleted ones only if asked for."""
    names = {1: ("Anna", "Bo"), 2: ("Łucja",), 3: ("Anna",)}
    kinds = {1: "alfapet-sv", 2: "scrabble-sv", 3: "alfapet-sv"}
    games = [
        Summary(n, f"2026-11-{19 + n}", kinds[n], tuple(Seat(name, 0) for name in names[n]), is_away=n == 3)
        for n in (2, 1, 3)
    ]
    games[0] = msgspec.structs.replace(games[0], title="Yule")

    assert [one.number for one in wanted.found(games, lambda at: at)] == found


def test_the_best_of_those_who_play_alone(ledger: Ledger, tmp_path: Path) -> None:
    """One plays against the best earlier total of the same game, rack and switches, of games that were ended."""
    alone = GameBegan("alfapet-sv", ("Ann",), 7)
    for word in ("I9 > SOL", "I9 > SOLAR", "I9 > SO"):
        tell(ledger, alone, laid(word), Ended())
    for other in (
        GameBegan("alfapet-sv", ("Ann",), 8),
        TWO,
        GameBegan("alfapet-sv", ("Ann",), 7, switches={"score.floor": 0}),
    ):
        tell(ledger, other, laid("I9 > SOLARE"), Ended())
    tell(ledger, alone, laid("I9 > SOLARE"))
    games = counted(ledger, tmp_path / "short")

    best = fold([alone, laid("I9 > SOLAR")]).totals["Ann"]
    assert [best_alone(games[number], games.values()) for number in (1, 5, 7)] == [None, None, best]
