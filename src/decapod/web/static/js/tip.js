/** A small note beside a piece: what it is and does, or why it may not be chosen, with the rule it rests on. */

import { el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {{words: string, rule: string}} Why */

const SHOWN = 7000; // milliseconds a reason stays, unless somebody reads on

export class Tip {
  /**
   * @param {HTMLElement} note
   * @param {HTMLElement} within what it must stay in
   * @param {(rule: string) => {words: string, link: string} | null} rulebook
   */
  constructor(note, within, rulebook) {
    this.note = note;
    this.within = within;
    this.rulebook = rulebook;
    this.kind = "";
    this.timer = 0;
    for (const reading of ["pointerdown", "focusin", "toggle"]) note.addEventListener(reading, () => clearTimeout(this.timer), true);
    note.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.hide();
    });
    document.addEventListener("pointerdown", (event) => {
      if (this.kind !== "hover" && !note.contains(/** @type {Node} */ (event.target))) this.hide();
    });
  }

  /**
   * Say what a piece is.
   * @param {Element} piece
   * @param {string} label
   * @param {string} hint
   * @param {string} how
   */
  describe(piece, label, hint, how) {
    if (this.kind === "why" && how !== "press") return;
    this.kind = how;
    this.note.className = "tip";
    this.note.replaceChildren(el("strong", {}, label));
    const more = hint.startsWith(`${label}. `) ? hint.slice(label.length + 2) : hint; // its name is said already
    if (more && more !== label) this.note.append(el("p", {}, more));
    this.#place(piece);
  }

  /**
   * Say why not.
   * @param {Element} piece
   * @param {Why} why
   */
  refuse(piece, why) {
    this.kind = "why";
    this.note.className = "tip why";
    this.note.replaceChildren(el("strong", {}, t("why.title")), el("p", {}, why.words));
    const rule = why.rule ? this.rulebook(why.rule) : null;
    if (rule) {
      const link = el("a", { href: rule.link, target: "_blank", rel: "noopener" }, t("why.rule", { rule: why.rule }));
      const summary = el("summary", {}, t("why.show", { rule: why.rule }));
      const more = el("details", {}, summary, el("p", {}, rule.words), link);
      more.addEventListener("toggle", () => this.#place(piece));
      this.note.append(more);
    }
    const close = el("button", { type: "button", class: "plain close", "aria-label": t("close") }, "×");
    close.addEventListener("click", () => this.hide());
    this.note.append(close);
    this.#place(piece);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.hide("why"), SHOWN);
  }

  /** @param {string} [kind] hide only a note of this kind */
  hide(kind) {
    if (kind && this.kind !== kind) return;
    this.kind = "";
    this.note.hidden = true;
    this.note.replaceChildren();
  }

  /** @param {Element} piece */
  #place(piece) {
    this.note.hidden = false;
    const [at, around] = [piece.getBoundingClientRect(), this.within.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = this.note;
    const left = Math.max(4, Math.min(at.left + at.width / 2 - around.left - width / 2, around.width - width - 4));
    const above = at.top - around.top - height - 10;
    const below = at.bottom - around.top + 10;
    const top = at.top - height - 10 > 8 ? above : below;
    this.note.style.translate = `${Math.round(left)}px ${Math.round(top)}px`; // which shifts no layout
  }
}
