"""What can go wrong, in one small family; every message is for the person at the table."""

from __future__ import annotations

_LONGEST = 600
"""Signs of what is wrong; more are a file's or a form's own, quoted, and nobody reads them."""


def shortened(text: str, longest: int = _LONGEST) -> str:
    """A text with its middle left out where it is longer than anybody reads."""
    half = longest // 2
    return text if len(text) <= longest else f"{text[:half]} … {text[-half:]}"


class RefereeError(Exception):
    """Something the referee cannot do; says what is wrong, where, and what to do about it."""

    def __init__(self, what: str, *, where: str = "", cure: str = "") -> None:
        """Keep the three parts of the message apart, so that a page can set them as it likes."""
        what = shortened(what)
        super().__init__(what, where, cure)
        self.what = what
        self.where = where
        self.cure = cure

    def __str__(self) -> str:
        """The whole message, as a sentence or two."""
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}" + (f" {self.cure}" if self.cure else "")


class WrongNameError(RefereeError, ValueError):
    """Somebody named what is not there, or cannot be: a player, a camera, a word list, a game's number."""


class NotationError(RefereeError, ValueError):
    """A square, play or game is written in a way nobody could read back."""


class GameFileError(RefereeError, ValueError):
    """A game's description is missing, damaged or contradicts itself."""


class PictureError(RefereeError, ValueError):
    """A picture cannot be used: it is broken, empty, too small, or shows no board.

    code: for programs, why a look at it was refused (Refusal); "" where none was.
    """

    def __init__(self, what: str, *, where: str = "", cure: str = "", code: str = "") -> None:
        """Keep the code beside the three parts of the message."""
        super().__init__(what, where=where, cure=cure)
        self.code = code


class CameraError(RefereeError, OSError):
    """The camera does not deliver a picture."""


class HardwareError(RefereeError, OSError):
    """A button, lamp or pin cannot be used."""


class LedgerError(RefereeError, OSError):
    """The log of the game cannot be read or written."""


class BackupError(LedgerError):
    """A file is no backup that the games can come back from."""


class DamagedGameError(LedgerError):
    """A game of the log cannot be read any more; the others can, and a new one can begin."""


class OutrunError(LedgerError):
    """Somebody else wrote to the log first; look again and decide again."""


class LessonError(PictureError):
    """Tiles cannot be learnt as they lie; squares: those it is about.

    says: the sentence for the catalogues, with {squares}, {letter} and {other} where these belong.
    """

    def __init__(
        self, says: str, *, squares: str = "", letter: str = "", other: str = "", where: str = "", cure: str = ""
    ) -> None:
        """Keep the sentence and what belongs into it apart, so that a page can say it in its reader's language."""
        super().__init__(says.format(squares=squares, letter=letter, other=other), where=where, cure=cure)
        self.says = says
        self.squares = squares
        self.letter = letter
        self.other = other

    def at(self, where: str) -> LessonError:
        """The same, with the place it is about, unless it names one."""
        place = self.where or where
        return LessonError(
            self.says, squares=self.squares, letter=self.letter, other=self.other, where=place, cure=self.cure
        )
