"""What a viewer sees, as data (`scene`), as a picture (`svg`), as text (`text`), and the words (`words`)."""

from decapod.scene.scene import Choice, Face, Label, Panel, Piece, Scene, Span, Zone
from decapod.scene.stage import awaited, staged, titled
from decapod.scene.words import Say, Seat, Words, no_move, say, words_beside

__all__ = [
    "Choice",
    "Face",
    "Label",
    "Panel",
    "Piece",
    "Say",
    "Scene",
    "Seat",
    "Span",
    "Words",
    "Zone",
    "awaited",
    "no_move",
    "say",
    "staged",
    "titled",
    "words_beside",
]
