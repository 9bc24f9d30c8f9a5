"""A new game: who plays what, by which rules, and who begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import GameFileError
from pi_referee.gettext_mark import say
from pi_referee.house_presets import read_preset, write_preset
from pi_referee.lexicon.kept_policy import CHECKSUM, LIST
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.player_names import are_alike, tidy
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.course.game import Game, begin
from pi_referee.rules.course.happenings import GameBegan, StartChosen
from pi_referee.rules.course.terms import draw_lot
from pi_referee.rules.definition.editions import TOLD_BY_PICTURE, edition_of, editions_of
from pi_referee.rules.definition.library import ruleset, ruleset_names
from web.editing.box_count import lacking_of
from web.live.has_camera import has_camera
from web.live.log_follower import Lookout, Table
from web.live.log_writer import Scribe
from web.phrasing.language import gettext
from web.phrasing.phrases import explained
from web.setup.house_rules import agreements, title_of, wishes
from web.setup.start_draw import draw_page, drawn_tiles
from web.setup.who_played import newest_players, players_of
from web.words.lists import Lists

GROUPS = ("rules", "mixture", "finer", "theme")
MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Wish:
    """What the form of a new game says.

    names: of the players, "" where a place is free. start: "first", "lot" or "draw". after: number of the newest
    game when the form was opened, so that one form begins one game. is_begun: whether words lie on the board already.
    """

    game: str
    names: tuple[str, ...]
    rack: int
    edition: str
    switches: Switches
    start: str
    after: int
    is_begun: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Those who play, clockwise."""
        return tuple(name for name in self.names if name)

    def began(self) -> GameBegan:
        """The beginning of that game; only what differs from the game's own rules is kept."""
        own = ruleset(self.game).switches
        changed = {name: value for name, value in self.switches.items() if own[name] != value}
        return GameBegan(self.game, self.players, self.rack, self.edition, changed)


def setup(lookout: Lookout, presets: Path, lists: Lists) -> Blueprint:
    """The forms of a new game; presets: folder of the house's own rules."""
    blueprint = Blueprint("setup", __name__)

    @blueprint.get("/games/new")
    def games() -> Response:
        """Show the games there are."""
        return _page("choose_game.html", games=[ruleset(name) for name in ruleset_names()])

    @blueprint.get("/games/new/<game>")
    def new(game: str) -> Response:
        """Show the form of a new game, with the players of the last one."""
        if game not in ruleset_names():
            abort(404)
        table, like = lookout.look(), lookout.table(request.args.get("like", default=0, type=int)).game
        if like is not None and like.began.game == game:
            return _form(table, _again(like, table.number), presets, lists)
        switches = ruleset(game).switches.agree(_preset(presets, request.args.get("rules", "")))
        names = newest_players(lookout, table)
        own = switches if switches.text("words.list") else switches.agree({LIST: lists.usual(ruleset(game).language)})
        own = own.agree(_seen_on_the_board(game))
        edition = _usual_edition(game)
        wish = Wish(game, names, ruleset(game).rack, edition, own, _usual_start(game), table.number)
        return _form(table, wish, presets, lists)

    @blueprint.get("/games/<int:number>/draw")
    def draw(number: int) -> Response:
        """Show the form in which each player's drawn tile is told."""
        table = lookout.table(number)
        if table.game is None or table.game.turns:
            abort(404)
        return Response(draw_page(table, table.game), headers={"Cache-Control": "no-store"})

    return blueprint


def _again(game: Game, after: int) -> Wish:
    """The same people, rules and set once more."""
    began, start = game.began, _usual_start(game.began.game)
    return Wish(began.game, players_of(game), began.rack, began.edition, game.ruleset.switches, start, after)


def _seen_on_the_board(game: str) -> Mapping[str, Value]:
    """What was answered when the empty board was looked at: whether it has minus squares."""
    own = ruleset(game).switches
    if request.args.get("minus") != "no" or "minus_squares" not in own:
        return {}
    return {"variant": "custom", "minus_squares": False} if "variant" in own else {"minus_squares": False}


def beginnings(scribe: Scribe, presets: Path, lists: Lists, random: Random) -> Blueprint:
    """What is sent from those forms; random: where chance comes from."""
    blueprint = Blueprint("beginnings", __name__)

    @blueprint.post("/games")
    def start() -> Answer:
        """Begin a game; the same form sent twice begins one."""
        table = scribe.lookout.look()
        try:
            wish = _sent(presets, lists)
            complaint = _complaint(wish)
        except (GameFileError, WordListError) as error:
            return _form(table, _sent_plainly(), presets, lists, _in_words(error))
        if complaint:
            return _form(table, wish, presets, lists, complaint)
        event = scribe.write(lambda now: wish.began() if now.number == wish.after else None)
        if event is None:
            return _begun_already(scribe.lookout.look(), wish, presets, lists)
        return redirect(_first_step(scribe, wish, event.game, random), code=303)

    @blueprint.post("/draws")
    def drawn() -> Answer:
        """Write down what each player drew; those who drew alike draw again."""
        number = request.form.get("game", default=0, type=int)
        scribe.write(drawn_tiles, game=number)
        again = scribe.lookout.table(number).game
        address = url_for("setup.draw", number=number) if again and again.must_draw else "/"
        return redirect(address, code=303)

    return blueprint


def _begun_already(table: Table, wish: Wish, presets: Path, lists: Lists) -> Answer:
    """To the game after a second tap; where it is another's game, the form again, which may then take its place."""
    if table.game is not None and table.game.began == wish.began():
        return redirect("/", code=303)
    told = gettext("Somebody has begun another game. Look at it first; begin this one only if it is to take its place.")
    return _form(table, replace(wish, after=table.number), presets, lists, told)


def _first_step(scribe: Scribe, wish: Wish, number: int, random: Random) -> str:
    """Let the lot decide, if it should; answers the address of what comes next."""
    is_draw = wish.start == "draw" and len(wish.players) > 1
    if wish.start == "lot":
        scribe.write(lambda table: _lot(table.game, random), game=number)
    if wish.is_begun:
        return url_for("lying.show", number=number) + ("?draw=yes" if is_draw else "")
    return url_for("setup.draw", number=number) if is_draw else "/"


def _lot(game: Game | None, random: Random) -> StartChosen | None:
    """Who begins, by lot, as long as nobody has had a turn."""
    return draw_lot(game, random) if game is not None and not game.turns else None


def _usual_edition(game: str) -> str:
    """How the tiles look: as was told with the empty board, else as pictures show; without a camera as usual."""
    named = request.args.get("edition", "")
    return TOLD_BY_PICTURE if has_camera() and not named else edition_of(game, named)


def _usual_start(game: str) -> str:
    """How this game finds who begins."""
    return "lot" if ruleset(game).switches["start.by"] == "lot" else "draw"


def _sent(presets: Path, lists: Lists) -> Wish:
    """What the form says; GameFileError for a switch that is none, WordListError for a list that is none."""
    plain = _sent_plainly()
    house = plain.switches.agree(_preset(presets, request.form.get("rules", "")))
    name = _list_of(ruleset(plain.game).language, lists)
    agreed = {**wishes(request.form), LIST: name, CHECKSUM: lists.checksum(name)}
    wish = replace(plain, switches=house.agree(agreed))
    _keep(presets, tidy(request.form.get("keep_as", "")), wish.switches)
    return wish


def _list_of(language: str, lists: Lists) -> str:
    """The list that the form names, "" for none. Raises WordListError for one that no game in the language may have."""
    name = request.form.get("list", "")
    if name and name not in lists.names(language):
        raise WordListError(
            say("This game cannot be judged by that list: it is gone, or of another language."),
            cure=say("Choose one that is offered, or let the table decide."),
            where=name,
        )
    return name


def _keep(presets: Path, name: str, switches: Switches) -> None:
    """Keep a house's rules under a name, if it gave one; which edition of its list is for each game to say."""
    if name:
        presets.mkdir(exist_ok=True)
        write_preset(presets / f"{_file_name(name)}.toml", name, switches.agree({CHECKSUM: ""}))


def _sent_plainly() -> Wish:
    """What the form says, the switches left out."""
    form = request.form
    game = form.get("kind", "")
    if game not in ruleset_names():
        abort(400)
    rules = ruleset(game)
    start = form.get("start", "first")
    return Wish(
        game=game,
        names=tuple(tidy(name) for name in form.getlist("player")[:MOST_PLAYERS]),
        rack=form.get("rack", default=rules.rack, type=int),
        edition=form.get("edition", TOLD_BY_PICTURE),
        switches=rules.switches,
        start=start if start in {"first", "lot", "draw"} else "first",
        after=form.get("after", default=0, type=int),
        is_begun="is_begun" in form and rules.has_board,
    )


def _complaint(wish: Wish) -> str:
    """Why no game can begin like this; "" if it can. Raises GameFileError for what only a stranger's form says."""
    if not wish.players:
        return gettext("Somebody must play: write at least one name.")
    if are_alike(wish.players):
        return gettext("Two players have the same name. Give one of them another.")
    counts = ruleset(wish.game).modes
    if counts and len(wish.players) not in counts:
        return gettext("%(game)s is for %(least)s to %(most)s players: write as many names.",
                       game=ruleset(wish.game).title, least=min(counts), most=max(counts))  # fmt: skip
    begin(wish.began())
    told = (lacking_of(word, ruleset(wish.game)) for word in wish.switches.words("theme.words"))
    return next(filter(None, told), "")


def _in_words(error: GameFileError | WordListError) -> str:
    """Why something cannot be agreed on; what the form itself asks for, in the reader's language."""
    title = title_of(error.where.removeprefix("switch "))
    if title:
        return gettext("“%(title)s”: that cannot be agreed on. Choose something else.", title=title)
    told = explained(error)
    return f"{told['what']} {told['cure']}"


def _preset(folder: Path, name: str) -> Mapping[str, Value]:
    """The house's own rules of that name; none if there are no such."""
    path = folder / f"{_file_name(name)}.toml"
    return read_preset(path) if name and path.is_file() else {}


def _file_name(name: str) -> str:
    """A preset's name as a file's: letters and digits only."""
    return "".join(sign if sign.isalnum() else "_" for sign in name)[:40]


def _form(table: Table, wish: Wish, presets: Path, lists: Lists, complaint: str = "") -> Response:
    """The form of a new game."""
    rules = ruleset(wish.game)
    return _page(
        "new_game.html",
        status=422 if complaint else 200,
        complaint=complaint,
        wish=wish,
        places=(*wish.names, *[""] * MOST_PLAYERS)[:MOST_PLAYERS],
        rules=rules,
        editions=editions_of(wish.game),
        lists=lists.names(rules.language),
        chosen_list=wish.switches.text(LIST),
        groups={group: agreements(rules, wish.switches, group) for group in GROUPS},
        presets=sorted(path.stem for path in presets.glob("*.toml")) if presets.is_dir() else (),
        unfinished=table.game if table.game and table.game.turns and not _is_over(table.game) else None,
    )


def _is_over(game: Game) -> bool:
    """Whether a game has ended."""
    return bool(game.ended)


def _page(template: str, *, status: int = 200, **what: object) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, **what), status, headers={"Cache-Control": "no-store"})
