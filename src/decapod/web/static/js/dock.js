/**
 * On a phone, one's hand and actions at the bottom of the window while those on the board are out of sight:
 * nobody should scroll past a whole beach to play a card.
 */

import { el, set, svg } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * @typedef {object} DockActions
 * @property {(id: string) => void} click
 * @property {(id: string) => void} read say what a piece is: a finger rests on it
 */

const LONG_PRESS = 500; // milliseconds, as on the board
const DOCKED = new Set(["hand", "action"]);

export class Dock {
  /**
   * @param {HTMLElement} bar
   * @param {Board} board
   * @param {DockActions} actions
   */
  constructor(bar, board, actions) {
    this.bar = bar;
    this.board = board;
    let scheduled = false;
    const checkSoon = () => {
      if (scheduled) return;
      scheduled = true;
      requestAnimationFrame(() => {
        scheduled = false;
        this.#updateVisibility();
      });
    };
    addEventListener("scroll", checkSoon, { passive: true });
    addEventListener("resize", checkSoon);
    this.checkSoon = checkSoon;
    let resting = 0; // the timer of a finger that stays where it is
    let read = false; // what it rests on was read: then its click plays nothing
    bar.addEventListener("pointerdown", (event) => {
      const id = pieceOf(event);
      read = false;
      clearTimeout(resting);
      if (!id || event.pointerType === "mouse") return;
      resting = window.setTimeout(() => {
        read = true;
        actions.read(id);
      }, LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel"]) bar.addEventListener(end, () => clearTimeout(resting));
    bar.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press shows our words
    bar.addEventListener("click", (event) => {
      const id = pieceOf(event);
      if (id && !(read && event.detail)) actions.click(id);
    });
  }

  /** Whether a piece is one of those that come here when they are out of sight. */
  takes(/** @type {string} */ id) {
    return DOCKED.has(this.board.items.get(id)?.piece.role ?? "");
  }

  /** The button that stands for a piece, while the dock is up. */
  holds(/** @type {string} */ id) {
    if (this.bar.hidden) return null;
    return this.bar.querySelector(`button[data-piece="${CSS.escape(id)}"]`);
  }

  /**
   * Point at the pieces of a move that is advised, and at no others.
   * @param {string[]} clicks
   */
  pointAt(clicks) {
    for (const button of this.bar.querySelectorAll("button")) {
      button.classList.toggle("advised", clicks.includes(button.dataset.piece ?? ""));
    }
  }

  /**
   * Show the pieces of the hand as they are marked now.
   * @param {boolean} playing whether anything can be done with them, now or soon
   */
  show(playing) {
    const items = playing && this.board.scene?.layout !== "wide" ? this.#dockedItems() : [];
    const content = items.map(({ piece, node }) => [piece.id, piece.face, piece.label, node.dataset.mark ?? ""]);
    const words = JSON.stringify(content);
    if (this.bar.dataset.shown !== words) {
      this.bar.dataset.shown = words;
      this.bar.replaceChildren(...items.map(({ piece, node }) => this.#button(piece, node.dataset.mark ?? "")));
    }
    this.checkSoon();
  }

  #dockedItems() {
    return [...this.board.items.values()]
      .filter(({ piece }) => DOCKED.has(piece.role) && piece.label)
      .sort((a, b) => Number(a.piece.role === "hand") - Number(b.piece.role === "hand") || a.piece.order - b.piece.order);
  }

  /**
   * @param {Piece} piece
   * @param {string} mark
   */
  #button(piece, mark) {
    const { width, height } = this.board.faces.get(piece.face) ?? { width: 1, height: 1 };
    const picture = svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("use", { href: `#face-${piece.face}`, width, height }),
    );
    const button = el("button", { type: "button", "data-piece": piece.id, "data-mark": mark || null });
    set(button, { "aria-label": piece.label });
    button.append(picture);
    if (piece.role === "action") button.append(el("span", {}, piece.label));
    return button;
  }

  /** Be there exactly while the hand on the board is not. */
  #updateVisibility() {
    const { scene } = this.board;
    const items = this.bar.childElementCount ? this.#dockedItems() : [];
    if (!scene || !items.length) {
      this.bar.hidden = true;
      return;
    }
    const at = this.board.picture.getBoundingClientRect();
    const ys = items.map(({ piece }) => at.top + (piece.y * at.height) / scene.height);
    this.bar.hidden = Math.max(...ys) < innerHeight - MARGIN && Math.min(...ys) > MARGIN;
  }
}

/**
 * The piece whose button is meant.
 * @param {Event} event
 */
function pieceOf({ target }) {
  const button = target instanceof Element ? target.closest("button[data-piece]") : null;
  return button instanceof HTMLElement ? (button.dataset.piece ?? null) : null;
}

const MARGIN = 40; // pixels from the window's edge within which a card's middle still counts as out of sight
