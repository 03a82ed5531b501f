/**
 * What the others did since one's last turn, in order, in one line: whose it was, pictures of the pieces, and words.
 * A click calls that moment back.
 */

import { el, svg } from "./dom.js";
import { chip } from "./panels.js";

/** @typedef {import("./wire.js").LogEntry} LogEntry */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./sprites.js").Faces} Faces */

const WATCHED = 4; // how many moves whoever only watches is shown
const PICTURES = 4; // of pieces, for one move

export class Since {
  /**
   * @param {HTMLElement} strip
   * @param {Faces} faces
   * @param {(ply: number | null) => void} recall show the position after a move; null to come back
   */
  constructor(strip, faces, recall) {
    this.strip = strip;
    this.faces = faces;
    /** @type {LogEntry[]} by ply */
    this.entries = [];
    /** @type {Map<number, string[]>} the faces of the pieces that a move moved */
    this.moved = new Map();
    /** @type {number | null} */
    this.recalled = null;
    strip.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-ply]") : null;
      if (!(button instanceof HTMLElement)) return;
      const ply = Number(button.dataset.ply);
      this.recalled = this.recalled === ply ? null : ply;
      this.#press();
      recall(this.recalled);
    });
  }

  /** Begin anew: another match, or another seat. */
  clear() {
    this.entries = [];
    this.moved.clear();
    this.strip.replaceChildren();
    this.strip.dataset.shown = "";
  }

  /**
   * Take what happened; moves after the present one were taken back.
   * @param {LogEntry[]} log
   * @param {number} ply moves made so far
   * @param {Piece[]} moved the pieces that moved with the newest of them
   */
  take(log, ply, moved) {
    const newest = log.at(-1)?.ply;
    const known = new Map([...this.entries, ...log].map((entry) => [entry.ply, entry]));
    this.entries = [...known.values()].filter((entry) => entry.ply <= ply).sort((a, b) => a.ply - b.ply);
    if (newest !== undefined && moved.length) {
      const largest = Math.max(...moved.map((piece) => piece.width));
      const large = moved.filter((piece) => piece.width > largest * 0.6); // no tokens beside cards
      this.moved.set(newest, [...new Set(large.map((piece) => piece.face))].slice(0, PICTURES));
    }
  }

  /**
   * Show what happened since a seat last moved; to whoever only watches, the last moves.
   * @param {number} seat
   * @param {(seat: number) => string} nameOf
   */
  show(seat, nameOf) {
    const own = this.entries.findLastIndex((entry) => entry.seat === seat);
    const since = this.entries.slice(own + 1);
    const shown = (seat < 0 ? since.slice(-WATCHED) : since).filter((entry) => entry.lines.length);
    const content = JSON.stringify([shown, shown.map((entry) => this.moved.get(entry.ply))]);
    if (this.strip.dataset.shown === content) return;
    this.strip.dataset.shown = content;
    this.recalled = null;
    this.strip.replaceChildren(...shown.map((entry) => this.#item(entry, nameOf(entry.seat))));
    this.strip.scrollLeft = this.strip.scrollWidth;
  }

  /** Forget that a moment was called back: the present is shown again. */
  release() {
    this.recalled = null;
    this.#press();
  }

  #press() {
    for (const button of this.strip.children) {
      const { ply } = /** @type {HTMLElement} */ (button).dataset;
      button.setAttribute("aria-pressed", String(Number(ply) === this.recalled));
    }
  }

  /**
   * @param {LogEntry} entry
   * @param {string} name
   */
  #item(entry, name) {
    const words = entry.lines.join(" ");
    const short = withoutName(words, name);
    const pictures = (this.moved.get(entry.ply) ?? []).map((face) => this.#picture(face));
    return el(
      "button",
      { type: "button", class: `seat-${entry.seat}`, "data-ply": entry.ply, title: words, "aria-pressed": "false" },
      ...(short === words ? [] : [chip(entry.seat)]),
      ...pictures,
      el("span", { "aria-label": words }, short),
    );
  }

  /** @param {string} face */
  #picture(face) {
    const { width, height } = this.faces.get(face) ?? { width: 1, height: 1 };
    return svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width: (28 * width) / height, height: 28, "aria-hidden": "true" },
      svg("use", { href: `#face-${face}`, width, height }),
    );
  }
}

/**
 * What somebody did, without their name before it: their mark says who it was.
 * @param {string} words
 * @param {string} name
 */
export function withoutName(words, name) {
  return name && words.startsWith(name) ? words.slice(name.length).replace(/^\s*:?\s*/, "") : words;
}
