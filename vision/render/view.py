"""How a drawn table is looked at: where the camera stands, how the light falls, what the camera spoils."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from vision.sighting import Edition

BUNDLED = Path(__file__).with_name("typefaces") / "Karla.ttf"
"""The typeface of the drawn tiles; the letter reader has never been trained on it."""


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp over the table.

    brightness: 1 is well lit. cast: gains of red, green and blue. gradient: the share of light lost from one side of
    the picture to the other, the darker side being `gradient_way` degrees clockwise from the right.
    glare: 0 to 1, a lamp mirrored at `glare_at`, `glare_reach` picture widths and heights wide. sheen: 0 to 1, the same
    in glossy print alone. shade: 0 to 1, somebody's shadow over all that lies further than `shade_from` along
    `shade_way`; the greater `shade_edge`, the harder its edge. pool: 0 to 1, how much darker it is far from `pool_at`,
    where a lamp's pool of light is `pool_reach` picture widths wide. fall: how far a shadow reaches, right and down on
    the table, for each unit of height; it takes the share `fall_depth` of the light, and its edge's deviation is
    `fall_soft` px. Places are shares of the picture, (0, 0) top left.
    """

    brightness: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gradient: float = 0.0
    gradient_way: float = 0.0
    glare: float = 0.0
    glare_at: tuple[float, float] = (0.4, 0.35)
    shade: float = 0.0
    shade_from: float = 0.6
    shade_way: float = 0.0
    shade_edge: float = 90.0
    pool: float = 0.0
    pool_at: tuple[float, float] = (0.5, 0.5)
    pool_reach: float = 0.35
    sheen: float = 0.0
    glare_reach: tuple[float, float] = (0.16, 0.12)
    fall: tuple[float, float] = (0.55, 0.4)
    fall_depth: float = 0.5
    fall_soft: float = 4.0


@dataclass(frozen=True, slots=True)
class Shot:
    """Where a camera stands over any table, how the light falls, and what the camera spoils.

    width, height: the picture in px. turn: degrees the table is turned clockwise in the picture. tilt: degrees of the
    camera from straight above, 0 to 60, standing `tilt_way` degrees clockwise from the table's lower side.
    zoom: the share of the picture's width or height, whichever is tighter, that what is photographed takes.
    shift: its middle from the picture's, as shares of its width and height. blur: Gaussian, px. shake: the length of a
    straight blur, px, in the direction `shake_way`, degrees. sharpening: what the camera's unsharp mask adds, 0 to 2.
    grain: deviation in grey levels. jpeg: quality 1 to 100, None for none. lens: radial distortion; negative bends
    straight lines outwards, as a wide lens does. has_rim: whether it is black where such a lens shows nothing.
    seed: decides chance, such as the grain.
    """

    width: int = 1440
    height: int = 1080
    turn: float = 0.0
    tilt: float = 0.0
    tilt_way: float = 0.0
    zoom: float = 0.92
    shift: tuple[float, float] = (0.0, 0.0)
    light: Light = field(default=Light())
    blur: float = 0.6
    shake: float = 0.0
    shake_way: float = 0.0
    sharpening: float = 0.0
    grain: float = 2.0
    jpeg: int | None = 92
    lens: float = 0.0
    has_rim: bool = False
    seed: int = 0


@dataclass(frozen=True, slots=True)
class View(Shot):
    """One way to photograph a board: the shot, and how board and tiles look; the board with its frame fills it.

    edition: ivory or dark tiles. typeface: a TrueType or OpenType file. seed: also decides how the tiles lie, which
    stay where they are as the game goes on. jitter: the farthest a tile lies off its square's middle, in squares.
    crooked: the deviation of the tiles' turn in degrees. thick: how high a tile is, in squares; an arrow tile beneath
    raises a letter by as much. icons: whether premium squares have the ground of plain ones, and an icon of their
    colour. hand: where the fingertips of a hand from the lower rim are, as shares of the picture; None for no hand.
    table: "#rrggbb"; wood: how strong its grain is, 0 to 1. tiles: of which edition the tiles are, if not of the
    board's. sticker: the tint of a sticker on each blank, "" for none. has_large_values: whether values stand half as
    high as letters, close beside them.
    """

    edition: Edition = "light"
    typeface: Path = BUNDLED
    jitter: float = 0.06
    crooked: float = 1.5
    thick: float = 0.2
    icons: bool = False
    hand: tuple[float, float] | None = None
    table: str = "#8a6a4c"
    wood: float = 0.5
    tiles: Edition | None = None
    sticker: str = ""
    has_large_values: bool = False
