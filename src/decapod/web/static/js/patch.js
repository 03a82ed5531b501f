/** What the server sends instead of a whole scene: the pieces that changed, and the fields that differ. */

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {Partial<Scene> & {moved?: Piece[], gone?: string[]}} Patch `moved` are whole pieces, new ones too; `gone` ids. */

/**
 * The scene that a patch makes of another. Pieces keep their order, new ones come last; neither argument is changed.
 * @param {Scene} scene
 * @param {Patch} patch
 * @returns {Scene}
 */
export function applyPatch(scene, { moved = [], gone = [], ...fields }) {
  const removed = new Set(gone);
  const replaced = new Map(moved.map((piece) => [piece.id, piece]));
  const pieces = scene.pieces
    .filter((piece) => !removed.has(piece.id))
    .map((piece) => replaced.get(piece.id) ?? piece);
  const known = new Set(scene.pieces.map((piece) => piece.id));
  pieces.push(...moved.filter((piece) => !known.has(piece.id)));
  return { ...scene, ...fields, pieces };
}
