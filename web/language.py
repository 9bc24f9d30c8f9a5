"""The language a page is shown in: what its reader chose, or what the browser asks for."""

from __future__ import annotations

from functools import cached_property

from babel.support import NullTranslations
from flask import Blueprint, Flask, redirect, request
from flask_babel import Babel, Domain, get_locale
from werkzeug.wrappers import Response

from pi_referee.locale import LANGUAGES, translations

_COOKIE = "language"
_YEAR = 365 * 24 * 3600


class Catalogues(Domain):
    """Where Flask-Babel finds our words: the .po files themselves."""

    def get_translations(self) -> NullTranslations:
        """The catalogue of the language in use."""
        return translations(str(get_locale()))


class Speech(Babel):
    """Flask-Babel with our catalogues."""

    @cached_property
    def domain_instance(self) -> Catalogues:
        """Where every word is looked up."""
        return Catalogues()


def language_in_use() -> str:
    """The code of the language for this request."""
    chosen = request.cookies.get(_COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def speak(app: Flask) -> None:
    """Have every template and view speak the reader's language."""
    Speech(app, default_locale="en", locale_selector=language_in_use)


def language_page() -> Blueprint:
    """The switch between languages."""
    blueprint = Blueprint("language", __name__)

    @blueprint.post("/language")
    def choose() -> Response:
        """Remember the language this browser wants."""
        answer = redirect("/", code=303)
        chosen = request.form.get("language", "")
        if chosen in LANGUAGES:
            answer.set_cookie(_COOKIE, chosen, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer

    return blueprint
