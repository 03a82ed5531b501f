/** Whose turn it is, unmistakably: in the tab's title and icon, as a sound, and as a notice when the tab is hidden. */

import { findElement } from "./dom.js";
import { play } from "./sounds.js";
import { t } from "./words.js";

const ICON = 150; // milliseconds until the icon follows: fetching one must not hold up the board

export class Turn {
  /**
   * @param {string} title of the game
   * @param {string} icon
   * @param {string} alert the icon while it is your turn
   */
  constructor(title, icon, alert) {
    this.title = title;
    this.icons = { icon, alert };
    this.yours = false;
    this.over = false;
    this.timer = 0;
  }

  /**
   * @param {{yours: boolean, over: boolean, prompt: string, quiet: boolean}} now
   */
  show(now) {
    const mark = now.yours ? `● ${t("turn.title")} · ` : now.over ? `${t("turn.over")} · ` : "";
    const title = `${mark}${this.title} · Decapod`;
    if (document.title !== title) document.title = title;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#mark(now.yours ? this.icons.alert : this.icons.icon), ICON);
    if (now.yours && !this.yours && !now.quiet) {
      play("turn");
      if (document.hidden) this.#notify(now.prompt);
    }
    if (now.over && !this.over && !now.quiet) play("end");
    this.yours = now.yours;
    this.over = now.over;
  }

  /** @param {string} icon */
  #mark(icon) {
    const link = findElement("link[rel=icon]", HTMLLinkElement);
    if (link && link.getAttribute("href") !== icon) link.href = icon;
  }

  /** @param {string} words */
  #notify(words) {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const note = new Notification(`${t("turn.title")}: ${this.title}`, { body: words, tag: location.pathname });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }
}
