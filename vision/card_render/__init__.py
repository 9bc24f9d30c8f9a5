"""The inverse eye for cards: photographs of a table of cards that never was, with what they truly show."""

from vision.card_render.card_layout import Laying, lay_heap, lay_pattern, lay_pile, pattern_origin
from vision.card_render.card_photograph import draw_card_table
from vision.card_render.card_scene import CardScene, Cloth, Hand, LaidCard, PrintedCard, Thing
from vision.card_render.card_truth import CardTruth, TrueCard
from vision.card_render.deck_style import DeckStyle

__all__ = [
    "CardScene",
    "CardTruth",
    "Cloth",
    "DeckStyle",
    "Hand",
    "LaidCard",
    "Laying",
    "PrintedCard",
    "Thing",
    "TrueCard",
    "draw_card_table",
    "lay_heap",
    "lay_pattern",
    "lay_pile",
    "pattern_origin",
]
