"""What is known of the household's deck: what somebody wrote or learnt, else what its games showed, else the usual."""

from __future__ import annotations

from pathlib import Path

from pi_referee.decks.deck_file import read_deck
from pi_referee.decks.deck_from_games import CardsSeen, learnt_from
from pi_referee.decks.house_deck import HouseDeck, assumed_cards
from pi_referee.rules.definition.ruleset import Ruleset


def deck_path(folder: Path, game: str) -> Path:
    """The file of a game's deck; folder: of the decks."""
    return folder / f"{game}.txt"


def known_cards(folder: Path, ruleset: Ruleset, seen: CardsSeen) -> HouseDeck:
    """The household's deck for a game; folder: of the decks. seen: in the games that were played here.

    Raises GameFileError if the deck's file is damaged.
    """
    path = deck_path(folder, ruleset.name)
    written = read_deck(path, ruleset) if is_there(path) else assumed_cards(ruleset)
    return learnt_from(written, seen)


def is_there(path: Path) -> bool:
    """Whether anything lies in a file's place, be it a folder, or a link that leads nowhere."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        pass  # whoever reads it tells why it cannot be read
    return True
