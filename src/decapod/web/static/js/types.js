/**
 * What travels: the scene as the server sends it. The same names and types as in `decapod/scene/schema.py`, which says
 * what each means; `tests/web/test_types.py` compares the two.
 *
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} face
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} angle degrees, clockwise
 * @property {number} layer
 * @property {string} region
 * @property {number} order
 * @property {string} label
 * @property {string} hint
 * @property {string} mark
 * @property {"" | "pile" | "hand" | "action" | "held" | "figure" | "sign"} role what it is to the viewer
 * @property {number} owner the seat it belongs to; -1 for nobody
 *
 * @typedef {object} Choice
 * @property {number} move
 * @property {string} text
 * @property {string} words
 * @property {string[]} clicks
 *
 * @typedef {object} Zone
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string} label
 * @property {string} empty
 * @property {string} kind
 * @property {boolean} takes a card that needs no target is dropped here to be played; if no zone takes any, anywhere
 *
 * @typedef {object} Label
 * @property {number} x
 * @property {number} y
 * @property {string} text
 * @property {number} size
 * @property {string} anchor
 * @property {string} kind
 * @property {number} layer
 *
 * @typedef {object} Panel
 * @property {number} player
 * @property {string} name
 * @property {boolean} awaiting
 * @property {string[]} lines
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} you
 * @property {boolean} out
 * @property {number} shade
 *
 * @typedef {object} Span
 * @property {string} text
 * @property {number} seat
 * @property {boolean} bold
 * @property {boolean} dim
 * @property {boolean} mark
 *
 * @typedef {object} Rest
 * @property {Piece[]} pieces
 * @property {Label[]} labels
 * @property {Zone[]} zones
 * @property {Panel[]} panels
 * @property {string} summary what is to be read meanwhile; empty if that is what just happened
 *
 * @typedef {object} Scene
 * @property {string} game
 * @property {string} title
 * @property {number} viewer
 * @property {string} layout
 * @property {number} width
 * @property {number} height
 * @property {string} prompt
 * @property {number[]} awaiting
 * @property {Piece[]} pieces
 * @property {Choice[]} choices
 * @property {Panel[]} panels
 * @property {Zone[]} zones
 * @property {Label[]} labels
 * @property {Span[][]} sketch
 * @property {string[]} events what just happened
 * @property {number} round 0 in a game without rounds
 * @property {string} pass_move the text of the move that passes a question asked again and again; empty without one
 * @property {Rest | null} rest how the board lay in the middle of the last move, where that is worth a look
 */

export {};
