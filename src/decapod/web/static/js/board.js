/**
 * The board: a scene as SVG. Pieces are made once, by id, from the sprite sheet, and moved with CSS transforms,
 * so that moves, deals, undo, reconnects and replay jumps all animate by the same lines. It knows no rules.
 */

import { set, svg } from "./dom.js";
import { distance, longestIncreasing, transformAt } from "./geometry.js";
import { appear, arrive, currentTransform, glide, leave, shake } from "./motion.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Zone} Zone */
/** @typedef {import("./types.js").Label} Label */
/** @typedef {import("./sprites.js").Faces} Faces */

/** @typedef {{went: number, came: number, left: number, moved: Piece[]}} Changes How many pieces moved, came and left, and which of them somebody moved or took away: not those that only made room. */

const WAVE_FROM = 1; // from so many pieces leaving over water on, it is a wave

export class Board {
  /**
   * @param {SVGSVGElement} picture
   * @param {Faces} faces
   */
  constructor(picture, faces) {
    this.picture = picture;
    this.faces = faces;
    this.zones = svg("g", { class: "zones", "aria-hidden": "true" });
    this.pieces = svg("g", { class: "pieces" });
    this.labels = svg("g", { class: "labels", "aria-hidden": "true" });
    this.arrows = svg("g", { class: "arrows", "aria-hidden": "true" });
    this.picture.replaceChildren(this.zones, this.pieces, this.labels, this.arrows);
    /** @type {Map<string, {piece: Piece, node: SVGGElement}>} */
    this.items = new Map();
    /** @type {Set<string>} the cards that came into the viewer's own hand with what was drawn last */
    this.dealt = new Set();
    /** @type {Scene | null} */
    this.scene = null;
  }

  /**
   * Show a scene, from where everything is now.
   * @param {Scene} scene
   * @returns {Changes}
   */
  draw(scene) {
    const fresh = this.scene?.layout !== scene.layout || this.scene?.game !== scene.game;
    if (fresh) this.clear();
    const viewBox = `0 0 ${scene.width} ${scene.height}`;
    if (this.picture.getAttribute("viewBox") !== viewBox || fresh) {
      this.picture.parentElement?.style.setProperty("--shape", `${scene.width} / ${scene.height}`);
    }
    set(this.picture, { "data-layout": scene.layout, viewBox });
    this.#drawZones(scene);
    const counts = this.#drawPieces(scene, fresh);
    this.#drawLabels(scene);
    this.scene = scene;
    return counts;
  }

  /** Take everything away. */
  clear() {
    this.items.clear();
    this.pieces.replaceChildren();
    this.labels.replaceChildren();
    this.zones.replaceChildren();
  }

  /** @param {Scene} scene */
  #drawZones(scene) {
    const occupied = new Set(scene.pieces.map((piece) => piece.region));
    const content = JSON.stringify([scene.zones, scene.zones.map((zone) => occupied.has(zone.id))]);
    if (this.zones.dataset.drawn === content) return;
    this.zones.dataset.drawn = content;
    this.zones.replaceChildren(...scene.zones.flatMap((zone) => drawZone(zone, occupied.has(zone.id))));
  }

  /**
   * @param {Scene} scene
   * @param {boolean} fresh
   * @returns {Changes}
   */
  #drawPieces(scene, fresh) {
    /** @type {Changes} */
    const counts = { went: 0, came: 0, left: 0, moved: [] };
    const ids = new Set(scene.pieces.map((piece) => piece.id));
    this.#recognize(scene.pieces, ids);
    const leaving = [...this.items].flatMap(([id, item]) => (ids.has(id) ? [] : [item]));
    const before = new Set(this.items.keys());
    const ordered = [...scene.pieces].sort((a, b) => a.layer - b.layer);
    const newcomers = ordered.filter((piece) => !this.items.has(piece.id));
    this.#reorder(ordered);
    this.dealt = new Set(newcomers.filter((piece) => !fresh && piece.role === "hand").map((piece) => piece.id));
    newcomers.forEach((piece, dealNumber) => {
      const { node } = this.#itemFor(piece);
      const from = fresh ? null : this.#origin(piece, leaving, scene);
      arrive(node, this.#place(piece), from, dealNumber, newcomers.length);
      counts.came += 1;
      if (!fresh && piece.role !== "hand" && isThing(piece)) counts.moved.push(piece);
    });
    for (const piece of ordered) {
      const item = this.#itemFor(piece);
      const to = this.#place(piece);
      const went = before.has(piece.id) && this.#place(item.piece) !== to;
      const away = piece.role !== "held" && distance(item.piece, piece) > piece.width; // not only to make room
      const far = item.piece.region !== piece.region || away;
      if (went) glide(item.node, currentTransform(item.node), to, far); // else what is on its way gets there
      if (went) counts.went += 1;
      if (went && far && piece.role !== "hand" && isThing(piece)) counts.moved.push(piece);
      this.#dress(item.node, item.piece, piece);
      item.piece = piece;
    }
    const hasWater = scene.zones.some((zone) => zone.kind === "water");
    for (const { piece, node } of leaving) {
      this.items.delete(piece.id);
      node.removeAttribute("id");
      leave(node, hasWater && leaving.length >= WAVE_FROM && newcomers.length === 0);
      counts.left += 1;
      if (isThing(piece)) counts.moved.push(piece);
    }
    return counts;
  }

  /**
   * Let a piece that comes be the nearest that goes and looks the same: it went there. Pieces that are alike, and nobody
   * tells apart, have other ids in another place.
   * @param {Piece[]} pieces
   * @param {Set<string>} ids theirs
   */
  #recognize(pieces, ids) {
    const leaving = [...this.items.values()].filter(({ piece }) => !ids.has(piece.id) && isThing(piece));
    if (!leaving.length) return;
    for (const piece of pieces.filter((one) => !this.items.has(one.id) && isThing(one))) {
      const alike = leaving.filter((item) => item.piece.face === piece.face);
      const [nearest] = alike.sort((a, b) => distance(a.piece, piece) - distance(b.piece, piece));
      if (!nearest) continue;
      leaving.splice(leaving.indexOf(nearest), 1);
      this.items.delete(nearest.piece.id);
      this.items.set(piece.id, nearest);
      set(nearest.node, { id: `piece-${piece.id}`, "data-piece": piece.id });
    }
  }

  /**
   * Put the nodes into their order, touching as few as can be: a piece that is put elsewhere is drawn anew.
   * @param {Piece[]} ordered
   */
  #reorder(ordered) {
    const focus = document.activeElement;
    const nodes = ordered.map((piece) => this.#itemFor(piece).node);
    const place = new Map([...this.pieces.children].map((node, i) => [node, i]));
    const stays = new Set(longestIncreasing(nodes.map((node) => place.get(node) ?? -1)));
    /** @type {Element | null} */
    let next = null;
    for (let i = nodes.length - 1; i >= 0; i--) {
      if (!stays.has(i)) this.#put(nodes[i], next);
      next = nodes[i];
    }
    if (focus instanceof SVGElement && focus !== document.activeElement && focus.isConnected) focus.focus();
  }

  /**
   * Put a node before another; where a browser can, one that is there is moved as it is, and not made anew.
   * @param {SVGElement} node
   * @param {Element | null} next
   */
  #put(node, next) {
    const pieces = /** @type {SVGGElement & {moveBefore?: (node: Node, next: Node | null) => void}} */ (this.pieces);
    if (node.isConnected && pieces.moveBefore) pieces.moveBefore(node, next);
    else pieces.insertBefore(node, next);
  }

  /**
   * Where a piece that was not there comes from: one like it that leaves, or else the pile it is drawn from.
   * @param {Piece} piece
   * @param {{piece: Piece, node: SVGGElement}[]} leaving
   * @param {Scene} scene
   * @returns {string | null}
   */
  #origin(piece, leaving, scene) {
    const like = (/** @type {Piece} */ other) =>
      Math.abs(this.#ratio(other) - this.#ratio(piece)) < 0.02 && other.id !== piece.id;
    const turnedOver = leaving
      .filter((item) => like(item.piece))
      .sort((a, b) => distance(a.piece, piece) - distance(b.piece, piece))[0];
    if (turnedOver) return currentTransform(turnedOver.node);
    const pile = scene.pieces.find((other) => like(other) && other.role === "pile");
    return pile ? this.#place({ ...pile, width: piece.width }) : null;
  }

  /** @param {Piece} piece */
  #ratio(piece) {
    const face = this.faces.get(piece.face) ?? { width: 1, height: 1 };
    return face.height / face.width;
  }

  /**
   * The node of a piece, made if there is none yet.
   * @param {Piece} piece
   */
  #itemFor(piece) {
    let item = this.items.get(piece.id);
    if (!item) {
      const node = svg(
        "g",
        { class: "piece", id: `piece-${piece.id}`, "data-piece": piece.id, tabindex: "-1" },
        svg("use"),
        svg("rect", { class: "ring" }),
        svg("circle", { class: "dot" }),
      );
      item = { piece, node };
      this.items.set(piece.id, item);
      this.#dress(node, null, piece);
    }
    return item;
  }

  /**
   * Give a node its face and its words.
   * @param {SVGGElement} node
   * @param {Piece | null} old
   * @param {Piece} piece
   */
  #dress(node, old, piece) {
    if (!old || old.face !== piece.face || old.width !== piece.width) {
      const { width, height } = this.faces.get(piece.face) ?? { width: 100, height: 100 };
      const pad = (3 * width) / piece.width;
      const [use, ring, dot] = /** @type {SVGElement[]} */ ([node.firstElementChild, ...node.querySelectorAll(".ring, .dot")]);
      set(use, { href: `#face-${piece.face}`, x: -width / 2, y: -height / 2, width, height });
      const round = height / width > 0.8 && height / width < 1.25;
      const [across, down] = round ? Array(2).fill((width + height) / 2) : [width, height]; // a circle, or around a card
      const radius = round ? across / 2 : Math.min(width / 8, (14 * width) / piece.width);
      const around = {
        x: -across / 2 - pad,
        y: -down / 2 - pad,
        width: across + 2 * pad,
        height: down + 2 * pad,
        rx: radius + pad,
      };
      const halo = /** @type {SVGElement | null} */ (node.querySelector(".halo"));
      for (const line of halo ? [ring, halo] : [ring]) set(line, around);
      for (const line of halo ? [ring, dot, halo] : [ring, dot]) line.style.setProperty("--unit", String(width / piece.width));
      const reach = round ? 0.38 : 0.5;
      set(dot, { cx: width * reach, cy: -height * reach, r: (6 * width) / piece.width });
    }
    set(node, { "aria-label": piece.label || null, role: piece.label ? "img" : null, "data-region": piece.region });
  }

  /**
   * @param {Piece} piece
   * @returns {string}
   */
  #place(piece) {
    const face = this.faces.get(piece.face) ?? { width: 100, height: 100 };
    return transformAt(piece.x, piece.y, piece.angle, piece.width / face.width);
  }

  /** @param {Scene} scene */
  #drawLabels(scene) {
    const counts = new Map();
    const labels = new Map(
      [...scene.labels]
        .sort((a, b) => a.layer - b.layer)
        .map((label) => {
          const key = `${label.text}|${label.kind}|${label.x}|${label.y}|${label.size}`;
          const nth = (counts.get(key) ?? 0) + 1;
          counts.set(key, nth);
          return [`${key}|${nth}`, label];
        }),
    );
    const fresh = this.labels.childElementCount === 0;
    for (const node of [...this.labels.children]) {
      const key = /** @type {SVGElement} */ (node).dataset.key ?? "";
      if (labels.has(key)) labels.delete(key);
      else node.remove();
    }
    for (const [key, label] of labels) {
      const node = drawLabel(label);
      node.dataset.key = key;
      this.labels.append(node);
      if (!fresh) appear(node);
    }
  }

  /**
   * Point out the pieces that moved last and the cards just drawn, and no others.
   * @param {Piece[]} moved
   */
  pointOut(moved) {
    const ids = new Set([...moved.map((piece) => piece.id), ...this.dealt]);
    for (const [id, { node }] of this.items) {
      if (ids.has(id)) addHalo(node);
      node.classList.toggle("moved", ids.has(id));
    }
  }

  /**
   * Point at the pieces of a move that is advised, and at no others.
   * @param {string[]} clicks its pieces, in the order they are clicked
   */
  pointAt(clicks) {
    for (const [id, { node }] of this.items) {
      if (clicks.includes(id)) addHalo(node);
      node.classList.toggle("advised", clicks.includes(id));
      node.classList.toggle("first", clicks[0] === id && clicks.length > 1);
    }
  }

  /**
   * Draw a move that would be better, and the one that is made instead: rings around their pieces, arrows between them.
   * @param {string[]} best the pieces clicked for it, in order
   * @param {string[]} made
   */
  advise(best, made) {
    for (const [id, { node }] of this.items) {
      node.classList.toggle("advised", best.includes(id));
      node.classList.toggle("drawn", best.includes(id));
      const regretted = made.includes(id) && !best.includes(id);
      if (regretted) addHalo(node);
      node.classList.toggle("regretted", regretted);
    }
    this.arrows.replaceChildren(...this.#arrowsAlong(made, "regretted"), ...this.#arrowsAlong(best, "advised"));
  }

  /**
   * @param {string[]} ids
   * @param {string} kind
   */
  #arrowsAlong(ids, kind) {
    const places = ids.flatMap((id) => this.items.get(id)?.piece ?? []);
    return places.slice(1).flatMap((to, i) => (distance(places[i], to) > 1 ? [drawArrow(places[i], to, kind)] : []));
  }

  /**
   * Mark pieces: what can be clicked, what has been.
   * @param {(piece: Piece) => string} markOf
   */
  mark(markOf) {
    for (const { piece, node } of this.items.values()) {
      const mark = markOf(piece);
      if (mark) addHalo(node);
      set(node, { "data-mark": mark || null });
      if (piece.label) set(node, { role: mark === "legal" || mark === "chosen" ? "button" : "img" });
    }
  }

  /**
   * Shake a piece: it may not be chosen.
   * @param {string} id
   */
  shake(id) {
    const item = this.items.get(id);
    if (item) shake(item.node);
  }

  /**
   * The node of a piece, if it is there.
   * @param {string} id
   */
  node(id) {
    return this.items.get(id)?.node ?? null;
  }

  /** How many pixels of the screen one step on the canvas is. */
  scale() {
    return this.picture.clientWidth / (this.scene?.width ?? 1000);
  }

  /**
   * The id of a player's own figure on the board, in a game that has one.
   * @param {number} seat
   */
  figureOf(seat) {
    return this.scene?.pieces.find((piece) => piece.role === "figure" && piece.owner === seat)?.id;
  }

  /**
   * The zones at a point of the screen, or within a distance of it.
   * @param {number} x
   * @param {number} y
   * @param {number} [distance] in pixels
   */
  zonesAt(x, y, distance = 0) {
    const [box, scale] = [this.picture.getBoundingClientRect(), this.scale()];
    const [across, down, reach] = [(x - box.left) / scale, (y - box.top) / scale, distance / scale];
    const near = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ length) =>
      at >= start - reach && at <= start + length + reach;
    const zones = this.scene?.zones ?? [];
    return zones.filter((zone) => near(across, zone.x, zone.width) && near(down, zone.y, zone.height));
  }

  /**
   * The piece under a point of the screen, or else a clickable one within a finger's width of it.
   * @param {number} x
   * @param {number} y
   * @param {(id: string) => boolean} clickable
   * @returns {string | null}
   */
  at(x, y, clickable) {
    const under = document.elementFromPoint(x, y)?.closest(".piece");
    const id = under instanceof SVGElement ? (under.dataset.piece ?? null) : null;
    if (id && clickable(id)) return id;
    let [nearest, least] = [id, FINGER];
    for (const [other, { node }] of this.items) {
      if (!clickable(other)) continue;
      const box = node.getBoundingClientRect();
      const away = Math.hypot(x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2);
      if (away < least) [nearest, least] = [other, away];
    }
    return nearest;
  }
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {string} kind
 */
function drawArrow(from, to, kind) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(26, length / 2);
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(to.x - ux * along - uy * (aside + KEEP_RIGHT)).toFixed(1)} ${(to.y - uy * along + ux * (aside + KEEP_RIGHT)).toFixed(1)}`;
  const d = `M${at(length, 0)} L${at(head, 0)}`;
  const tip = svg("path", { class: "tip", d: `M${at(0, 0)} L${at(head, head * 0.55)} L${at(head, -head * 0.55)} Z` });
  return svg("g", { class: kind }, svg("path", { class: "under", d }), svg("path", { d }), tip);
}

/**
 * Put a light line behind a piece's ring, if there is none, so that the ring is seen on every ground, in grey too.
 * @param {SVGGElement} node
 */
function addHalo(node) {
  const ring = node.querySelector(".ring");
  if (!ring || ring.previousElementSibling?.classList.contains("halo")) return;
  const halo = /** @type {Element} */ (ring.cloneNode());
  halo.setAttribute("class", "halo");
  ring.before(halo);
}

const KEEP_RIGHT = 9; // how far an arrow is off the middle: one that comes the other way lies beside it
export const FINGER = 22; // half of the 44 px a target needs at least

/**
 * @param {Zone} zone
 * @param {boolean} occupied
 * @returns {SVGElement[]}
 */
function drawZone(zone, occupied) {
  const { x, y, width, height } = zone;
  /** @type {SVGElement[]} */
  const nodes = [svg("rect", { class: `ground ${zone.kind}`, x, y, width, height, rx: 18 })];
  if (zone.label) {
    nodes.push(svg("text", { class: "soft strong", x: x + 14, y: y + 21, "font-size": 15 }, zone.label));
  }
  if (zone.empty && !occupied) {
    const middle = { x: x + width / 2, y: y + height / 2 + 5, "text-anchor": "middle", "font-size": 14 };
    nodes.push(svg("text", { class: "soft", ...middle }, zone.empty));
  }
  return nodes;
}

/**
 * Whether a piece is something that people move: neither a sign or an empty place, nor what stands for an action.
 * @param {Piece} piece
 */
export function isThing(piece) {
  return Boolean(piece.label) && piece.role !== "action" && piece.role !== "sign";
}

/**
 * @param {Label} label
 * @returns {SVGGElement}
 */
function drawLabel(label) {
  const { x, y, size, text } = label;
  if (label.kind !== "badge") {
    const place = { x, y, "font-size": size, "text-anchor": label.anchor };
    return svg("g", {}, svg("text", { class: label.kind, ...place }, text));
  }
  const [wide, high] = [size * (0.7 * text.length + 0.5), size * 1.35];
  return svg(
    "g",
    {},
    svg("rect", { class: "pill", x: x - wide / 2, y: y - size, width: wide, height: high, rx: high / 2 }),
    svg("text", { class: "light strong", x, y, "font-size": size, "text-anchor": "middle" }, text),
  );
}
