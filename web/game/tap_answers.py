"""What the table tells the referee by a tap on the page."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response

from pi_referee.rules.course.answered_doubts import told_besides
from pi_referee.rules.course.happenings import Answered
from web.live.log_follower import Table
from web.live.log_writer import Scribe
from web.phrasing.asking import Asked
from web.phrasing.questions import asked, either_way


def answers(scribe: Scribe) -> Blueprint:
    """The forms of the open questions."""
    blueprint = Blueprint("answers", __name__)

    @blueprint.post("/answers")
    def answer() -> Response:
        """Write an answer down; one to a question that is not open any more is told so."""
        scribe.write_all(_decide)
        return redirect("/", code=303)

    @blueprint.post("/answers/drawn")
    def answer_as_drawn() -> Response:
        """Write down that several cards are as they are drawn."""
        scribe.write_all(_decide_as_drawn)
        return redirect("/", code=303)

    @blueprint.post("/answers/lying")
    def answer_as_lying() -> Response:
        """Write down that a first word lies in one of the ways in which it may."""
        scribe.write_all(_decide_as_lying)
        return redirect("/", code=303)

    return blueprint


def _decide(table: Table) -> tuple[Answered, ...]:
    """The answer, if the question is still open, and what it tells besides of another that is."""
    open_ = asked(table.game) if table.game else ()
    question = _named(open_, table.number)
    besides = told_besides(question.key)
    told = (one for one in open_ if one.turn == question.turn and one.key in besides)
    return (*(Answered(one.turn, one.key, besides[one.key]) for one in told), _answered(question))


def _decide_as_drawn(table: Table) -> tuple[Answered, ...]:
    """The answers to all these questions, those to questions that somebody has answered since left out.

    Ends in 409 if none is open any more, or one is drawn otherwise by now.
    """
    form = request.form
    told = dict(zip(form.getlist("question"), form.getlist("drawn"), strict=False))
    if form.get("game", type=int) is None or form.get("turn", type=int) is None or not told:
        abort(400)
    about = form.get("turn", type=int), form.get("was", "")
    open_ = asked(table.game) if table.game and form.get("game", type=int) == table.number else ()
    meant = [one for one in open_ if (one.turn, one.was) == about and one.key in told]
    if not meant or any(not one.is_drawn or one.choices[0].value != told[one.key] for one in meant):
        abort(409)
    return tuple(Answered(one.turn, one.key, told[one.key]) for one in meant)


def _decide_as_lying(table: Table) -> tuple[Answered, ...]:
    """The answers about all squares of a first word. Ends in 409 if it is another one by now, or lies otherwise."""
    form = request.form
    if form.get("game", type=int) is None or form.get("turn", type=int) is None or "answer" not in form:
        abort(400)
    about = form.get("turn", type=int), form.get("was", "")
    words = either_way(table.game) if table.game and form.get("game", type=int) == table.number else ()
    told = next((word.ways.get(form["answer"]) for word in words if (word.turn, word.was) == about), None)
    if told is None:
        abort(409)
    return tuple(Answered(int(form["turn"]), key, answer) for key, answer in told.items())


def _named(questions: tuple[Asked, ...], game: int) -> Asked:
    """The open question that the form is about. Ends in 409 if it is open no more, or about another play by now."""
    form = request.form
    if form.get("game", type=int) is None or form.get("turn", type=int) is None or "question" not in form:
        abort(400)
    about = form.get("turn", type=int), form["question"], form.get("was", "")
    meant = (asked for asked in questions if (asked.turn, asked.key, asked.was) == about)
    question = next(meant, None) if form.get("game", type=int) == game else None
    if question is None:
        abort(409)
    return question


def _answered(question: Asked) -> Answered:
    """What the form answers. Ends in 400 for an answer that cannot be given."""
    answer = request.form.get("answer")
    if answer is None or not question.allows(answer):
        abort(400)
    return Answered(question.turn, question.key, question.meant_by(answer))
