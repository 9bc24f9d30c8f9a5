"""What the people at a simulated table say, who know what they laid: answers to questions, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    ALONG_KEY,
    ARROW_KEY,
    JOKER_KEY,
    LETTER_KEY,
    MEANING_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    Answered,
    Ended,
    Exchanged,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
)
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value

_NOTHING, _STOP, _HELD = ".", "#", 4
"""Choices that are no letter; and how many tiles each player holds in the end."""


def written(turn: str, game: Game) -> Happening:
    """What a written turn is in a game; raises NotationError if it cannot be read."""
    if turn == "-":
        return Passed()
    if turn.startswith("-"):
        return Exchanged(int(turn[1:]))
    return PlayLaid(WrittenPlay.parse(turn).on(game.position))


def laid(ruleset: Ruleset, players: int, turns: Iterable[str]) -> tuple[Play | None, ...]:
    """What each press of a written game is about: a play, or None where nothing was laid."""
    game = begin(GameBegan(ruleset.name, tuple("ABCD"[:players]), ruleset.rack), lambda _: ruleset)
    moves = reduce(follow, _all(turns, game), game).turns
    return tuple(turn.move if isinstance(turn.move, Play) else None for turn in moves)


def _all(turns: Iterable[str], game: Game) -> Iterator[Happening]:
    """The happenings of a written game, each read on the table that those before it made."""
    for turn in turns:
        happening = written(turn, game)
        game = follow(game, happening)
        yield happening


def said(game: Game, plays: Sequence[Play | None]) -> tuple[Happening, ...]:
    """What people say next who laid these plays; nothing as long as there is nothing to say."""
    answers = tuple(_answers(game, plays))
    if answers or len(game.turns) < len(plays):
        return answers
    if not game.ended:
        return (Ended(),)
    return () if any(isinstance(one, LeftOver) for one in game.happenings) else (LeftOver(_held(game)),)


def _answers(game: Game, plays: Sequence[Play | None]) -> Iterator[Answered]:
    """The answers to the questions that are open."""
    for number, question in game.open_questions:
        play = plays[number - 1] if number <= len(plays) else None
        answer = _answer(question.key, play or Play({}), game.ruleset)
        if answer is not None:
            yield Answered(number, question.key, answer)


def _answer(key: str, play: Play, ruleset: Ruleset) -> str | bool | None:
    """What is true of a play; None for what only people can settle who looked on."""
    kind, colon, name = key.partition(":")
    kind, place = (f"{kind}:", name) if colon else ("", key)
    tile = next((tile for square, tile in play.tiles.items() if str(square) == place), None)
    if kind in {ARROW_KEY, ALONG_KEY}:
        marked = play.arrows if kind == ARROW_KEY else play.follows
        return place in {str(square) for square in marked}
    if key == MEANING_KEY:
        return True
    if kind == "" and tile is None:
        return _STOP if str(play.stop) == place else _NOTHING
    if tile is None:
        return _NOTHING if kind == LETTER_KEY else None
    letter = tile.letter.lower() if tile.is_blank else tile.letter
    told = {
        "": letter, LETTER_KEY: "" if tile.is_blank else letter, JOKER_KEY: tile.letter,
        VALUE_KEY: str(printed_value(tile, ruleset) or 0), MULTIPLIER_KEY: str(tile.multiplier),
    }  # fmt: skip
    return told.get(kind)


def _held(game: Game) -> dict[str, int]:
    """What each player's last tiles are worth: some cheap ones."""
    values = game.ruleset.values
    cheap = sorted((letter for letter in values if letter), key=lambda letter: (values[letter], letter))
    hands = (cheap[place :: len(game.players)][:_HELD] for place in range(len(game.players)))
    return {player: sum(values[letter] for letter in hand) for player, hand in zip(game.players, hands, strict=True)}
