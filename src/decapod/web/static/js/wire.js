/**
 * The wire: one WebSocket for a table. It says hello, numbers what it sends, completes the scenes it gets,
 * and comes back by itself: after a lost network, a sleeping laptop, a server that starts again.
 * A move on its way when the line broke is sent again; the server answers a doubled one and does not apply it.
 */

import { facts } from "./page_data.js";
import { completeScene } from "./complete.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * @typedef {object} SeatInfo
 * @property {number} seat
 * @property {string} name
 * @property {string | null} person
 * @property {string | null} bot
 * @property {boolean} you
 * @property {string} out
 * @property {string} seal
 *
 * @typedef {{left: number[], running: number[], bank: number, increment: number, out: string}} ClockInfo
 * @typedef {{ply: number, seat: number, lines: string[]}} LogEntry
 * @typedef {"win" | "draw" | "loss"} PlayerResult
 * @typedef {{code: string, words: string, places: number[], winners: number[], points: number[], lines: string[][], player_results: PlayerResult[]}} Result
 *
 * @typedef {object} SceneMessage
 * @property {"scene"} type
 * @property {number} n
 * @property {number | null} re
 * @property {string} table
 * @property {string} match
 * @property {number} number
 * @property {string} state
 * @property {number[]} you
 * @property {number} viewer
 * @property {number[]} awaiting
 * @property {number} ply
 * @property {SeatInfo[]} seats
 * @property {number[]} score
 * @property {import("./types.js").Piece[] | null} board pieces that never change during the match; null if as last sent
 * @property {Scene | null} scene
 * @property {LogEntry[]} log
 * @property {ClockInfo | null} clocks
 * @property {{seat: number, granted: number[]} | null} undo
 * @property {number[]} rematch
 * @property {string} may_undo
 * @property {boolean} hints
 * @property {string} seal
 * @property {string} next_seal
 * @property {import("./deal.js").Deal | null} deal
 * @property {string} secret
 * @property {Result | null} result
 *
 * @typedef {{type: "refused", re: number | null, what: string, code: string, words: string, rule: string}} Refusal
 * @typedef {{here: {person: string, name: string, seats: number[]}[], watching: number}} Presence
 * @typedef {{type: "presence"} & Presence} PresenceMessage
 * @typedef {{type: "chat", n: number, person: string, name: string, seat: number | null, text: string}} ChatMessage
 * @typedef {{move: number, words: string, worth: number, error: number, playouts: number, line: {seat: number, words: string}[]}} Judgement
 * @typedef {{judged: Judgement[], playouts: number, forced: boolean}} Opinion
 * @typedef {{type: "hint", re: number | null} & Opinion} HintMessage
 * @typedef {{type: "story", re: number | null, log: LogEntry[]}} StoryMessage
 * @typedef {{type: "open", number: number, seal: string, seals: string[]}} OpenSalt
 * @typedef {{type: "pong", re: number | null}} Pong
 * @typedef {SceneMessage | OpenSalt | Refusal | PresenceMessage | ChatMessage | HintMessage | StoryMessage | Pong} Message
 *
 * @typedef {object} Listener
 * @property {(message: SceneMessage) => void} scene
 * @property {(message: OpenSalt) => void} open
 * @property {(message: Refusal) => void} refused
 * @property {(presence: Presence) => void} presence
 * @property {(message: ChatMessage) => void} chat
 * @property {(state: "online" | "offline" | "gone", words: string) => void} line
 */

const VERSION = 3;
const PATIENCE = 5000; // how long silence after a ping may last
const OVERDUE = 2500; // how long the answer to a move may take before we ask whether anybody is there
const PING = 20_000;
const WAITS = [200, 500, 1000, 2000, 4000, 8000];
const NO_TABLE = 4404;
const FOREVER = new Set([4403, NO_TABLE, 4410]);

export class Wire {
  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {{seat?: number | null, watch?: boolean, layout: string, sketch?: boolean}} look
   */
  constructor(table, listener, look) {
    this.table = table;
    this.listener = listener;
    this.look = look;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.number = 0;
    this.tries = 0;
    this.timer = 0;
    this.lastHeard = 0;
    /** @type {SceneMessage | null} */
    this.newest = null;
    /** @type {import("./types.js").Piece[]} */
    this.board = [];
    this.shownAt = 0;
    /** @type {Map<number, (answer: any) => void>} */
    this.waiters = new Map();
    /** @type {{body: any, n: number, again: boolean} | null} the move that is on its way */
    this.pending = null;
    this.closed = false;
    addEventListener("online", () => this.#connectNow());
    addEventListener("offline", () => this.#dropLine());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#connectNow(); // the back button brought the page back as it was
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#check();
    });
    setInterval(() => this.#check(), PING);
    this.#connect();
  }

  #connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/play`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.lastHeard = Date.now();
      this.hello();
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.lastHeard = Date.now();
      this.#receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (this.closed) return;
      if (FOREVER.has(event.code)) {
        this.closed = true;
        return this.listener.line("gone", event.reason);
      }
      this.listener.line("offline", event.reason);
      this.timer = window.setTimeout(() => this.#connect(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    };
  }

  /** Connect anew: the server now knows who we are. */
  renew() {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.tries = 0;
    this.#connect();
  }

  /**
   * Connect at once if we are not.
   * @returns {void}
   */
  #connectNow() {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return this.#check();
    this.tries = 0;
    this.socket?.close();
    this.#connect();
  }

  /**
   * Ask whether the server is still there; if it stays silent, begin again.
   * @returns {void}
   */
  #check() {
    if (this.closed) return;
    if (!this.socket) return this.#connectNow();
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const socket = this.socket;
    const before = this.lastHeard;
    this.send({ type: "ping" });
    setTimeout(() => {
      if (socket !== this.socket || this.lastHeard !== before) return;
      this.#dropLine();
      this.#connect();
    }, PATIENCE);
  }

  /** The line is down though the socket may not know it yet. */
  #dropLine() {
    if (this.closed) return;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.listener.line("offline", "");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#connect(), WAITS[2]);
  }

  /**
   * Say who we look as; the answer is a scene and its board.
   * @param {{seat?: number | null, watch?: boolean, layout?: string, sketch?: boolean}} [look]
   */
  hello(look = {}) {
    this.look = { ...this.look, ...look };
    this.send({
      type: "hello",
      seat: this.look.seat ?? null,
      watch: Boolean(this.look.watch),
      layout: this.look.layout,
      language: facts().language,
      sketch: Boolean(this.look.sketch),
    });
  }

  /**
   * Send a message, and get its number.
   * @param {Record<string, any>} body
   * @returns {number}
   */
  send(body) {
    const n = ++this.number;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ v: VERSION, n, ...body }));
    return n;
  }

  /**
   * Send a message and wait for its answer; null if none came.
   * @param {Record<string, any>} body
   * @returns {Promise<any>}
   */
  ask(body) {
    return new Promise((resolve) => {
      const n = this.send(body);
      const timer = setTimeout(() => done(null), 15_000);
      const done = (/** @type {any} */ answer) => {
        clearTimeout(timer);
        for (const [number, waiter] of this.waiters) if (waiter === done) this.waiters.delete(number);
        resolve(answer);
      };
      this.waiters.set(n, done);
    });
  }

  /**
   * Make a move for the decision that is shown.
   * @param {number} seat
   * @param {number | string} move
   * @param {number | undefined} seen the number of the scene it was decided on; newer ones may wait to be shown
   * @returns {Promise<any>}
   */
  move(seat, move, seen = this.newest?.n) {
    if (!this.newest) return Promise.resolve(null);
    const thought = Math.max(0, Math.round(performance.now() - this.shownAt));
    const body = { type: "move", seat, move, seen, match: this.newest.match, thought };
    this.pending = { body, n: this.number + 1, again: false };
    setTimeout(() => {
      if (this.pending?.body === body) this.#check();
    }, OVERDUE);
    return this.ask(body).then((answer) => {
      const again = this.pending?.body === body && this.pending.again;
      if (answer && this.pending?.body === body) this.pending = null;
      return again && answer?.type === "refused" ? null : answer; // it had arrived the first time
    });
  }

  /** @param {Message} message */
  #receive(message) {
    if (message.type === "scene") {
      this.board = message.board ?? this.board;
      if (message.scene) message.scene = completeScene(message.scene, this.board);
      const first = this.newest === null || this.newest.match !== message.match;
      this.newest = message;
      if (message.re !== null && message.re !== undefined) this.waiters.get(message.re)?.(message);
      this.shownAt = performance.now();
      this.listener.line("online", "");
      this.listener.scene(message);
      if (!first) this.#resend(message);
      return;
    }
    if ("re" in message && message.re !== null && this.waiters.has(message.re)) {
      return this.waiters.get(message.re)?.(message);
    }
    if (message.type === "open") this.listener.open(message);
    else if (message.type === "refused") this.listener.refused(message);
    else if (message.type === "presence") this.listener.presence(message);
    else if (message.type === "chat") this.listener.chat(message);
  }

  /**
   * A move was on its way when the line broke, and its seat is still awaited: send it again.
   * @param {SceneMessage} message
   * @returns {void}
   */
  #resend(message) {
    const pending = this.pending;
    if (!pending || pending.again || !message.board) return; // it comes with the answer to a hello
    const waiter = this.waiters.get(pending.n);
    if (pending.body.match !== message.match || pending.body.seen !== message.n) {
      this.pending = null;
      return waiter?.(null);
    }
    pending.again = true;
    const n = this.send(pending.body);
    if (waiter) this.waiters.set(n, waiter);
  }
}
