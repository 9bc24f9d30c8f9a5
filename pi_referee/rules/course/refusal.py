"""Why a press or a look led to nothing, as a code: what programs ask for, whatever sentence people read."""

from __future__ import annotations

import enum


class Refusal(enum.StrEnum):
    """The causes for which nothing was written down; the value is the cause's name in the log and in JSON.

    A value once written is never changed, nor given to another cause.
    """

    OTHER = "other"  # a cause without a code of its own, or one that only a newer or a much older version knows

    # The picture cannot be used.
    NO_PICTURE = "no_picture"  # the camera gave none, or its file cannot be read
    CAMERA_OFF = "camera_off"  # the table has no camera: its plays are entered on the page
    NO_EDGES = "no_edges"  # there is hardly an edge in it: a cap on the lens, or a dark room
    NO_BOARD = "no_board"  # no board of this game can be found in it
    MOVED = "moved"  # the board no longer lies between the corners that were shown
    DARK = "dark"  # too little light
    BRIGHT = "bright"  # so much light that it takes the letters
    GLARE = "glare"  # a lamp is mirrored in what is to be read
    SLANT = "slant"  # the camera looks too much from the side
    FAR = "far"  # the board is too small in the picture
    BLUR = "blur"  # out of focus, or shaken
    CUT = "cut"  # part of the board is out of the picture
    MIRRORED = "mirrored"  # left and right are exchanged in it
    COVERED = "covered"  # too little of the board can be seen to believe the rest
    DECK = "deck"  # the file of the household's cards is damaged

    # The board was read, and what lies there cannot be a turn.
    UNSEEN = "unseen"  # something lies over the squares that are named
    UNCLEAR = "unclear"  # it cannot be told whether a tile lies on the squares that are named
    BESIDE = "beside"  # a thing beside the word may hide a card of it; the same press once more counts
    GONE = "gone"  # tiles that lay on the board are gone
    ALTERED = "altered"  # other letters than before lie there
    NOT_A_PLAY = "not_a_play"  # the new tiles do not make a play
    STILL_LYING = "still_lying"  # the word that does not count still lies there
    ANSWER_FIRST = "answer_first"  # what the press means depends on the answer to a question that is open
    GAME_OVER = "game_over"  # there is no turn any more
    NO_EXCHANGE = "no_exchange"  # so many tiles may not be exchanged now

    # The newest play was questioned.
    NO_QUESTION = "no_question"  # there is no play that may be questioned now
    WHO_ASKS = "who_asks"  # the page must be told who questions
    TABLE_DECIDES = "table_decides"  # the list leaves it to the table
    BLANK_FIRST = "blank_first"  # a blank's letter must be said first

    # Hints: the press was most likely meant neither as a play nor as a pass.
    NOTHING_YET = "nothing_yet"  # the board is bare
    TAKEN_OFF = "taken_off"  # a play that fell has been taken off
    LAID_AGAIN = "laid_again"  # a game goes on after a long pause
    PRESSED_TWICE = "pressed_twice"  # a play was counted just before, and nothing was laid since
    MEANWHILE = "meanwhile"  # the turn was over before the press was answered
