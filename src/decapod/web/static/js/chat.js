/** Chat: ready phrases and free text, and mute for those one would rather not hear. */

import { el, requireElement } from "./dom.js";
import { announce } from "./aria_live.js";
import { recall, remember } from "./storage.js";
import { personName, t } from "./words.js";

/** @typedef {import("./wire.js").ChatMessage} ChatMessage */

export class Chat {
  /**
   * @param {HTMLDetailsElement} box
   * @param {string} table
   * @param {string} me the reader's handle, "" for a visitor without one
   * @param {(text: string) => void} speak
   * @param {(person: string) => void} mute
   */
  constructor(box, table, me, speak, mute) {
    this.box = box;
    this.readKey = `chat.${table}`;
    this.me = me;
    this.list = requireElement("ol", HTMLElement, box);
    this.unread = requireElement(".unread", HTMLElement, box);
    this.unreadCount = 0;
    this.last = 0;
    this.lastRead = Number(recall(this.readKey) ?? 0);
    this.mute = mute;
    /** @type {Set<string>} */
    this.muted = new Set();
    const form = requireElement("form", HTMLFormElement, box);
    const field = requireElement("input", HTMLInputElement, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim()) speak(field.value.trim());
      field.value = "";
    });
    requireElement(".ready", HTMLElement, box).addEventListener("click", (event) => {
      const phrase = event.target instanceof Element ? event.target.closest("button") : null;
      if (phrase) speak(phrase.textContent ?? "");
    });
    box.addEventListener("toggle", () => {
      if (!box.open) return;
      this.#markRead();
      form.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {ChatMessage} message */
  show(message) {
    if (this.muted.has(message.person) || message.n <= this.last) return;
    this.last = message.n;
    const name = personName(message.name);
    const line = el("li", { class: message.seat === null ? "" : `seat-${message.seat}` });
    const isOwn = message.person === this.me;
    if (!isOwn) {
      const words = t("chat.mute", { name });
      const mute = el("button", { type: "button", class: "plain", "aria-label": words, title: words }, "✕");
      mute.addEventListener("click", () => {
        this.muted.add(message.person);
        this.mute(message.person);
        for (const item of [...this.list.children]) {
          if (/** @type {HTMLElement} */ (item).dataset.person === message.person) item.remove();
        }
      });
      line.append(mute);
    }
    line.dataset.person = message.person;
    line.append(el("b", {}, name), message.text);
    this.list.append(line);
    while (this.list.childElementCount > 200) this.list.firstElementChild?.remove();
    this.list.scrollTop = this.list.scrollHeight;
    if (!isOwn) announce(`${name}: ${message.text}`);
    if (this.box.open) this.#markRead();
    else if (!isOwn && message.n > this.lastRead) {
      this.unreadCount += 1;
      this.unread.textContent = String(this.unreadCount);
      this.unread.hidden = false;
    }
  }

  #markRead() {
    this.lastRead = this.last;
    remember(this.readKey, String(this.last));
    this.unreadCount = 0;
    this.unread.hidden = true;
    this.list.scrollTop = this.list.scrollHeight;
  }
}
