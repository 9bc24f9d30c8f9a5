"""The stages of a look, in order: each may raise doubts about the findings so far, or settle some.

A later stage has the last word: a letter that one stage settles the next may doubt. Any stage can be left out by its
name, which is how its worth is measured (benches.ablate).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from vision.geometry.layout_match import Printed
from vision.geometry.rectify import Squared
from vision.letter_checks.consensus import Unison
from vision.letter_checks.faded_ink import unfaded
from vision.letter_checks.second_network import SecondReader
from vision.letter_checks.second_opinion import Witness, settle
from vision.letter_checks.symmetry import UpsideDown
from vision.letter_checks.tile_colour import tinted
from vision.letter_checks.turned_tiles import TurnedTiles
from vision.letter_checks.unknown_set import unknown
from vision.letters.classifier import Reader
from vision.letters.reading_cache import Recent
from vision.lighting.appearance import looks
from vision.lighting.shadow import evened
from vision.sighting import Step
from vision.squares.connected import together
from vision.squares.evidence import Evidence, gather
from vision.squares.findings import Box, Findings
from vision.squares.first_verdict import judge
from vision.squares.grid_model import watched
from vision.squares.grid_verdict import bare_by_grid, surely_bare, tiles_by_grid
from vision.squares.merge_findings import agreed, step_of
from vision.squares.picture_edge import uncut

_SHADED = 0.4
"""Difference of log light on plain squares near each other above which the edge of a shade lies there: 0.41 on one of
87 pictures as they are, less on the others, 0.68 and more on all but two of 28 with a shade over them."""


class Act(StrEnum):
    """What a stage may do to the findings before it."""

    RAISE = "raises doubts"
    SETTLE = "settles doubts"


@dataclass(frozen=True, slots=True, eq=False)
class Tools:
    """What the stages of one game's looks work with: its board and box, and everything that reads its letters.

    colours: each letter's tile colour, if tiles have several. without: the names of stages that are left out.
    """

    printed: Printed
    colours: Mapping[str, str]
    box: Box
    reader: Reader
    second: SecondReader
    unison: Unison | None
    upside_down: UpsideDown
    turned: TurnedTiles
    without: Collection[str] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What one look works on: the board as it is read and as it was lit, and the evidence for its squares.

    recent: what the second reader read before. witness: whoever is asked about letters in doubt.
    """

    squared: Squared
    lit: Squared
    evidence: Evidence
    recent: Recent | None
    witness: Witness


Run = Callable[[Tools, Scene, Findings], Findings]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its name, what it may do, and how it is run."""

    name: str
    acts: tuple[Act, ...]
    run: Run


NOTHING = Findings({}, frozenset(), ())
"""The result before any stage."""


def told_by(
    stages: Sequence[Stage], tools: Tools, scene: Scene, found: Findings = NOTHING
) -> tuple[Findings, tuple[Step, ...]]:
    """Run some stages, one after the other; the result, and the changes by each stage that changed anything."""
    steps = list[Step]()
    for stage in stages:
        if stage.name in tools.without:
            continue
        before, found = found, stage.run(tools, scene, found)
        if found != before:
            steps.append(step_of(stage.name, before, found))
    return found, tuple(step for step in steps if step.raised or step.settled or step.changed)


def _first_verdict(tools: Tools, scene: Scene, found: Findings) -> Findings:  # noqa: ARG001 - all stages are called alike
    """What the letter reader and each square's own colour tell of it."""
    return judge(scene.evidence, tools.box)


def _tiles_seen(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """The same network: tiles of which only that is in doubt, or of which nothing else tells."""
    return tiles_by_grid(found, scene.evidence, tools.box)


def _second_reader(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Another network reads every letter that is sure."""
    return tools.second.vouch(found, scene.evidence.read_from, scene.recent)


def _faded_ink(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Letters in strong light that have lost no ink."""
    faded = unfaded(found, scene.evidence, scene.lit)
    return tools.second.settle(found, faded, scene.evidence.read_from, scene.recent)


BY_ONE_LIGHT = (
    Stage("first verdict", (Act.RAISE,), _first_verdict),
    Stage("tiles seen", (Act.SETTLE,), _tiles_seen),
    Stage("second reader", (Act.RAISE,), _second_reader),
    Stage("faded ink", (Act.SETTLE,), _faded_ink),
)
"""The stages that run in the light as it is and, if a shade lies over the board, once more in even light."""


def _even_light(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """The board once more with the shade taken off, if a shade's edge lies over it."""
    evidence, squared = scene.evidence, scene.squared
    perhaps_shaded = found.doubts or float(evidence.seen.uneven.max()) > _SHADED
    # What hides the board looks like a shade: light measured on it would be wrong.
    if not perhaps_shaded or evidence.blurred or (evidence.cover.hand | evidence.cover.near_veil).any():
        return found
    even = evened(squared, tools.printed, evidence.lettered, dark=evidence.edition == "dark")
    if even is None or not even.is_sure:
        return found
    look = looks(even.squared, tools.printed).bleached_as(evidence.seen)
    # All plain squares are read: letters under a specular reflection have a tenth of their contrast, and are clear.
    board = watched(even.squared, tools.printed)
    again = gather(board, look, tools.reader, evidence.edition, stops=tools.box.stops, all_plain=True)
    lit_evenly = Scene(even.squared, squared, again.beneath(evidence), None, scene.witness)
    then, _ = told_by(BY_ONE_LIGHT, tools, lit_evenly)
    return agreed(found, then, surely_bare(lit_evenly.evidence))


def _unison(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Letters that both networks see wherever the window is cut."""
    return tools.unison.settle(found, scene.evidence) if tools.unison else found


def _second_opinion(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Tesseract is asked about letters in doubt; of those it names the second network is asked, too."""
    settled = settle(found, scene.evidence.read_from, scene.witness)
    return tools.second.vouch(settled, scene.evidence.read_from, but=found.board)


def _unknown_set(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Letters of a set of which many are not known: no other is believed, unless the set was learnt."""
    return found if tools.reader.remembers else unknown(found, scene.evidence)


def _tile_colour(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Literaki: the tile's colour tells of its letter."""
    if not tools.colours:
        return found
    return tinted(found, scene.evidence, tools.colours)


def _symmetry(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """An O, an I and their like must look the same upside down."""
    return tools.upside_down.doubt(found, scene.evidence)


def _turned_tiles(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """Tiles that do not lie as the others do: turned, an N is a Z."""
    return tools.turned.doubt(found, scene.evidence)


def _picture_edge(tools: Tools, scene: Scene, found: Findings) -> Findings:  # noqa: ARG001 - all stages are called alike
    """Tiles that the picture's edge cuts."""
    return uncut(found, scene.squared)


def _connected(tools: Tools, scene: Scene, found: Findings) -> Findings:  # noqa: ARG001 - all stages are called alike
    """Squares that may be bare and that no tile leads to."""
    return together(found)


def _grid_model(tools: Tools, scene: Scene, found: Findings) -> Findings:
    """A network that sees the board in colour: bare squares in doubt, and what only seems bare, or a tile."""
    return bare_by_grid(found, scene.evidence, tools.box)


ONCE = (
    Stage("even light", tuple(Act), _even_light),
    Stage("unison", (Act.SETTLE,), _unison),
    Stage("second opinion", (Act.SETTLE,), _second_opinion),
    Stage("tile colour", tuple(Act), _tile_colour),
    Stage("symmetry", (Act.RAISE,), _symmetry),
    Stage("turned tiles", (Act.RAISE,), _turned_tiles),
    Stage("picture edge", (Act.RAISE,), _picture_edge),
    Stage("connected", (Act.SETTLE,), _connected),
    Stage("unknown set", (Act.RAISE,), _unknown_set),
    Stage("grid model", tuple(Act), _grid_model),
)
"""The stages that run after those, if letters can be read at all."""

STAGES = (*BY_ONE_LIGHT, *ONCE)
