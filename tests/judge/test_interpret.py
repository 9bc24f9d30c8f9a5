"""What a look at the table means: a play, a question, a pass, a withdrawal or a refusal; never a guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_referee.judge.interpret import interpret
from pi_referee.judge.meanings import Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.answered_doubts import answered_play
from pi_referee.rules.course.happenings import Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from vision.sighting import Doubt, Sighting, Why

Look = Callable[..., Sighting]

GAME = ruleset("alfapet-sv")
KABEL = "K A B E L"
"""Laid from H9 to L9, over the centre I9."""
PERHAPS = ((".", 0.6), ("S", 0.4))
PLAINLY_SEEN = (
    Why.WAY_UP, Why.PRINT, Why.TOO_MANY_BLANKS, Why.MAYBE_BLANK, Why.ALIKE, Why.NOT_AS_BARE,
)  # fmt: skip
O_OR_Q = (("O", 0.8), ("Q", 0.2))


def agreed(board: str) -> Position:
    """A position drawn from H9 on."""
    return draw_position(board, at=Square.parse("H9"))


def meant(look: Sighting, before: str = KABEL, newest: str | None = "H9 > KABEL") -> Meaning:
    """What a look means after a drawn board whose newest play is given as it is written."""
    position = agreed(before)
    play = WrittenPlay.parse(newest).on(EMPTY) if newest else None
    return interpret(look, position, play, GAME, rack=7)


def laid(meaning: Meaning) -> tuple[str, list[str]]:
    """A play as its tiles by square in one line, and the keys of its questions."""
    assert isinstance(meaning, Laid)
    tiles = " ".join(f"{square}{tile}" for square, tile in sorted(meaning.play.tiles.items()))
    stop = f"#{meaning.play.stop} " if meaning.play.stop else ""
    return stop + tiles, [question.key for question in meaning.questions]


def refused(meaning: Meaning) -> tuple[str, list[str]]:
    """A refusal as its squares in one line, and its faults."""
    assert isinstance(meaning, Refused)
    assert "{squares}" in meaning.reason
    assert meaning.cure.endswith(".")
    return " ".join(map(str, meaning.squares)), [one.fault.value for one in meaning.infractions]


class TestAPlay:
    """New tiles that the eye is sure of."""

    def test_nothing_new(self, seen: Look) -> None:
        """The same board again is no play."""
        assert meant(seen(KABEL)) == Unchanged()

    def test_an_empty_board(self, seen: Look) -> None:
        """Before anything was laid, an empty board is no play either."""
        assert meant(seen(""), before="", newest=None) == Unchanged()

    def test_the_first_play(self, seen: Look) -> None:
        """The first word is read off an empty board."""
        assert laid(meant(seen(KABEL), before="", newest=None)) == ("H9K I9A J9B K9E L9L", [])

    def test_a_plain_play(self, seen: Look) -> None:
        """New tiles in one line are the play; nothing need be asked."""
        assert laid(meant(seen("K A B E L\n. L . . .\n. M . . ."))) == ("I10L I11M", [])

    def test_a_blank(self, seen: Look) -> None:
        """A plain tile is a blank that nobody has named yet."""
        assert laid(meant(seen("K A B E L\n. _ . . .\n. M . . ."))) == ("I10_ I11M", [])

    def test_a_stop_tile(self, seen: Look) -> None:
        """A stop tile behind an old word begins the play that lies behind it."""
        assert laid(meant(seen("K A B E L #\n. . . . . S\n. . . . . O\n. . . . . L"))) == ("#M9 M10S M11O M12L", [])

    def test_two_stop_tiles(self, seen: Look) -> None:
        """A turn has one stop tile at most; two are refused by name."""
        assert refused(meant(seen("K A B E L #\n# . . . . S\n. . . . . O"))) == ("M9 H10", [])

    def test_a_play_through_old_tiles(self, seen: Look) -> None:
        """A word may run through tiles that lay there."""
        board = ". . . . S\n" + KABEL + "\n. . . . A\n. . . . G"

        assert laid(meant(seen(board, at="H8"))) == ("L8S L10A L11G", [])

    @pytest.mark.parametrize(
        ("board", "squares", "faults"),
        [
            ("K A B E L . S O L", "N9 O9 P9", ["detached"]),
            ("K A B E L\n. L . . .\n. . . . .\n. M . . .", "I10 I12", ["gap"]),
            ("K A B E L . S . L", "N9 P9", ["detached", "gap"]),
            ("K A B E L #", "M9", ["stop_alone"]),
        ],
    )
    def test_tiles_that_are_no_play(self, seen: Look, board: str, squares: str, faults: list[str]) -> None:
        """What cannot lie so is refused with every fault and every square named."""
        found, told = refused(meant(seen(board)))

        assert (found, sorted(told)) == (squares, faults)

    def test_scattered_tiles(self, seen: Look) -> None:
        """Tiles all over the board are no turned play, and nobody is asked about arrows."""
        squares, faults = refused(meant(seen("K A B E L\n. L . . S\n. . . O .\n. N . . .")))

        assert squares == "I10 L10 K11 I12"
        assert "off_line" in faults


class TestTwoPlaysAtOnce:
    """Somebody forgot to press, and the next player laid a word, too."""

    def test_two_words_on_the_old_one(self, seen: Look) -> None:
        """New tiles that are lawful as two plays, and as one are not, are offered as two."""
        meaning = meant(seen("K A B E L\n. L . . A\n. M . . M"))

        assert isinstance(meaning, LaidTwo)
        assert {tuple(map(str, sorted(play.tiles))) for play in (meaning.first, meaning.second)} == {
            ("I10", "I11"),
            ("L10", "L11"),
        }

    def test_the_second_builds_on_the_first(self, seen: Look) -> None:
        """Where one needs the other beneath it, it is the second."""
        meaning = meant(seen("K A B E L . .\n. L . . . . .\n. M A R . . .\n. . . O . . ."))

        assert not isinstance(meaning, Refused)

    def test_three_at_once_are_refused(self, seen: Look) -> None:
        """What even two plays cannot make is refused as it lies."""
        assert "off_line" in refused(meant(seen("K A B E L\nO . L . A\nM . A . M")))[1]


class TestATurnedPlay:
    """Alfapet's arrows let a word turn."""

    TURNED = "K A B E L . .\n. . . . A . .\n. . . . M P A"

    def test_its_corner_is_asked_about(self, seen: Look) -> None:
        """An arrow cannot be seen from above: where the word turns, a person is asked."""
        assert laid(meant(seen(self.TURNED))) == ("L10A L11M M11P N11A", ["arrow:L11"])

    def test_two_corners(self, seen: Look) -> None:
        """A word that turns twice is asked about at both corners."""
        board = "K A B E L . .\n. . . . A . .\n. . . . M P A\n. . . . . . R"

        assert laid(meant(seen(board)))[1] == ["arrow:L11", "arrow:N11"]

    def test_a_straight_play_has_no_arrow(self, seen: Look) -> None:
        """A play in one line is not asked about arrows."""
        assert laid(meant(seen("K A B E L\n. . . . A\n. . . . M")))[1] == []

    def test_without_arrows_in_the_box(self, seen: Look) -> None:
        """In a game that has no arrows tiles out of line are refused."""
        meaning = interpret(seen(self.TURNED, at="F8"), EMPTY, None, ruleset("scrabble-sv"), rack=7)

        assert "off_line" in refused(meaning)[1]


class TestDoubts:
    """New tiles the eye is not sure of."""

    def test_a_doubt_beside_the_play_is_asked(self, seen: Look) -> None:
        """The likeliest is laid for the time being, and a person is asked, with the choices."""
        meaning = meant(seen("K A B E L\n. L . . .", doubts={"I11": O_OR_Q}))

        assert laid(meaning) == ("I10L I11O", ["I11"])
        assert isinstance(meaning, Laid)
        assert meaning.questions == (Question("I11", O_OR_Q),)

    @pytest.mark.parametrize(
        ("why", "is_hidden"),
        [(Why.MIRROR, True), (Why.HAND, True), *((why, False) for why in PLAINLY_SEEN)],
    )
    def test_what_is_not_seen_may_be_any_letter(self, seen: Look, why: Why, *, is_hidden: bool) -> None:
        """Of a square that a lamp or a thing hides it is asked what lies there; a plain tile is a blank, or nothing."""
        look = seen("K A B E L\n. L . . .", doubts={"I11": (("", 0.5), (".", 0.5))})
        meaning = meant(replace(look, doubts=tuple(replace(doubt, why=why) for doubt in look.doubts)))

        assert isinstance(meaning, Laid)
        assert [question.is_hidden for question in meaning.questions] == [is_hidden]

    def test_what_is_no_plain_top_may_be_a_letter(self, seen: Look) -> None:
        """An R that slipped half off its square shows no letter there: it is told as the R that it is, and no blank."""
        look = seen("K A B E L\n. L . . .", doubts={"I11": (("", 0.5), (".", 0.5))}, why=Why.TILE_ON_PRINT)
        meaning = meant(look)

        assert isinstance(meaning, Laid)
        told = answered_play(meaning.play, meaning.questions, (("I11", "R"),))
        assert told.tiles[Square.parse("I11")] == Tile("R")

    @pytest.mark.parametrize(
        ("why", "choice", "is_hidden"),
        [
            (Why.MAYBE_STOP, "#", False),
            (Why.TOO_MANY_STOPS, "#", False),
            (Why.WASHED, "#", True),
            (Why.WAY_UP, ".", True),
        ],
    )
    def test_where_no_blank_was_seen(self, seen: Look, why: Why, choice: str, *, is_hidden: bool) -> None:
        """A letter that somebody names there is that letter's tile, and no blank, whether it was thought of or not."""
        look = seen("K A B E L\n. L . . .", doubts={"I11": ((choice, 0.5), ("." if choice == "#" else "", 0.5))})
        meaning = meant(replace(look, doubts=tuple(replace(doubt, why=why) for doubt in look.doubts)))

        assert isinstance(meaning, Laid)
        (question,) = meaning.questions
        told = answered_play(meaning.play, (question,), ((question.key, "M"),))
        assert (question.is_hidden, told.tiles[Square.parse("I11")]) == (is_hidden, Tile("M"))

    def test_what_may_be_nothing_is_not_laid(self, seen: Look) -> None:
        """A square that is probably empty is asked about, and holds no tile until somebody says so."""
        assert laid(meant(seen("K A B E L\n. L . . .", doubts={"I11": PERHAPS}))) == ("I10L", ["I11"])

    def test_a_doubtful_stop_tile_is_asked(self, seen: Look) -> None:
        """What probably is a stop tile lies as one, with a question."""
        look = seen("K A B E L .\n. . . . . S\n. . . . . O", doubts={"M9": (("#", 0.7), ("", 0.3))})

        assert laid(meant(look)) == ("#M9 M10S M11O", ["M9"])

    def test_a_doubt_far_away_is_nobodys(self, seen: Look) -> None:
        """A doubt that cannot belong to the play is not asked about."""
        assert laid(meant(seen("K A B E L\n. L . . .", doubts={"A1": O_OR_Q}))) == ("I10L", [])

    def test_doubts_about_old_tiles_are_no_change(self, seen: Look) -> None:
        """What was agreed is not asked about again."""
        assert meant(seen(KABEL, doubts={"I9": O_OR_Q, "H9": PERHAPS})) == Unchanged()

    def test_an_illegal_play_with_a_doubt_is_asked_first(self, seen: Look) -> None:
        """A gap may be a tile that was not seen: the doubt is asked about before anything is refused."""
        assert laid(meant(seen("K A B E L\n. L . . .\n. . . . .\n. M . . .", doubts={"I11": PERHAPS})))[1] == ["I11"]

    def test_too_many_doubts(self, seen: Look) -> None:
        """A hand over the board makes more doubts than a rack holds tiles: it is refused, and nobody is asked."""
        row = {f"{column}10": PERHAPS for column in "HIJKLMNO"}

        assert refused(meant(seen(KABEL, doubts=row)))[0] == "H10 I10 J10 K10 L10 M10 N10 O10"

    def test_nothing_but_perhaps(self, seen: Look) -> None:
        """If only shadows lie beside the old tiles, it is neither a play nor a pass: look again."""
        assert refused(meant(seen(KABEL, doubts={"I10": PERHAPS})))[0] == "I10"

    def test_more_of_a_letter_than_the_box_has(self, seen: Look) -> None:
        """Alfapet has one Q: a second one was probably misread, so it is asked about, and stays as read till then."""
        meaning = meant(seen("Q A B E L\n. Q . . .\n. M . . ."), before="Q A B E L", newest=None)

        assert laid(meaning) == ("I10Q I11M", ["I10"])

    def test_a_surplus_letter_in_doubt_is_asked_once(self, seen: Look) -> None:
        """A letter that is in doubt anyway is not asked about twice."""
        look = seen("Q A B E L\n. . . . .\n. M . . .", doubts={"I10": (("Q", 0.8), ("O", 0.2))})

        assert laid(meant(look, before="Q A B E L", newest=None))[1] == ["I10"]

    def test_unknown_counts_are_no_surplus(self, seen: Look) -> None:
        """Nobody knows what the Finnish box holds, so nothing is too many."""
        board = "C C C C C"

        meaning = interpret(seen(board), EMPTY, None, ruleset("alfapet-fi"), rack=7)

        assert laid(meaning)[1] == []


class TestCodes:
    """What tells programs why a look was refused."""

    @pytest.mark.parametrize(
        ("board", "doubted", "code"),
        [
            ("K A B E .", "", Refusal.GONE),
            ("K A B O L", "", Refusal.ALTERED),
            (KABEL, "HIJKLMNO", Refusal.UNSEEN),
            (KABEL, "I", Refusal.UNCLEAR),
            ("K A B E L #", "", Refusal.NOT_A_PLAY),
            ("K A B E L #\n# . . . . S", "", Refusal.NOT_A_PLAY),
        ],
    )
    def test_each_cause_has_its_code(self, seen: Look, board: str, doubted: str, code: Refusal) -> None:
        """Tiles gone or altered, squares unseen or unclear, and tiles that cannot lie so are told apart."""
        meaning = meant(seen(board, doubts={f"{column}10": PERHAPS for column in doubted}), newest=None)

        assert isinstance(meaning, Refused)
        assert meaning.code is code

    def test_a_first_word_that_may_lie_either_way_up(self, seen: Look) -> None:
        """Of five letters that may be turned nine squares are in doubt: what is told is that no side is the top."""
        row = {f"{column}9": PERHAPS for column in "EFGHIJKLM"}
        meaning = meant(seen("", doubts=row, why=Why.WAY_UP), before="", newest=None)

        assert isinstance(meaning, Refused)
        assert (meaning.reason, meaning.code) == (
            "It cannot be told which side of the board is its top.",
            Refusal.COVERED,
        )
        assert len(meaning.squares) == len(row)

    @pytest.mark.parametrize(("word", "bare"), [("HIJKL", "DEFG"), ("HIJKLMN", "BCDEFG")])
    def test_a_first_word_is_asked_about_both_ways_up(self, seen: Look, word: str, bare: str) -> None:
        """It lies in one of two places: no more tiles are in doubt than it has, and one answer tells of all squares."""
        doubts = dict.fromkeys((f"{column}9" for column in word), (("S", 0.5), (".", 0.25)))
        doubts |= dict.fromkeys((f"{column}9" for column in bare), ((".", 0.5), ("", 0.5)))
        meaning = meant(seen("", doubts=doubts, why=Why.WAY_UP), before="", newest=None)

        assert laid(meaning) == (" ".join(f"{column}9S" for column in word), sorted(doubts))

    def test_a_word_that_may_lie_in_four_places_is_refused(self, seen: Look) -> None:
        """Where the picture may be mirrored, too, thrice as many squares may hold a letter: nobody answers that."""
        doubts = dict.fromkeys((f"I{row}" for row in range(10, 14)), (("S", 0.5), (".", 0.25)))
        doubts |= dict.fromkeys((f"{column}{row}" for column in "HJ" for row in range(10, 14)), ((".", 0.5), ("", 0.5)))
        meaning = meant(seen(KABEL, doubts=doubts, why=Why.WAY_UP))

        assert isinstance(meaning, Refused)
        assert meaning.code is Refusal.COVERED

    def test_a_short_first_word_is_asked_about_where_it_would_lie_on_its_head_too(self, seen: Look) -> None:
        """NO over the centre, found on its head: what is answered may put it there, and the evening goes on."""
        bare = ((".", 0.5), ("", 0.5))
        doubts = {"H9": bare, "I9": (("N", 0.5), ("Z", 0.25)), "J9": (("O", 0.5), (".", 0.25))}
        meaning = meant(seen("", doubts=doubts, why=Why.WAY_UP), before="", newest=None)

        assert laid(meaning) == ("I9N J9O", ["H9", "I9", "J9"])
        assert isinstance(meaning, Laid)
        turned = answered_play(meaning.play, meaning.questions, (("H9", "O"), ("I9", "N"), ("J9", ".")))
        assert " ".join(f"{square}{tile}" for square, tile in sorted(turned.tiles.items())) == "H9O I9N"

    def test_a_word_that_seems_gone_from_a_board_without_a_top(self, seen: Look) -> None:
        """LM was taken back, SO laid, and nothing tells the top: SO is no turn after LM, which would stand unasked."""
        doubts = dict.fromkeys(("I10", "I11"), PERHAPS) | dict.fromkeys(("L10", "L11"), (("S", 0.5), (".", 0.25)))
        meaning = meant(seen(KABEL, doubts=doubts, why=Why.WAY_UP), "K A B E L\n. L . . .\n. M . . .", "I10 v LM")

        assert isinstance(meaning, Refused)
        assert (meaning.code, " ".join(map(str, meaning.squares))) == (Refusal.COVERED, "I10 I11")


class TestUnderAThing:
    """A hand, a note or a cup lies over some of the board."""

    WORD = "K A B E L\n. L . . .\n. M . . ."

    @staticmethod
    def under(look: Sighting, squares: str) -> Sighting:
        """The look with a thing over some squares."""
        covered = frozenset(map(Square.parse, squares.split()))
        return replace(look, doubts=tuple(Doubt(one, PERHAPS, Why.HAND) for one in sorted(covered)), covered=covered)

    @pytest.mark.parametrize("squares", ["A1 B1 C1 A2 B2 C2", "K12 L12 M12 K13 L13"])
    def test_a_note_on_bare_board_hinders_nobody(self, seen: Look, squares: str) -> None:
        """All tiles of a play touch others: what lies away from every tile hides none."""
        assert laid(meant(self.under(seen(self.WORD), squares))) == ("I10L I11M", [])
        assert meant(self.under(seen(KABEL), squares)) == Unchanged()

    @pytest.mark.parametrize(
        "squares",
        [
            "K10 K11 K12 L12",  # beside an old tile
            "I12 I13 I14",  # beyond the new word's end
            "I9 J9 K9",  # over old tiles
        ],
    )
    def test_what_touches_a_tile_may_hide_one(self, seen: Look, squares: str) -> None:
        """A thing that touches a tile is told with all its squares, and nothing is counted."""
        assert refused(meant(self.under(seen(self.WORD), squares)))[0] == squares

    def test_squares_in_doubt_lead_beneath_it(self, seen: Look) -> None:
        """A square that may hold a tile leads from the words to what lies beneath a thing."""
        look = self.under(seen(KABEL), "K12 L12 M12")
        beside = (Doubt(Square.parse(name), PERHAPS, Why.IN_PART) for name in ("K10", "K11"))

        meaning = meant(replace(look, doubts=(*beside, *look.doubts)))

        assert refused(meaning)[0] == "K12 L12 M12"

    def test_a_thing_on_a_bare_board(self, seen: Look) -> None:
        """Before the first word, or over it, all that a thing hides counts."""
        assert refused(meant(self.under(seen(""), "A1 B1 C1"), before="", newest=None))[0] == "A1 B1 C1"


class TestTilesThatAreGone:
    """Less lies there than before."""

    BEFORE = "K A B E L\n. L . . .\n. M . . ."

    def test_the_newest_play_taken_back(self, seen: Look) -> None:
        """Exactly the newest play's tiles are gone: it was taken back."""
        assert meant(seen(KABEL), self.BEFORE, "I10 v LM") == TakenBack()

    def test_the_newest_play_with_its_stop_tile(self, seen: Look) -> None:
        """A play is taken back with its stop tile."""
        before = "K A B E L #\n. . . . . S\n. . . . . O"

        assert meant(seen(KABEL), before, "#M9 M10 v SO") == TakenBack()

    def test_the_newest_play_laid_anew(self, seen: Look) -> None:
        """The newest play may be laid otherwise before the next: it takes the old one's place."""
        meaning = meant(seen("K A B E L\n. . L . .\n. . M . ."), self.BEFORE, "I10 v LM")

        assert laid(meaning) == ("J10L J11M", [])
        assert isinstance(meaning, Laid)
        assert meaning.replaces

    def test_the_newest_play_made_shorter(self, seen: Look) -> None:
        """What is left of the newest play is the play now, if a person says so: the rest may only not be seen."""
        meaning = meant(seen("K A B E L\n. L . . ."), self.BEFORE, "I10 v LM")

        assert laid(meaning) == ("I10L", ["I11"])
        assert isinstance(meaning, Laid)
        assert meaning.replaces

    def test_a_blank_keeps_its_name(self, seen: Look) -> None:
        """What a person said of a blank holds while the rest of the play is laid anew."""
        board = "K A B E L\n. l . . .\n. M . . ."

        assert laid(meant(seen("K A B E L\n. _ . . ."), board, "I10 v lM")) == ("I10l", ["I11"])

    def test_its_stop_tile_stays(self, seen: Look) -> None:
        """A stop tile that still lies there belongs to the play that is laid anew."""
        before = "K A B E L #\n. . . . . S\n. . . . . O"

        meaning = meant(seen("K A B E L #\n. . . . . S\n. . . . . A"), before.replace("O", "."), "#M9 M10 v S")
        shorter = meant(seen("K A B E L #\n. . . . . S\n. . . . . O"), before + "\n. . . . . L", "#M9 M10 v SOL")

        assert laid(meaning)[0] == "M11A"
        assert laid(shorter)[0] == "#M9 M10S M11O"

    def test_only_its_stop_tile_is_left(self, seen: Look) -> None:
        """A stop tile alone is no play, nor is it nothing."""
        before = "K A B E L #\n. . . . . S\n. . . . . O"

        assert refused(meant(seen("K A B E L #"), before, "#M9 M10 v SO")) == ("M9", ["stop_alone"])

    def test_a_second_stop_tile(self, seen: Look) -> None:
        """A stop tile laid beside the one that stays is one too many."""
        before = "K A B E L #\n. . . . . S\n. . . . . O"

        meaning = meant(seen("K A B E L #\n# . . . . S"), before, "#M9 M10 v SO")

        assert refused(meaning)[0] == "M9 H10"

    @pytest.mark.parametrize(
        ("now", "gone"),
        [("K A B E .\n. L . . .\n. M . . .", "L9"), ("K . B E L", "I9 I10 I11"), ("", "H9 I9 J9 K9 L9 I10 I11")],
    )
    def test_older_tiles_are_missing(self, seen: Look, now: str, gone: str) -> None:
        """Tiles of an older play must not go: they are named, and nothing is scored."""
        assert refused(meant(seen(now), self.BEFORE, "I10 v LM"))[0] == gone

    def test_nobody_laid_what_is_missing(self, seen: Look) -> None:
        """Without a newest play nothing can be taken back."""
        assert refused(meant(seen("K A B E"), newest=None))[0] == "L9"

    def test_an_older_letter_is_another_now(self, seen: Look) -> None:
        """Letters must not be changed under the players' hands: the squares are named."""
        assert refused(meant(seen("K A B A R")))[0] == "K9 L9"

    def test_taken_back_with_a_shadow(self, seen: Look) -> None:
        """If something may still lie there the play was perhaps not taken back: look again."""
        meaning = meant(seen(KABEL, doubts={"J10": PERHAPS}), self.BEFORE, "I10 v LM")

        assert refused(meaning)[0] == "J10"

    def test_laid_anew_wrongly(self, seen: Look) -> None:
        """The newest play laid anew must be a play."""
        squares, faults = refused(meant(seen("K A B E L . L M"), self.BEFORE, "I10 v LM"))

        assert (squares, faults) == ("N9 O9", ["detached"])
