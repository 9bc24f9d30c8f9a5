"""What the referee asks the table, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import NAMELESS, Tile
from pi_referee.rules.course.answered_doubts import blank_key
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import ALONG_KEY, ARROW_KEY, EXPLAIN_KEY, MEANING_KEY, TOPIC_KEY, Question
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Play, Unexplained
from web.phrasing.asking import Asked, Choice, is_about_the_play, mark_of, yes_or_no
from web.phrasing.card_questions import asked_card
from web.phrasing.language import gettext
from web.phrasing.surprise_phrases import asked_explanation, place_of, surprise_of

_UPSIDE_DOWN = {**dict(zip("HINOSXZ", "HINOSXZ", strict=True)), "M": "W", "W": "M"}
"""Letters that are letters upside down, too, in most typefaces."""


@dataclass(frozen=True, slots=True)
class EitherWay:
    """A first word of which nothing tells the board's top, and what one tap may answer of all its squares.

    ways: what is laid then, as "NOS (H9–J9)", likeliest first, each with its answers. was: as Asked.
    """

    turn: int
    was: str
    ways: Mapping[str, Mapping[str, str]]


def either_way(game: Game) -> tuple[EitherWay, ...]:
    """The first words that are asked about where they seem to lie, and where they would on the board's other side."""
    numbers = dict.fromkeys(number for number, _ in game.open_questions)
    return tuple(
        EitherWay(number, mark_of(game.script.entries[number - 1]), ways)
        for number in numbers
        if (ways := dict(_ways(game, game.turns[number - 1])))
    )


def _ways(game: Game, turn: Turn) -> Iterator[tuple[str, Mapping[str, str]]]:
    """How a first word may lie, with all answers that say so; nothing where another thing is in doubt."""
    if not isinstance(turn.move, Play) or not game.ruleset.has_board or game.position_before(turn.number).occupied:
        return
    asked = {one.key: [sign for sign, _ in one.choices] for number, one in game.open_questions if number == turn.number}
    shown, last = turn.move.tiles, game.ruleset.layout.size - 1
    turned = {
        Square(last - square.row, last - square.column): Tile(_UPSIDE_DOWN.get(tile.letter, ""))
        for square, tile in shown.items()
    }
    bare = [str(square) for square in turned if square not in shown]
    is_told = any(tile.is_blank or str(square) not in asked for square, tile in shown.items())
    if is_told or not bare or any(asked.get(key) != [".", ""] for key in bare):
        return
    for tiles in (shown, turned):
        word = "".join(tile.letter for _, tile in sorted(tiles.items()))
        if len(word) == len(shown) and set(word) <= set(game.ruleset.alphabet):
            letters = {str(square): tile.letter for square, tile in tiles.items()}
            yield word + place_of(Play(tiles)), {key: letters.get(key, ".") for key in (*map(str, shown), *bare)}


def asked(game: Game) -> tuple[Asked, ...]:
    """Every open question of a game, oldest first."""
    return tuple(
        replace(
            _asked(game, game.turns[number - 1], question),
            is_pressing=_is_pressing(game, number, question),
            was=_mark(game, number, question),
        )
        for number, question in game.open_questions
    )


def _mark(game: Game, number: int, question: Question) -> str:
    """What tells a question from another that may come in its place."""
    surprise = surprise_of(game, question.key)
    return mark_of(game.script.entries[number - 1], surprise.explanations if surprise else ())


def _is_pressing(game: Game, number: int, question: Question) -> bool:
    """Whether a score waits for a question, be it for a blank's name, or its play was only just laid."""
    is_awaited = question.holds_score or any(_waits_for_name(turn, question) for turn in game.turns)
    return is_awaited or (number == len(game.turns) and isinstance(game.turns[-1].move, Play))


def _waits_for_name(turn: Turn, question: Question) -> bool:
    """Whether a turn's score may wait for what a blank in one of its words stands for, whoever laid it."""
    if turn.ruling is None or turn.status is not Status.OPEN or any(one.holds_score for one in turn.questions):
        return False
    letters = (letter for word in turn.ruling.words for letter in word.letters)
    return any(letter.shown == NAMELESS and blank_key(letter.square) == question.key for letter in letters)


def asked_squares(game: Game) -> frozenset[Square]:
    """The squares that questions are about; of cards those that lie there still, and not others in their cells."""
    asked = ((turn, question.key) for turn, question in game.open_questions if not is_about_the_play(question.key))
    squares = ((turn, Square.parse(key.rpartition(":")[2])) for turn, key in asked)
    return frozenset(square for turn, square in squares if game.ruleset.has_board or _lies_still(game, turn, square))


def _lies_still(game: Game, number: int, square: Square) -> bool:
    """Whether a turn's card lies on its cell still, as far as can be told: in this round, and the same card."""
    move, after = game.turns[number - 1].move, game.steps[-1].after
    lying = {**after.spent, **after.position.tiles}
    is_same_round = game.script.entries[number - 1].round == after.round
    laid = move.tiles if isinstance(move, (Play, Unexplained)) else {}
    return is_same_round and square in lying and lying[square] == laid.get(square)


def _asked(game: Game, turn: Turn, question: Question) -> Asked:
    """One question in words."""
    if question.key.startswith(EXPLAIN_KEY):
        return asked_explanation(game, turn, question)
    if is_about_the_play(question.key) and question.key != MEANING_KEY:
        return _asked_play(game, turn, question)
    if question.key.startswith(ARROW_KEY):
        square = question.key.removeprefix(ARROW_KEY)
        text = gettext("Does the word turn at %(square)s, with an arrow under the letter?", square=square)
        return Asked(turn.number, question.key, text, yes_or_no())
    if question.key.startswith(ALONG_KEY):
        square = question.key.removeprefix(ALONG_KEY)
        text = gettext("Does the new word go round the old corner at %(square)s?", square=square)
        return Asked(turn.number, question.key, text, yes_or_no())
    if isinstance(turn.move, (Play, Unexplained)):
        play = turn.move if isinstance(turn.move, Play) else Play(turn.move.tiles)
        if about_card := asked_card(game, turn, play, question):
            return about_card
    return _asked_square(game, turn, question)


def _asked_play(game: Game, turn: Turn, question: Question) -> Asked:
    """A question about a whole play: whether it fits the topic, or was one of two."""
    words = ", ".join(word.text for word in turn.ruling.words) if turn.ruling else ""
    if question.key == TOPIC_KEY:
        topic = game.ruleset.switches.text("theme.topic")
        text = gettext("Does %(words)s fit the topic “%(topic)s”?", words=words, topic=topic)
        return Asked(turn.number, question.key, text, yes_or_no())
    text = gettext("Two plays lie there at once. Was %(words)s %(player)s's?", words=words, player=turn.player)
    return Asked(turn.number, question.key, text, yes_or_no())


def _asked_square(game: Game, turn: Turn, question: Question) -> Asked:
    """A question about what lies on a square, or what a blank stands for."""
    tile = turn.move.tiles.get(Square.parse(question.key)) if isinstance(turn.move, (Play, Unexplained)) else None
    likely = tuple(choice for choice, _ in question.choices)
    alphabet = game.ruleset.alphabet
    if tile is not None and tile.is_blank and "" not in likely:
        text = gettext("What letter is the blank on %(square)s?", square=question.key)
        return Asked(turn.number, question.key, text, _choices(likely or alphabet), _rest(alphabet, likely))
    rest = _rest((*alphabet, "", "#", "."), likely)
    if "" not in likely:
        text = gettext("What lies on %(square)s?", square=question.key)
        return Asked(turn.number, question.key, text, _choices(likely), rest)
    if any(sign in alphabet for sign in likely):
        text = gettext("What lies on %(square)s? If it is a blank: for which letter?", square=question.key)
        return Asked(turn.number, question.key, text, _choices(likely), rest, blanks=_as_blanks(alphabet))
    if question.is_hidden:
        text = gettext("What lies on %(square)s? If it is a blank: for which letter?", square=question.key)
        anything = _choices((".", *alphabet))
        return Asked(turn.number, question.key, text, anything, _choices(("", "#")), blanks=_as_blanks(alphabet))
    text = gettext("What lies on %(square)s? Is it a blank? For which letter?", square=question.key)
    others = _rest(("", "#", "."), tuple(sign for sign in likely if sign))
    return Asked(
        turn.number, question.key, text, _choices(sign for sign in likely if sign), others, blanks=_as_blanks(alphabet)
    )


def _as_blanks(alphabet: Iterable[str]) -> tuple[Choice, ...]:
    """Buttons for the letter that a blank stands for; small letters, as a blank is written."""
    return tuple(Choice(letter.lower(), letter, is_letter=True) for letter in alphabet)


def _rest(all_of_them: Iterable[str], likely: tuple[str, ...]) -> tuple[Choice, ...]:
    """What else it may be; nothing where no answer is likelier than another."""
    return _choices(sign for sign in all_of_them if sign not in likely) if likely else ()


def _choices(signs: Iterable[str]) -> tuple[Choice, ...]:
    """Buttons for what may lie on a square."""
    named = {"": gettext("a blank"), "#": gettext("a stop tile"), ".": gettext("nothing")}
    return tuple(Choice(sign, named.get(sign, sign), is_letter=sign not in named) for sign in signs)
