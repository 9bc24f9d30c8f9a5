"""What players can agree on."""

from __future__ import annotations

import pytest

from pi_referee.errors import GameFileError
from pi_referee.rules.agreed.switch_list import ANY_LIST, ANY_NUMBER, ANY_TEXT, SWITCHES
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.definition.library import ruleset

DEFAULTS: dict[str, tuple[object, tuple[object, ...]]] = {
    "edition.stop_tile_colour": ("black", ("white (2007 edition)",)),
    "stop.later_words": ("no_connection", ("no_word_may_start_there",)),
    "stop.position": ("after_word_end", ("any_adjacent_square",)),
    "stop.new_word": ("right_or_below", ()),
    "stop.alone_allowed": (False, (True,)),
    "special.value": (0, ()),
    "arrow.detect": ("infer_from_bend_and_confirm", ("player_declares",)),
    "arrow.score": ("single_word", ("two_legs",)),
    "arrow.turns": (("right_down", "down_right"), ("all_four",)),
    "arrow.corner_must_be_new": (True, (False,)),
    "arrow.max_per_word": (4, (1,)),
    "arrow.leg_rule": ("exempt_unless_changed", ("always_exempt",)),
    "bonus.counts_specials": (True, (False,)),
    "variant": ("full", ("enkel", "custom")),
    "arrows": (True, (False,)),
    "stops": (True, (False,)),
    "blanks": (True, (False,)),
    "minus_squares": (True, (False,)),
    "blank.binding": ("per_tile", ()),
    "blank.word_multiplier": (True, ()),
    "minus2.formula": ("minus_2v", ("minus_v",)),
    "score.order": (("letters", "minus", "word", "bonus"), ()),
    "score.floor": (None, (0,)),
    "score.word_multipliers": ("product", ("sum", "highest_only")),
    "score.word_premium_in_cross_words": (True, (False,)),
    "score.premium_new_tiles_only": (True, ()),
    "bonus.needs_full_rack": (True, (False,)),
    "centre.multiplier": (1, (2,)),
    "words.min_length": (2, ()),
    "words.inflections": ("all", ("base_forms", "common", "ask")),
    "words.invalid_penalty": ("retry", ("lose_turn", "fixed")),
    "words.fixed_penalty": (10, (ANY_NUMBER,)),
    "challenge.seconds": (None, (ANY_NUMBER,)),
    "start.tie": ("redraw", ()),
    "exchange.min_bag": (0, (1, 7)),
    "exchange.max_per_player": (None, (ANY_NUMBER,)),
    "exchange.counts_as_pass": (False, (True,)),
    "end.two_passes": (True, (False,)),
    "end.when": ("bag_and_one_rack_empty", ("all_blocked", "bag_empty")),
    "end.transfer_to_finisher": (False, (True, "twice")),
    "connect.parallel_ok": (True, ()),
    "move.single_line": (True, ()),
    "score.extension": ("full_word", ()),
    "refill": ("as_many_as_laid", ()),
    "words.repeat_allowed": (True, ()),
    "challenge.mode": ("auto_check", ("ranked_challenge",)),
    "invalid.counts_as_pass": (False, (True,)),
    "letter_premium": ("x3_if_colour_matches", ()),
    "centre": ("red_letter_field", ("plain",)),
    "challenge.answer": ("each_word", ("whole_play",)),
    "words.list": ("", (ANY_TEXT,)),
    "words.checksum": ("", (ANY_TEXT,)),
    "words.unlisted": ("ask", ("no",)),
    "words.compounds": ("ask", ("listed",)),
    "steal.score": ("remaining_letters_x_best_multiplier_kept", ()),
    "steal.multiplier_follows_card": (True, ()),
    "multiplier.max": (1, ()),
    "meaning.check": ("warn_same_lemma", ("off", "strict")),
    "two_player.cross_words": (False, ()),
    "multi_player.cross_words": (True, ()),
    "joker.fixed": ("while_on_table", ()),
    "change.max_cards": (1, ()),
    "two_player.pass": ("score_full_once", ()),
    "round.tie": ("previous_then_lot", ()),
    "end.pending_word": ("score_full", ()),
    "grid": ("relative", ()),
    "cards.enforce_counts": (False, ()),
    "turn.seconds": (None, (ANY_NUMBER,)),
    "preview": (False, (True,)),
    "clock.seconds": (None, (ANY_NUMBER,)),
    "clock.increment": (0, (ANY_NUMBER,)),
    "clock.overtime": (10, (ANY_NUMBER,)),
    "start.by": ("drawn_tile", ("lot",)),
    "theme.words": ((), (ANY_LIST,)),
    "theme.points": (10, (ANY_NUMBER,)),
    "theme.topic": ("", (ANY_TEXT,)),
    "solo.racks": (1, (2,)),
    "solo.dictionary": (False, (True,)),
}
"""Every switch with its default and its other options, as RULES.md has them; the last of them name the word list."""

ANYTHING = {"theme.topic", "theme.words", "words.list", "words.checksum"}
"""Switches that take any text."""


def test_names_defaults_and_options() -> None:
    """Every switch has the name, the default and the options that RULES.md gives it."""
    assert {name: (switch.default, switch.options) for name, switch in SWITCHES.items()} == DEFAULTS


def test_nothing_said_is_the_booklet() -> None:
    """Where nobody says otherwise, every switch has its default."""
    assert {name: default for name, (default, _) in DEFAULTS.items()} == dict(Switches())


@pytest.mark.parametrize(("name", "option"), [(name, option) for name, (_, options) in DEFAULTS.items()
                                              for option in options if option != "custom"])  # fmt: skip
def test_every_option_can_be_agreed(name: str, option: object) -> None:
    """Every option of every switch can be set."""
    value = {ANY_NUMBER: 3, ANY_TEXT: "the sea", ANY_LIST: ("SOL", "HAV")}.get(str(option), option)

    assert Switches().agree({name: value})[name] == value


def test_literakis_own() -> None:
    """Literaki's rules differ from Alfapet's where its booklet says so."""
    assert dict(ruleset("literaki").switches.changed) == {
        "end.transfer_to_finisher": True,
        "exchange.max_per_player": 3,
        "exchange.min_bag": 7,
        "invalid.counts_as_pass": True,
        "start.by": "lot",
    }


def test_typed_values() -> None:
    """A switch's value can be typed."""
    switches = Switches().agree({"score.floor": "0", "end.two_passes": "false", "theme.words": "sol, hav"})

    assert (
        switches["score.floor"],
        switches["end.two_passes"],
        switches["theme.words"],
    ) == (0, False, ("SOL", "HAV"))


@pytest.mark.parametrize("typed", ["sol hav", "Sol, hav", " sol;hav ", "sol\nhav", "sol / hav.", "sol,,hav"])
def test_words_of_a_list_as_people_write_them(typed: str) -> None:
    """Words stand apart by a comma, a space or what else people write between them."""
    assert Switches().agree({"theme.words": typed})["theme.words"] == ("SOL", "HAV")


def test_a_list_that_is_kept_stays() -> None:
    """A game of before plays on by its list as it was written down."""
    assert Switches().agree({"theme.words": ["SOL HAV"]})["theme.words"] == ("SOL HAV",)


def test_true_is_not_one() -> None:
    """On is not the number one, nor off the number nothing."""
    with pytest.raises(GameFileError):
        Switches().agree({"score.floor": False})


@pytest.mark.parametrize("name", [name for name in SWITCHES if name not in ANYTHING])
def test_nonsense_names_the_options(name: str) -> None:
    """A value no switch has is refused, and the message names those it has."""
    with pytest.raises(GameFileError, match=f"not a value of {name}. Choose "):
        Switches().agree({name: "nonsense"})


@pytest.mark.parametrize("number", [-1, 100_000, "100000", "9" * 5000])
def test_numbers_beyond_sense(number: object) -> None:
    """A number below nought or of more than five digits is refused like any other nonsense."""
    with pytest.raises(GameFileError, match=r"not a value of turn.seconds"):
        Switches().agree({"turn.seconds": number})
    assert Switches().agree({"turn.seconds": "99999"})["turn.seconds"] == 99_999


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
