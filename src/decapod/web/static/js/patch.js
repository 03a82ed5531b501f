/** What the server sends instead of a whole scene, or of all who are there: what changed. */

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {[number, number] | object} Edit a stretch of the old list, from and to; or something new */
/** @typedef {Partial<Piece> & {id: string}} Moved */
/** @typedef {{moved?: Moved[], gone?: string[], edits?: Record<string, Edit[]>}} Changes */
/** @typedef {Partial<import("./types.js").Panel> & {player: number}} ChangedPanel */
/** @typedef {Changes & {panels: ChangedPanel[], summary: string}} ChangedRest */
/** @typedef {Partial<Omit<Scene, "rest" | "panels">> & Changes & {panels?: ChangedPanel[], rest?: ChangedRest | null}} Patch */

/** @typedef {{person: string, name: string, seats: number[]}} Attendee */
/** @typedef {{here: Attendee[] | null, came: Attendee[], left: string[], watching: number}} PresenceMessage */
/** @typedef {{here: Attendee[], watching: number}} Presence */

/** What is not sent is so; `tests/web/test_types.py` compares it with `decapod/scene/scene.py`. */
export const DEFAULTS = {
  pieces: { angle: 0, layer: 0, region: "", order: 0, label: "", hint: "", mark: "", role: "", owner: -1 },
  choices: { clicks: [] },
  panels: { you: false, out: false, shade: -1 },
  zones: { label: "", empty: "", kind: "zone", takes: false },
  labels: { size: 16, anchor: "middle", kind: "ink", layer: 1000 },
  spans: { seat: -1, bold: false, dim: false, mark: false },
};

/**
 * A whole scene, with all that is not sent.
 * @param {any} scene
 * @returns {Scene}
 */
export function completeScene(scene) {
  const { pieces, choices, panels, zones, labels, sketch, rest } = scene;
  return {
    ...scene,
    ...completeLists({ pieces, choices, panels, zones, labels, sketch }),
    rest: rest && completeRest(rest),
  };
}

/**
 * @param {any} rest
 * @returns {import("./types.js").Rest}
 */
function completeRest({ summary, ...lists }) {
  return { ...completeLists(lists), summary };
}

/**
 * @param {Record<string, any[]>} lists
 * @returns {any}
 */
function completeLists(lists) {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map((one) => complete(name, one))]));
}

/**
 * @param {string} name of the list that it is in
 * @param {any} one
 */
function complete(name, one) {
  if (name === "sketch") return one.map((/** @type {any} */ span) => ({ ...DEFAULTS.spans, ...span }));
  return { .../** @type {any} */ (DEFAULTS)[name], ...one };
}

/**
 * The scene that a patch makes of another. Pieces keep their order, new ones come last; no argument is changed.
 * @param {Scene} scene
 * @param {Patch} patch
 * @param {Choice[]} choices the last there were
 * @returns {Scene}
 */
export function applyPatch(scene, { rest, ...patch }, choices = scene.choices) {
  const after = applyChanges({ ...scene, choices }, patch);
  if (!("choices" in (patch.edits ?? {}))) after.choices = scene.choices;
  if (rest) {
    const { summary, ...changes } = rest;
    const { pieces, labels, zones, panels } = applyChanges(scene, changes);
    after.rest = { pieces, labels, zones, panels, summary };
  } else if (rest === null) after.rest = null;
  return after;
}

/**
 * @param {Scene} scene
 * @param {Omit<Patch, "rest">} changes
 * @returns {Scene}
 */
function applyChanges(scene, { moved = [], gone = [], edits = {}, panels: changedPanels = [], ...fields }) {
  const removed = new Set(gone);
  const changed = new Map(moved.map((piece) => [piece.id, piece]));
  const pieces = scene.pieces
    .filter((piece) => !removed.has(piece.id))
    .map((piece) => (changed.has(piece.id) ? { ...piece, ...changed.get(piece.id) } : piece));
  const known = new Set(scene.pieces.map((piece) => piece.id));
  pieces.push(...moved.filter((piece) => !known.has(piece.id)).map((piece) => complete("pieces", piece)));
  const lists = Object.entries(edits).map(([name, parts]) => [name, applyEdits(name, /** @type {any} */ (scene)[name], parts)]);
  const panels = scene.panels.map((panel) => ({ ...panel, ...changedPanels.find((one) => one.player === panel.player) }));
  return { ...scene, ...fields, ...Object.fromEntries(lists), panels, pieces };
}

/**
 * The list that edits make of another.
 * @param {string} name
 * @param {any[]} old
 * @param {Edit[]} parts
 */
function applyEdits(name, old, parts) {
  return parts.flatMap((part) =>
    Array.isArray(part) && typeof part[0] === "number" ? old.slice(part[0], part[1]) : [complete(name, part)],
  );
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
