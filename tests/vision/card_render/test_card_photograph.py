"""The drawn table of cards: every card where its truth says, with what is printed on it, and what hides it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi_referee.errors import RefereeError
from vision.card_render import CardScene, Cloth, DeckStyle, Hand, LaidCard, PrintedCard, Thing, draw_card_table
from vision.card_render.card_scene import ClothPattern, ThingKind
from vision.card_render.card_truth import TrueCard
from vision.card_render.deck_style import (
    BackPattern,
    BackStyle,
    Border,
    JokerPicture,
    JokerStyle,
    MarkShape,
    MarkStyle,
    ValueSigns,
    Wear,
)
from vision.render.view import Light, Shot

Picture = NDArray[np.uint8]

BARE = DeckStyle(border=None, radius=0.5, face=(255, 255, 255), ink=(0, 0, 0))
BLACK = Cloth("plain", (0, 0, 0), weave=0.0)
SHOT = Shot(width=900, height=700, blur=0.0, grain=0.0, jpeg=None)
SHOTS = (
    SHOT,
    replace(SHOT, turn=130.0),
    replace(SHOT, turn=-20.0, tilt=38.0, tilt_way=50.0),
    replace(SHOT, tilt=20.0, tilt_way=180.0, lens=-0.06),
    replace(SHOT, tilt=12.0, turn=77.0, lens=-0.08, has_rim=True),
    replace(SHOT, turn=200.0, zoom=0.7, shift=(0.1, -0.05), lens=0.04),
)


def laid(letter: str, x: float, y: float, turn: float = 0.0) -> LaidCard:
    """A card that lies in the pattern, its letter's value 1."""
    return LaidCard(PrintedCard(letter, 1), (x, y), turn, lift=0.0, cell=(0, 0))


def table(*cards: LaidCard, deck: DeckStyle = BARE, things: tuple[Thing, ...] = ()) -> CardScene:
    """Cards on a black cloth, half a metre of it in the picture."""
    return CardScene(cards, deck, BLACK, things, reach=500.0)


def upright(picture: Picture, card: TrueCard, size: tuple[int, int] = (116, 178)) -> Picture:
    """A card alone, squared up by its true corners: two px a mm."""
    own = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.array(card.quad.corners, np.float32), own)
    return np.asarray(cv2.warpPerspective(picture, matrix, size), np.uint8)


def ink(face: Picture) -> NDArray[np.bool_]:
    """Where a white face is dark."""
    return np.asarray(face.max(axis=2) < 128)


@pytest.mark.parametrize("shot", SHOTS)
@pytest.mark.parametrize("place", [(-100.0, -60.0, 0.3), (90.0, -20.0, 2.0), (-20.0, 120.0, -1.1)])
def test_a_card_lies_where_its_quad_says(shot: Shot, place: tuple[float, float, float]) -> None:
    """All that is bright on a black cloth lies within the true corners, as large and with the same middle."""
    blank = replace(BARE, ink=(255, 255, 255), value=ValueSigns((), ink=(255, 255, 255)))

    picture, truth = draw_card_table(table(laid("A", *place), deck=blank), shot)

    corners = np.array(truth.cards[0].quad.corners, np.float32)
    bright = cv2.moments(picture.max(axis=2).astype(np.float32))
    outline = cv2.moments(corners)
    rows, columns = np.nonzero(picture.max(axis=2) > 140)
    off = [cv2.pointPolygonTest(corners, (float(x), float(y)), True) for x, y in zip(columns, rows, strict=True)]
    assert min(off) > -0.75
    assert bright["m00"] / picture.max() == pytest.approx(outline["m00"], rel=0.015)
    for axis in ("m10", "m01"):
        assert bright[axis] / bright["m00"] == pytest.approx(outline[axis] / outline["m00"], abs=0.25)


@pytest.mark.parametrize("shot", SHOTS)
def test_the_first_corner_is_the_faces_top_left(shot: Shot) -> None:
    """Squared up by its corners an L stands upright: its ink is on the left and below, never right and above."""
    picture, truth = draw_card_table(table(laid("L", 40, -30, 2.5)), shot)

    found = np.argwhere(ink(upright(picture, truth.cards[0]))[45:125, 25:95])
    (top, left), (bottom, right) = found.min(0), found.max(0)
    letter = np.zeros((bottom - top + 1, right - left + 1), bool)
    letter[tuple((found - (top, left)).T)] = True

    assert letter[: len(letter) // 2, : letter.shape[1] // 4].mean() > 0.4
    assert letter[-len(letter) // 6 :].mean() > 0.4
    assert not letter[: len(letter) // 2, letter.shape[1] // 2 :].any()


def test_a_table_can_be_drawn_again() -> None:
    """The same arguments give the same picture and the same truth, wear and grain and all."""
    worn = replace(BARE, wear=Wear(0.8, 0.8, 0.8, 0.5))
    scene = replace(table(laid("Å", 0, 0), deck=worn), cloth=Cloth("floral", seed=5))
    shot = replace(SHOT, grain=4.0, jpeg=80, blur=1.0, shake=3.0, seed=9)

    (first, truth), (second, other) = (draw_card_table(scene, shot) for _ in range(2))

    assert np.array_equal(first, second)
    assert truth == other
    assert first.shape == (700, 900, 3)


@pytest.mark.parametrize(("right", "down", "hidden"), [(29.0, 0.0, 0.5), (0.0, 71.2, 0.2), (58.0, 0.0, 0.0)])
def test_a_card_over_another_hides_its_share(right: float, down: float, hidden: float) -> None:
    """The lower card is hidden by as much as the upper one lies over it, and the upper one not at all."""
    _, truth = draw_card_table(table(laid("A", 0, 0), laid("B", right, down)), replace(SHOT, width=1600, height=1200))

    assert [card.card.letter for card in truth.cards] == ["A", "B"]
    assert truth.cards[0].hidden == pytest.approx(hidden, abs=0.03)
    assert truth.cards[1].hidden == 0.0


def test_what_is_hidden_of_letter_and_value_is_told_apart() -> None:
    """A card over the lower right corner hides the value there, not the letter; a second value elsewhere is seen."""
    two = replace(BARE, value=ValueSigns(("tl", "br")))
    cards = (laid("A", 0, 0), laid("B", 40, 70))

    one_value, two_values = (draw_card_table(table(*cards, deck=deck), SHOT)[1].cards[0] for deck in (BARE, two))

    assert (one_value.letter_hidden, one_value.value_hidden) == (0.0, 1.0)
    assert (two_values.letter_hidden, two_values.value_hidden) == (0.0, 0.0)
    assert one_value.mark_hidden == 0.0


def test_the_pictures_edge_hides_too() -> None:
    """A card half outside the picture is half hidden; one wholly outside is none that is seen."""
    _, truth = draw_card_table(table(laid("A", 0, 271.7), laid("B", 0, 900)), SHOT)

    assert [card.card.letter for card in truth.cards] == ["A"]
    assert truth.cards[0].hidden == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("is_above", [True, False])
def test_things_hide_only_what_lies_beneath_them(is_above: bool) -> None:
    """A sheet of paper over a card hides it; the same sheet under it hides nothing."""
    sheet = Thing("paper", (0.0, 44.5), 0.0, (200.0, 89.0), 0.2, is_above=is_above)

    _, truth = draw_card_table(table(laid("A", 0, 0), things=(sheet,)), SHOT)

    assert truth.cards[0].hidden == pytest.approx(0.5 if is_above else 0.0, abs=0.04)


def test_a_hand_hides_what_it_lies_over() -> None:
    """Where an arm lies over a card its px are skin, and the truth counts them as hidden."""
    scene = replace(table(laid("A", 0, 0)), hands=(Hand((0.5, 0.3), (0.5, 1.2), skin=(0, 0, 255)),))

    picture, truth = draw_card_table(scene, SHOT)

    face = upright(picture, truth.cards[0])
    blue = (face[:, :, 0] > 150) & (face[:, :, 2] < 90)
    assert 0.1 < truth.cards[0].hidden < 1.0
    assert truth.cards[0].hidden == pytest.approx(float(blue.mean()), abs=0.06)


def test_a_pile_is_one_back() -> None:
    """A pile counts once however many cards are in it, a lone back too, and one that is wholly covered not at all."""
    pile = tuple(LaidCard(None, (-150.0, 0.5 * n), 0.0, 0.3 * n, stack=4) for n in range(5))
    lone, covered = LaidCard(None, (150.0, 0.0), 1.0), LaidCard(None, (0.0, 0.0), 0.0)

    _, truth = draw_card_table(table(*pile, lone, covered, laid("A", 0, 0)), SHOT)

    assert truth.face_down == 2
    assert [card.card.letter for card in truth.cards] == ["A"]


def test_cards_aside_have_no_cell() -> None:
    """Truth keeps which cards lie in the words, and in which cell."""
    aside = replace(laid("B", 150, 0), cell=None)

    _, truth = draw_card_table(table(replace(laid("A", 0, 0), cell=(3, -2)), aside), SHOT)

    assert [card.cell for card in truth.cards] == [(3, -2), None]


def test_a_mark_is_printed_where_the_style_says() -> None:
    """A card with 2x differs from the same card without in the mark's corner alone; 3x is printed unlike 2x."""
    cards = [replace(laid("A", 0, 0), card=PrintedCard("A", 1, multiplier)) for multiplier in (1, 2, 3)]
    drawn = [draw_card_table(table(card), SHOT) for card in cards]
    plain, double, triple = (upright(picture, truth.cards[0]).astype(int) for picture, truth in drawn)

    rows, columns = np.nonzero(np.abs(plain - double).max(axis=2) > 40)

    assert len(rows) > 300
    assert columns.max() < 58
    assert rows.min() > 110
    assert np.abs(double - triple).max() > 80


def test_values_in_far_corners_may_stand_upside_down() -> None:
    """As on playing cards: turned by half a turn the face shows the same values."""
    style = replace(BARE, value=ValueSigns(("tl", "br"), is_turned=True))
    card = replace(laid("I", 0, 0), card=PrintedCard("I", 14))
    picture, truth = draw_card_table(table(card, deck=style), replace(SHOT, width=2000, height=1600))
    face = upright(picture, truth.cards[0])[:, :, 1]

    corner, far = face[4:36, 4:36], face[::-1, ::-1][4:36, 4:36]

    assert corner.min() < 120
    assert np.corrcoef(corner.ravel(), far.ravel())[0, 1] > 0.9
    assert np.corrcoef(corner.ravel(), face[-36:-4, -36:-4].ravel())[0, 1] < 0.8


@pytest.mark.parametrize("picture", get_args(JokerPicture))
def test_a_joker_shows_neither_letter_nor_value(picture: JokerPicture) -> None:
    """A joker's face is the same whatever else is printed on the deck's letters."""
    joker = replace(laid("", 0, 0), card=PrintedCard("", None, is_joker=True))
    small, large = (replace(BARE, cap=cap, joker=JokerStyle(picture)) for cap in (0.3, 0.6))

    first, second = (draw_card_table(table(joker, deck=deck), SHOT)[0] for deck in (small, large))

    assert np.array_equal(first, second)


@pytest.mark.parametrize("shape", get_args(MarkShape))
def test_every_mark_can_be_seen(shape: MarkShape) -> None:
    """Whatever its shape, a mark changes the face."""
    style = replace(BARE, mark=MarkStyle(shape, colours=((200, 30, 30), (30, 30, 200)), ink=(120, 20, 20)))
    marked = replace(laid("A", 0, 0), card=PrintedCard("A", 1, 3))

    with_mark, without = (draw_card_table(table(card, deck=style), SHOT)[0] for card in (marked, laid("A", 0, 0)))

    assert not np.array_equal(with_mark, without)


@pytest.mark.parametrize("pattern", get_args(BackPattern))
def test_every_back_has_its_colours(pattern: BackPattern) -> None:
    """A back shows its ground, and its margin round it."""
    style = replace(BARE, back=BackStyle(pattern, (200, 0, 0), (255, 90, 90), 0.1, (255, 255, 255), 0.2))

    picture, truth = draw_card_table(table(LaidCard(None, (0.0, 0.0), 0.0), deck=style), SHOT)

    corners = np.array(truth.backs[0].corners)
    low, high = corners.min(0).astype(int), corners.max(0).astype(int)
    back = picture[low[1] : high[1], low[0] : high[0]]
    assert back[10:-10, 10:-10, 2].mean() > 180
    assert back[10:-10, 10:-10, 0].mean() < 100
    assert back[3, 12:-12].min() > 200


@pytest.mark.parametrize("pattern", get_args(ClothPattern))
def test_every_cloth_can_be_laid(pattern: ClothPattern) -> None:
    """Every cloth is drawn in about its colours, and no two seeds of it are alike."""
    one, other = (
        replace(table(laid("A", 0, 0)), cloth=Cloth(pattern, (150, 90, 60), (200, 120, 90), seed=n)) for n in (1, 2)
    )

    first, second = (draw_card_table(scene, SHOT)[0] for scene in (one, other))

    assert not np.array_equal(first, second)
    assert first[:, :250, 2].mean() > first[:, :250, 1].mean() > first[:, :250, 0].mean()


def test_cards_can_be_laid_on_a_photograph(tmp_path: Path) -> None:
    """A table's photograph is what the cards lie on, its middle; one that cannot be read is named."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.hstack([np.full((90, 30, 3), tone, np.uint8) for tone in (255, 40, 40, 40, 255)]))
    paths = (path, tmp_path / "none.png")
    on_it, on_none = (replace(table(laid("A", 0, 0)), cloth=Cloth(picture=one)) for one in paths)

    picture, truth = draw_card_table(on_it, SHOT)

    assert truth.cards
    assert picture[:, :50].max() < 90
    with pytest.raises(RefereeError, match=r"none\.png"):
        draw_card_table(on_none, SHOT)


@pytest.mark.parametrize("kind", get_args(ThingKind))
def test_every_thing_lies_in_its_place(kind: ThingKind) -> None:
    """A thing changes the picture where it lies and throws its shadow, and nothing far from it."""
    thing = Thing(kind, (-120.0, -80.0), 0.4, (60.0, 60.0), 5.0, (220, 220, 210), seed=3)

    bare, with_thing = (draw_card_table(table(things=things), SHOT)[0] for things in ((), (thing,)))

    rows, columns = np.nonzero((bare != with_thing).any(axis=2))
    assert len(rows) > 1500
    assert rows.max() < 350
    assert columns.max() < 450


def test_wear_changes_what_is_printed_not_where_it_lies() -> None:
    """A used card keeps its outline; two used cards of one print differ; new ones do not."""
    used = replace(BARE, wear=Wear(1.0, 1.0, 1.0, 0.6))
    seeds = [replace(laid("A", 0, 0), seed=seed) for seed in (1, 2)]

    new = [draw_card_table(table(card), SHOT)[0] for card in seeds]
    old = [draw_card_table(table(card, deck=used), SHOT)[0] for card in seeds]

    assert np.array_equal(new[0], new[1])
    assert not np.array_equal(old[0], old[1])
    assert ((old[0].max(axis=2) > 60) == (new[0].max(axis=2) > 60)).mean() > 0.97


def test_only_glossy_print_mirrors_the_lamp() -> None:
    """Sheen lightens the ink of a glossy deck, not that of a dull one, and never the cloth."""
    shot = replace(SHOT, light=Light(sheen=0.8, glare_at=(0.5, 0.5), glare_reach=(0.3, 0.3)))
    glossy, dull = (
        draw_card_table(table(laid("M", 0, 0), deck=replace(BARE, gloss=gloss)), shot)[0] for gloss in (1.0, 0.0)
    )

    assert dull[345:355, 430:470].min() < 30
    assert glossy[345:355, 430:470].min() > 80
    assert np.array_equal(glossy[:200], dull[:200])


def test_a_double_border_has_two_lines() -> None:
    """The second line lies within the first."""
    counts = []
    for is_double in (False, True):
        border = Border(0.08, 0.02, 0.0, (0, 0, 0), is_double)
        picture, truth = draw_card_table(
            table(laid("I", 0, 0), deck=replace(BARE, border=border)), replace(SHOT, width=1800, height=1400)
        )
        row = ink(upright(picture, truth.cards[0], (232, 356)))[178, :60].astype(int)
        counts.append(int((np.diff(row) == 1).sum()))

    assert counts == [1, 2]


def test_a_missing_typeface_of_a_deck_is_said() -> None:
    """A font file that is not there is named, with the cure."""
    with pytest.raises(RefereeError, match=r"nowhere\.ttf.*TrueType"):
        draw_card_table(table(laid("A", 0, 0), deck=replace(BARE, typeface=Path("nowhere.ttf"))), SHOT)
