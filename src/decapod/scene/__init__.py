"""What a viewer sees: as data (`scene`), made by a game (`builder`, `layout`), as a picture (`svg`), as text (`text`,
`terminal`), and the words for it (`words`).
"""

from decapod.i18n.translator import Message, PlayerRef, Translator, message, not_a_move, translator_beside
from decapod.scene.builder import Deferred, Meaning, Parts, PieceGroup, SceneBuilder, awaited, build_scene
from decapod.scene.chart import show_face, write_chart
from decapod.scene.layout import BOARD_LAYOUTS, Area, Layout, corners, hex_place, share, spread
from decapod.scene.schema import Choice, Face, Label, Panel, Piece, Rest, Scene, Sketch, Span, Zone

__all__ = [
    "BOARD_LAYOUTS",
    "Area",
    "Choice",
    "Deferred",
    "Face",
    "Label",
    "Layout",
    "Meaning",
    "Message",
    "Panel",
    "Parts",
    "Piece",
    "PieceGroup",
    "PlayerRef",
    "Rest",
    "Scene",
    "SceneBuilder",
    "Sketch",
    "Span",
    "Translator",
    "Zone",
    "awaited",
    "build_scene",
    "corners",
    "hex_place",
    "message",
    "not_a_move",
    "share",
    "show_face",
    "spread",
    "translator_beside",
    "write_chart",
]
