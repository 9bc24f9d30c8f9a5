"""Who may import whom: the plan in docs/architecture.md, as a table, against what the files say."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("pi_referee", "vision", "hardware", "web", "training", "benches")

EVERYBODY = frozenset({"pi_referee.errors", "pi_referee.gettext_mark", "pi_referee.composing"})
"""What every part may import: how to say what is wrong, and letters that are one sign each."""

MAY_IMPORT: Mapping[str, frozenset[str]] = {
    # The words of the game: no clock, no file but the games' own, nobody else's code but the decoder of those files.
    "pi_referee.errors": frozenset(),
    "pi_referee.rules": frozenset({"msgspec"}),
    "pi_referee.locale": frozenset({"babel", "pi_referee.iso_times"}),
    "pi_referee.files.paths": frozenset(),
    "pi_referee.process.shutdown": frozenset(),
    "pi_referee.process.lone_lock": frozenset(),
    "pi_referee.process.supervisor": frozenset({"pi_referee.process.shutdown"}),
    "pi_referee.process.log_file": frozenset(),
    "pi_referee.process.own_address": frozenset(),
    "pi_referee.process.systemd_notify": frozenset(),
    "pi_referee.process.healthcheck": frozenset({"pi_referee.process.systemd_notify"}),
    "pi_referee.table_link.status": frozenset(
        {"pi_referee.files.atomic_file", "pi_referee.table_link.corners", "msgspec"}
    ),
    "pi_referee.game_log.legacy_refusals": frozenset({"pi_referee.rules"}),
    "pi_referee.table_link": frozenset({"pi_referee.files.atomic_file", "msgspec"}),
    "pi_referee.game_log.play_forms": frozenset({"pi_referee.rules", "msgspec"}),
    "pi_referee.game_log.events": frozenset(
        {"pi_referee.rules", "pi_referee.game_log.legacy_refusals", "pi_referee.game_log.play_forms", "msgspec"}
    ),
    "pi_referee.game_log.schema": frozenset({"pi_referee.files.shared_database"}),
    "pi_referee.game_log.arrivals": frozenset(),
    "pi_referee.files.atomic_file": frozenset(),
    "pi_referee.files.shared_database": frozenset(),
    "pi_referee.files.surplus": frozenset(),
    "pi_referee.game_log.event_store": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.files.shared_database",
            "pi_referee.game_log.events",
            "pi_referee.game_log.log_connection",
            "pi_referee.game_log.rescue",
            "pi_referee.game_log.row_sums",
            "pi_referee.game_log.schema",
            "pi_referee.game_log.steady_note",
        }
    ),
    "pi_referee.game_log.log_connection": frozenset({"pi_referee.files.shared_database"}),
    "pi_referee.game_log.steady_note": frozenset(),
    "pi_referee.game_log.rescue": frozenset(),
    "pi_referee.game_log.row_sums": frozenset({"pi_referee.files.shared_database"}),
    "pi_referee.files.ownership": frozenset(),
    "pi_referee.game_log.backups.backup_note": frozenset(
        {"pi_referee.files.atomic_file", "pi_referee.iso_times", "msgspec"}
    ),
    "pi_referee.game_log.retention": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.files.atomic_file",
            "pi_referee.files.paths",
            "pi_referee.game_log.event_store",
            "pi_referee.game_log.events",
        }
    ),
    "pi_referee.game_log.backups.backup_file": frozenset({"pi_referee.files.atomic_file"}),
    "pi_referee.game_log.backups.whole_log": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.game_log.event_store",
            "pi_referee.game_log.row_sums",
            "pi_referee.game_log.schema",
        }
    ),
    "pi_referee.game_log.backups.log_backup": frozenset(
        {
            "pi_referee.files",
            "pi_referee.game_log.backups.backup_file",
            "pi_referee.game_log.event_store",
            "pi_referee.game_log.log_connection",
            "pi_referee.game_log.outbox_table",
            "pi_referee.game_log.rescue",
            "pi_referee.game_log.backups.whole_log",
        }
    ),
    "pi_referee.game_log.backups.log_restore": frozenset(
        {
            "pi_referee.files",
            "pi_referee.game_log.backups.backup_file",
            "pi_referee.game_log.backups.log_backup",
            "pi_referee.game_log.rescue",
        }
    ),
    # What is a word; the policy is kept with the game's other agreements.
    "pi_referee.lexicon": frozenset(
        {
            "pi_referee.files.atomic_file",
            "pi_referee.files.ownership",
            "pi_referee.files.shared_database",
            "pi_referee.iso_times",
            "pi_referee.rules.agreed.switch_list",
            "pi_referee.rules.course.happenings",
        }
    ),
    # What leaves a table for a broker: its log, and how it stands; never a picture.
    "pi_referee.game_log.outbox_table": frozenset(),
    "pi_referee.relay.mqtt_topics": frozenset(),
    "pi_referee.relay": frozenset(
        {
            "pi_referee",
            "pi_referee.rules",
            "pi_referee.files.shared_database",
            "pi_referee.game_log.event_store",
            "pi_referee.game_log.events",
            "pi_referee.game_log.outbox_table",
            "pi_referee.process.shutdown",
            "pi_referee.process.systemd_notify",
            "pi_referee.table_link.status",
            "msgspec",
            "paho",
        }
    ),
    # The hall knows what tables tell, checks it as it checks an imported game, and never reads a table's own log.
    "pi_referee.hall": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.files.shared_database",
            "pi_referee.game_log.events",
            "pi_referee.player_names",
            "pi_referee.protocol",
            "pi_referee.relay.broker_link",
            "pi_referee.relay.hall_messages",
            "pi_referee.relay.mqtt_topics",
            "msgspec",
        }
    ),
    # Games as text and as files.
    "pi_referee.player_names": frozenset(),
    "pi_referee.house_presets": frozenset({"pi_referee.rules", "pi_referee.files.atomic_file", "msgspec"}),
    "pi_referee.text_game.scorebook": frozenset({"pi_referee.rules"}),
    "pi_referee.text_game.score_rows": frozenset({"pi_referee.rules"}),
    "pi_referee.text_game.judged_lines": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.game_log.events",
            "pi_referee.protocol.origins",
            "pi_referee.text_game.scorebook",
            "pi_referee.text_game.score_rows",
        }
    ),
    "pi_referee.text_game.text_score": frozenset({"pi_referee.rules", "pi_referee.text_game"}),
    "pi_referee.decks": frozenset(
        {"pi_referee.rules", "pi_referee.files.atomic_file", "pi_referee.game_log.event_store"}
    ),
    "pi_referee.protocol": frozenset(
        {"pi_referee.rules", "pi_referee.game_log.events", "pi_referee.player_names", "msgspec"}
    ),
    # Games in short, and what they say of people: made from the log alone.
    "pi_referee.history": frozenset(
        {
            "pi_referee",
            "pi_referee.rules",
            "pi_referee.game_log.events",
            "pi_referee.game_log.event_store",
            "pi_referee.player_names",
            "msgspec",
        }
    ),
    "pi_referee.paper": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.game_log.events",
            "pi_referee.protocol",
            "pi_referee.player_names",
            "pi_referee.process.supervisor",
            "pi_referee.locale",
            "babel",
            "fontTools",
            "fpdf",
            "arabic_reshaper",
            "PIL",
        }
    ),
    # A film is a paper that moves; it loads OpenCV, and so the page has it made by another process.
    "pi_referee.film": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.files.atomic_file",
            "pi_referee.game_log.events",
            "pi_referee.locale",
            "pi_referee.paper",
            "pi_referee.process.supervisor",
            "pi_referee.protocol",
            "PIL",
            "cv2",
            "numpy",
        }
    ),
    # From what was seen to what was meant: values of the eye, never its pictures.
    "pi_referee.gettext_mark": frozenset(),
    "pi_referee.judge.board_change": frozenset({"pi_referee.rules", "pi_referee.judge.meanings", "vision.sighting"}),
    "pi_referee.judge.meanings": frozenset({"pi_referee.rules"}),
    "pi_referee.judge.doubts.possible_plays": frozenset(
        {"pi_referee.rules", "pi_referee.judge.board_change", "pi_referee.judge.meanings", "vision.sighting"}
    ),
    "pi_referee.judge.interpret": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.board_change",
            "pi_referee.judge.doubts.possible_plays",
            "pi_referee.judge.meanings",
            "vision.sighting",
        }
    ),
    # From a press to the list's verdict on the newest play.
    "pi_referee.judge.play_challenge": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.game_log.arrivals",
            "pi_referee.game_log.events",
            "pi_referee.protocol",
            "pi_referee.lexicon",
        }
    ),
    "pi_referee.judge.hints": frozenset({"pi_referee.rules"}),
    "pi_referee.judge.seen_edition": frozenset({"pi_referee.rules", "vision.cards.card_sighting", "vision.sighting"}),
    "pi_referee.judge.other_meaning": frozenset({"pi_referee.rules", "pi_referee.lexicon"}),
    "pi_referee.judge.cards": frozenset(
        {"pi_referee.rules", "pi_referee.judge.meanings", "vision.cards.card_sighting", "vision.sighting"}
    ),
    "pi_referee.judge.doubts.seeming_tiles": frozenset({"pi_referee.rules", "pi_referee.judge.meanings"}),
    "pi_referee.judge.untold.kinds": frozenset(),
    "pi_referee.judge.doubts.settled_doubts": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.doubts.seeming_tiles",
            "pi_referee.judge.cards.agreed_cards",
            "pi_referee.judge.meanings",
            "pi_referee.judge.untold.kinds",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    "pi_referee.judge.doubts.lawful_answers": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.doubts.seeming_tiles",
            "pi_referee.judge.doubts.settled_doubts",
            "pi_referee.judge.meaning_in_game",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    # A press is judged once for each answer to what is open: by all that judges a press without one.
    "pi_referee.judge.doubts.supposed_answers": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.cards.card_match",
            "pi_referee.judge.doubts.lawful_answers",
            "pi_referee.judge.doubts.seeming_tiles",
            "pi_referee.judge.doubts.settled_doubts",
            "pi_referee.judge.explanations",
            "pi_referee.judge.hints",
            "pi_referee.judge.meanings",
            "pi_referee.judge.meaning_in_game",
            "pi_referee.judge.surprises",
            "pi_referee.judge.untold.kinds",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    "pi_referee.judge.plays_in_turn": frozenset({"pi_referee.rules"}),
    "pi_referee.judge.meaning_in_game": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.interpret",
            "pi_referee.judge.meanings",
            "pi_referee.judge.cards",
            "pi_referee.judge.doubts.settled_doubts",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    # Boards and cards are seen alike where it is sought what nobody told.
    "pi_referee.judge.untold": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.board_change",
            "pi_referee.judge.cards",
            "pi_referee.judge.interpret",
            "pi_referee.judge.meanings",
            "pi_referee.judge.meaning_in_game",
            "pi_referee.judge.doubts.seeming_tiles",
            "pi_referee.judge.doubts.settled_doubts",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    "pi_referee.judge.explanations": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.meanings",
            "pi_referee.judge.plays_in_turn",
            "pi_referee.judge.untold",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    "pi_referee.judge.surprises": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.explanations",
            "pi_referee.judge.hints",
            "pi_referee.judge.meanings",
            "pi_referee.judge.meaning_in_game",
            "pi_referee.judge.untold.kinds",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    "pi_referee.judge.fallen_plays": frozenset(
        {
            "pi_referee.rules",
            "pi_referee.judge.cards.card_match",
            "pi_referee.judge.doubts.seeming_tiles",
            "pi_referee.judge.doubts.settled_doubts",
            "pi_referee.judge.meanings",
            "pi_referee.judge.meaning_in_game",
            "pi_referee.judge.surprises",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    "pi_referee.judge.referee": frozenset(
        {
            "pi_referee.judge.cards.hidden_ends",
            "pi_referee.judge.fallen_plays",
            "pi_referee.judge.hints",
            "pi_referee.rules",
            "pi_referee.judge.meanings",
            "pi_referee.judge.meaning_in_game",
            "pi_referee.judge.doubts.settled_doubts",
            "pi_referee.judge.doubts.supposed_answers",
            "pi_referee.judge.surprises",
            "vision.cards.card_sighting",
            "vision.sighting",
        }
    ),
    # The eye knows squares, tiles and boards, not plays and scores.
    "vision": frozenset(
        {
            "pi_referee.rules.board.square",
            "pi_referee.rules.board.deck",
            "pi_referee.rules.board.tile",
            "pi_referee.rules.board.layout",
            "pi_referee.rules.definition.ruleset",
            "pi_referee.rules.board.position",
            "pi_referee.rules.course.refusal",
            "numpy",
            "cv2",
            "onnxruntime",
            "pytesseract",
            "PIL",
        }
    ),
    "hardware": frozenset({"numpy", "cv2", "gpiozero", "picamera2", "PIL", "pi_heif"}),
    # A picture's file is read as every other that somebody names.
    "hardware.picture_file": frozenset({"numpy", "cv2", "PIL", "pi_heif", "pi_referee.files.bounded_read", "hardware"}),
    # The simulated table alone knows the rules and the inverse eye: it draws what the camera then photographs.
    "hardware.simulation.simulated_table": frozenset(
        {"pi_referee.rules", "vision.render", "vision.card_render", "hardware", "numpy"}
    ),
    "hardware.simulation.simulated_people": frozenset({"pi_referee.rules"}),
    "hardware.simulation.simulated_cards": frozenset(
        {"pi_referee.rules", "vision.render", "vision.card_render", "hardware", "numpy"}
    ),
    # The page never loads the eye.
    "web": frozenset(
        {
            "pi_referee",
            "pi_referee.rules",
            "pi_referee.iso_times",
            "pi_referee.game_log.backups.backup_note",
            "pi_referee.files.atomic_file",
            "pi_referee.files.surplus",
            "pi_referee.game_log.events",
            "pi_referee.game_log.event_store",
            "pi_referee.game_log.arrivals",
            "pi_referee.table_link.status",
            "pi_referee.table_link.corners",
            "pi_referee.table_link.table_messages",
            "pi_referee.table_link.lesson_remarks",
            "pi_referee.locale",
            "pi_referee.history",
            "pi_referee.lexicon",
            "pi_referee.protocol",
            "pi_referee.paper",
            "pi_referee.decks",
            "pi_referee.judge.play_challenge",
            "pi_referee.judge.hints",
            "pi_referee.judge.other_meaning",
            "pi_referee.house_presets",
            "pi_referee.player_names",
            "pi_referee.hall",
            "segno",
            "flask",
            "flask_babel",
            "babel",
            "waitress",
            "werkzeug",
            "markupsafe",
            "msgspec",
        }
    ),
}
"""Part -> what it may import besides itself and the standard library; the longest name that fits a module is its part.

What is not in the table (the commands, the watching, the replay, the training) puts the parts together and may import
everything; nothing in the table may import it.
"""


ROOMS: Mapping[str, tuple[str, ...]] = {
    "pi_referee": (
        "errors", "gettext_mark", "iso_times", "composing", "locale", "player_names", "process", "files", "rules",
        "house_presets",
        "game_log", "lexicon", "table_link", "decks", "protocol", "text_game", "history", "tile_sets", "checkup",
        "paper", "film", "judge", "relay", "hall", "looking", "watching", "picture_game", "commands", "cli", "__main__",
    ),
    "pi_referee.rules": ("agreed", "board", "definition", "plays", "course"),
    "pi_referee.lexicon": (
        "alphabets", "forms", "list_errors", "verdict", "lists", "policy", "word_validity", "same_word", "challenge",
        "open_list", "kept_policy", "sources", "building", "table_lexicon", "verdict_texts",
    ),
    "hardware": (
        "debounce", "pins", "camera", "picture_file", "picture_folder", "exposure", "recovery_ladder", "button", "lamp",
        "webcam", "contact_recording", "keyboard", "pi_camera", "camera_monitor", "simulation", "sound",
    ),
    "vision": (
        "arrays", "other_core", "networks", "sighting", "render", "geometry", "square_index", "voting", "lighting",
        "letters", "photo", "printed_layout", "squares", "letter_checks", "stages", "eye", "cards",
        "card_render",
    ),
    "web": (
        "composed_request", "compression", "host_names", "listening", "proxy", "drawing", "phrasing", "connections",
        "live", "security", "error_pages", "page_looks", "page_frame", "words", "editing", "keepsakes", "game",
        "history", "resume", "setup", "server", "hall", "app",
    ),
}  # fmt: skip
"""The rooms of a folder in their order: each may import those before it, and no other."""

SHARED_NAMES = frozenset({"__main__", "conftest"})
"""Names that several modules have: what Python and pytest call so."""

MOST_IN_A_ROOM = 14
"""So many modules in a folder of code can be taken in at a glance; its __init__ not counted."""


def modules() -> dict[str, Path]:
    """Every module of the project by name."""
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


MODULES = modules()


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module imported anywhere in a file, also inside functions; `from a import b` is a.b if that is one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            yield from names or {node.module}


def outside(module: str) -> set[str]:
    """What a module imports, the standard library left out."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return {name for name in imports(tree) if name.split(".")[0] not in sys.stdlib_module_names}


def part_of(module: str) -> str | None:
    """The part of the table a module belongs to; None for those that put the parts together."""
    parts = [part for part in MAY_IMPORT if module == part or module.startswith(f"{part}.")]
    return max(parts, key=len, default=None)


def fits(name: str, allowed: str) -> bool:
    """Whether an imported name is the allowed one or lies inside it; `pi_referee` itself is only its version."""
    return name == allowed or (allowed != "pi_referee" and name.startswith(f"{allowed}."))


@pytest.mark.parametrize("module", sorted(name for name in MODULES if part_of(name)))
def test_imports_go_one_way(module: str) -> None:
    """Every part imports only what the table allows it."""
    part = part_of(module) or ""
    allowed = MAY_IMPORT[part] | EVERYBODY | {part}

    assert {name for name in outside(module) if not any(fits(name, other) for other in allowed)} == set()


def test_no_module_imports_itself_in_a_circle() -> None:
    """There is no import cycle anywhere, imports inside functions counted."""
    follows = {module: outside(module) & MODULES.keys() - {module} for module in MODULES}
    while free := {module for module, others in follows.items() if not others & follows.keys()}:
        follows = {module: others for module, others in follows.items() if module not in free}

    assert follows == {}


@pytest.mark.parametrize(
    ("loaded", "never"),
    [
        ("import pi_referee.cli", {"cv2", "numpy", "flask", "gpiozero"}),
        ("from pi_referee.cli import main; main(['--help'])", {"cv2", "numpy", "flask", "gpiozero"}),
        ("import pi_referee.commands.play.run", {"cv2", "flask", "gpiozero"}),
        ("import pi_referee.commands.play.serve, web, web.server", {"cv2", "numpy", "gpiozero", "pytesseract"}),
        ("import hardware.button, hardware.lamp", {"cv2", "flask", "gpiozero"}),
    ],
)
def test_nobody_loads_what_is_not_theirs(loaded: str, never: set[str]) -> None:
    """The page's server never loads OpenCV, and the command line loads nothing heavy before it must."""
    program = f"import sys; {loaded}; print(*{{name.split('.')[0] for name in sys.modules}})"
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert set(told.stdout.split()) & never == set()


def room_of(module: str, whole: str) -> str:
    """In which room of a folder a module lies; its own name for one beside the rooms."""
    return module.removeprefix(f"{whole}.").split(".")[0]


@pytest.mark.parametrize("whole", ROOMS)
def test_rooms_are_entered_one_way(whole: str) -> None:
    """A room imports only rooms that stand before it, and every room has its place in the order."""
    order = {room: place for place, room in enumerate(ROOMS[whole])}
    inside = [module for module in MODULES if module.startswith(f"{whole}.")]
    ways = {
        (room_of(module, whole), room_of(other, whole))
        for module in inside
        for other in outside(module)
        if other.startswith(f"{whole}.")
    }

    assert {room_of(module, whole) for module in inside} == order.keys()
    assert {way for way in ways if order[way[0]] < order[way[1]]} == set()


def test_no_room_is_crowded() -> None:
    """No folder of code or tests holds more modules than a person takes in, and no two modules have one name."""
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [Path(name) for name in tracked.stdout.split() if Path(name).stem != "__init__"]
    crowds = Counter(file.parent for file in files)
    names = Counter(file.stem for file in files if file.stem not in SHARED_NAMES)

    assert len(files) > 500
    assert {str(room): many for room, many in crowds.items() if many > MOST_IN_A_ROOM} == {}
    assert {name for name, many in names.items() if many > 1} == set()


def test_tests_have_the_rooms_of_the_code() -> None:
    """Every folder of tests is named after a folder of code; pages opened in a browser alone have one of their own."""
    rooms = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    orphans = {str(room) for room in rooms if not any((ROOT / top / room).is_dir() for top in ("", "pi_referee"))}

    assert len(rooms) > 30
    assert orphans == {"web/browser", "web/browser/put_right"}
