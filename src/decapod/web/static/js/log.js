/** The story as a log: newest last; a line previews its position on hover and opens the replay on click. */

import { el } from "./dom.js";

/** @typedef {import("./wire.js").Told} Told */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {(ply: number) => string} link
   * @param {(ply: number | null) => void} preview
   */
  constructor(list, link, preview) {
    this.list = list;
    this.link = link;
    this.atEnd = true; // whether the newest line is in view: then it stays so
    list.addEventListener("scroll", () => {
      this.atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
    });
    let timer = 0;
    /** @type {number | null} */
    let looked = null;
    const soon = (/** @type {Event} */ event) => {
      const line = event.target instanceof Element ? event.target.closest("a[data-ply]") : null;
      const ply = line instanceof HTMLElement ? Number(line.dataset.ply) : null;
      if (ply === looked) return;
      looked = ply;
      clearTimeout(timer);
      timer = window.setTimeout(() => preview(ply), ply === null ? 80 : 200);
    };
    const end = () => {
      looked = null;
      clearTimeout(timer);
      timer = window.setTimeout(() => preview(null), 80);
    };
    list.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") soon(event); // not "pointerover": a line may come under a pointer that rests
    });
    list.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) soon(event);
    });
    list.addEventListener("pointerleave", end);
    list.addEventListener("focusout", end);
  }

  /** Begin anew: another match. */
  clear() {
    this.list.replaceChildren();
  }

  /**
   * Show what happened; lines already there are replaced, those after the present move are gone (undo).
   * @param {Told[]} log
   * @param {number} ply moves made so far
   */
  show(log, ply) {
    for (const told of log) {
      const line = el("a", { href: this.link(told.ply), "data-ply": told.ply });
      line.append(...told.lines.map((words) => el("span", {}, words)));
      const item = el("li", { class: `seat-${told.seat}`, "data-ply": told.ply }, line);
      const same = this.list.querySelector(`li[data-ply="${told.ply}"]`);
      if (same) same.replaceWith(item);
      else {
        const after = [...this.list.children].find((other) => plyOf(other) > told.ply);
        this.list.insertBefore(item, after ?? null);
      }
    }
    for (const item of [...this.list.children]) if (plyOf(item) > ply) item.remove();
    if (this.atEnd) requestAnimationFrame(() => (this.list.scrollTop = this.list.scrollHeight));
  }

  /** The first move that is listed; 0 if none is. */
  first() {
    const first = this.list.firstElementChild;
    return first ? plyOf(first) : 0;
  }
}

/** @param {Element} item */
function plyOf(item) {
  return Number(/** @type {HTMLElement} */ (item).dataset.ply);
}
