/**
 * Pointing at pieces: clicks and taps that no update swallows, hover and long press, arrows and Enter.
 * A click counts for the piece that was under the pointer when it went down, wherever that piece is by then.
 */

import { set } from "./dom.js";
import { nearestAhead } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * @typedef {object} PointerActions
 * @property {(id: string) => void} click
 * @property {(id: string | null, how: "hover" | "focus" | "press") => void} look
 * @property {() => void} cancel
 * @property {(id: string) => boolean} clickable whether a click on it does something
 * @property {(id: string) => boolean} next whether it can be chosen next: where the arrows go
 * @property {(id: string) => boolean} draggable whether it can be dragged
 * @property {(id: string) => void} lift take it up
 * @property {(id: string, onto: string | null, x: number, y: number) => void} drop put it down on another piece, or none, at a point of the screen
 */

const HOVER = 350;
const LONG_PRESS = 500;
const SLIP = 14; // how far a pointer may slip during a click

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Board} board
 * @param {PointerActions} actions
 */
export function attachPointing(board, actions) {
  const picture = board.picture;
  /** @type {{id: string, x: number, y: number, pressed: boolean, timer: number, dragged: boolean} | null} */
  let down = null;
  let lastClick = 0;
  let hoverTimer = 0;
  /** @type {[number, number]} where the mouse was last seen */
  let mouse = [-1, -1];

  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const id = board.at(event.clientX, event.clientY, actions.clickable);
    if (!id) return;
    const timer = event.pointerType === "mouse" ? 0 : window.setTimeout(() => press(), LONG_PRESS);
    down = { id, x: event.clientX, y: event.clientY, pressed: false, timer, dragged: false };
  });
  picture.addEventListener(
    "touchstart",
    (event) => {
      // Or the browser would scroll, and take the finger away from us; `touch-action` does not reach into a picture.
      if (down && board.node(down.id)?.classList.contains("draggable") && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  addEventListener("pointermove", (event) => {
    mouse = [event.clientX, event.clientY];
    const node = down && board.node(down.id);
    if (!down || !node) return;
    const [right, below] = [event.clientX - down.x, event.clientY - down.y];
    if (!down.dragged) {
      if (down.pressed || Math.hypot(right, below) <= SLIP || !actions.draggable(down.id)) return;
      if (event.pointerType === "touch" && !node.classList.contains("draggable")) return; // the finger scrolls
      clearTimeout(down.timer);
      down.dragged = true;
      node.classList.add("dragged");
      actions.lift(down.id);
    }
    const scale = board.scale();
    node.style.translate = `${right / scale}px ${below / scale}px`;
  });
  addEventListener("pointerup", (event) => {
    if (!down?.dragged) return;
    const { id } = down;
    const onto = board.at(event.clientX, event.clientY, (other) => other !== id && actions.clickable(other));
    release(event.timeStamp);
    actions.drop(id, onto === id ? null : onto, event.clientX, event.clientY);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !down?.dragged) return;
    release(event.timeStamp);
    actions.cancel();
  });
  picture.addEventListener("pointerup", (event) => {
    if (down?.dragged) return; // the window hears of it, wherever the pointer is
    const start = down;
    down = null;
    if (!start) return;
    clearTimeout(start.timer);
    lastClick = event.timeStamp; // whatever it was, the click that the browser makes of it is not another one
    if (start.pressed || Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP) return;
    aim(start.id);
    actions.click(start.id);
  });
  addEventListener("pointercancel", (event) => {
    if (down?.dragged) actions.cancel();
    release(event.timeStamp);
  });
  picture.addEventListener("contextmenu", (event) => {
    if (down) event.preventDefault(); // a long press shows our words, not the browser's menu
  });
  picture.addEventListener("click", (event) => {
    if (event.timeStamp - lastClick < 400) return; // the pointer has said it already
    const piece = pieceOf(event.target);
    if (piece) actions.click(piece);
  });
  picture.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(hoverTimer);
    const still = mouse[0] === event.clientX && mouse[1] === event.clientY;
    mouse = [event.clientX, event.clientY];
    const id = still ? null : pieceOf(event.target); // a piece that came under a mouse at rest was not pointed at
    hoverTimer = window.setTimeout(() => actions.look(id, "hover"), id ? HOVER : 120);
  });
  picture.addEventListener("pointerleave", () => {
    clearTimeout(hoverTimer);
    actions.look(null, "hover");
  });
  picture.addEventListener("focusin", (event) => {
    const id = pieceOf(event.target);
    if (id && event.target instanceof Element && event.target.matches(":focus-visible")) actions.look(id, "focus");
  });
  picture.addEventListener("focusout", () => actions.look(null, "focus"));
  picture.addEventListener("keydown", (event) => {
    const id = pieceOf(event.target);
    if (event.key === "Escape") actions.cancel();
    if (!id) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      actions.click(id);
    }
    const arrow = ARROWS[event.key];
    if (arrow && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      const next = neighbour(board, id, arrow, event.shiftKey ? () => true : actions.next);
      if (next) point(next);
    }
  });

  /**
   * Let go of what is held, and let it lie where it was.
   * @param {number} at
   */
  function release(at) {
    const node = down && board.node(down.id);
    if (down) clearTimeout(down.timer);
    if (node && down?.dragged) {
      node.classList.remove("dragged");
      node.style.translate = "";
      lastClick = at;
    }
    down = null;
  }

  function press() {
    if (!down) return;
    down.pressed = true;
    actions.look(down.id, "press");
  }

  /**
   * Make a piece the one that Tab reaches.
   * @param {string} id
   */
  function aim(id) {
    const node = board.node(id);
    if (!node) return null;
    for (const other of picture.querySelectorAll(".piece[tabindex='0']")) if (other !== node) set(other, { tabindex: -1 });
    set(node, { tabindex: 0 });
    return node;
  }

  /**
   * Put the keyboard on a piece.
   * @param {string} id
   */
  function point(id) {
    const node = aim(id);
    node?.focus({ preventScroll: true });
    node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  return { point, rove: () => rove(board, actions) };
}

/**
 * Keep one piece that Tab reaches: the one that was, or else the first that can be clicked.
 * @param {Board} board
 * @param {PointerActions} actions
 */
function rove(board, actions) {
  const now = board.picture.querySelector(".piece[tabindex='0']");
  if (now instanceof SVGElement && (now === document.activeElement || actions.clickable(now.dataset.piece ?? ""))) {
    return;
  }
  const pieces = [...board.items.values()].map((item) => item.piece).filter((piece) => piece.label);
  const clickable = pieces.filter((piece) => actions.clickable(piece.id));
  const [first] = (clickable.length ? clickable : pieces).sort(
    (a, b) => Number(a.region > b.region) - Number(a.region < b.region) || a.order - b.order,
  );
  if (now) set(now, { tabindex: -1 });
  if (first) set(/** @type {SVGElement} */ (board.node(first.id)), { tabindex: 0 });
}

/**
 * The nearest piece in a direction, among those that count.
 * @param {Board} board
 * @param {string} id the piece we are on
 * @param {[number, number]} arrow
 * @param {(id: string) => boolean} counts
 * @returns {string | null}
 */
function neighbour(board, id, arrow, counts) {
  const here = board.items.get(id)?.piece;
  if (!here) return null;
  const pieces = [...board.items.values()].map((item) => item.piece);
  const others = pieces.filter((piece) => piece.id !== id && piece.label && counts(piece.id));
  return nearestAhead(others, here, arrow)?.id ?? null;
}

/**
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function pieceOf(target) {
  const piece = target instanceof Element ? target.closest(".piece") : null;
  return piece instanceof SVGElement ? (piece.dataset.piece ?? null) : null;
}
