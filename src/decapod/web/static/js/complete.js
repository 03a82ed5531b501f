/** A scene as the server sends it, and what it leaves out: default values, and pieces of the board. */

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */

/** What is not sent is so; `tests/web/test_types.py` compares it with `decapod/scene/schema.py`. */
export const DEFAULTS = {
  pieces: { angle: 0, layer: 0, region: "", order: 0, label: "", hint: "", mark: "", role: "", owner: -1 },
  choices: { clicks: [] },
  panels: { you: false, out: false, shade: -1 },
  zones: { label: "", empty: "", kind: "zone", takes: false },
  labels: { size: 16, anchor: "middle", kind: "ink", layer: 1000 },
  spans: { seat: -1, bold: false, dim: false, mark: false },
};

/**
 * Return a scene with all that the server left out.
 * @param {any} scene
 * @param {any[]} board the pieces that never change during the match
 * @returns {Scene}
 */
export function completeScene(scene, board) {
  const { choices, sketch, rest } = scene;
  const boardPieces = completeList("pieces", board);
  return {
    ...scene,
    ...completeLists({ choices, sketch }),
    ...completeTable(scene, boardPieces),
    rest: rest && { ...completeTable(rest, boardPieces), summary: rest.summary },
  };
}

/**
 * @param {any} table a scene or its rest
 * @param {Piece[]} board
 * @returns {any}
 */
function completeTable({ pieces, panels, zones, labels }, board) {
  const lists = completeLists({ pieces, panels, zones, labels });
  const byId = new Map([...board, ...lists.pieces].map((piece) => [piece.id, piece])); // a sent piece replaces the board's
  return { ...lists, pieces: [...byId.values()] };
}

/**
 * @param {Record<string, any[]>} lists
 * @returns {any}
 */
function completeLists(lists) {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, completeList(name, list)]));
}

/**
 * @param {string} name
 * @param {any[]} list
 * @returns {any[]}
 */
function completeList(name, list) {
  return list.map((one) => complete(name, one));
}

/**
 * @param {string} name of the list that it is in
 * @param {any} one
 */
function complete(name, one) {
  if (name === "sketch") return one.map((/** @type {any} */ span) => ({ ...DEFAULTS.spans, ...span }));
  return { .../** @type {any} */ (DEFAULTS)[name], ...one };
}
