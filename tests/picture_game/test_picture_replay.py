"""A folder of pictures played again: one line a picture, as the contract with other programs has it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Mapping
from functools import reduce
from pathlib import Path
from types import UnionType

import cv2
import numpy as np
import pytest

from pi_referee.errors import PictureError
from pi_referee.judge.hints import ANSWER_FIRST
from pi_referee.picture_game.picture_replay import line, replay, row_of
from pi_referee.picture_game.picture_set import Answers, pictures_of, read_answers, read_set
from pi_referee.picture_game.presses import Row, Step, answers_to, wanted_answer
from pi_referee.picture_game.replay_report import Widths, step_lines
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Explanation,
    GameBegan,
    Happening,
    PlayLaid,
    Question,
    Surprised,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play
from vision.sighting import NotSeen

BEGAN = GameBegan("alfapet-sv", ("Ann", "Bo"), 7)
FIELDS: Mapping[str, type | UnionType] = {
    "image": str,
    "outcome": str,
    "laid": dict,
    "blanks": dict,
    "stop": str | None,
    "arrows": list,
    "words": list,
    "bonus": int,
    "score": int | None,
    "totals": dict,
    "doubts": list,
    "infractions": list,
    "ms": dict,
    "board": dict,
}
"""What every line has, by CONTRACT.md."""


def played(folder: Path, answers: Answers | None = None, *names: str) -> dict[str, Row]:
    """The lines of a folder's pictures, or of some of them, by picture."""
    pictures = tuple(folder / name for name in names) or pictures_of(folder, read_set(folder))
    return {row["image"]: row for row in replay(pictures, begin(BEGAN), "light", answers or {})}


@pytest.fixture(scope="module", name="rows")
def _rows(photographed: Path) -> dict[str, Row]:
    """The small game's lines, without answers."""
    return played(photographed)


@pytest.fixture(scope="module", name="asked")
def _asked(turned: Path) -> dict[str, Row]:
    """The lines of the game with the turned word, without answers."""
    return played(turned)


@pytest.fixture
def folder(photographed: Path, tmp_path: Path) -> Path:
    """A copy of the small game's folder, to add to."""
    return Path(shutil.copytree(photographed, tmp_path / "set"))


class TestTheLines:
    """What each picture of the small game comes to: two plays, a pass, no play, tiles taken back."""

    def test_every_line_has_every_field(self, rows: dict[str, Row]) -> None:
        """A program that reads the lines finds all fields in each, of the kind it expects."""
        assert rows
        for row in rows.values():
            assert {name: type(row[name]) for name in FIELDS if not isinstance(row[name], FIELDS[name])} == {}

    def test_outcomes(self, rows: dict[str, Row]) -> None:
        """Each press is one of the contract's five words."""
        assert {name: row["outcome"] for name, row in rows.items()} == {
            "01.jpg": "ruled",
            "02.jpg": "ruled",
            "03.jpg": "unchanged",
            "04.jpg": "refused",
            "05.jpg": "unchanged",
        }

    def test_a_ruled_play(self, rows: dict[str, Row]) -> None:
        """The new letters, the words with their points, and the totals after it."""
        row = rows["02.jpg"]

        assert (row["laid"], row["blanks"], row["stop"], row["arrows"]) == ({"I10": "L", "I11": "M"}, {}, None, [])
        assert [word for word, _ in row["words"]] == ["ALM"]
        assert row["score"] == sum(points for _, points in row["words"]) + row["bonus"] == row["totals"]["Bo"]
        assert row["totals"]["Ann"] == rows["01.jpg"]["score"]
        assert (row["doubts"], row["infractions"]) == ([], [])

    def test_the_board(self, rows: dict[str, Row]) -> None:
        """Each line has the whole board after it, by square, in order."""
        before = dict(zip(("H9", "I9", "J9", "K9", "L9"), "KABEL", strict=True))

        assert rows["01.jpg"]["board"] == before
        assert list(rows["02.jpg"]["board"].items()) == [*before.items(), ("I10", "L"), ("I11", "M")]

    def test_a_pass(self, rows: dict[str, Row]) -> None:
        """Nothing new lies there: nothing is laid and nothing scored, and the totals stay."""
        row = rows["03.jpg"]

        assert (row["laid"], row["words"], row["bonus"], row["totals"]) == ({}, [], 0, rows["02.jpg"]["totals"])

    def test_a_refusal(self, rows: dict[str, Row]) -> None:
        """What is no play has its faults with their squares and a reason to read, and the board stays as it was."""
        row = rows["04.jpg"]

        assert (row["laid"], row["score"], row["board"]) == ({}, None, rows["02.jpg"]["board"])
        assert "off_line" in {fault["fault"] for fault in row["infractions"]}
        assert "I13" in row["reason"]
        assert "{" not in row["reason"]

    def test_time(self, rows: dict[str, Row]) -> None:
        """Each line tells how long the look took."""
        assert all({"locate", "cells", "letters", "total"} <= row["ms"].keys() for row in rows.values())

    def test_a_line_is_json(self, rows: dict[str, Row]) -> None:
        """A line is one object on one line, with its letters as they are."""
        row = {**rows["01.jpg"], "laid": {"H8": "Å"}}

        assert json.loads(line(row)) == row
        assert "\n" not in line(row)
        assert "Å" in line(row)


class TestTakingBack:
    """Pictures in another order: the newest play's tiles are gone again."""

    def test_withdrawn(self, photographed: Path) -> None:
        """Exactly the newest play's tiles are gone: its score is gone, and the other total stays."""
        rows = list(replay(_named(photographed, "01", "02", "01"), begin(BEGAN), "light", {}))

        assert [row["outcome"] for row in rows] == ["ruled", "ruled", "withdrawn"]
        assert rows[2]["totals"] == rows[0]["totals"]
        assert rows[2]["board"] == rows[0]["board"]
        assert (rows[2]["laid"], rows[2]["score"]) == ({}, None)


class TestAnswers:
    """Pictures that need a person: a turned word, and a blank."""

    KEY = "arrow:I12"

    def test_asked(self, asked: Mapping[str, Row]) -> None:
        """A word that turns is asked about: its line has the question and no score, and the tiles lie there."""
        row = asked["02.jpg"]

        assert (row["outcome"], row["score"], row["totals"]["Bo"]) == ("asked", None, 0)
        assert self.KEY in {doubt["question"] for doubt in row["doubts"]}
        assert "I12" in {doubt["square"] for doubt in row["doubts"]}
        assert set(row["laid"]) == {"I10", "I11", "I12", "J12", "K12"}
        assert row["arrows"] == ["I12"]

    def test_the_game_goes_on(self, asked: Mapping[str, Row]) -> None:
        """An open question holds nobody up: the next press is the next player's."""
        assert asked["03.jpg"]["outcome"] == "unchanged"

    def test_a_nameless_blank_holds_nothing_back(self, asked: Mapping[str, Row]) -> None:
        """A blank nobody has named shows as _ in its word and is worth nothing; its line is asked and has its score."""
        row = asked["04.jpg"]

        assert (row["outcome"], row["blanks"]) == ("asked", {"M9": ""})
        assert isinstance(row["score"], int)
        assert "KABEL_" in {word for word, _ in row["words"]}

    def test_answered(self, turned: Path, asked: Mapping[str, Row]) -> None:
        """With the answer the line is still `asked`, but has its final score, and so have the totals."""
        rows = played(turned, {"02.jpg": {self.KEY: True, **_true(asked["02.jpg"])}, "04.jpg": {"M9": "S"}})
        row = rows["02.jpg"]

        assert (row["outcome"], row["arrows"]) == ("asked", ["I12"])
        assert row["score"] == row["totals"]["Bo"] > 0
        assert rows["04.jpg"]["blanks"] == {"M9": "S"}
        assert "KABELS" in {word for word, _ in rows["04.jpg"]["words"]}

    @pytest.mark.parametrize(
        ("picture", "key", "answer"), [("04.jpg", "M9", "NN"), ("04.jpg", "M9", True), ("02.jpg", KEY, "S")]
    )
    def test_what_cannot_be_an_answer_is_refused(
        self, turned: Path, picture: str, key: str, answer: str | bool
    ) -> None:
        """Two letters for one blank, yes for a letter, a letter for yes or no: it is said what would be an answer."""
        with pytest.raises(PictureError, match="cannot answer"):
            played(turned, {picture: {key: answer}})

    def test_an_answer_for_another_picture_is_none(self, turned: Path) -> None:
        """Answers belong to the picture they are named after."""
        assert played(turned, {"01.jpg": {self.KEY: True}}, "01.jpg", "02.jpg")["02.jpg"]["score"] is None

    def test_answers_to_what_nobody_asked(self, turned: Path) -> None:
        """An answer to a question that was not asked changes nothing."""
        rows = played(turned, {"01.jpg": {"H9": "S", "arrow:H9": True}}, "01.jpg")

        assert (rows["01.jpg"]["outcome"], rows["01.jpg"]["laid"]["H9"]) == ("ruled", "K")


def _named(folder: Path, *names: str) -> tuple[Path, ...]:
    return tuple(folder / f"{name}.jpg" for name in names)


def _true(row: Row) -> dict[str, str]:
    """True answers to what the eye may have doubted besides in the turned word."""
    truth = dict(zip(("I10", "I11", "I12", "J12", "K12"), "LMTRE", strict=True))
    return {key: letter for key, letter in truth.items() if key in {doubt["question"] for doubt in row["doubts"]}}


class TestTheSet:
    """What a folder says of itself."""

    def test_no_truth_is_read(self, folder: Path, rows: dict[str, Row]) -> None:
        """A set.json full of wrong truth gives the same lines."""
        lies = {"board": {"A1": "Q"}, "laid": {"A1": "Q"}, "score": 999, "words": [["Q", 999]], "kind": "regular"}
        frames = [{"image": name, **lies} for name in rows]
        (folder / "set.json").write_text(json.dumps({"name": "lies", "game": "literaki", "frames": frames}))

        assert {name: {**row, "ms": {}} for name, row in played(folder).items()} == {
            name: {**row, "ms": {}} for name, row in rows.items()
        }

    def test_order_and_skipping(self, folder: Path) -> None:
        """The frames' order is kept, and those to skip are left out."""
        frames = [{"image": "05.jpg"}, {"image": "01.jpg", "skip": True}, {"image": "02.jpg"}]
        (folder / "set.json").write_text(json.dumps({"frames": frames}))

        assert [path.name for path in pictures_of(folder, read_set(folder))] == ["05.jpg", "02.jpg"]

    def test_by_name_without_one(self, photographed: Path) -> None:
        """Without a set.json the pictures are played in the order of their names."""
        assert [path.name for path in pictures_of(photographed, read_set(photographed))] == [
            f"0{number}.jpg" for number in range(1, 6)
        ]

    def test_the_edition(self, folder: Path) -> None:
        """A set may name its edition."""
        (folder / "set.json").write_text('{"edition": "dark"}')

        assert read_set(folder).edition == "dark"

    @pytest.mark.parametrize("text", ["", "{", "[]", '{"frames": [{}]}', '{"edition": "green"}', '{"frames": 3}'])
    def test_a_damaged_one(self, folder: Path, text: str) -> None:
        """A set.json that cannot be read is said, with its place and what to do."""
        (folder / "set.json").write_text(text)

        with pytest.raises(PictureError, match=r"set\.json") as told:
            read_set(folder)

        assert told.value.cure

    def test_pictures_that_are_missing(self, folder: Path) -> None:
        """Pictures it names that are not there are told by name."""
        (folder / "set.json").write_text('{"frames": [{"image": "01.jpg"}, {"image": "99.jpg"}]}')

        with pytest.raises(PictureError, match=r"99\.jpg"):
            pictures_of(folder, read_set(folder))

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        """A folder without pictures is said."""
        with pytest.raises(PictureError, match="No picture"):
            pictures_of(tmp_path, read_set(tmp_path))


class TestDamagedInput:
    """What cannot be read."""

    def test_a_broken_picture_is_refused_and_the_game_goes_on(self, folder: Path, rows: dict[str, Row]) -> None:
        """A broken JPEG is a refusal with its reason; the pictures after it are played."""
        whole = (folder / "01.jpg").read_bytes()
        (folder / "00.jpg").write_bytes(whole[:100])
        (folder / "01a.jpg").write_bytes(b"")

        found = played(folder, None, "00.jpg", "01.jpg", "01a.jpg", "02.jpg")

        assert [row["outcome"] for row in found.values()] == ["refused", "ruled", "refused", "ruled"]
        assert "damaged" in found["00.jpg"]["reason"]
        assert [row.get("code") for row in found.values()] == ["no_picture", None, "no_picture", None]
        assert found["02.jpg"]["totals"] == rows["02.jpg"]["totals"]

    def test_a_picture_without_a_board_is_refused(self, folder: Path) -> None:
        """So is a picture that shows no board."""
        cv2.imwrite(str(folder / "00.jpg"), np.full((300, 400, 3), 120, np.uint8))

        [row] = played(folder, None, "00.jpg").values()

        assert (row["outcome"], row["score"], row["ms"], row["board"]) == ("refused", None, {}, {})
        assert row["reason"]
        assert row["code"] == "far"

    @pytest.mark.parametrize("text", ["", "[]", '{"01.jpg": "E"}', '{"01.jpg": {"K9": [3]}}', "{"])
    def test_answers_that_are_none(self, tmp_path: Path, text: str) -> None:
        """A file of answers that cannot be read is said, with an example of a right one."""
        path = tmp_path / "answers.json"
        path.write_text(text)

        with pytest.raises(PictureError, match="answers") as told:
            read_answers(path)

        assert "K9" in told.value.cure

    def test_no_answers(self, tmp_path: Path) -> None:
        """Without a file there are no answers; a file that is not there is a fault."""
        assert read_answers(None) == {}
        with pytest.raises(PictureError):
            read_answers(tmp_path / "answers.json")


STRIPS = [(3, 20_000), (20_000, 3), (1, 5000), (2, 1025), (1, 1)]
"""Heights and widths of pictures in which no board can be."""


@pytest.mark.parametrize("game", ["alfapet-sv", "kortalfapet"])
@pytest.mark.parametrize(("height", "width"), STRIPS)
def test_a_strip_is_a_row_and_the_replay_goes_on(tmp_path: Path, game: str, height: int, width: int) -> None:
    """A picture of a size that nobody meant is refused like one of nothing, and the next one is looked at."""
    for name, size in (("1.png", (height, width)), ("2.png", (300, 400))):
        cv2.imwrite(str(tmp_path / name), np.full((*size, 3), 120, np.uint8))

    began = begin(GameBegan(game, ("Ann", "Bo"), 7))
    rows = list(replay(pictures_of(tmp_path, read_set(tmp_path)), began, "light", {}))

    assert [row["outcome"] for row in rows] == ["refused", "refused"]


@pytest.mark.parametrize("size", [(40_000, 40_000), (100_000, 20), (6000, 5000)])
def test_a_picture_that_is_too_large_is_a_row_and_the_replay_goes_on(tmp_path: Path, size: tuple[int, int]) -> None:
    """What no memory holds is refused in the row's reason, and the next picture is looked at."""
    head = b"P5 %d %d 255\n" % size
    (tmp_path / "1.pgm").write_bytes(head + bytes(20))
    cv2.imwrite(str(tmp_path / "2.png"), np.full((300, 400, 3), 120, np.uint8))

    rows = list(replay(pictures_of(tmp_path, read_set(tmp_path)), begin(BEGAN), "light", {}))

    assert [row["outcome"] for row in rows] == ["refused", "refused"]
    assert "too large" in rows[0]["reason"]


@pytest.mark.parametrize(
    ("key", "answer", "is_one"),
    [
        ("multiplier:0,2", "3", True), ("multiplier:0,2", "5", False), ("multiplier:0,2", "0", False),
        ("value:0,2", "0", True), ("value:0,2", "100", False), ("value:0,2", "٣", False),
        ("meaning", True, True), ("meaning", "yes", False), ("letter:0,2", "Å", True), ("letter:0,2", "Ø", False),
        ("letter:0,2", ".", True), ("letter:0,2", "#", False), ("joker:0,2", "å", True), ("joker:0,2", ".", False),
    ],
)  # fmt: skip
def test_what_no_card_shows_is_no_answer(key: str, answer: str | bool, *, is_one: bool) -> None:
    """A mark is none, 2x or 3x, a value at most 99, a letter one of the game's; what was wanted is said."""
    wanted = wanted_answer(Question(key), answer, ruleset("kortalfapet").alphabet)

    assert (wanted == "") == is_one


@pytest.mark.parametrize("seen", ["LUV_", "LUVA"])
@pytest.mark.parametrize(
    ("told", "word"),
    [
        ({"joker:3,0": "Å"}, ("LUVÅ", 8)),
        ({"letter:3,0": "", "joker:3,0": "Å"}, ("LUVÅ", 8)),
        ({"letter:3,0": "P", "joker:3,0": "Å"}, ("LUVP", 11)),
    ],
)
def test_who_names_a_joker_says_that_it_is_one(seen: str, told: Mapping[str, str], word: tuple[str, int]) -> None:
    """Whether a card is a joker or a letter is answered by the joker's name, whatever it was read as; unless told."""
    question = Question("letter:3,0", (("", 0.6), ("A", 0.4)))
    laid = PlayLaid(WrittenPlay.parse(f"0,0 > {seen}").on(EMPTY), (question,))
    game = follow(begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7)), laid)

    (turn,) = reduce(follow, answers_to(game, 0, told, "01.jpg"), game).turns

    assert (turn.questions, turn.pending) == ((), word[1])
    assert turn.ruling is not None
    assert [(one.text, one.score) for one in turn.ruling.words] == [word]


def test_a_wrong_answer_is_named_as_it_was_written() -> None:
    """Its cell is counted as in the look, wherever the game's first card lies."""
    laid = PlayLaid(WrittenPlay.parse("0,0 > LUV_").on(EMPTY))
    game = follow(begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7)), laid)

    with pytest.raises(PictureError, match=r"^01.jpg: 'W' cannot answer joker:5,3\. Answer a letter of the game\.$"):
        list(answers_to(game, 0, {"joker:5,3": "W"}, "01.jpg", (-3, -2)))


def test_a_living_word_is_no_question_to_whoever_reads_a_terminal() -> None:
    """What it scores is told by the next press, with what that brings the word before; a joker is called one."""
    game, told = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7)), list[str]()
    question = Question("letter:1,1", (("", 0.6), ("L", 0.4)))
    for number, (play, asked) in enumerate((("0,0 > L3UVA", ()), ("1,-1 v K._", (question,))), 1):
        laid = PlayLaid(WrittenPlay.parse(play).on(game.position), asked)
        player, game = game.on_turn, follow(game, laid)
        step = Step(game, NotSeen("", "", Refusal.NO_PICTURE), (laid,), asked, laid=(number,), player=player)
        told += step_lines(number, row_of(Path("1.jpg"), step), step, Widths(5, 3, 2))

    assert [" ".join(line.split()) for line in told] == [
        "1/2 1.jpg Ann ruled Ann 0 Bo 0 LUVA 27, if nobody takes a card of it",
        "2/2 1.jpg Bo asked Ann 18 Bo 0 KU_ 6 = ?; Ann kept LVA: 18",
        "? letter:1,1: which letter is the card at 1,1? a joker (60 %) or L (40 %)",
    ]


def test_what_happened_is_asked_and_answered_as_anything_else() -> None:
    """A look nobody can explain lists its question; a story's number answers it, and tells whose word lies there."""
    game, plays = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7)), list[Happening]()
    for play in ("0,0 > LUVA", "1,-1 v K.L"):
        plays.append(PlayLaid(WrittenPlay.parse(play).on(follow_all(game, plays).position)))
    lying = follow_all(game, plays).position.tiles
    seen = Surprised(1, lying, explanations=(Explanation("two", tuple(plays)), Explanation("none")))
    surprised = follow(game, seen)

    rows = []
    for answers in ({}, {"explain:1": "0"}):
        after = reduce(follow, answers_to(surprised, 0, answers, "1.jpg"), surprised)
        laid = tuple(turn.number for turn in after.turns if isinstance(turn.move, Play))
        look = NotSeen("", "", Refusal.NO_PICTURE)
        rows.append(row_of(Path("1.jpg"), Step(after, look, (seen,), (seen.question,), laid=laid, player="Ann")))

    assert [(row["outcome"], row["player"], row["word"], row["totals"]["Ann"]) for row in rows] == [
        ("asked", "Ann", "", 0),
        ("asked", "Bo", "KUL", 6),
    ]
    (doubt,) = rows[0]["doubts"]
    assert (doubt["question"], doubt["stories"]) == ("explain:1", [["PlayLaid LUVA", "PlayLaid KL"], []])
    with pytest.raises(PictureError, match=r"'2' cannot answer explain:1. Answer 0, 1, void"):
        list(answers_to(surprised, 0, {"explain:1": "2"}, "1.jpg"))


def test_a_look_that_nobody_can_explain_says_what_is_asked(photographed: Path) -> None:
    """Where a press was forgotten the line that is asked names the question, with a story for each answer."""
    (row,) = played(photographed, None, "02.jpg").values()
    (doubt,) = row["doubts"]

    assert (row["outcome"], doubt["question"], doubt["square"]) == ("asked", "explain:1", "")
    assert len(doubt["stories"]) == len(doubt["choices"]) > 0
    (told,) = played(photographed, {"02.jpg": {"explain:1": "0"}}, "02.jpg").values()
    assert told["totals"]["Ann"] + told["totals"]["Bo"] > 0


def test_an_open_question_never_makes_a_later_picture_refused() -> None:
    """What a press means that waits for an answer is open: its line is asked, and says what to do first."""
    game = begin(BEGAN)
    look = NotSeen("", "", Refusal.NO_PICTURE)

    row = row_of(Path("2.jpg"), Step(game, look, (ANSWER_FIRST,), (), player="Ann"))

    assert (row["outcome"], row["code"], row["score"]) == ("asked", "answer_first", None)
    assert "Answer it" in row["reason"]


def follow_all(game: Game, happenings: Iterable[Happening]) -> Game:
    """A game once some things have happened in it."""
    return reduce(follow, happenings, game)
