/**
 * On a phone, one's hand and actions at the bottom of the window while those on the board are out of sight:
 * nobody should scroll past a whole beach to play a card.
 */

import { el, set, svg } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Piece} Piece */

const LONG_PRESS = 500; // milliseconds, as on the board
const DOCKED = new Set(["hand", "action"]);
const LIFT = 14; // pixels upwards from which a card is dragged out; sideways the dock scrolls

/**
 * @typedef {object} DockActions
 * @property {(id: string) => void} click
 * @property {(id: string) => void} read say what a piece is: a finger rests on it
 * @property {(id: string) => boolean} draggable
 * @property {(id: string) => void} lift take it up
 * @property {(id: string, x: number, y: number) => void} drop put it down at a point of the window
 * @property {() => void} cancel
 */

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
    this.resting = 0; // the timer of a finger that stays where it is
    let read = false; // what it rests on was read: then its click plays nothing
    bar.addEventListener("pointerdown", (event) => {
      const id = pieceOf(event);
      read = false;
      clearTimeout(this.resting);
      if (!id || event.pointerType === "mouse") return;
      this.resting = window.setTimeout(() => {
        read = true;
        actions.read(id);
      }, LONG_PRESS);
    });
    for (const end of ["pointerup", "pointercancel"]) bar.addEventListener(end, () => clearTimeout(this.resting));
    bar.addEventListener("contextmenu", (event) => event.preventDefault()); // a long press shows our words
    bar.addEventListener("click", (event) => {
      const id = pieceOf(event);
      if (id && !(read && event.detail)) actions.click(id);
    });
    this.#attachDragging(actions);
  }

  /**
   * Let cards be dragged out onto the board.
   * @param {DockActions} actions
   */
  #attachDragging(actions) {
    /** @type {{id: string, x: number, y: number, picture: HTMLElement | null, button: HTMLElement} | null} */
    let down = null;
    const release = () => {
      const held = down;
      down = null;
      held?.picture?.remove();
      return held?.picture ? held.id : null;
    };
    this.bar.addEventListener("pointerdown", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button[data-piece]") : null;
      if (event.button !== 0 || !(button instanceof HTMLElement)) return;
      const id = button.dataset.piece ?? "";
      if (actions.draggable(id)) down = { id, x: event.clientX, y: event.clientY, picture: null, button };
    });
    this.bar.addEventListener("pointermove", (event) => {
      if (!down) return;
      const [right, below] = [event.clientX - down.x, event.clientY - down.y];
      if (!down.picture) {
        if (-below < LIFT) return;
        clearTimeout(this.resting);
        this.bar.setPointerCapture(event.pointerId);
        const { left, top, width } = down.button.getBoundingClientRect();
        down.picture = el("div", { class: "dragged-out", "aria-hidden": "true" });
        Object.assign(down.picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
        down.picture.append(/** @type {Element} */ (down.button.querySelector("svg")).cloneNode(true));
        document.body.append(down.picture);
        actions.lift(down.id);
      }
      down.picture.style.translate = `${right}px ${below}px`;
    });
    this.bar.addEventListener("pointerup", (event) => {
      const id = release();
      if (id === null) return;
      const isBack = event.clientY >= this.bar.getBoundingClientRect().top && !this.bar.hidden;
      if (isBack) actions.cancel();
      else actions.drop(id, event.clientX, event.clientY);
    });
    this.bar.addEventListener("pointercancel", () => {
      if (release() !== null) actions.cancel();
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
    const items = playing && this.board.scene?.layout !== "desktop" ? this.#dockedItems() : [];
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
