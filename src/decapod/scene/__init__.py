"""What a viewer sees: as data (`scene`), made by a game (`builder`, `layout`), as a picture (`svg`), as text (`text`,
`terminal`), and the words for it (`words`).
"""

from decapod.scene.builder import Bundle, Late, Meaning, Parts, SceneBuilder, awaited, build_scene
from decapod.scene.chart import show_face, write_chart
from decapod.scene.layout import BOARD_LAYOUTS, Area, Layout, corners, hex_place, share, spread
from decapod.scene.scene import Choice, Face, Label, Panel, Piece, Rest, Scene, Sketch, Span, Zone
from decapod.scene.words import Phrase, PlayerName, Words, no_move, phrase, words_beside

__all__ = [
    "BOARD_LAYOUTS",
    "Area",
    "Bundle",
    "Choice",
    "Face",
    "Label",
    "Late",
    "Layout",
    "Meaning",
    "Panel",
    "Parts",
    "Phrase",
    "Piece",
    "PlayerName",
    "Rest",
    "Scene",
    "SceneBuilder",
    "Sketch",
    "Span",
    "Words",
    "Zone",
    "awaited",
    "build_scene",
    "corners",
    "hex_place",
    "no_move",
    "phrase",
    "share",
    "show_face",
    "spread",
    "words_beside",
    "write_chart",
]
