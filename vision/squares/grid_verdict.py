"""What the grid model says of squares in doubt, and of those that the others took for bare: tiles first, bare last.

Tiles are told before the other witnesses are asked about letters, so that they check these as any other; what is bare,
and what may not be, once all have spoken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats, around
from vision.letters.classifier import SOME_LETTER
from vision.sighting import SEEN_BARE, Doubt, Reading, Why
from vision.square_index import flagged, index_of, squares_where
from vision.squares.blanks import not_as_printed
from vision.squares.choices import FOREIGN, UNKNOWN, other_shares, part_of
from vision.squares.evidence import ROUGHER, Evidence
from vision.squares.findings import CERTAIN, Box, Findings, within
from vision.squares.first_verdict import LETTERS as LETTER_LIMITS
from vision.squares.first_verdict import strange_in_tint
from vision.squares.grid_model import BARE, BLANK, LETTER, STOP
from vision.squares.square_readings import NEAR


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """From which shares on the grid model is believed, or asks.

    Measured on 226 photographs as they are and 99 varied, and 80 drawn boards of a seed that nothing was tuned on:
    94,000 squares.
    """

    # Two thirds of the bare squares in doubt have more, and of 627 tiles in doubt that may be bare none. Of 7,000
    # letters of 20 sets that others were sure of one has 0.996, and a 2 printed on a square, read as a Z, all of it. In
    # 970 looks, most of them disturbed, none of 200,000 bare squares had more of a letter or of a plain tile, and none
    # of 29,700 letters of a plain tile; 407 of 637 blanks had.
    surely: float = 0.998
    # The same of one that is likelier a letter than anything else: an E out of focus had 0.9983; of 37 bare ones under
    # mixtures three have less.
    no_letter: float = 0.999
    # The same of one that is wholly seen, and that the others take for bare by more than half, or that is seen bare in
    # even light: in 970 looks a blank of a strange board had the most of those that are not bare, 0.48.
    likely: float = 0.95
    half: float = 0.5  # share above which something is likelier than all else together
    # Share of blank above which a square is asked about that is plainly as printed: two of 58,000 bare ones of 227
    # photographs have more, and three under 201 mixtures, where two of two blanks told as bare had 0.81 and 0.88.
    a_blank: float = 0.8
    # The same of letters that the others are sure of. A ×2 on a bare square had 0.997 and was a Z by 0.990.
    sign: float = 0.996
    # Share of letter below which one of which its reader is less sure than hardly_read may be seen in part: a P that a
    # mixture had made a B had 0.50, by 0.971, an M of which a lamp had left an N 0.81, by 0.972; of 13,000 three.
    no_letter_seen: float = 0.9
    hardly_read: float = 0.98
    # Share of bare below which a square is asked about that is plainly as printed: 24 bare ones on 818 pictures, half
    # of which lie under a lamp's mirror, and six of eight letters that light had nearly taken; with 0.3 96 and seven.
    hardly: float = 0.1
    # The same of one that the others took for bare, but not as plainly as printed, or whose print is not seen: a blank
    # in the corner had 0.26. With 0.5 one more in forty looks under mixtures asked, with 0.3 none.
    perhaps: float = 0.3
    # The same if it has a tile's tint, or something of a letter: four blanks in shades and mixtures, told as bare, had
    # 0.49 to 0.83, an A that a stick half hid 0.69; of 230,000 squares in those looks 60 bare ones more are asked.
    like_tile: float = 0.9
    # The reader's share of any letter from which on it is so: that A had 0.31.
    lettered: float = 0.25
    # Share of letter and blank together below which a plain tile that the others told is asked about: bare squares that
    # a lamp had whitened had less. Of 364 plain tiles one in a brown board's corner had less, photographed often.
    no_tile: float = 0.1
    # The same of one of which the others are less sure than sure_tile: two bare squares in lamps' pools had 0.40 and
    # 0.79, of 390 plain tiles one under a mixture 0.82.
    hardly_tile: float = 0.85
    # Confidence of a plain tile from which less is needed: those had 0.971 and 0.960; a plain tile as dark as its
    # board, with 0.11 to 0.37 on seven photographs, 0.992 and more.
    sure_tile: float = 0.99
    # Share of a plain tile by the letter reader, which doubts some of them, from which both together tell one: below,
    # it saw an S in 0.31, and the grid model none.
    plain: float = 0.85


LIMITS = VerdictLimits()


def half_seen(e: Evidence) -> Flags:
    """The squares on which a tile may not be wholly seen, as something lies there or beside, or light took its ink."""
    cover = e.cover
    is_hidden = around(cover.in_part | cover.unseen, 1) | cover.perhaps_in_part | e.crossed
    return is_hidden | cover.near_veil | cover.spotted | e.seen.at_end | e.seen.faded


def _share(e: Evidence, thing: int, square: Square) -> float:
    """The grid model's share of a thing on a square."""
    return float(e.cover.shows[thing, index_of(square, e.size)])


def _where(e: Evidence, flags: Flags) -> frozenset[Square]:
    """The squares for which flags (n * n,) are set."""
    return squares_where(flags, e.size)


def surely_bare(e: Evidence) -> frozenset[Square]:
    """The squares that the grid model sees as bare."""
    return _where(e, e.cover.shows[BARE] > LIMITS.likely)


def tiles_by_grid(found: Findings, e: Evidence, box: Box) -> Findings:
    """The findings with plain tiles where the grid model sees them, and only that was in doubt, or nothing was told.

    None is told where a tile may not be wholly seen or letters are hard to read, nor more than the box holds.
    """
    if found.certain != CERTAIN or not box.blanks:
        return found
    plain = _with_plain_tiles(found, e)
    return plain if within(box, plain) == plain else found


def _with_plain_tiles(found: Findings, e: Evidence) -> Findings:
    """The findings with tiles without a letter where surely one lies."""
    doubted = {one.square for one in found.doubts if _may_be_plain(one)}
    # Others that plainly see bare board are no less sure: then it is asked.
    untold = _where(e, e.letter <= LETTER_LIMITS.hardly) - found.taken - found.bare
    sure = _where(e, (e.cover.shows[BLANK] > LIMITS.surely) & ~half_seen(e))
    return found.with_settled({one: Reading("", _share(e, BLANK, one)) for one in sure & (doubted | untold)})


def _may_be_plain(doubt: Doubt) -> bool:
    """Whether only that is asked, or the letter reader hardly doubts it."""
    likeliest, share = doubt.choices[0]
    if doubt.why is Why.LETTER:
        return not likeliest and share > LIMITS.plain
    return doubt.why in SEEN_BARE and not doubt.may_be_letter


def bare_by_grid(found: Findings, e: Evidence, box: Box) -> Findings:
    """The findings without the doubts about what the grid model sees as bare, and with those that it raises."""
    found = _without_bare(found, e)
    found = found.with_doubts(tuple(_doubtful_tiles(found, e)))
    likelier = _where(e, _bare(e, box) < LIMITS.half)
    found = found.with_doubts(
        Doubt(square, FOREIGN if square in likelier else UNKNOWN, Why.NOT_AS_BARE)
        for square in _where(e, _hardly_bare(found, e, box)) - found.taken
    )
    return replace(found, doubts=tuple(_perhaps_in_part(doubt, e) for doubt in found.doubts))


def _perhaps_in_part(doubt: Doubt, e: Evidence) -> Doubt:
    """A doubt, of a letter seen in part where the grid model sees one and no witness named any."""
    is_letter = _share(e, LETTER, doubt.square) > LIMITS.half
    return replace(doubt, why=Why.IN_PART) if is_letter and _may_be_plain(doubt) else doubt


def _without_bare(found: Findings, e: Evidence) -> Findings:
    """The findings without the doubts about squares that surely are bare."""
    bare = {doubt.square for doubt in found.doubts if _is_bare(doubt, e)}
    left = tuple(doubt for doubt in found.doubts if doubt.square not in bare)
    return replace(found, doubts=left, covered=found.covered - bare)


def _is_bare(doubt: Doubt, e: Evidence) -> bool:
    """Whether a square that may be bare surely is: none that seems to show a letter of which something hides a part."""
    if (e.lettered & e.crossed)[index_of(doubt.square, e.size)]:
        return False
    names = [name for name, _ in doubt.choices]
    is_likely = names[0] == "." and doubt.choices[0][1] > LIMITS.half and doubt.why in SEEN_BARE
    least = LIMITS.likely if is_likely else LIMITS.no_letter if names[0].isalpha() else LIMITS.surely
    return "." in names and _share(e, BARE, doubt.square) > least


def _doubtful_tiles(found: Findings, e: Evidence) -> Iterator[Doubt]:
    """Doubts about tiles that the others told, and of which it sees too little."""
    for square, told in found.board.items():
        bare, letter, blank = (_share(e, thing, square) for thing in (BARE, LETTER, BLANK))
        if not told.letter:
            least = LIMITS.no_tile if told.confidence >= LIMITS.sure_tile else LIMITS.hardly_tile
            if letter + blank < least or (letter > LIMITS.half and not _shows_sign(e, square)):
                yield Doubt(square, FOREIGN, Why.MAYBE_BLANK)
        elif bare > LIMITS.sign:
            yield Doubt(square, ((".", 0.5), (told.letter, 0.5)), Why.PRINT)
        elif told.confidence < LIMITS.hardly_read and letter < LIMITS.no_letter_seen:
            yield Doubt(square, part_of(told), Why.IN_PART)


def _shows_sign(e: Evidence, square: Square) -> bool:
    """Whether the letter reader sees a sign on a tile: a joker's face looks like a letter to the grid model.

    A thin O that grain had eaten was a plain tile, and a letter here by 0.999; of 164 plain tiles none was by a half.
    """
    return other_shares(e, index_of(square, e.size))[2] > SOME_LETTER


def _bare(e: Evidence, box: Box) -> Floats:
    """Each square's share of bare: what looks like a stop tile is none in a game without them."""
    return np.asarray(e.cover.shows[BARE] + (0.0 if box.stops else e.cover.shows[STOP]))


def _hardly_bare(found: Findings, e: Evidence, box: Box) -> Flags:
    """The squares that are asked about where the others told bare board, sooner if not plainly as printed."""
    bare, letter, blank = _bare(e, box), e.cover.shows[LETTER], e.cover.shows[BLANK]
    # Where tiles have many colours none of them shows how a blank looks.
    plainly = flagged(() if box.coloured else found.bare, e.size).ravel() & ~not_as_printed(e)
    like_tile = (e.from_tile < NEAR) | (e.letter > LIMITS.lettered)
    perhaps = (bare < LIMITS.perhaps) | (bare < letter + blank) | (like_tile & (bare < LIMITS.like_tile))
    # As a white sticker on a white board by its rim: so is one of all plainly bare squares of 255 photographs.
    is_sticker = (blank > LIMITS.half) & (e.rougher > ROUGHER)
    # As a dark scrap of a tile's size over one, in a game without stop tiles: so is one square of 238 photographs.
    is_scrap = (e.cover.shows[BARE] < LIMITS.half) & strange_in_tint(e)
    is_plainly_none = (bare < LIMITS.hardly) | (blank > LIMITS.a_blank) | is_sticker | is_scrap
    return np.asarray(is_plainly_none | (perhaps & ~plainly))
