/** Before the start: who sits where, the link that invites friends, and the button that begins. */

import { sealSalt } from "./deal.js";
import { el, requireElement } from "./dom.js";
import { publicAddress } from "./page_data.js";
import { post, put } from "./http.js";
import { levelTitle, levelWords, offerLevels } from "./levels.js";
import { chip } from "./panels.js";
import { personName, t } from "./words.js";

/** @typedef {import("./wire.js").SeatInfo} SeatInfo */

/**
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} state
 * @property {string} match
 * @property {number} number
 * @property {string} next_seal
 * @property {SeatInfo[]} seats
 * @property {number[]} you
 * @property {boolean} host
 * @property {boolean} public
 * @property {string} invite
 * @property {number} players
 * @property {{bank: number, increment: number} | null} clock
 */

export class Lobby {
  /**
   * @param {HTMLElement} box
   * @param {() => Promise<TableInfo | null>} ask for the table as it is now
   * @param {(words: string) => void} tell
   * @param {string} invite the code this page was opened with
   * @param {() => void} onSeat called when this person took a seat
   */
  constructor(box, ask, tell, invite, onSeat) {
    this.box = box;
    this.ask = ask;
    this.tell = tell;
    this.invite = invite;
    this.onSeat = onSeat;
    this.level = requireElement(".level select", HTMLSelectElement, box);
    offerLevels(this.level, requireElement(".character", HTMLElement, box));
  }

  hide() {
    this.box.hidden = true;
  }

  /** Show the table as it is before the start. */
  async show() {
    const table = await this.ask();
    if (!table || table.state !== "open") return this.hide();
    this.box.hidden = false;
    const seats = table.seats.map((seat) => this.#seat(seat, table));
    requireElement("ul", HTMLElement, this.box).replaceChildren(...seats);
    const invite = requireElement(".invite", HTMLElement, this.box);
    invite.hidden = !table.invite;
    if (table.invite) {
      const link = `${publicAddress()}/table/${table.id}?invite=${table.invite}`;
      const field = requireElement("input", HTMLInputElement, invite);
      field.value = link;
      requireElement("button", HTMLButtonElement, invite).onclick = () => void this.#share(field, link, table);
      const picture = requireElement("img", HTMLImageElement, invite);
      const source = `/table/${table.id}/invitation.svg?invite=${table.invite}`;
      if (picture.getAttribute("src") !== source) picture.src = source;
    }
    const free = table.seats.filter((seat) => !seat.person && !seat.bot).length;
    const welcome = table.you.length > 0 || (free > 0 && this.#maySit(table));
    const invited = requireElement(".invited", HTMLElement, this.box);
    invited.hidden = table.you.length > 0;
    requireElement("h2", HTMLElement, invited).hidden = requireElement("label", HTMLElement, invited).hidden = !welcome;
    if (!welcome) requireElement(".prompt .words", HTMLElement).textContent = t(free ? "lobby.ask" : "lobby.taken");
    requireElement(".clock-words", HTMLElement, this.box).textContent = table.clock
      ? t("lobby.clock", { n: table.clock.bank / 60, i: table.clock.increment })
      : t("lobby.no_clock");
    const start = requireElement(".start", HTMLButtonElement, this.box);
    start.hidden = table.you.length === 0;
    start.textContent = free ? t("lobby.fill", { n: free }) : t("lobby.start");
    start.onclick = () =>
      void this.#submit(post(`/api/tables/${table.id}/start`, free ? { fill: this.level.value } : {}));
    requireElement(".level", HTMLElement, this.box).hidden = start.hidden || !free;
    requireElement(".deal code", HTMLElement, this.box).textContent = table.next_seal;
    requireElement(".wait", HTMLElement, this.box).textContent = free
      ? t(table.you.length ? "lobby.wait" : welcome ? "lobby.free" : "lobby.closed", { n: free })
      : t("lobby.full");
  }

  /**
   * Whether this person may take a free seat: with the link that invites, or where everybody may.
   * @param {TableInfo} table
   */
  #maySit(table) {
    return table.public || Boolean(this.invite || table.invite);
  }

  /**
   * @param {SeatInfo} seat
   * @param {TableInfo} table
   */
  #seat(seat, table) {
    const line = el("li", { class: `seat-${seat.seat}` }, chip(seat.seat));
    const free = !seat.person && !seat.bot;
    line.append(el("b", {}, free ? t("seat.free") : personName(seat.name)));
    if (seat.bot) {
      line.append(el("span", { class: "tag" }, t("seat.bot", { level: levelTitle(seat.bot) })));
      line.append(el("span", { class: "character" }, levelWords(seat.bot)));
    }
    if (seat.you) line.append(el("span", { class: "tag" }, t("seat.you")));
    if (free && this.#maySit(table)) {
      const sit = el("button", { type: "button", class: table.you.length ? "" : "primary" }, t("lobby.sit"));
      const code = this.invite || table.invite;
      sit.addEventListener("click", () => {
        const seal = sealSalt(table.id, table.number + 1, table.next_seal);
        const join = () => post(`/api/tables/${table.id}/join`, { invite: code, seat: seat.seat, seal });
        void this.#submit(this.#tellName().then(join).then(this.onSeat));
      });
      line.append(sit);
    }
    return line;
  }

  /** Tell the server the name that whoever is invited has given. */
  async #tellName() {
    const name = requireElement(".invited input", HTMLInputElement, this.box).value.trim();
    if (name) await put("/api/me", { name });
  }

  /** @param {Promise<unknown>} request */
  async #submit(request) {
    try {
      await request;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
    await this.show();
  }

  /**
   * @param {HTMLInputElement} field
   * @param {string} link
   * @param {TableInfo} table
   */
  async #share(field, link, table) {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ title: table.title, url: link });
        return;
      }
      await navigator.clipboard.writeText(link);
      this.tell(t("lobby.copied"));
    } catch {
      field.select();
    }
  }
}
