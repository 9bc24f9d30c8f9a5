"""The protocol as one page of HTML that needs nothing else: to keep, to send, to print."""

from __future__ import annotations

from html import escape

from pi_referee.paper.content import Cell, Leaf, Row
from pi_referee.paper.ground_canvas import draw_ground, ground_height
from pi_referee.paper.svg import SvgCanvas

_SPAN = 128.0

_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; font: 1.05rem/1.4 system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; margin: 1rem 0; table-layout: fixed; }
th, td { padding: .4rem .5rem; text-align: left; vertical-align: top; border-bottom: 1px solid #b9a88c; }
th, td { overflow-wrap: anywhere; }
thead th { opacity: .75; font-weight: 600; }
.sums td { text-align: right; } .sums thead th:not(:first-child) { text-align: right; }
.won > * { font-weight: 700; }
.points { float: right; margin-left: .6rem; font-weight: 700; }
.void { opacity: .7; text-decoration: line-through; }
.round { width: 2.5rem; }
.sums { table-layout: auto; } .sums td { white-space: nowrap; }
.sums th:first-child { width: 100%; } .sums thead th { overflow-wrap: normal; }
@media (max-width: 36rem) {
.turns, .turns tbody, .turns tr { display: block; }
.turns thead, .turns td:empty { display: none; }
.turns tr { position: relative; padding-left: 2.2rem; }
.turns th.round { position: absolute; left: 0; border: 0; }
.turns td { display: block; }
.turns td::before { content: attr(data-player) " "; font-weight: 600; }
}
svg { display: block; width: min(100%, 44rem); height: auto; margin: 1.5rem auto; }
"""


def to_html(leaf: Leaf) -> str:
    """A game's protocol as a page of HTML."""
    board = SvgCanvas(_SPAN, ground_height(leaf.game, _SPAN))
    draw_ground(leaf.game, board, (0, 0), _SPAN)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in leaf.heads)
    names = "".join(f'<th scope="col" dir="auto">{escape(player)}</th>' for player in leaf.players)
    sums = "".join(map(_sum, leaf.rows))
    rounds = "".join(_round(number, leaf.players, cells) for number, cells in leaf.lines)
    return f"""<!doctype html>
<html lang="{leaf.language}">
<head>
<meta charset="utf-8">
<title>{escape(leaf.title)} · {escape(", ".join(leaf.players))}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{_STYLE}</style>
</head>
<body>
<p>{escape(leaf.title)} · {escape(leaf.when)}</p>
<h1>{escape(leaf.headline)}</h1>
<table class="sums">
<thead><tr>{heads}</tr></thead>
<tbody>{sums}</tbody>
</table>
<h2>{escape(leaf.protocol)}</h2>
<table class="turns">
<thead><tr><td class="round"></td>{names}</tr></thead>
<tbody>{rounds}</tbody>
</table>
{board.drawing(leaf.title)}
</body>
</html>
"""


def _sum(row: Row) -> str:
    """A player's line of the summary."""
    figures = "".join(f"<td>{figure}</td>" for figure in (row.on_board, row.left, row.in_all))
    won = ' class="won"' if row.has_won else ""
    return f'<tr{won}><th scope="row" dir="auto">{escape(row.player)}</th>{figures}</tr>\n'


def _round(number: str, players: tuple[str, ...], cells: tuple[Cell | None, ...]) -> str:
    """One round of the protocol, or what came off after the last one."""
    head = f'<th scope="row" class="round">{number}</th>' if number else '<td class="round"></td>'
    return f"<tr>{head}{''.join(map(_cell, players, cells))}</tr>\n"


def _cell(player: str, cell: Cell | None) -> str:
    """One turn, with its player's name for narrow screens."""
    if cell is None:
        return "<td></td>"
    points = escape(" ".join(filter(None, (cell.gain, cell.running))))
    void = ' class="void"' if cell.is_void else ""
    words = escape(" ".join(cell.words))
    return f'<td data-player="{escape(player)}"><span class="points">{points}</span><span{void}>{words}</span></td>'
