/** The table: the page people play on. It joins the wire to the stage and everything around it. */

import "./page.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { Cover } from "./handoff_screen.js";
import { checkDeal, keepSeal, keptDeal, openSalt, sealSalt, verdict } from "./deal.js";
import { el, findElement, requireElement } from "./dom.js";
import { facts, publicAddress } from "./page_data.js";
import { showBars } from "./hints.js";
import { Declined, get, post } from "./http.js";
import { currentLayout, onLayoutChange } from "./layout.js";
import { announce, hush } from "./aria_live.js";
import { levelTitle, usualLevel } from "./levels.js";
import { Lobby } from "./lobby.js";
import { Log } from "./log.js";
import { LookBack } from "./match_review.js";
import { remember, recall } from "./storage.js";
import { Pacing } from "./playback.js";
import { Passing } from "./auto_pass.js";
import { showResult } from "./result.js";
import { Since } from "./recap.js";
import { loadSprites } from "./sprites.js";
import { notice, Stage } from "./stage.js";
import { Turn } from "./turn.js";
import { Wire } from "./wire.js";
import { personName, t } from "./words.js";

/** @typedef {import("./wire.js").SceneMessage} SceneMessage */
/** @typedef {import("./wire.js").Presence} Presence */
/** @typedef {import("./lobby.js").TableInfo} TableInfo */
/** @typedef {import("./types.js").Scene} Scene */

/**
 * @typedef {object} Here
 * @property {string} table
 * @property {string} invite
 * @property {boolean} watch
 * @property {string} game
 * @property {string} title
 * @property {string} sprites
 * @property {boolean} secrets
 * @property {Record<string, string>} rules
 * @property {string} rulesPage
 * @property {string} icon
 * @property {string} alert
 * @property {number} pace seconds a bot takes for a move at least
 */

const LAST_LOOK = 2000; // milliseconds for the last move to be seen before the result lies over it

class Table {
  /**
   * @param {Here} here
   * @param {TableInfo | null} info
   * @param {import("./sprites.js").Faces} faces
   * @param {string} me the handle of this person, "" for a visitor
   */
  constructor(here, info, faces, me) {
    this.here = here;
    /** @type {SceneMessage | null} */
    this.now = null;
    /** @type {Presence | null} */
    this.presence = null;
    this.shared = (info?.you.length ?? 0) > 1;
    this.notices = requireElement(".notices", HTMLElement);
    this.clocks = new Clocks((seat, time, low) => this.stage.panels.clock(seat, time, low));
    this.cover = new Cover(requireElement(".cover", HTMLElement));
    /** @type {number | null} the seat whose player has come, until the scene from there is here */
    this.seatComing = null;
    this.turn = new Turn(here.title, here.icon, here.alert);
    this.stage = new Stage(requireElement("#stage", HTMLElement), faces, {
      make: (choice) => void this.move(choice.move),
      type: (text) => this.playText(text),
      why: (clicks) => this.why(clicks),
      seatStatus: (seat) => this.seatStatus(seat),
      rulebook: (rule) =>
        here.rules[rule] ? { words: here.rules[rule], link: `${here.rulesPage}#${rule}` } : null,
    });
    this.log = new Log(
      requireElement(".log ol", HTMLElement),
      (ply) => `${this.replayLink()}#${ply}`,
      (ply) => void this.preview(ply),
    );
    this.lobby = new Lobby(
      requireElement(".lobby", HTMLElement),
      () => get(`/api/tables/${here.table}`).catch(() => null),
      (words) => this.tell(words),
      here.invite,
      () => this.wire.renew(),
    );
    this.chat = new Chat(
      requireElement(".chat", HTMLDetailsElement),
      here.table,
      me,
      (text) => this.wire.send({ type: "chat", text }),
      (person) => this.wire.send({ type: "mute", person }),
    );
    const unseen = () => this.now?.seats.every((seat) => seat.you || !seat.person) ?? false;
    const answer = (/** @type {import("./types.js").Choice} */ choice) => {
      this.since.answered.add((this.now?.ply ?? 0) + 1);
      void this.move(choice.move);
      if (this.passing.forced) this.forcedPly = (this.now?.ply ?? 0) + 1;
    };
    this.passing = new Passing(requireElement(".passing", HTMLElement), answer, unseen);
    this.since = new Since(requireElement(".since", HTMLElement), faces, (ply) => void this.preview(ply));
    this.pacing = new Pacing(here.pace, (message) => this.scene(message));
    this.result = requireElement(".result", HTMLElement);
    this.lookBack = new LookBack(requireElement(".look-back", HTMLElement), (seat) => this.nameOf(seat), () => this.replayLink());
    this.previewing = false;
    this.resting = 0; // the timer until something completed is cleared away
    this.restingFor = 0; // how long it rests, in milliseconds
    this.sending = false;
    this.forcedPly = Infinity; // the last move of this person, if the page made it because there was no other
    // On a shared screen nobody's hand is shown before somebody says they are there.
    const watch = here.watch || (this.shared && here.secrets);
    this.wire = new Wire(
      here.table,
      {
        scene: (message) => {
          this.chat.me = message.seats.find((seat) => seat.you)?.person ?? this.chat.me; // a visitor has no handle until they sit down
          this.pacing.take(message);
        },
        open: (question) => this.openSalt(question),
        refused: (refusal) => this.showRefusal(refusal),
        presence: (presence) => this.showPresence(presence),
        chat: (spoken) => this.chat.show(spoken),
        line: (state, words) => this.line(state, words),
      },
      { watch, seat: null, layout: currentLayout() },
    );
    this.stage.canvas.addEventListener("pointerdown", () => {
      this.endRest();
      void this.preview(null);
    });
    onLayoutChange(() => this.wire.hello({ layout: currentLayout() }));
    const sketch = this.stage.sketch.closest("details"); // it is sent only while somebody reads it
    sketch?.addEventListener("toggle", () => this.wire.hello({ sketch: sketch.open }));
    this.listenToTools();
    this.listenToKeys();
  }

  /** @param {string} words */
  tell(words) {
    notice(this.notices, words);
  }

  // --- what the server says ------------------------------------------------------------------------------

  /** @param {SceneMessage} message */
  scene(message) {
    const before = this.now;
    const again = before?.match === message.match;
    this.now = message;
    this.shared = message.you.length > 1;
    if (before === null || before.you.length > message.you.length) this.checkIdentity(message);
    this.keepSeals(message);
    if (!again || before?.viewer !== message.viewer) this.since.clear();
    if (!again) {
      this.log.clear();
      this.checkDeal(message, before !== null);
      if (before) scrollTo({ top: 0, behavior: "instant" }); // the board is at the top
    }
    this.log.show(message.log, message.ply);
    this.log.showEnding(this.ending(message));
    this.clocks.set(message.clocks);
    this.stage.root.classList.toggle("waiting", message.state === "open");
    if (message.state === "open") {
      requireElement(".prompt .whose", HTMLElement).textContent = t("turn.wait");
      requireElement(".prompt .words", HTMLElement).textContent = t(message.you.length ? "lobby.prompt" : "lobby.choose");
      return void this.lobby.show();
    }
    this.lobby.hide();
    if (this.passOn(message)) return;
    const news = again && message.ply !== before?.ply;
    if (message.scene && news) this.endPreview(); // what happens is seen
    // What rested is put away first, or its pieces would count as moved by what comes.
    if (this.resting && news && before?.scene) this.stage.show(before.scene, { quiet: true, idle: true });
    clearTimeout(this.resting);
    this.resting = 0;
    const moved = message.scene && !this.previewing ? this.present(message.scene, news, before === null || !again) : [];
    if (news) this.stage.board.pointOut(moved);
    this.since.take(message.log, message.ply, news ? moved : []);
    this.since.show(message.viewer, (seat) => this.nameOf(seat), message.awaiting.includes(message.viewer));
    const looks = news && this.pacing.rest() ? LAST_LOOK + (this.resting ? this.restingFor : 0) : 0;
    showResult(this.result, message, (seat) => this.nameOf(seat), this.replayLink(), looks);
    if (message.state === "over") this.lookBack.at(message.match);
    this.lookBack.root.hidden = !message.ply;
    this.showTools(message);
    const free = message.you.filter((seat) => !this.replaced(seat));
    const yours = this.here.watch ? false : message.awaiting.some((seat) => free.includes(seat));
    const over = message.state === "over";
    this.turn.show({ yours, over, prompt: message.scene?.prompt ?? "", quiet: before === null });
    if (before?.undo?.seat === message.viewer && !message.undo && again && before.ply === message.ply) {
      this.tell(t("undo.denied"));
    }
    if (news) {
      const lines = message.log.filter((line) => line.ply > (before?.ply ?? 0)).flatMap((line) => line.lines);
      announce([...lines, message.scene?.prompt ?? ""].join(" "));
    }
    if (over && !before?.result && message.log.length === 0) this.fetchOlderLog();
    if (!again || before?.viewer !== message.viewer) this.fetchOlderLog();
  }

  /**
   * Say so if this browser once sat here, and the server no longer knows it: its cookie is gone.
   * @param {SceneMessage} message
   */
  checkIdentity(message) {
    const key = `sat.${this.here.table}`;
    if (message.you.length) remember(key, "yes");
    else if (recall(key) && !this.here.watch) this.tell(t("line.stranger"));
  }

  /**
   * Keep the seals of secrets as they are shown before the start.
   * @param {SceneMessage} message
   */
  keepSeals(message) {
    keepSeal(this.here.table, message.number + 1, message.state === "open" ? message.seal : message.next_seal);
  }

  /**
   * Say so at once if a match was not dealt as promised, or without the salt that this browser opened for it.
   * @param {SceneMessage} message
   * @param {boolean} wasHere whether this page was there when it began
   */
  checkDeal({ deal, secret }, wasHere) {
    if (!deal) return;
    const findings = checkDeal(deal, secret, keptDeal(deal.table, deal.number));
    if (verdict(findings) === false) this.tell(t("deal.bad"));
    else if (wasHere && findings.some((finding) => finding.key === "deal.left_out")) this.tell(t("deal.left_out"));
  }

  /** @param {import("./wire.js").OpenSalt} question */
  openSalt(question) {
    const salt = openSalt(this.here.table, question);
    if (salt) void this.wire.ask({ type: "salt", number: question.number, salt });
  }

  /** Ask for another match, or agree to it. */
  askRematch() {
    const now = this.now;
    if (!now) return;
    this.wire.send({ type: "rematch", seal: sealSalt(this.here.table, now.number + 1, now.next_seal) });
  }

  /**
   * Show a scene on the stage.
   * @param {Scene} scene
   * @param {boolean} [quiet]
   * @returns {import("./types.js").Piece[]} the pieces that somebody moved
   */
  show(scene, quiet = false) {
    if (this.now?.state === "over") scene = withNobodyAwaited(scene); // the rules may await somebody who gave up
    else if (this.replaced()) scene = { ...withNobodyAwaited(scene), awaiting: scene.awaiting, prompt: this.replaced() };
    const moved = this.stage.show(scene, { quiet, absent: Boolean(this.replaced()) });
    if (this.passing.show(scene)) this.stage.addToPrompt(t("pass.forced"));
    this.showWhoseTurn(scene);
    if (scene.awaiting.includes(scene.viewer)) this.stage.scrollToAwaited(this.seat(), moved);
    return moved;
  }

  /**
   * Show a scene; if the last move has completed something, that rests for a moment first, or until a click.
   * @param {Scene} scene
   * @param {boolean} news whether it comes with a move
   * @param {boolean} quiet
   */
  present(scene, news, quiet) {
    if (!news || !scene.rest || !this.pacing.rest()) return this.show(scene, quiet);
    const { summary, ...lain } = scene.rest;
    const prompt = summary || scene.events.join(" "); // what is seen now, not yet what is asked
    const moved = this.stage.show({ ...scene, ...lain, prompt, choices: [] }, { idle: true });
    this.stage.turn.classList.toggle("summary", summary !== "");
    requireElement(".prompt .whose", HTMLElement).textContent = t(scene.awaiting.length ? "turn.rest" : "turn.over");
    const time = this.pacing.rest(summary);
    this.restingFor = time;
    this.resting = window.setTimeout(() => this.endRest(), time);
    this.pacing.hold(time + this.pacing.step);
    return moved;
  }

  /** Go on from where something completed lies. */
  endRest() {
    if (!this.resting || !this.now?.scene) return;
    clearTimeout(this.resting);
    this.resting = 0;
    this.pacing.hold(this.pacing.step);
    this.stage.board.pointOut(this.show(this.now.scene));
  }

  /** @param {Scene} scene */
  showWhoseTurn(scene) {
    const whose = requireElement(".prompt .whose", HTMLElement);
    if (!scene.awaiting.length) whose.textContent = t("turn.over");
    else if (this.replaced()) whose.textContent = t("turn.wait");
    else if (scene.awaiting.includes(scene.viewer)) {
      whose.textContent = this.shared ? t("turn.named", { name: this.nameOf(scene.viewer) }) : t("turn.title");
    } else whose.textContent = scene.viewer < 0 ? t("turn.watching") : t("turn.wait");
  }

  /**
   * On a shared screen, pass it on to whoever is awaited; with hidden hands, behind a cover.
   * @param {SceneMessage} message
   * @returns {boolean} whether the scene must not be shown
   */
  passOn(message) {
    if (!this.shared || this.here.watch || message.state !== "playing") {
      this.cover.hide();
      return false;
    }
    if (this.seatComing === message.viewer) this.seatComing = null;
    if (this.seatComing !== null) return true; // what the spectator's view showed meanwhile
    if (message.viewer >= 0 && message.awaiting.includes(message.viewer)) return this.cover.isUp();
    const next = message.you.find((seat) => message.awaiting.includes(seat));
    if (next === undefined) return this.cover.isUp();
    if (!this.here.secrets) {
      this.wire.hello({ seat: next, watch: false });
      return false;
    }
    if (!this.cover.isUp()) {
      this.stage.clear();
      this.stage.root.classList.remove("previewing");
      this.previewing = false;
      this.log.clear();
      this.since.clear();
      requireElement(".hints .bars", HTMLElement).replaceChildren();
      hush();
      this.wire.hello({ seat: null, watch: true });
      this.cover.show(next, this.nameOf(next), () => {
        this.seatComing = next;
        this.wire.hello({ seat: next, watch: false });
      });
    }
    return true;
  }

  /** @param {import("./wire.js").Refusal} refusal */
  showRefusal(refusal) {
    if (refusal.code === "") return;
    this.stage.showRefusal(null, refusal);
  }

  /** @param {Presence} presence */
  showPresence(presence) {
    this.presence = presence;
    const watching = requireElement(".watching", HTMLElement);
    watching.textContent = presence.watching ? t("watching", { n: presence.watching }) : "";
    if (this.now?.state === "open") void this.lobby.show();
    else this.stage.renewPanels();
    this.offerBot();
  }

  /**
   * @param {"online" | "offline" | "gone"} state
   * @param {string} words
   */
  line(state, words) {
    const news = requireElement(".news", HTMLElement);
    document.body.dataset.line = state;
    if (state === "online") news.hidden = true;
    else {
      news.hidden = false;
      news.textContent = state === "offline" ? t("line.offline") : words || t("line.gone");
    }
  }

  /**
   * What the story says below the moves: how the match ended, before that who has left.
   * @param {SceneMessage} message
   * @returns {string[]}
   */
  ending({ result, seats }) {
    if (result) return [result.words];
    return seats.filter(({ out }) => out).map(({ seat, out }) => t(`log.${out}`, { name: this.nameOf(seat) }));
  }

  // --- what the person does ------------------------------------------------------------------------------

  /** The seat this person plays from now. */
  seat() {
    return this.now?.viewer ?? -1;
  }

  /** The seat whose move is taken back: where a screen passes on by itself, that of whoever has just moved. */
  undoSeat() {
    const last = this.since.entries.at(-1)?.seat ?? -1;
    return this.shared && !this.here.secrets && this.now?.you.includes(last) ? last : this.seat();
  }

  /** Why this person cannot play from their seat any more, or not now; empty if they can. */
  replaced(seat = this.seat()) {
    const info = this.now?.seats[seat];
    if (!info?.you) return "";
    return info.out ? t("turn.out") : info.bot ? t("turn.bot") : "";
  }

  /** @param {number | string} move */
  async move(move) {
    if (this.sending) return null;
    this.sending = true;
    this.forcedPly = Infinity;
    document.body.classList.add("sending");
    await this.passing.hold();
    const answer = await this.wire.move(this.seat(), move, this.now?.n);
    this.sending = false;
    document.body.classList.remove("sending");
    if (answer?.type === "scene") document.body.dataset.made = String(Number(document.body.dataset.made ?? 0) + 1);
    if (answer?.type === "refused" && answer.code !== "") {
      if (typeof move === "string") return answer;
      this.stage.showRefusal(null, answer);
    }
    return null;
  }

  /** @param {string} text */
  playText(text) {
    return this.seat() < 0 ? Promise.resolve({ words: t("why.watching"), rule: "" }) : this.move(text);
  }

  /**
   * @param {string[]} clicks
   * @returns {Promise<{words: string, rule: string} | null>}
   */
  async why(clicks) {
    const seat = this.seat();
    if (seat < 0) return { words: t("why.watching"), rule: "" };
    const answer = await this.wire.ask({ type: "why", seat, clicks });
    if (answer?.words && answer.code === "") return this.pacing.catchUp(), null; // one may: the page was behind
    if (answer?.words) return answer;
    return { words: this.stage.scene?.prompt || t("why.unknown"), rule: "" };
  }

  /**
   * @param {number} seat
   * @returns {import("./panels.js").SeatStatus}
   */
  seatStatus(seat) {
    const info = this.now?.seats[seat];
    if (!info) return {};
    const here = this.presence?.here.some((person) => person.seats.includes(seat)) ?? true;
    const replaced = info.bot && info.person; // time ran out, or the person left: a bot plays on for them
    const key = info.out ? `out.${info.out}` : replaced ? "out.bot" : "";
    const kind = key ? t(key) : info.bot ? levelTitle(info.bot) : "";
    return { kind, here: info.bot || info.you ? undefined : here, ...this.clocks.timeOf(seat) };
  }

  /** Where the match can be seen move by move, from the seat it is seen from here or another. */
  replayLink(seat = this.seat()) {
    return `/replay/${this.now?.match ?? ""}?table=${this.here.table}${seat < 0 ? "" : `&seat=${seat}`}`;
  }

  /** @param {number} seat */
  nameOf(seat) {
    const panel = this.now?.scene?.panels.find((one) => one.player === seat);
    return personName(this.now?.seats[seat]?.name ?? "") || panel?.name || String(seat + 1);
  }

  /** Ask for the lines of the story that are not here yet. */
  async fetchOlderLog() {
    const first = this.log.first() || (this.now?.ply ?? 0) + 1;
    if (first <= 1) return;
    const askedFor = [this.now?.match, this.seat()];
    const answer = await this.wire.ask({ type: "story", before: first });
    const now = [this.now?.match, this.seat()];
    if (answer?.type !== "story" || String(now) !== String(askedFor) || !answer.log.length) return;
    this.log.show(answer.log, this.now?.ply ?? 0);
    if (this.log.first() < first) await this.fetchOlderLog();
  }

  /** Look at the present again. */
  endPreview() {
    const was = this.previewing;
    this.previewing = false;
    this.stage.root.classList.remove("previewing");
    this.since.release();
    return was;
  }

  /**
   * Show an earlier position while a line of the log is looked at.
   * @param {number | null} ply
   */
  async preview(ply) {
    const now = this.now;
    if (!now?.scene) return;
    const root = this.stage.root;
    if (ply === null) {
      if (this.endPreview()) this.show(now.scene, true);
      return;
    }
    const seat = now.viewer < 0 ? "" : `&seat=${now.viewer}`;
    const look = `layout=${currentLayout()}&language=${facts().language}${seat}`;
    const address = `/api/matches/${now.match}/scenes/${ply}?${look}`;
    this.previewing = true;
    const answer = await get(address).catch(() => null);
    if (!this.previewing || !answer || this.now?.match !== now.match) return;
    root.classList.add("previewing");
    const { scene } = answer;
    this.stage.show({ ...scene, ...scene.rest }, { quiet: true, idle: true }); // a finished trick as it lay
    requireElement(".prompt .whose", HTMLElement).textContent = t("log.preview", { n: ply });
    requireElement(".prompt .words", HTMLElement).textContent = scene.events.join(" ");
  }

  // --- tools -----------------------------------------------------------------------------------------------

  listenToTools() {
    const on = (/** @type {string} */ selector, /** @type {() => void} */ act) =>
      findElement(selector, HTMLButtonElement)?.addEventListener("click", act);
    on(".tool-hint", () => void this.hint());
    on(".tool-undo", () => this.wire.send({ type: "undo", seat: this.undoSeat(), answer: "ask" }));
    on(".undo-grant", () => this.answerUndo("grant"));
    on(".undo-deny", () => this.answerUndo("deny"));
    on(".tool-notify", () => void this.allowNotices());
    on(".tool-watch", () => void this.shareWatching());
    on(".tool-replace", () => void this.change("replace", { seat: this.absent(), bot: usualLevel() }));
    on(".tool-return", () => void this.change("join", { seat: this.seat() }));
    on(".rematch", () => this.askRematch());
    const confirmation = findElement("#resign", HTMLDialogElement);
    on(".tool-resign", () => confirmation?.showModal());
    on(".resign-yes", () => {
      confirmation?.close();
      this.wire.send({ type: "resign", seat: this.seat() });
    });
    on(".resign-no", () => confirmation?.close());
    const pace = requireElement(".pace select", HTMLSelectElement);
    pace.value = this.pacing.pace;
    pace.addEventListener("change", () => this.pacing.choose(pace.value));
    const hold = requireElement(".pace .hold", HTMLButtonElement);
    const showHold = () => {
      hold.setAttribute("aria-pressed", String(this.pacing.paused));
      hold.textContent = t(this.pacing.paused ? "pace.go" : "pace.pause");
    };
    hold.addEventListener("click", () => {
      this.pacing.pause();
      showHold();
    });
    on(".pace .step", () => {
      this.pacing.next();
      showHold();
    });
    const notify = findElement(".tool-notify", HTMLButtonElement);
    if (notify) notify.hidden = !("Notification" in window) || Notification.permission !== "default";
  }

  /** @param {"grant" | "deny"} answer */
  answerUndo(answer) {
    for (const seat of this.now?.you ?? []) {
      if (seat !== this.now?.undo?.seat) this.wire.send({ type: "undo", seat, answer });
    }
  }

  async allowNotices() {
    const answer = await Notification.requestPermission();
    requireElement(".tool-notify", HTMLButtonElement).hidden = answer !== "default";
    this.tell(t(`notify.${answer}`));
  }

  /** Copy the link with which others watch. */
  async shareWatching() {
    const link = `${publicAddress()}/table/${this.here.table}?watch=true`;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    this.tell(copied ? t("tool.watch_copied") : link);
  }

  /**
   * Change who plays at the table; a refusal is told.
   * @param {string} how
   * @param {any} body
   */
  change(how, body) {
    return post(`/api/tables/${this.here.table}/${how}`, body).catch((error) => this.tell(error.message));
  }

  /** The seat whose person is awaited and not here; -1 if there is none. */
  absent() {
    const now = this.now;
    const away = (/** @type {number} */ seat) => now?.seats[seat]?.person && this.seatStatus(seat).here === false;
    return now?.state === "playing" && now.you.length ? (now.awaiting.find(away) ?? -1) : -1;
  }

  /** Offer a bot for somebody who is away. */
  offerBot() {
    const replace = requireElement(".tool-replace", HTMLButtonElement);
    const absent = this.absent();
    replace.hidden = absent < 0;
    replace.textContent = t("tool.replace", { name: this.nameOf(absent) });
  }

  /**
   * Which tools make sense now.
   * @param {SceneMessage} message
   */
  showTools(message) {
    const playing = message.state === "playing" && message.viewer >= 0;
    const mine = playing && message.awaiting.includes(message.viewer) && !this.replaced();
    requireElement(".tool-hint", HTMLButtonElement).disabled = !(mine && message.hints);
    const undo = requireElement(".tool-undo", HTMLButtonElement);
    const waiting = message.undo?.seat === message.viewer;
    const others = message.seats.some((seat) => seat.person && !seat.you && !seat.out); // bots always agree
    const forced = message.ply >= this.forcedPly; // the same question would be answered again, the same way
    const undoable = message.may_undo !== "none" || this.undoSeat() !== message.viewer;
    undo.disabled = waiting || forced || !(playing && undoable);
    undo.textContent = t(waiting ? "tool.undo_asked" : message.may_undo === "consent" && others ? "tool.undo_ask" : "tool.undo");
    const seat = message.seats[message.viewer];
    const timely = message.clocks?.left[message.viewer] !== 0; // a seat that ran out of time stays the bot's
    requireElement(".tool-return", HTMLButtonElement).hidden = !(playing && seat?.bot && !seat.out && timely);
    this.offerBot();
    // It stays when the match is over: what is below would jump, and a rematch may follow.
    const pace = requireElement(".pace", HTMLElement);
    pace.hidden = !message.seats.some((one) => one.bot) || message.state === "open";
    pace.classList.toggle("in-reach", message.viewer < 0 && message.state === "playing"); // whoever watches holds bots while seeing them
    for (const button of document.querySelectorAll(".pace button")) {
      /** @type {HTMLButtonElement} */ (button).disabled = message.viewer >= 0; // who plays holds nobody up
    }
    requireElement(".tool-resign", HTMLButtonElement).disabled = !playing;
    requireElement(".tool-replay", HTMLAnchorElement).href = this.replayLink();
    if (!mine || this.question() !== this.hintedQuestion) {
      requireElement(".hints", HTMLElement).hidden = true;
      this.stage.pointAt(-1);
    }
    const question = requireElement(".undo-asked", HTMLElement);
    const asker = message.undo?.seat ?? -1;
    const answerable = message.you.some((seat) => seat !== asker && !message.undo?.granted.includes(seat));
    question.hidden = !message.undo || !answerable;
    requireElement("p", HTMLElement, question).textContent = message.undo ? t("undo.asked", { name: this.nameOf(asker) }) : "";
  }

  hintedQuestion = "";

  /** What the person is asked now: it stays the same while others move and their own choices do not change. */
  question() {
    const choices = this.now?.scene?.choices.map((choice) => choice.move) ?? [];
    return JSON.stringify([this.now?.match, this.seat(), choices]);
  }

  /** Ask what a bot would do. */
  async hint() {
    const box = requireElement(".hints", HTMLElement);
    const list = requireElement(".hints .bars", HTMLElement);
    const question = this.question();
    this.hintedQuestion = question;
    box.hidden = false;
    list.replaceChildren(el("li", { class: "aside" }, t("hint.thinking")));
    const answer = await this.wire.ask({ type: "hint", seat: this.seat() });
    if (this.question() !== question) return;
    if (answer?.type === "hint") {
      const [best] = answer.judged;
      const point = (/** @type {number | null} */ move) => this.stage.pointAt(move ?? best?.move ?? -1);
      const nameOf = (/** @type {number} */ seat) => this.now?.scene?.panels.find((panel) => panel.player === seat)?.name ?? String(seat + 1);
      showBars(list, answer, this.now?.seats.length ?? 2, (move) => void this.move(move), point, nameOf);
      point(null);
      const words = best ? t("hint.best", { words: best.words }) : t("hint.none");
      announce(answer.forced ? t("hint.only") : words);
    } else list.replaceChildren(el("li", {}, answer?.words ?? t("hint.none")));
  }

  /** Keys for the whole page; the board has its own. */
  listenToKeys() {
    addEventListener("keydown", (event) => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
      if (event.key === "Escape" && typing instanceof HTMLInputElement) this.stage.focus(); // back to the board
      if (typing || event.ctrlKey || event.altKey || event.metaKey || this.cover.isUp()) return;
      const act = KEYS[event.key];
      if (!act) return;
      event.preventDefault();
      act(this);
    });
  }
}

/**
 * A scene in which nobody is awaited any more.
 * @param {Scene} scene
 * @returns {Scene}
 */
function withNobodyAwaited(scene) {
  const panels = scene.panels.map((panel) => ({ ...panel, awaiting: false }));
  const pieces = scene.pieces.map((piece) => (piece.mark === "legal" ? { ...piece, mark: "" } : piece));
  return { ...scene, awaiting: [], choices: [], panels, pieces };
}

/** @type {Record<string, (table: Table) => void>} */
const KEYS = {
  b: (table) => table.stage.focus(),
  t: () => {
    requireElement("details.moves", HTMLDetailsElement).open = true;
    requireElement(".typed input", HTMLInputElement).focus();
  },
  m: () => {
    requireElement("details.moves", HTMLDetailsElement).open = true;
    findElement(".moves ol button", HTMLButtonElement)?.focus();
  },
  l: () => /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll(".log li a")].at(-1))?.focus(),
  c: () => {
    requireElement("details.chat", HTMLDetailsElement).open = true;
    requireElement(".chat form input", HTMLInputElement).focus();
  },
  h: () => clickIfShown(".tool-hint"),
  u: () => clickIfShown(".tool-undo"),
  p: () => announce(requireElement(".prompt .words", HTMLElement).textContent ?? ""),
  Escape: (table) => table.stage.cancel(),
};

/** @param {string} selector */
function clickIfShown(selector) {
  const button = findElement(selector, HTMLButtonElement);
  if (button && !button.hidden && !button.disabled) button.click();
}

async function begin() {
  const here = /** @type {Here} */ (facts().here);
  try {
    const [info, faces, me] = await Promise.all([
      get(`/api/tables/${here.table}`),
      loadSprites(here.sprites),
      get("/api/me").catch(() => ({ person: "" })),
    ]);
    new Table(here, info, faces, me.person);
  } catch (error) {
    const news = requireElement(".news", HTMLElement);
    news.hidden = false;
    const lost = error instanceof Declined && error.status < 500;
    news.textContent = lost ? error.message : t("line.offline");
    if (!lost) setTimeout(() => location.reload(), 4000);
  }
}

void begin();
