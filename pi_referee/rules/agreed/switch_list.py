"""The list of switches, one line each: name, default, options, the rule of RULES.md, and what it decides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pi_referee.composing import composed
from pi_referee.errors import GameFileError

Value = bool | int | str | tuple[str, ...] | None

ANY_NUMBER = "any number"
ANY_TEXT = "any text"
ANY_LIST = "any list of words"
MOST = 99_999
"""The highest number that can be agreed on, a day's seconds and more."""

_BETWEEN = re.compile(r"[\s,;./]+")
"""What people write between two words of a list."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing the players can agree on.

    options: every value it may have besides the default; ANY_NUMBER, ANY_TEXT and ANY_LIST stand for themselves.
    rules: the rows of RULES.md it comes from. decides: what it decides, in a sentence.
    """

    name: str
    default: Value
    options: tuple[Value, ...]
    rules: tuple[str, ...]
    decides: str

    @property
    def values(self) -> tuple[Value, ...]:
        """The values it may have, the default first."""
        return (self.default, *self.options)

    def read(self, value: object) -> Value:
        """The value meant by what someone gave or typed; GameFileError naming the options if there is none."""
        value = composed(value) if isinstance(value, str) else value
        for known in self.values:
            if _same(known, value) or (isinstance(value, str) and value.strip() == shown(known)):
                return known
        free = self._free(value)
        if free is None:
            raise GameFileError(
                f"{shown(value)[:40]!r} is not a value of {self.name}.",
                where=f"switch {self.name}",
                cure=f"Choose {self.choices()}.",
            )
        return free

    def choices(self) -> str:
        """Its values, for a message."""
        return " or ".join(dict.fromkeys(shown(value) for value in self.values))

    def _free(self, value: object) -> Value:
        """A number, text or list that nobody listed, where any is allowed; else None."""
        if isinstance(value, str) and value in _ALIASES.get(self.name, {}):
            return _ALIASES[self.name][value]
        if ANY_NUMBER in self.options:
            return _number(value)
        if ANY_TEXT in self.options:
            return value if isinstance(value, str) else None
        return _list(value) if ANY_LIST in self.options else None


_ALIASES: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "edition.stop_tile_colour": {"white": "white (2007 edition)"},
        "words.inflections": {"all_listed": "all", "base_forms_only": "base_forms"},
    }
)
"""Other names for a value: shorter ones, and those RULES.md uses beside its own."""


def shown(value: object) -> str:
    """A switch's value as it is typed: true, false, none, words with commas."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(str(word) for word in value)
    return str(value)


def _same(known: Value, value: object) -> bool:
    """Whether two values are one; true is not 1, and a list is the tuple of its words."""
    if isinstance(value, list):
        value = tuple(value)
    return known == value and isinstance(known, bool) == isinstance(value, bool)


def _number(value: object) -> int | None:
    """A whole number from 0 to MOST, as given or as typed."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value <= MOST else None
    typed = value.strip() if isinstance(value, str) else ""
    return int(typed) if typed.isdecimal() and len(typed) <= len(str(MOST)) else None


def _list(value: object) -> tuple[str, ...] | None:
    """A list of words, as given or as typed with commas or spaces; always in capitals, as words lie on the board."""
    words = _BETWEEN.split(value) if isinstance(value, str) else value
    if not isinstance(words, (tuple, list)) or not all(isinstance(word, str) for word in words):
        return None
    return tuple(composed(word.strip()).upper() for word in words if word.strip())


_LIST: tuple[Switch, ...] = (
    Switch("edition.stop_tile_colour", "black", ("white (2007 edition)",), ("A01",),
           "Which colour the stop tiles have; the blank is then the plain tile in the colour of the letters' tiles."),
    Switch("stop.later_words", "no_connection", ("no_word_may_start_there",), ("A02",),
           "Whether a later word may begin beside an old stop tile when it touches letters elsewhere."),
    Switch("stop.position", "after_word_end", ("any_adjacent_square",), ("A03",),
           "Where a stop tile may be laid."),
    Switch("stop.new_word", "right_or_below", (), ("A04",),
           "Where the word after a stop tile begins."),
    Switch("stop.alone_allowed", False, (True,), ("A05",),
           "Whether a turn may be a stop tile and nothing else."),
    Switch("special.value", 0, (), ("A06",),
           "What blanks, stops and arrows are worth."),
    Switch("arrow.detect", "infer_from_bend_and_confirm", ("player_declares",), ("A07",),
           "Whether the referee asks about an arrow it infers, or a player tells it."),
    Switch("arrow.score", "single_word", ("two_legs",), ("A08",),
           "Whether a turned word is one word, or each of its legs is one."),
    Switch("arrow.turns", ("right_down", "down_right"), ("all_four",), ("A09",),
           "Which ways a word may turn."),
    Switch("arrow.corner_must_be_new", True, (False,), ("A10",),
           "Whether the letter at a corner must be laid in the same turn as its arrow."),
    Switch("arrow.max_per_word", 4, (1,), ("A11",),
           "How often one word may turn."),
    Switch("arrow.leg_rule", "exempt_unless_changed", ("always_exempt",), ("A12",),
           "Whether the straight legs of a turned word must be words once somebody lengthens them."),
    Switch("bonus.counts_specials", True, (False,), ("A13",),
           "Whether stops and arrows count as tiles laid, for the bonus."),
    Switch("variant", "full", ("enkel", "custom"), ("A14",),
           "full: all special tiles and the minus squares; enkel: none of them; custom: any other mixture."),
    Switch("arrows", True, (False,), ("A14",), "Whether the arrows are in the bag."),
    Switch("stops", True, (False,), ("A14",), "Whether the stop tiles are in the bag."),
    Switch("blanks", True, (False,), ("A14",), "Whether the blanks are in the bag."),
    Switch("minus_squares", True, (False,), ("A14",), "Whether the minus squares take points, or are plain."),
    Switch("blank.binding", "per_tile", (), ("A15", "L10"),
           "What a blank's letter holds for: that tile, for the whole game."),
    Switch("blank.word_multiplier", True, (), ("A16",),
           "Whether a blank on a word square multiplies the word."),
    Switch("minus2.formula", "minus_2v", ("minus_v",), ("A17",),
           "What a letter adds on a minus square: minus twice its value, or minus its value."),
    Switch("score.order", ("letters", "minus", "word", "bonus"), (), ("A18",),
           "In which order letter squares, minus squares, word squares and the bonus are counted."),
    Switch("score.floor", None, (0,), ("A19",),
           "Whether a word can score less than nothing."),
    Switch("score.word_multipliers", "product", ("sum", "highest_only"), ("A20", "L05"),
           "How several word squares under one word work together."),
    Switch("score.word_premium_in_cross_words", True, (False,), ("A21",),
           "Whether a word square works for the crossing words too."),
    Switch("score.premium_new_tiles_only", True, (), ("A22",),
           "Whether squares work only in the turn that covers them."),
    Switch("bonus.needs_full_rack", True, (False,), ("A23", "L09"),
           "Whether the bonus needs a whole rack, or only all the tiles one still has."),
    Switch("centre.multiplier", 1, (2,), ("A24",),
           "What Alfapet's centre does to the word."),
    Switch("words.min_length", 2, (), ("A25",), "How many letters a word has at least."),
    Switch("words.inflections", "all", ("base_forms", "common", "ask"), ("A26",),
           "Which forms of a word count."),
    Switch("words.invalid_penalty", "retry", ("lose_turn", "fixed"), ("A27",),
           "What a word that does not count costs besides its tiles going back."),
    Switch("words.fixed_penalty", 10, (ANY_NUMBER,), ("A27",),
           "How many points it costs where the penalty is fixed."),
    Switch("challenge.seconds", None, (ANY_NUMBER,), ("A27",),
           "How long the newest play may be questioned; none: until the next play is ruled."),
    Switch("challenge.answer", "each_word", ("whole_play",), ("A27",),
           "Whether the referee answers word by word, or for the whole play only."),
    Switch("words.list", "", (ANY_TEXT,), ("A26",), "By which word list questions are answered; empty: by the table."),
    Switch("words.checksum", "", (ANY_TEXT,), ("A26",), "Which edition of that list; empty: the current one."),
    Switch("words.unlisted", "ask", ("no",), ("A27",),
           "Whether the table is asked about a word that a built list lacks, or it is no word."),
    Switch("words.compounds", "ask", ("listed",), ("A38",),
           "Whether the table is asked about an unlisted compound of listed words, or it is no word."),
    Switch("start.tie", "redraw", (), ("A28",), "What happens when two draw the highest tile."),
    Switch("exchange.min_bag", 0, (1, 7), ("A29", "L03"), "How many tiles the bag must hold for an exchange."),
    Switch("exchange.max_per_player", None, (ANY_NUMBER,), ("L03",), "How often each player may exchange."),
    Switch("exchange.counts_as_pass", False, (True,), ("A30", "L07"),
           "Whether an exchange counts as a pass for the game's end."),
    Switch("end.two_passes", True, (False,), ("A31",),
           "Whether the game ends when everyone has passed twice in a row."),
    Switch("end.when", "bag_and_one_rack_empty", ("all_blocked", "bag_empty"), ("A32", "L13"),
           "When the game ends as the tiles run out."),
    Switch("end.transfer_to_finisher", False, (True, "twice"), ("A33", "L06"),
           "Whether whoever went out gets what the others lose for their last tiles; or twice it, and they lose none."),
    Switch("connect.parallel_ok", True, (), ("A34",), "Whether touching side by side is contact enough."),
    Switch("move.single_line", True, (), ("A35",), "Whether all new tiles must lie on one line."),
    Switch("score.extension", "full_word", (), ("A36",), "Whether old letters count again in a longer word."),
    Switch("refill", "as_many_as_laid", (), ("A37",), "How many tiles one draws after a play."),
    Switch("words.repeat_allowed", True, (), ("A38",), "Whether a word may be laid twice."),
    Switch("challenge.mode", "auto_check", ("ranked_challenge",), ("L01",),
           "Whether the referee checks words at once, or a player must ask and pays for asking in vain."),
    Switch("invalid.counts_as_pass", False, (True,), ("L02",),
           "Whether a word that does not count is a pass, also for the game's end."),
    Switch("letter_premium", "x3_if_colour_matches", (), ("L04",),
           "What Literaki's coloured fields do."),
    Switch("centre", "red_letter_field", ("plain",), ("L08",), "What Literaki's centre does."),
    Switch("steal.score", "remaining_letters_x_best_multiplier_kept", (), ("K01",),
           "What a word scores once the next player has built on it: the cards that were not taken."),
    Switch("steal.multiplier_follows_card", True, (), ("K02",),
           "Whether the mark of a stolen card works for the thief, and no more for the word it came from."),
    Switch("multiplier.max", 1, (), ("K03",), "How many marked cards of one word multiply it; the best ones do."),
    Switch("meaning.check", "warn_same_lemma", ("off", "strict"), ("K04",),
           "What happens to a word that is only the old one bent: the table is asked, nothing, or it falls."),
    Switch("two_player.cross_words", False, (), ("K05",), "Whether crossing words score when two play with cards."),
    Switch("multi_player.cross_words", True, (), ("K06",),
           "Whether crossing words score when three or four play with cards."),
    Switch("joker.fixed", "while_on_table", (), ("K07",), "How long a joker keeps its letter."),
    Switch("change.max_cards", 1, (), ("K08",), "How many cards one may change in a turn with cards."),
    Switch("two_player.pass", "score_full_once", (), ("K09",),
           "What a word scores whose next player passes; it scores no second time."),
    Switch("round.tie", "previous_then_lot", (), ("K10",), "Who begins a round if several scored most in the last."),
    Switch("end.pending_word", "score_full", (), ("K11",), "What a word scores that lives when the game ends."),
    Switch("grid", "relative", (), ("K12",), "What a card's place is counted from: the first card laid."),
    Switch("cards.enforce_counts", False, (), ("K13",), "Whether a deck must be whole; some cards may be left out."),
    Switch("turn.seconds", None, (ANY_NUMBER,), ("L11",), "How long a turn may take."),
    Switch("preview", False, (True,), ("preview",),
           "Whether the page may show what lies there and would score before the button is pressed."),
    Switch("clock.seconds", None, (ANY_NUMBER,), ("clock",),
           "How long each player may take for the whole game; none: there is no chess clock."),
    Switch("clock.increment", 0, (ANY_NUMBER,), ("clock",), "How many seconds each turn adds to its player's time."),
    Switch("clock.overtime", 10, (ANY_NUMBER,), ("clock",), "How many points each minute begun beyond it costs."),
    Switch("start.by", "drawn_tile", ("lot",), ("L12", "A28"), "How the first player is found."),
    Switch("theme.words", (), (ANY_LIST,), ("theme",), "Words that give extra points to whoever lays them first."),
    Switch("theme.points", 10, (ANY_NUMBER,), ("theme",), "How many extra points."),
    Switch("theme.topic", "", (ANY_TEXT,), ("theme",), "What all words must be about; the table judges."),
    Switch("solo.racks", 1, (2,), ("solo",), "With how many racks one plays alone."),
    Switch("solo.dictionary", False, (True,), ("solo",), "Whether the word list may be asked for ideas, alone."),
)  # fmt: skip

SWITCHES: Mapping[str, Switch] = MappingProxyType({switch.name: switch for switch in _LIST})
"""Every switch, by its name."""
