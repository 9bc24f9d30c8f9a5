"""What players can agree on."""

from __future__ import annotations

import pytest

from pi_referee.errors import GameFileError
from pi_referee.rules.agreements import SWITCHES
from pi_referee.rules.library import ruleset
from pi_referee.rules.switches import Switches


def test_nothing_said_is_the_booklet() -> None:
    """Where nobody says otherwise, every switch has the default of RULES.md."""
    assert {name: switch.default for name, switch in SWITCHES.items()} == dict(Switches())


def test_typed_values() -> None:
    """A switch's value can be typed."""
    switches = Switches().agree({"score.floor": "0", "end.two_passes": "false", "theme.words": "sol, hav"})

    assert (
        switches["score.floor"],
        switches["end.two_passes"],
        switches["theme.words"],
    ) == (0, False, ("SOL", "HAV"))


@pytest.mark.parametrize("name", SWITCHES)
def test_nonsense_names_the_options(name: str) -> None:
    """A value no switch has is refused, and the message names those it has."""
    if name in {"theme.topic", "theme.words"}:
        pytest.skip("any text will do")
    with pytest.raises(GameFileError, match=f"not a value of {name}. Choose "):
        Switches().agree({name: "nonsense"})


def test_unknown_switch() -> None:
    """A switch that is none is refused, and the message names the switches."""
    with pytest.raises(GameFileError, match=r"no switch 'arrow.colour'.*arrow.turns"):
        Switches().agree({"arrow.colour": "red"})


def test_the_simplest_variant() -> None:
    """The simplest variant has neither special tiles nor minus squares; they leave the bag."""
    game = ruleset("alfapet-sv").agree({"variant": "enkel"})

    assert (game.blanks, game.stops, game.arrows, game.tile_total) == (0, 0, 0, 112)
    assert game.switches["minus_squares"] is False


def test_a_mixture_is_custom() -> None:
    """Sorting out only the arrows is a mixture of its own."""
    game = ruleset("alfapet-sv").agree({"arrows": "false"})

    assert (game.switches["variant"], game.tile_total) == ("custom", 116)


def test_all_four_off_is_the_simplest() -> None:
    """Whoever turns all four off by hand plays the simplest variant."""
    four = dict.fromkeys(("arrows", "stops", "blanks", "minus_squares"), "false")

    assert Switches().agree({"variant": "enkel"}) == Switches().agree(four)
