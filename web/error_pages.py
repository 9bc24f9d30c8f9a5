"""What a browser is shown when something cannot be done: what it is, and what to do."""

from __future__ import annotations

from flask import Flask, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from pi_referee.errors import OutrunError, RefereeError
from web.phrasing.language import gettext
from web.phrasing.phrases import explained
from web.security.guard import is_behind_strange_proxy, keeps_no_cookies


def add_trouble_pages(app: Flask) -> None:
    """Have every error end as a page in plain words."""

    @app.errorhandler(RefereeError)
    def referee_error(error: RefereeError) -> ResponseReturnValue:
        """The log cannot be used, or somebody else was faster."""
        status = 409 if isinstance(error, OutrunError) else 503
        if request.path == "/state":
            return jsonify(explained(error)), status
        is_read = request.method == "GET"  # what was sent by a form is not sent again by itself
        heading = gettext("Somebody was faster") if status == 409 else gettext("The log of the game is out of reach")
        return render_template("trouble.html", heading=heading, retry=is_read, **explained(error)), status

    @app.errorhandler(OSError)
    def disk_error(error: OSError) -> ResponseReturnValue:
        """The disk refused something that stands beside the log: house rules, a list, a pairing."""
        what = gettext("The disk refused (%(why)s), so nothing was written down.", why=error.strerror or str(error))
        cure = gettext("Free some space (old pictures can go), and see that the disk is not read-only; then try again.")
        heading = gettext("Not written down")
        return render_template("trouble.html", heading=heading, what=what, where="", cure=cure, retry=False), 507

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> ResponseReturnValue:
        """The request itself makes no sense here."""
        if error.response is not None:
            return error.response
        heading, what, cure = in_words(error.code or 500)
        return render_template("trouble.html", heading=heading, what=what, cure=cure), error.code or 500


def in_words(code: int) -> tuple[str, str, str]:
    """What a status means for whoever sits at the table."""
    match code:
        case 404:
            return (gettext("Nothing here"), gettext("This page does not exist."), gettext("Go to the game."))
        case 403:
            return _not_from_here()
        case 409:
            return (
                gettext("Somebody was faster"),
                gettext("The game has gone on meanwhile, so this tap was not written down: nothing is done twice."),
                gettext("Look at the game as it is now. Is it still needed? Then tap again."),
            )
        case 413:
            return _too_much()
        case _ if code >= 500:
            return (
                gettext("Something went wrong"),
                gettext("The page made a mistake; the game is safe in the log."),
                gettext("Go to the game and try again."),
            )
        case _:
            return (
                gettext("Not understood"),
                gettext("The page cannot do anything with this request."),
                gettext("Go to the game and try again."),
            )


def _not_from_here() -> tuple[str, str, str]:
    """A form that is not from our page, or seems so since it came through another server."""
    if is_behind_strange_proxy():
        what = gettext("The page is reached by HTTPS through another server, which it was not told to trust.")
        return (gettext("Not from this page"), what, gettext("Start it with --behind-proxy and that server's address."))
    if keeps_no_cookies():
        what = gettext("This browser has not kept the page's cookie, so the page does not know it again.")
        return (gettext("Not from this page"), what, gettext("Allow cookies for this page, then load it again."))
    what = gettext("The form was sent from another page, or this page is too old.")
    return (gettext("Not from this page"), what, gettext("Go to the game and try again."))


def _too_much() -> tuple[str, str, str]:
    """A form or a file that is too long."""
    if request.endpoint == "making.upload":
        what = gettext("The file is larger than any word list that can be uploaded here.")
        return (gettext("Too much"), what, gettext("Use: pi-referee lexicon import FILE --name NAME"))
    if request.endpoint == "evening_forms.hand_in":
        return (gettext("Too much"), gettext("There are more rows than any club has."), gettext("Write less."))
    return (gettext("Too much"), gettext("The form is too long."), gettext("Write less."))
