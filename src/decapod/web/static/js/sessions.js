/** The browsers in which this person is known, each with a button that ends it. */

import { el, requireElement } from "./dom.js";
import { facts } from "./page_data.js";
import { get, post } from "./http.js";
import { t } from "./words.js";

/** @typedef {{id: string, device: string, began: number, seen: number, here: boolean}} Session */

export class Sessions {
  /**
   * @param {HTMLElement} place with a list and a button for all others
   * @param {(words: string) => void} tell
   */
  constructor(place, tell) {
    this.place = place;
    this.tell = tell;
    this.others = requireElement(".others", HTMLButtonElement, place);
    this.others.addEventListener("click", () => void this.#end());
  }

  /** Ask the server, and show what it says. */
  async show() {
    this.#fill(await get("/api/me/sessions").catch(() => []));
  }

  /** @param {Session[]} sessions */
  #fill(sessions) {
    this.place.hidden = sessions.length < 2;
    this.others.hidden = sessions.length < 3;
    requireElement("ul", HTMLElement, this.place).replaceChildren(...sessions.map((session) => this.#line(session)));
  }

  /** @param {Session} session */
  #line({ id, device, seen, here }) {
    const day = new Date(seen).toLocaleDateString(facts().language, { dateStyle: "long" });
    const name = device || t("session.unknown");
    const line = el("li", {}, el("span", { class: "what" }, name, el("small", {}, t("session.seen", { day }))));
    if (here) line.append(el("span", { class: "tag" }, t("session.here")));
    else {
      const end = el("button", { type: "button", "aria-label": t("session.end_that", { device: name }) }, t("session.end"));
      end.addEventListener("click", () => void this.#end(id));
      line.append(end);
    }
    return line;
  }

  /** @param {string} [id] of the session to end; all others without one */
  async #end(id = "") {
    try {
      this.#fill(await post("/api/me/sessions/end", { id }));
      this.tell(t("session.ended"));
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }
}
