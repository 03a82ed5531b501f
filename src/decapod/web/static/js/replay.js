/** Replay: any position of a match, by slider, keys or play; every player's view once it is over; exports; analysis; playing on. */

import "./page.js";
import { AnalysisView } from "./analysis.js";
import { checkDeal, keptDeal, verdict } from "./deal.js";
import { el, requireElement } from "./dom.js";
import { facts, publicAddress } from "./page_data.js";
import { makeFilm } from "./film.js";
import { Declined, get, post } from "./http.js";
import { currentLayout, onLayoutChange } from "./layout.js";
import { offerLevels } from "./levels.js";
import { Log } from "./log.js";
import { headingOf } from "./result.js";
import { loadSprites } from "./sprites.js";
import { notice, Stage } from "./stage.js";
import { personName, t } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./wire.js").LogEntry} LogEntry */

/**
 * @typedef {object} MatchInfo
 * @property {string} id
 * @property {string} table
 * @property {string} title
 * @property {string[]} names
 * @property {number} plies
 * @property {number[]} you the seats of the person who looks
 * @property {import("./wire.js").Result} result
 */

const PACE = 900; // milliseconds a move at normal speed

class Replay {
  /**
   * @param {string} match
   * @param {MatchInfo | null} info null while the match goes on
   * @param {number | null} seat
   * @param {LogEntry[]} entries
   * @param {Scene} first
   * @param {import("./sprites.js").Faces} faces
   */
  constructor(match, info, seat, entries, first, faces) {
    this.match = match;
    this.info = info;
    this.seat = seat;
    this.entries = entries;
    this.last = entries.at(-1)?.ply ?? 0;
    this.ply = -1;
    this.timer = 0;
    /** @type {Map<string, Promise<any>>} */
    this.scenes = new Map();
    /** @type {AnalysisView | null} */
    this.analysis = null;
    this.stage = new Stage(requireElement("#stage", HTMLElement), faces, {});
    this.log = new Log(
      requireElement(".log ol", HTMLElement),
      (ply) => `#${ply}`,
      () => undefined,
    );
    this.log.follows = false;
    this.log.show(entries, this.last);
    if (info) this.log.showEnding([info.result.words]);
    requireElement(".log", HTMLElement).addEventListener("toggle", () => this.scrollToLine());
    this.slider = requireElement("#slider", HTMLInputElement);
    this.slider.max = String(this.last);
    this.viewers(first);
    this.controls();
    this.describe(first);
    if (info) this.study(first);
    const ply = Number(location.hash.slice(1));
    void this.go(location.hash && ply <= this.last ? ply : this.last);
  }

  /** @param {Scene} first */
  describe(first) {
    requireElement("#what", HTMLElement).textContent = first.title;
    requireElement("#how", HTMLElement).textContent = this.info ? this.howItEnded(this.info) : t("replay.live");
    const table = this.info?.table ?? new URLSearchParams(location.search).get("table");
    const back = requireElement("#back-to-table", HTMLAnchorElement);
    back.hidden = !table;
    back.href = `/table/${table}`;
    requireElement("#exports", HTMLElement).hidden = !this.info;
    requireElement("#as-text", HTMLAnchorElement).href = `/api/matches/${this.match}/record`;
    requireElement("details.moves", HTMLElement).hidden = true;
    const proof = requireElement("#proof", HTMLDetailsElement);
    proof.hidden = !this.info;
    proof.addEventListener("toggle", () => void this.prove(first), { once: true });
  }

  /**
   * What the match was for the person who looks, and how it ended.
   * @param {MatchInfo} info
   */
  howItEnded({ you, result }) {
    const heading = headingOf(result, you);
    const isSaid = heading === "result.over" || heading === "result.draw"; // by the words
    return isSaid ? result.words : t("replay.result", { result: t(heading), words: result.words });
  }

  /**
   * Offer what a search makes of the match, and to play on from where it stands.
   * @param {Scene} first
   */
  study(first) {
    const nameOf = (/** @type {number} */ seat) => this.nameOf(first, seat);
    const root = requireElement("#analysis", HTMLElement);
    root.hidden = false;
    requireElement(".basis", HTMLElement, root).textContent = t(`analysis.of.${["", "points", "win"][first.panels.length] ?? "place"}`);
    this.analysis = new AnalysisView(root, this.match, {
      last: this.last,
      own: this.info?.you ?? [],
      nameOf,
      seat: () => this.seat,
      told: (ply) => this.entries.find((one) => one.ply === ply)?.lines[0] ?? "",
      go: (ply) => {
        this.pause();
        void this.go(ply);
      },
      draw: (best, made) => {
        this.stage.board.advise(best, made);
        this.stage.scrollToPieces([...best, ...made], requireElement(".player", HTMLElement));
      },
      tell: (words) => this.tell(words),
    });
    const box = requireElement("#play-on", HTMLDetailsElement);
    box.hidden = false;
    const seat = requireElement("select[name=seat]", HTMLSelectElement, box);
    seat.append(...first.panels.map(({ player }) => el("option", { value: player }, nameOf(player))));
    seat.value = String(this.seat ?? first.panels[0]?.player ?? 0);
    const level = requireElement("select[name=level]", HTMLSelectElement, box);
    offerLevels(level, requireElement(".character", HTMLElement, box));
    requireElement("button", HTMLButtonElement, box).addEventListener("click", () => void this.playOn(Number(seat.value), level.value));
  }

  /**
   * Set up a table where the match stands, against bots, and go there.
   * @param {number} seat
   * @param {string} bot
   */
  async playOn(seat, bot) {
    try {
      const table = await post(`/api/matches/${this.match}/play-on?language=${facts().language}`, { ply: this.ply, seat, bot });
      location.href = `/table/${table.id}`;
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * @param {Scene} first
   * @param {number} seat
   */
  nameOf(first, seat) {
    return personName(this.info?.names[seat] ?? "") || (first.panels.find((panel) => panel.player === seat)?.name ?? String(seat + 1));
  }

  /**
   * Show what the server and this browser found out about the deal.
   * @param {Scene} first
   */
  async prove(first) {
    const address = `/api/matches/${this.match}/verify?language=${facts().language}`;
    const proof = await get(address).catch((error) => ({ ok: false, words: [error.message], deal: null }));
    const nameOf = (/** @type {number} */ seat) => this.nameOf(first, seat);
    const { deal } = proof;
    const findings = deal ? checkDeal(deal, proof.secret, keptDeal(deal.table, deal.number)) : [];
    const found = proof.ok ? (deal ? verdict(findings) : null) : false;
    const summary = requireElement("#proof .verdict", HTMLElement);
    summary.textContent = t(found === null ? "deal.unsure" : found ? "deal.whole" : "deal.bad");
    summary.classList.toggle("warning", found === false);
    requireElement("#proof .here", HTMLElement).replaceChildren(
      ...findings.map(({ good, key, seats }) => {
        const mark = good === null ? "–" : good ? "✓" : "✗";
        return el("li", { class: good === false ? "warning" : "" }, `${mark} ${t(key, { names: seats.map(nameOf).join(", ") })}`);
      }),
    );
    requireElement("#proof .there", HTMLElement).replaceChildren(
      ...proof.words.map((/** @type {string} */ words) => el("li", {}, words)),
    );
    requireElement("#proof h3.browser", HTMLElement).hidden = !findings.length;
  }

  /** @param {Scene} first */
  viewers(first) {
    const select = requireElement("#viewer", HTMLSelectElement);
    const seats = this.info ? first.panels.map((panel) => panel.player) : this.seat === null ? [] : [this.seat];
    select.append(el("option", { value: "" }, t("replay.spectator")));
    for (const seat of seats) {
      select.append(el("option", { value: seat }, this.nameOf(first, seat)));
    }
    select.value = this.seat === null ? "" : String(this.seat);
    select.addEventListener("change", () => {
      this.lookFrom(select.value === "" ? null : Number(select.value));
      void this.go(this.ply, true);
    });
  }

  /**
   * See the match as a player did, or a spectator.
   * @param {number | null} seat
   */
  lookFrom(seat) {
    if (seat === this.seat) return;
    this.seat = seat;
    requireElement("#viewer", HTMLSelectElement).value = seat === null ? "" : String(seat);
    void this.reloadLog();
  }

  /** The story as the viewer knows it. */
  async reloadLog() {
    this.entries = await fetchLog(this.match, this.seat);
    this.log.show(this.entries, this.last);
    this.analysis?.show();
  }

  controls() {
    const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      requireElement(id, HTMLButtonElement).addEventListener("click", act);
    const step = (/** @type {number} */ n) => {
      this.pause();
      void this.go(this.ply + n);
    };
    on("#first", () => step(-this.ply));
    on("#back", () => step(-1));
    on("#next", () => step(1));
    on("#last", () => step(this.last - this.ply));
    on("#play", () => (this.timer ? this.pause() : this.run()));
    on("#link", () => void this.share());
    on("#as-svg", () => void this.picture());
    this.slider.addEventListener("input", () => {
      this.pause();
      void this.go(Number(this.slider.value));
    });
    addEventListener("hashchange", () => void this.go(Number(location.hash.slice(1)) || 0));
    onLayoutChange(() => void this.go(this.ply, true));
    addEventListener("keydown", (event) => {
      const busy = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, .piece");
      if (busy || event.ctrlKey || event.altKey || event.metaKey) return;
      const act = {
        ArrowLeft: () => step(-1),
        ArrowRight: () => step(1),
        Home: () => step(-this.ply),
        End: () => step(this.last - this.ply),
        " ": () => (this.timer ? this.pause() : this.run()),
      }[event.key];
      const pressing = event.key === " " && event.target instanceof HTMLButtonElement;
      if (!act || pressing) return;
      event.preventDefault();
      act();
    });
    requireElement("#as-gif", HTMLButtonElement).addEventListener("click", () => void this.film());
  }

  run() {
    if (this.ply >= this.last) void this.go(0);
    const tick = () => {
      if (this.ply >= this.last) return this.pause();
      void this.go(this.ply + 1);
      this.timer = window.setTimeout(tick, PACE / Number(requireElement("#speed", HTMLSelectElement).value));
    };
    this.timer = window.setTimeout(tick, 300);
    requireElement("#play", HTMLButtonElement).textContent = t("replay.pause");
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    requireElement("#play", HTMLButtonElement).textContent = t("replay.play");
  }

  /** Bring the line that tells of the position into view in the story. */
  scrollToLine() {
    const list = requireElement(".log ol", HTMLElement);
    const line = list.querySelector("a[aria-current]");
    if (line instanceof HTMLElement) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  /**
   * Go to the position after so many moves.
   * @param {number} ply
   * @param {boolean} [again]
   */
  async go(ply, again = false) {
    ply = Math.max(0, Math.min(this.last, ply));
    if (ply === this.ply && !again) return;
    this.ply = ply;
    this.slider.value = String(ply);
    requireElement("#where", HTMLElement).textContent = t("replay.where", { n: ply, all: this.last });
    history.replaceState(null, "", `${location.search}#${ply}`);
    for (const link of document.querySelectorAll(".log a")) {
      const here = link instanceof HTMLElement && Number(link.dataset.ply) === ply;
      if (here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.scrollToLine();
    const layout = currentLayout();
    this.stage.board.advise([], []);
    const answer = await this.scene(ply);
    if (this.ply !== ply || layout !== currentLayout() || !answer) return;
    this.stage.show(answer.scene, { idle: true });
    this.stage.root.dataset.ply = String(ply);
    const words = this.entries.find((one) => one.ply === ply)?.lines.join(" ") ?? t("replay.start");
    requireElement(".prompt .words", HTMLElement).textContent = ply === this.last && this.info ? this.info.result.words : words;
    requireElement(".prompt .whose", HTMLElement).textContent = t("replay.where", { n: ply, all: this.last });
    void this.analysis?.at(ply);
    if (ply < this.last) void this.scene(ply + 1);
  }

  /** @param {number} ply */
  scene(ply) {
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    const look = `layout=${currentLayout()}&language=${facts().language}&sketch=true${seat}`;
    const address = `/api/matches/${this.match}/scenes/${ply}?${look}`;
    let scene = this.scenes.get(address);
    if (!scene) {
      scene = get(address).catch((error) => {
        this.scenes.delete(address);
        this.tell(error.message);
        return null;
      });
      this.scenes.set(address, scene);
    }
    return scene;
  }

  /** @param {string} words */
  tell(words) {
    notice(requireElement(".notices", HTMLElement), words);
  }

  async share() {
    const link = `${publicAddress()}/replay/${this.match}#${this.ply}`;
    await navigator.clipboard.writeText(link).catch(() => undefined);
    this.tell(t("replay.copied", { n: this.ply }));
  }

  // --- exports -----------------------------------------------------------------------------------------------

  /** @param {number} ply */
  pictureAddress(ply) {
    const seat = this.seat === null ? "" : `&seat=${this.seat}`;
    return `/pictures/${this.match}/${ply}.svg?layout=desktop&language=${facts().language}${seat}`;
  }

  async picture() {
    const answer = await fetch(this.pictureAddress(this.ply));
    save(await answer.blob(), `decapod-${this.match.slice(0, 6)}-${this.ply}.svg`);
  }

  async film() {
    const progress = el("p", { class: "aside", role: "status" });
    requireElement("#exports", HTMLElement).append(progress);
    const addresses = Array.from({ length: this.last + 1 }, (_, ply) => this.pictureAddress(ply));
    try {
      const blob = await makeFilm(addresses, (n) => {
        progress.textContent = t("replay.drawing", { n, all: addresses.length });
      });
      save(blob, `decapod-${this.match.slice(0, 6)}.gif`);
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
    progress.remove();
  }
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * @param {string} match
 * @param {number | null} seat
 * @returns {Promise<LogEntry[]>}
 */
function fetchLog(match, seat) {
  const from = seat === null ? "" : `&seat=${seat}`;
  return get(`/api/matches/${match}/story?language=${facts().language}${from}`);
}

/**
 * Say that there is nothing to see here, instead of an empty table.
 * @param {string} words
 */
function showNothing(words) {
  const main = requireElement("#main", HTMLElement);
  main.className = "";
  main.replaceChildren(requireElement("#lost", HTMLTemplateElement).content.cloneNode(true));
  requireElement("p", HTMLElement, main).textContent = words;
}

async function begin() {
  const { match, sprites } = facts().here;
  const seatText = new URLSearchParams(location.search).get("seat");
  const seat = seatText === null || seatText === "" ? null : Number(seatText);
  try {
    const table = new URLSearchParams(location.search).get("table");
    const live = table ? await get(`/api/tables/${table}`).catch(() => null) : null;
    const goesOn = live?.match === match && live?.state === "playing";
    const info = goesOn ? null : await get(`/api/matches/${match}?language=${facts().language}`);
    const [entries, first] = await Promise.all([
      fetchLog(match, seat),
      get(`/api/matches/${match}/scenes/0?layout=${currentLayout()}&language=${facts().language}`),
    ]);
    const faces = await loadSprites(sprites);
    new Replay(match, info, seat, entries, first.scene, faces);
  } catch (error) {
    if (error instanceof Declined) return showNothing(error.status === 404 ? t("lost.match") : error.message);
    const news = requireElement(".news", HTMLElement);
    news.hidden = false;
    news.textContent = t("line.offline");
  }
}

void begin();
