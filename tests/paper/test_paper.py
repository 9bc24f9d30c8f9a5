"""The protocol on paper: a PDF, a picture and a page of its own, whoever played, however long, in every language."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from PIL import Image
from pypdf import PdfReader

from pi_referee.cli import main
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.locale import LANGUAGES
from pi_referee.paper.bidi import runs
from pi_referee.paper.content import leaf_of
from pi_referee.paper.fonts import missing
from pi_referee.paper.html import to_html
from pi_referee.paper.pdf import to_pdf
from pi_referee.paper.png import to_png
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    Challenged,
    Ended,
    Exchanged,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay

NOON = "2026-11-20T12:00:00+00:00"


def played(*moves: str | Happening, game: str = "alfapet-sv", players: Sequence[str] = ("Åsa", "Björn")) -> list[Event]:
    """The events of a game; plays as they are written."""
    happened: list[Happening] = [GameBegan(game, tuple(players), 7)]
    for move in moves:
        position = fold(happened).position
        happened.append(PlayLaid(WrittenPlay.parse(move).on(position)) if isinstance(move, str) else move)
    return [Event(number, 1, NOON, one, "") for number, one in enumerate(happened, start=1)]


WHOLE = played(
    "F9 > MINUTER",
    "#L10 L8 v ÖR",
    Exchanged(3),
    "I8 v KU",
    Withdrawn(),
    "I8 v KU",
    Challenged("Björn", stands=False, words=("KU",)),
    Passed(),
    Ended(),
    LeftOver({"Åsa": 3, "Björn": 11}),
)


def text_of(pdf: bytes) -> str:
    """What a PDF says, all pages."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def without_spaces(text: str) -> str:
    """A text by its signs alone, since a PDF places each piece of it."""
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_stands_in_the_pdf(language: str) -> None:
    """Who won, the sums, every word with its points, what was taken back: in the reader's words, as real text."""
    leaf = leaf_of(WHOLE, language)
    told = without_spaces(text_of(to_pdf(leaf)))
    cells = [cell for _, row in leaf.rounds for cell in row if cell is not None]
    wanted = [leaf.title, leaf.headline, leaf.protocol, *leaf.heads, *leaf.players]
    wanted += [text for cell in cells for text in (*cell.words, cell.gain, cell.running)]

    assert [text for text in wanted if without_spaces(text) not in told] == []
    assert "MINUTER" in told


def test_sums_and_turns_are_those_of_the_game() -> None:
    """The paper tells the same points as the game itself."""
    game, leaf = fold(event.happening for event in WHOLE), leaf_of(WHOLE, "en")

    assert {row.player: row.in_all.replace("−", "-") for row in leaf.rows} == {
        player: str(total) for player, total in game.totals.items()
    }
    assert sum(cell is not None for _, row in leaf.rounds for cell in row) == len(game.turns)
    assert [row.player for row in leaf.rows if row.has_won] == list(game.winners)
    assert any(cell.is_void for _, row in leaf.rounds for cell in row if cell is not None)
    assert not any(cell.is_loss for _, row in leaf.rounds for cell in row if cell is not None and "+" in cell.gain)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_sheet_ends_with_what_was_left_and_the_final_totals(language: str) -> None:
    """The last row is that of the page, on PDF and HTML alike: what came off, and the points in all."""
    game, leaf = fold(event.happening for event in WHOLE), leaf_of(WHOLE, language)

    assert [cell.running.replace("−", "-") for cell in leaf.last] == [str(game.totals[one]) for one in game.players]
    assert [(cell.words, cell.gain) for cell in leaf.last] == [((leaf.heads[2],), "−3"), ((leaf.heads[2],), "−11")]
    assert all(cell.is_loss for cell in leaf.last)
    assert to_html(leaf).split("</table>")[1].count(leaf.heads[2]) == len(game.players)
    assert without_spaces(text_of(to_pdf(leaf))).count(without_spaces(leaf.heads[2])) == 1 + len(game.players)
    assert leaf_of(WHOLE[:-1], language).last == ()


def test_a_long_game_goes_on_on_the_next_page() -> None:
    """Forty rounds of four players need several pages, each with the names again; no turn is lost."""
    players = ("Anna", "Bo", "Cilla", "Dan")
    leaf = leaf_of(played("I9 > LÅTA", *[Exchanged(2)] * 119, *[Passed()] * 3, players=players), "sv")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(to_pdf(leaf))).pages]

    assert len(pages) >= 2
    assert sum(page.count("bytte 2") for page in pages) == 119
    assert "Cilla" in pages[0]
    assert "Cilla" in pages[1]


def test_a_long_game_makes_a_tall_picture() -> None:
    """A picture has one page, as tall as the game was long."""
    short, long = (Image.open(io.BytesIO(to_png(leaf_of(played(*[Exchanged(1)] * n), "sv")))) for n in (1, 60))

    assert short.width == long.width
    assert long.height > short.height + 500


@pytest.mark.parametrize(
    "name", ["Ἑλένη", "Дмитрий", "שלום", "محمد", "日本太郎", "Åsa 😀", "<script>", "W" * 24, "Łukasz Żółć"]
)
def test_any_name_stands_on_the_paper(name: str) -> None:
    """Names in any script, long ones and hostile ones break neither the PDF nor the picture nor the page."""
    leaf = leaf_of(played("I9 > LÅTA", players=(name, "Bo")), "en")

    assert to_pdf(leaf).startswith(b"%PDF")
    assert to_png(leaf).startswith(b"\x89PNG")
    assert "<script>" not in to_html(leaf)


@settings(max_examples=25, deadline=None)
@given(some.text(min_size=1, max_size=24), some.sampled_from(sorted(LANGUAGES)))
def test_no_name_breaks_the_paper(name: str, language: str) -> None:
    """Whatever signs a name is made of."""
    leaf = leaf_of(played("I9 > LÅTA", players=(name, "Bo")), language)

    assert to_pdf(leaf)
    assert to_png(leaf)
    assert to_html(leaf)


LONG = ("Maximiliana Alexandrovna", "W" * 24, "Wilhelmina von Oranienba", "Bartholomäus-Wilhelmsson")


def test_long_names_stand_there_in_full() -> None:
    """Nobody's name is cut, neither among the sums nor over the columns, with one player or four."""
    told = without_spaces(text_of(to_pdf(leaf_of(played("I9 > LÅTA", players=LONG), "en"))))

    assert {name: told.count(without_spaces(name)) for name in LONG[1:]} == dict.fromkeys(LONG[1:], 2)
    assert "…" not in told


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("שלום", "םולש"),
        ("שלום בן דוד", "דוד ןב םולש"),
        ("محمد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("مُحَمَّد", "\ufeaa\ufee4\ufea4\ufee3"),
        ("علاء 2", "2 \ufe80\ufefc\ufecb"),
        ("محمد ٢٣", "٢٣ \ufeaa\ufee4\ufea4\ufee3"),
        ("שלום 2 דוד", "דוד 2 םולש"),
        ("Ann, שלום (2), Bo", "Ann, (2) םולש, Bo"),
        ("هـ", "\u0640\ufeeb"),
        ("عبد الله", "\ufeea\ufee0\ufedf\ufe8d \ufeaa\ufe92\ufecb"),
        ("Åsa محمد", "Åsa \ufeaa\ufee4\ufea4\ufee3"),
    ],
)
def test_names_are_written_as_they_are_read(name: str, written: str) -> None:
    """What is read from the right is turned round, spaces within too, but no number; Arabic letters are joined."""
    assert "".join(piece for _, piece in runs(name, bold=False)) == written


def test_signs_that_paper_lacks_are_known() -> None:
    """Which signs of a name become empty boxes, so that the page can say so."""
    assert missing("Łukasz Ἑλένη محمد عبد الله שלום Дмитрий") == ""
    assert missing("日本 日 Bo") == "日本"


@pytest.mark.parametrize("letters", ["ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÉÜ", "ĄĆĘŁŃÓŚŹŻąćęłńóśźż", "ȘȚĂÎÂßêèàñ−–·…“”"])
def test_one_face_has_all_our_letters(letters: str) -> None:
    """Swedish, Finnish, Polish, Romanian and German words are all of one typeface."""
    assert {face for face, _ in runs(letters, bold=False)} == {"plain"}
    assert {face for face, _ in runs(letters, bold=True)} == {"bold"}


@pytest.mark.parametrize(
    ("game", "play", "colour"),
    [
        ("alfapet-sv", "I9 > LÅTA", "#fbf4e4"),
        ("literaki", "H8 > ŻABa", "#f19186"),
        ("scrabble-en", "H8 > CAT", "#fbf4e4"),
    ],
)
def test_the_board_is_drawn_as_it_lies(game: str, play: str, colour: str) -> None:
    """Every board is there with its tiles, in the colours they have; nothing is fetched from anywhere."""
    page = to_html(leaf_of(played(play, game=game), "pl"))

    assert page.count(colour) >= 1
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page


def test_the_same_game_makes_the_same_pdf() -> None:
    """The PDF is dated by the game, not by the moment it was asked for."""
    assert to_pdf(leaf_of(WHOLE, "sv")) == to_pdf(leaf_of(WHOLE, "sv"))


class TestExport:
    """From the command line."""

    @pytest.fixture
    def home(self, tmp_path: Path) -> Path:
        """A house with one game."""
        with Ledger(tmp_path / "games.sqlite") as ledger:
            for event in WHOLE:
                ledger.append(event.happening, at=NOON, after=event.id - 1)
        return tmp_path

    @pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG"), ("html", b"<!doctype html>")])
    def test_a_file_for_people(self, home: Path, kind: str, begins: bytes) -> None:
        """A game is written as a PDF, a picture or a page."""
        file = home / f"game.{kind}"

        assert main(["export", "1", str(file), "--to", kind, "--home", str(home)]) == 0
        assert file.read_bytes().startswith(begins)

    def test_it_speaks_the_games_language_or_another(self, home: Path) -> None:
        """A Swedish game is written in Swedish unless somebody asks for another language."""
        texts = []
        for more in ([], ["--language", "fi"]):
            assert main(["export", "1", str(home / "x.html"), "--to", "html", "--home", str(home), *more]) == 0
            texts.append((home / "x.html").read_text(encoding="utf-8"))

        assert ["Åsa vinner!" in texts[0], 'lang="fi"' in texts[1]] == [True, True]

    def test_a_folder_that_is_not_there_is_said(self, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
        """A file that cannot be written is a sentence."""
        assert main(["export", "1", str(home / "no" / "x.pdf"), "--to", "pdf", "--home", str(home)]) != 0
        assert "cannot be written" in capsys.readouterr().err


STOLEN = (
    "0,0 > L3UVA",
    "1,-1 v K.l",
    Exchanged(1),
    "0,0 > K.LTUR",
    Passed(),
    Ended(),
    LeftOver({"Åsa": 3, "Björn": 0}),
)
"""A game of cards for two."""

ROUNDS = ("0,0 > L3UVA", "1,-1 v K.L", "3,-1 v K.R2", "0,0 > VED{7}", Passed(), Passed(), "-1,0 > OSA")
"""A round of three, the next one, and the first word of a third."""


def test_a_game_of_cards_is_on_paper() -> None:
    """What a word brought in the end and what was kept of it stand there, and what one still holds is taken off."""
    leaf = leaf_of(played(*STOLEN, game="kortalfapet"), "en")
    said = without_spaces(text_of(to_pdf(leaf)))

    assert "LUVA27(keptLVA)+18" in said
    assert "KUL6(keptKL)" in said
    assert "changedacard" in said
    assert "BywordsLeftinthehandInall" in said
    assert (leaf.rows[0].left, leaf.headline) == ("−3", "Åsa wins!")


def test_what_lives_stands_in_brackets() -> None:
    """A word that may still be stolen tells what it would bring, and adds nothing to the total yet."""
    [(_, (cell, _))] = leaf_of(played("0,0 > L3UVA", game="kortalfapet"), "en").rounds

    assert cell is not None
    assert (cell.words, cell.gain, cell.running) == (("LUVA 27",), "(+27)", "0")


@pytest.mark.parametrize(
    ("moves", "players"), [(STOLEN, ("Åsa", "Björn")), (ROUNDS, ("A", "B", "C")), ((), ("A", "B"))]
)
def test_the_cards_are_drawn(moves: Sequence[str | Happening], players: Sequence[str]) -> None:
    """The table is drawn with as many cards as lie there, on every kind of paper, also before any was laid."""
    events = played(*moves, game="kortalfapet", players=players)
    game, leaf = fold(event.happening for event in events), leaf_of(events, "sv")
    cards = {*game.position.tiles, *game.spent}
    page = to_html(leaf)

    assert page.count('rx="') == 2 + 2 * len(cards)
    assert all(f">{tile.letter}</text>" in page for tile in game.position.tiles.values())
    assert to_pdf(leaf).startswith(b"%PDF")
    assert Image.open(io.BytesIO(to_png(leaf))).width > 1000


def test_rounds_are_rows_whoever_began() -> None:
    """A round is one row of the protocol, also where it was not the first player who began it."""
    rounds = leaf_of(played(*ROUNDS, game="kortalfapet", players=("A", "B", "C")), "en").rounds

    assert [(number, sum(cell is not None for cell in cells)) for number, cells in rounds] == [(1, 3), (2, 3), (3, 1)]
