"""How the things on the table are just now: a small file that the watching process writes and the page shows.

It is no part of any game, so it stands beside the log and not in it: what happened there is for ever, this is over when
it is over. Under systemd it lies in memory, where a full disk cannot reach it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pi_referee.files.atomic_file import write_safely
from pi_referee.table_link.corners import Fit

CAMERA = ("well", "retrying", "reopening", "restarting", "manual", "off")
"""What the referee does about the camera: nothing is wrong; it looks again; opens it anew; restarts itself; goes on by
hand, looking now and then whether it is back; or it was switched off. By hand and off: plays are entered on the page.
"""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """How camera, disk and button are.

    camera: one of CAMERA. fault, cure, doing: what is wrong with it, what to do, and what the referee itself does,
    sentences that the catalogues translate, "" if there is nothing. since: ISO time from which on that holds.
    corners: how the board's corners stand that somebody has shown, as of the newest look.
    problem, problem_cure, problem_at: the newest trouble of any other kind, what to do, and when it came; gone when the
    next turn has been written. restarts: when the program was restarted for the camera, by the machine's own clock.
    """

    camera: str = "well"
    fault: str = ""
    cure: str = ""
    doing: str = ""
    since: str = ""
    corners: Fit = ""
    problem: str = ""
    problem_cure: str = ""
    problem_at: str = ""
    restarts: tuple[float, ...] = ()

    @property
    def is_by_hand(self) -> bool:
        """Whether plays must be entered on the page just now, since nobody can look at the table."""
        return self.camera != "well"


def keep(condition: Condition, path: Path) -> None:
    """Write down how things are; raises OSError if that cannot be."""
    write_safely(path, msgspec.json.encode(condition))


def read(path: Path) -> Condition | None:
    """How things are; None if nobody has written it down, or what is there cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Condition)
    except (OSError, msgspec.MsgspecError):
        return None
