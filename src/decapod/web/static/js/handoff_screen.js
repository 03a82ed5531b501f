/** The cover page between players who share a screen, so that no hand shows while it is passed on. */

import { el, requireElement } from "./dom.js";
import { chip } from "./panels.js";
import { t } from "./words.js";

export class Cover {
  /** @param {HTMLElement} page */
  constructor(page) {
    this.page = page;
  }

  /** Whether it is up. */
  isUp() {
    return !this.page.hidden;
  }

  /**
   * Cover the table until this player says they are here.
   * @param {number} seat
   * @param {string} name
   * @param {() => void} onReady
   */
  show(seat, name, onReady) {
    requireElement("h2", HTMLElement, this.page).textContent = t("cover.title", { name });
    requireElement(".who", HTMLElement, this.page).replaceChildren(chip(seat));
    const button = el("button", { type: "button" }, t("cover.here", { name }));
    button.addEventListener("click", () => {
      this.page.hidden = true;
      onReady();
    });
    requireElement(".do", HTMLElement, this.page).replaceChildren(button);
    this.page.hidden = false;
    button.focus();
  }

  hide() {
    this.page.hidden = true;
  }
}
