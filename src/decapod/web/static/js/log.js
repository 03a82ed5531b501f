/** The story as a log: newest last; a line previews its position on hover and opens the replay on click. */

import { el } from "./dom.js";

/** @typedef {import("./wire.js").LogEntry} LogEntry */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {(ply: number) => string} link
   * @param {(ply: number | null) => void} preview
   */
  constructor(list, link, preview) {
    this.list = list;
    this.link = link;
    this.follows = true; // a replay brings lines into view itself
    this.atEnd = true; // whether the newest line is in view: then it stays so
    this.reached = -1; // where we scrolled to: told of it, we may have more lines already
    list.addEventListener("scroll", () => {
      this.atEnd = list.scrollTop === this.reached || list.scrollTop + list.clientHeight >= list.scrollHeight - 40;
    });
    list.closest("details")?.addEventListener("toggle", () => {
      if (this.follows && this.atEnd) this.#scrollToEnd(); // what is folded cannot be scrolled
    });
    let timer = 0;
    /** @type {number | null} */
    let lookedAt = null;
    const previewSoon = (/** @type {Event} */ event) => {
      const line = event.target instanceof Element ? event.target.closest("a[data-ply]") : null;
      const ply = line instanceof HTMLElement ? Number(line.dataset.ply) : null;
      if (ply === lookedAt) return;
      lookedAt = ply;
      clearTimeout(timer);
      timer = window.setTimeout(() => preview(ply), ply === null ? 80 : 200);
    };
    const end = () => {
      lookedAt = null;
      clearTimeout(timer);
      timer = window.setTimeout(() => preview(null), 80);
    };
    list.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse") previewSoon(event); // not "pointerover": a line may come under a pointer that rests
    });
    list.addEventListener("focusin", (event) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible")) previewSoon(event);
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
   * @param {LogEntry[]} log
   * @param {number} ply moves made so far
   */
  show(log, ply) {
    for (const entry of log) {
      const line = el("a", { href: this.link(entry.ply), "data-ply": entry.ply });
      line.append(...entry.lines.map((words) => el("span", {}, words)));
      const item = el("li", { class: `seat-${entry.seat}`, "data-ply": entry.ply }, line);
      const existing = this.list.querySelector(`li[data-ply="${entry.ply}"]`);
      if (existing) existing.replaceWith(item);
      else {
        const after = [...this.list.children].find((other) => plyOf(other) > entry.ply);
        this.list.insertBefore(item, after ?? null);
      }
    }
    for (const item of [...this.list.children]) if (plyOf(item) > ply && plyOf(item) < Infinity) item.remove();
    if (this.follows && this.atEnd) requestAnimationFrame(() => this.#scrollToEnd());
  }

  /**
   * Show what is said below the moves: who has left, or how the match ended.
   * @param {string[]} lines
   */
  showEnding(lines) {
    for (const item of this.list.querySelectorAll("li.ending")) item.remove();
    this.list.append(...lines.map((words) => el("li", { class: "ending", "data-ply": Infinity }, words)));
    if (this.follows && this.atEnd) requestAnimationFrame(() => this.#scrollToEnd());
  }

  #scrollToEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.reached = this.list.scrollTop;
  }

  /** The first move that is listed; 0 if none is. */
  first() {
    const first = this.list.firstElementChild;
    return first && plyOf(first) < Infinity ? plyOf(first) : 0;
  }
}

/** @param {Element} item */
function plyOf(item) {
  return Number(/** @type {HTMLElement} */ (item).dataset.ply);
}
