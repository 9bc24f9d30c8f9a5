"""What is called otherwise where cards lie on a bare table than where tiles lie on a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from pi_referee.gettext_mark import say
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class GroundWords:
    """Sentences marked for translation, of which a game says the ones that fit what it is played on.

    ground: what the game is played on. drawn: what its drawing is called. seen: what its photograph is called.
    after: the drawing after a turn. legend: what is explained beside it. place, spelled: where a tile or card lies.
    example: a play as it is spelled. fell, slid, swapped, misread: what may have happened there unseen. of_insisting:
    what saving against the rules does. on_ground, left: heads of the summary's columns. is_bag_empty: asks for it where
    nobody can count, and when_bag_empty: what that changes. change_one: where one card at a time is changed, and
    rack_empty: where that must be told; else "". The rest are sentences.
    """

    ground: str
    drawn: str
    seen: str
    after: str
    legend: str
    place: str
    spelled: str
    example: str
    how_to_spell: str
    no_such_place: str
    no_such_tile: str
    how_to_lay: str
    blank: str
    as_blank: str
    nothing_laid: str
    on_ground: str
    left: str
    enter_left: str
    change_left: str
    undo_left: str
    what_is_left: str
    picture: str
    bag_empty: str
    is_bag_empty: str
    when_bag_empty: str
    undo_bag: str
    undo_exchange: str
    first_word_pressed: str
    first_word_written: str
    mend: str
    takes_back: str
    not_counted: str
    lie_open: str
    in_picture: str
    found: str
    lay_again: str
    lay_so: str
    lay_so_watched: str
    lies_right: str
    signs: str
    untold: str
    was_untold: str
    say_untold: str
    what_happened: str
    as_it_lies: str
    counts_as_it_lies: str
    fell: str
    slid: str
    swapped: str
    misread: str
    of_insisting: str
    change_one: str = ""
    rack_empty: str = ""


ON_A_BOARD = GroundWords(
    ground=say("The board"),
    drawn=say("The board, drawn"),
    seen=say("The board as the camera saw it"),
    after=say("The board after this turn"),
    legend=say("What the squares do"),
    place=say("Square"),
    spelled=say("Squares and letters"),
    example="I9=L J9=Å K9=T L9=A",
    how_to_spell=say(
        "Write each square with its letter: I9=L J9=Å. Small letters are blanks, # is a stop tile, /T lies on an arrow."
    ),
    no_such_place=say("There is no such square."),
    no_such_tile=say("There is no such tile."),
    how_to_lay=say("Tap a square, then letters. Tap the square again to write downwards."),
    blank=say("a blank"),
    as_blank=say("%(letter)s (blank)"),
    nothing_laid=say("No tile is laid yet."),
    on_ground=say("On the board"),
    left=say("Left on the rack"),
    enter_left=say("Enter what is left on the racks"),
    change_left=say("Change what was left on the racks"),
    undo_left=say("Undo what was left on the racks"),
    what_is_left=say("What is left on the racks?"),
    picture=say("Picture of the board"),
    bag_empty=say("The bag is empty"),
    is_bag_empty=say("Is the bag empty?"),
    when_bag_empty=say("From then on the game is over once somebody has nothing left."),
    undo_bag=say("Undo: the bag is empty"),
    undo_exchange=say("Undo the exchange"),
    first_word_pressed=say("Lay a word across the middle and press the button."),
    first_word_written=say("Lay a word across the middle and write it on the page."),
    mend=say("Put the tiles right and press the button again."),
    takes_back=say("%(player)s takes the tiles back: the word does not count."),
    not_counted=say(
        "Tiles that were laid and not counted go back to the rack: the next press would count them as the next turn."
    ),
    lie_open=say("The referee looks the words up. They lie on the board, so this helps nobody."),
    in_picture=say(
        "This is what the camera sees now. The whole board must be in the picture, with a little of the table around "
        "it."
    ),
    found=say("The board is found."),
    lay_again=say("Lay the board again"),
    lay_so=say("Lay these tiles as they are drawn here, and play on."),
    lay_so_watched=say(
        "Lay these tiles as they are drawn here, and play on: at the next press the referee names every tile that lies "
        "differently."
    ),
    lies_right=say("Every tile lies as it should. Play on!"),
    signs=say("Small letters are blanks, # is a stop tile, / an arrow under the letter."),
    untold=say("The board shows something that nobody told."),
    was_untold=say("The board showed something that nobody had told. What had happened: %(what)s."),
    say_untold=say("Say what happened, or play on and say it later: the next press is read against this board."),
    what_happened=say("What happened on the board before this look?"),
    as_it_lies=say("Play on with the board as it lies"),
    counts_as_it_lies=say("The board counts as it lies; nobody scores for it"),
    fell=say("A tile fell off, or something hides it"),
    slid=say("A tile slid to the next square"),
    swapped=say("A blank was exchanged for its letter"),
    misread=say("A letter was written down wrongly before"),
    of_insisting=say(
        "“Save all the same” keeps the play as it lies: it scores nothing while a rule stands against it, and its "
        "tiles stay on the board."
    ),
    rack_empty=say("A rack is empty"),
)

ON_A_TABLE = GroundWords(
    ground=say("The table"),
    drawn=say("The table with its cards, drawn"),
    seen=say("The cards as the camera saw them"),
    after=say("The table after this turn"),
    legend=say("What stands on the cards"),
    place=say("Place"),
    spelled=say("Places and cards"),
    example="0,0=L3 1,0=U 2,0=V 3,0=A",
    how_to_spell=say(
        "Write each card with its place, column and row: 0,0=L3 1,0=U 1,-1=k. L3 is an L marked 3x, a small letter a "
        "joker, V{5} a V on which a 5 is printed."
    ),
    no_such_place=say("There is no such place on the table."),
    no_such_tile=say("There is no such card."),
    how_to_lay=say("Tap a card that lies there, say which way the new word runs, and write the whole word."),
    blank=say("a joker"),
    as_blank=say("%(letter)s (joker)"),
    nothing_laid=say("No card is laid yet."),
    on_ground=say("By words"),
    left=say("Left in the hand"),
    enter_left=say("Enter what is left in the hands"),
    change_left=say("Change what was left in the hands"),
    undo_left=say("Undo what was left in the hands"),
    what_is_left=say("What is left in your hands?"),
    picture=say("Picture of the table"),
    bag_empty=say("The pile is empty"),
    is_bag_empty=say("Is the pile empty?"),
    when_bag_empty=say("From then on the game is over once everybody passes."),
    undo_bag=say("Undo: the pile is empty"),
    undo_exchange=say("Undo: a card was exchanged"),
    first_word_pressed=say("Lay a word on the table and press the button."),
    first_word_written=say("Lay a word on the table and write it on the page."),
    mend=say("Put the cards right and press the button again."),
    takes_back=say("%(player)s takes the cards back: the word does not count."),
    not_counted=say(
        "Cards that were laid and not counted are taken up again: the next press would count them as the next turn."
    ),
    lie_open=say("The referee looks the words up. They lie on the table, so this helps nobody."),
    in_picture=say(
        "This is what the camera sees now. The cards of the words must be in the picture, and the camera above them."
    ),
    found=say("The cards are found."),
    lay_again=say("Lay the cards again"),
    lay_so=say("Lay these cards as they are drawn here, and play on."),
    lay_so_watched=say(
        "Lay these cards as they are drawn here, and play on: at the next press the referee says if others lie there."
    ),
    lies_right=say("Every card lies as it should. Play on!"),
    signs=say("Small letters are jokers; 2 and 3 behind a letter are the marks 2x and 3x, {5} a printed value."),
    untold=say("The table shows something that nobody told."),
    was_untold=say("The table showed something that nobody had told. What had happened: %(what)s."),
    say_untold=say("Say what happened, or play on and say it later: the next press is read against these cards."),
    what_happened=say("What happened on the table before this look?"),
    as_it_lies=say("Play on with the cards as they lie"),
    counts_as_it_lies=say("The cards count as they lie; nobody scores for it"),
    fell=say("A card is hidden, or was taken away, and counts all the same"),
    slid=say("A card slid to the next place"),
    swapped=say("A joker and the letter for which it stands were exchanged"),
    misread=say("A card was written down wrongly before"),
    of_insisting=say(
        "“Save all the same” keeps the play as it lies: it scores nothing while a rule stands against it, and its "
        "cards stay on the table."
    ),
    change_one=say("Exchange a card"),
)


ON_A_PLAIN_BOARD = replace(
    ON_A_BOARD,
    example="H8=C I8=A J8=T",
    how_to_spell=say("Write each square with its letter: H8=C I8=A. Small letters are blanks."),
    signs=say("Small letters are blanks."),
)
"""The same for a game that has neither stop tiles nor arrows."""


WHERE_WORDS_ARE_STOLEN = replace(
    ON_A_TABLE,
    of_insisting=say(
        "“Save all the same” keeps the play in the score sheet: it scores nothing while a rule stands against it. The "
        "word before lives on; take these cards up again."
    ),
)
"""The same for two, who build on each other's words."""


_OF_CARDS: Mapping[str, str] = MappingProxyType({
    "Nothing lies on the board yet.": say("Nothing lies on the table yet."),
    "The tiles of the word that does not count are off the board.":
        say("The cards of the word that does not count are off the table."),
    ON_A_BOARD.lies_right: ON_A_TABLE.lies_right,
    "Take its tiles off first ({squares}), then lay and press again.":
        say("Take its cards up first ({squares}), then lay and press again."),
    "First say on the page what letter the blank is.": say("First say on the page what letter the joker stands for."),
})  # fmt: skip
"""What the referee writes down in the words of a board -> the same of cards on a table."""


def as_played(ruleset: Ruleset, sentence: str) -> str:
    """A sentence that was written down, in the words of what a game is played on; to be translated."""
    return sentence if ruleset.has_board else _OF_CARDS.get(sentence, sentence)


def ground_words(ruleset: Ruleset) -> GroundWords:
    """The words of what a game is played on."""
    if not ruleset.has_board:
        return WHERE_WORDS_ARE_STOLEN if ruleset.mode is Mode.STEALING else ON_A_TABLE
    return ON_A_BOARD if ruleset.stops or ruleset.arrows else ON_A_PLAIN_BOARD
