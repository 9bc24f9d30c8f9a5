"""Whether a word laid with cards means something else than the word it is built on, as it must (K04)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pi_referee.lexicon.same_word import Kin, kinship
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    MEANING_KEY,
    Challenged,
    Happening,
    PlayLaid,
    Question,
)
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play

ASKED = Question(MEANING_KEY, (("yes", 0.5), ("no", 0.5)), holds_score=False)
"""The question to the table whether the new word is another one."""

OFF, STRICT = "off", "strict"


def with_meaning(
    game: Game, happened: tuple[Happening, ...], lexicon: Callable[[Game], Lexicon]
) -> tuple[Happening, ...]:
    """What happened, with the question whether a new word is another one, or with its fall, as was agreed.

    lexicon: opens the house's list; only done where a word is built on another.
    """
    laid = next((one for one in happened if isinstance(one, PlayLaid)), None)
    if laid is None or game.ruleset.mode is Mode.KEPT or game.ruleset.switches["meaning.check"] == OFF:
        return happened
    new, olds = _word(game, laid.play), tuple(built_on(game, laid.play))
    if not olds:
        return happened
    kins = _kins(game, olds, new, lexicon)
    return tuple(told for one in happened for told in (_told(game, one, new, kins) if one is laid else (one,)))


def _kins(game: Game, olds: tuple[str, ...], new: str, lexicon: Callable[[Game], Lexicon]) -> set[Kin]:
    """What a new word is to the old ones; of one with a joker that has no name yet no list can tell."""
    if "_" in new:
        return {Kin.ASK if old in new else Kin.DIFFERENT for old in olds}
    list_ = lexicon(game)
    try:
        return {_kin(list_, old, new) for old in olds}
    finally:
        list_.close()


def _told(game: Game, laid: Happening, new: str, kins: set[Kin]) -> tuple[Happening, ...]:
    """A play with what its word's meaning calls for; one of which a letter is asked about does not fall by a guess."""
    if not isinstance(laid, PlayLaid) or not kins & {Kin.SAME, Kin.ASK}:
        return (laid,)
    is_read = all(doubt.is_about_print for doubt in laid.doubts)
    if Kin.SAME in kins and game.ruleset.switches["meaning.check"] == STRICT and is_read:
        return laid, Challenged("", stands=False, words=(new,))
    return (PlayLaid(laid.play, (*laid.doubts, ASKED)),)


def _kin(lexicon: Lexicon, old: str, new: str) -> Kin:
    """What a new word is to an old one; where the list cannot tell, it is asked only if it holds the old one whole."""
    kin = kinship(lexicon, old, new).kin
    return Kin.DIFFERENT if kin is Kin.ASK and old not in new else kin


def _word(game: Game, play: Play) -> str:
    """The word a play means to lay; "_" in it for a joker that nobody has named, and "" if there is none."""
    ruling = adjudicate(game.position, play, game.ruleset, rack=game.rack)
    return ruling.words[0].text if ruling.words else ""


def built_on(game: Game, play: Play) -> Iterator[str]:
    """The words that lie on the table and of which a play's word uses a card."""
    ruling = adjudicate(game.position, play, game.ruleset, rack=game.rack)
    taken = {letter.square for letter in ruling.words[0].letters} if ruling.words else set()
    for turn in game.turns:
        words = turn.ruling.words if turn.ruling is not None else ()
        squares = {letter.square for letter in words[0].letters} if words else set()
        lies = squares <= game.position.tiles.keys() and game.script.entries[turn.number - 1].is_standing_play
        if words and lies and taken & squares and "_" not in words[0].text:
            yield words[0].text
