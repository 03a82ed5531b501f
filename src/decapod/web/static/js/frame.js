/** How much of a scene's canvas the board needs, and whether the players' panels stand in it or beside it. */

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./sprites.js").Faces} Faces */

const MARGIN = 6;
const INSIDE = 0.1; // of a panel's area, from which on it belongs to the board

/**
 * The smallest frame around zones, pieces and labels.
 * @param {Scene} scene
 * @param {Faces} faces
 * @returns {Frame}
 */
export function frameOf(scene, faces) {
  const frame = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const zone of scene.zones) widen(frame, zone.x, zone.y, zone.width, zone.height);
  for (const piece of scene.pieces) {
    const face = faces.get(piece.face) ?? { width: 1, height: 1 };
    const [across, down] = turnedSize(piece.width, (piece.width * face.height) / face.width, piece.angle);
    widen(frame, piece.x - across / 2, piece.y - down / 2, across, down);
  }
  for (const label of scene.labels) {
    const long = label.text.length * label.size * 0.6;
    const left = label.anchor === "start" ? label.x : label.anchor === "end" ? label.x - long : label.x - long / 2;
    widen(frame, left, label.y - label.size, long, label.size * 1.3);
  }
  if (panelsInside(frame, scene)) {
    for (const panel of scene.panels) widen(frame, panel.x, panel.y, panel.width, panel.height);
  }
  return {
    left: Math.max(0, Math.floor(frame.left - MARGIN)),
    top: Math.max(0, Math.floor(frame.top - MARGIN)),
    right: Math.min(scene.width, Math.ceil(frame.right + MARGIN)),
    bottom: Math.min(scene.height, Math.ceil(frame.bottom + MARGIN)),
  };
}

/**
 * Whether the panels stand inside a frame.
 * @param {Frame} frame
 * @param {Scene} scene
 */
export function panelsInside(frame, scene) {
  return scene.panels.some((panel) => overlap(frame, panel) > INSIDE * panel.width * panel.height);
}

/**
 * A frame around two.
 * @param {Frame | null} a
 * @param {Frame} b
 * @returns {Frame}
 */
export function joinFrames(a, b) {
  if (!a) return b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/**
 * @param {Frame} frame
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function widen(frame, x, y, width, height) {
  frame.left = Math.min(frame.left, x);
  frame.top = Math.min(frame.top, y);
  frame.right = Math.max(frame.right, x + width);
  frame.bottom = Math.max(frame.bottom, y + height);
}

/**
 * The area a frame shares with a box.
 * @param {Frame} frame
 * @param {{x: number, y: number, width: number, height: number}} box
 */
function overlap(frame, box) {
  const across = Math.min(frame.right, box.x + box.width) - Math.max(frame.left, box.x);
  const down = Math.min(frame.bottom, box.y + box.height) - Math.max(frame.top, box.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * The size of the upright box around a turned one.
 * @param {number} width
 * @param {number} height
 * @param {number} degrees
 * @returns {[number, number]}
 */
export function turnedSize(width, height, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  return [width * c + height * s, width * s + height * c];
}
