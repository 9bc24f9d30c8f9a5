"""How the page looks in a browser: as the device wants it, or as its reader chose; in high contrast, in large type."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from pi_referee.gettext_mark import say
from web.phrasing.language import own_address

THEMES: Mapping[str, str] = {
    "": say("As the device"),
    "light": say("Light"),
    "dark": say("Dark"),
    "contrast": say("High contrast"),
}
"""What may be chosen, by the name it has in the cookie; the first is no choice."""

COLOURS: Mapping[str, str] = {"light": "#f6f0e4", "dark": "#181412"}
"""What the browser's own frame is painted in, where that was chosen."""

_THEME, _TYPE = "theme", "type"
_YEAR = 365 * 24 * 3600


def chosen_look() -> dict[str, object]:
    """What this browser's reader chose: a theme, "" for none, and whether in large type; for every template."""
    theme = request.cookies.get(_THEME, "")
    is_large = request.cookies.get(_TYPE) == "large"
    return {"theme": theme if theme in THEMES else "", "is_large": is_large, "themes": THEMES, "colours": COLOURS}


def appearance() -> Blueprint:
    """The switch between looks."""
    blueprint = Blueprint("appearance", __name__)

    @blueprint.post("/appearance")
    def choose() -> Response:
        """Remember how this browser shall show the page, and show the same page so."""
        answer = redirect(own_address(request.form.get("to", "/")), code=303)
        theme, size = request.form.get("theme", "?"), request.form.get("type", "")
        if theme in THEMES:
            answer.set_cookie(_THEME, theme, max_age=_YEAR, httponly=True, samesite="Strict")
        if size in {"large", "usual"}:
            answer.set_cookie(_TYPE, size, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer

    return blueprint
