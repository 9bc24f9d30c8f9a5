"""Requests whose letters are one sign each, whatever keyboard they were written on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict, iter_multi_items

from pi_referee.composing import composed


class ComposedFields(ImmutableMultiDict[str, str]):
    """The fields of a form or of an address, composed."""

    def __init__(self, sent: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        """Compose names and values alike, but for files: a field may be named after a word."""
        fields = () if sent is None else iter_multi_items(sent)
        super().__init__(
            [(composed(name), composed(value) if isinstance(value, str) else value) for name, value in fields]
        )


class ComposedRequest(Request):
    """A request of which every page reads composed text only."""

    parameter_storage_class = ComposedFields
