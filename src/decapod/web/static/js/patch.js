/** What the server sends instead of a whole scene, or of all who are there: what changed. */

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {Partial<Scene> & {moved?: Piece[], gone?: string[]}} Patch `moved` are whole pieces, new ones too; `gone` ids. */

/** @typedef {{person: string, name: string, seats: number[]}} Attendee */
/** @typedef {{here: Attendee[] | null, came: Attendee[], left: string[], watching: number}} PresenceMessage */
/** @typedef {{here: Attendee[], watching: number}} Presence */

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

/**
 * Who is there after a message: all of them, or those from before with what changed.
 * @param {Presence | null} before
 * @param {PresenceMessage} message
 * @returns {Presence}
 */
export function applyPresence(before, { here, came, left, watching }) {
  if (here) return { here, watching };
  const gone = new Set([...left, ...came.map((one) => one.person)]);
  return { here: [...(before?.here ?? []).filter((one) => !gone.has(one.person)), ...came], watching };
}
