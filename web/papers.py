"""The protocol to take along, in the reader's language: as a PDF, a picture, a page of its own."""

from __future__ import annotations

from collections.abc import Sequence

from pi_referee.events import Event
from web.language import language_in_use

# What draws them is heavy (30 MB), and is loaded only when somebody asks for the first one.


def to_paper(events: Sequence[Event]) -> bytes:
    """The protocol as a PDF."""
    from pi_referee.paper.content import leaf_of  # noqa: PLC0415  # see above
    from pi_referee.paper.pdf import to_pdf  # noqa: PLC0415  # see above

    return to_pdf(leaf_of(events, language_in_use()))


def to_picture(events: Sequence[Event]) -> bytes:
    """The protocol as a PNG."""
    from pi_referee.paper.content import leaf_of  # noqa: PLC0415  # see above
    from pi_referee.paper.png import to_png  # noqa: PLC0415  # see above

    return to_png(leaf_of(events, language_in_use()))


def to_page(events: Sequence[Event]) -> str:
    """The protocol as a page of HTML that needs nothing else."""
    from pi_referee.paper.content import leaf_of  # noqa: PLC0415  # see above
    from pi_referee.paper.html import to_html  # noqa: PLC0415  # see above

    return to_html(leaf_of(events, language_in_use()))
