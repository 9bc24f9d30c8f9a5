"""The language a page is shown in: what its reader chose, or what the browser asks for."""

from __future__ import annotations

from flask import Blueprint, Flask, g, redirect, request
from flask_babel import Babel
from werkzeug.wrappers import Response

from pi_referee.locale import LANGUAGES, Translations, translations

_COOKIE = "language"
_YEAR = 365 * 24 * 3600


class Catalogues:
    """Where Flask-Babel finds our words: the .po files themselves."""

    def get_translations(self) -> Translations:
        """The catalogue of the language in use."""
        return translations(language_in_use())


def language_in_use() -> str:
    """The code of the language for this request."""
    if "language" not in g:  # asked for by every sentence of a page
        g.language = _wanted(request.cookies.get(_COOKIE, ""))
    return str(g.language)


def _wanted(chosen: str) -> str:
    """What the reader chose, or else what the browser asks for."""
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"


def speak(app: Flask) -> None:
    """Have every template and view speak the reader's language."""
    babel = Babel(app, default_locale="en", locale_selector=language_in_use)
    babel.domain_instance = Catalogues()


def gettext(text: str, **values: object) -> str:
    """A sentence in the reader's language, with values in its named places."""
    found = translations(language_in_use()).gettext(text)
    return found % values if values else found


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """A sentence about one or many, in the reader's language; num stands in its place too."""
    return translations(language_in_use()).ngettext(one, many, num) % {"num": num, **values}


def language_page() -> Blueprint:
    """The switch between languages."""
    blueprint = Blueprint("language", __name__)

    @blueprint.post("/language")
    def choose() -> Response:
        """Remember the language this browser wants, and show the same page in it."""
        answer = redirect(own_address(request.form.get("to", "/")), code=303)
        chosen = request.form.get("language", "")
        if chosen in LANGUAGES:
            answer.set_cookie(_COOKIE, chosen, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer

    return blueprint


def own_address(path: str) -> str:
    """A path on this page; "/" for anything that might lead elsewhere."""
    is_own = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path.removesuffix("?") if is_own else "/"
