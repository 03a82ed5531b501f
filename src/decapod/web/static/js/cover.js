/** The cover page between players who share a screen, so that no hand shows while it is passed on. */

import { el, the } from "./dom.js";
import { chip } from "./panels.js";
import { say } from "./words.js";

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
    the("h2", HTMLElement, this.page).textContent = say("cover.title", { name });
    the(".who", HTMLElement, this.page).replaceChildren(chip(seat));
    const button = el("button", { type: "button" }, say("cover.here", { name }));
    button.addEventListener("click", () => {
      this.page.hidden = true;
      onReady();
    });
    the(".do", HTMLElement, this.page).replaceChildren(button);
    this.page.hidden = false;
    button.focus();
  }

  hide() {
    this.page.hidden = true;
  }
}
