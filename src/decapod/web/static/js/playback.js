/**
 * The pace at which a page follows what others do: one thing after the other, so that nothing passes unseen. Scenes wait
 * here for their turn, each for a frame at least; the answer to what one does oneself never does, and brings along all
 * that waited.
 */

import { afterFrame } from "./dom.js";
import { recall, remember } from "./storage.js";

/** @typedef {import("./wire.js").SceneMessage} SceneMessage */

export const PACES = ["slow", "normal", "instant"];

/** @type {Record<string, number>} how many times as long as a bot takes a move is to be seen at least */
const TIMES = { slow: 6, normal: 2.5, instant: 0 };
/** @type {Record<string, number>} milliseconds */
const REST = { slow: 2000, normal: 1300, instant: 0 };
const READING = 5; // times as long, where there is something to be read meanwhile

export class Pacing {
  /**
   * @param {number} botPace seconds a bot takes for a move at least
   * @param {(message: SceneMessage) => void} show
   */
  constructor(botPace, show) {
    this.botPace = botPace;
    this.show = show;
    /** @type {SceneMessage[]} */
    this.waiting = [];
    this.paused = false;
    this.timer = 0;
    this.freeAt = 0;
    this.drawn = true; // what was shown last is on the screen
    this.pace = recall("pace") ?? "normal";
    if (!PACES.includes(this.pace)) this.pace = "normal";
    /** @type {SceneMessage | null} */
    this.shown = null;
    document.addEventListener("visibilitychange", () => this.#go());
  }

  /** How long a move is to be seen, in milliseconds. */
  get step() {
    return TIMES[this.pace] * 1000 * this.botPace;
  }

  /**
   * How long what is complete rests before it is cleared away, in milliseconds.
   * @param {string} [summary] what is to be read meanwhile
   */
  rest(summary = "") {
    return this.step && REST[this.pace] * (summary ? READING : 1);
  }

  /**
   * Let nothing else come for a while.
   * @param {number} time in milliseconds
   */
  hold(time) {
    this.freeAt = performance.now() + time;
    this.#go();
  }

  /** @param {string} pace */
  choose(pace) {
    this.pace = pace;
    remember("pace", pace);
    this.freeAt = Math.min(this.freeAt, performance.now() + this.step);
    this.#go();
  }

  /** @param {SceneMessage} message */
  take(message) {
    if (!this.#mayWait(message)) return this.flush(message);
    this.waiting.push(message);
    this.#go();
  }

  /**
   * Show what waits, all at once, and then a message.
   * @param {SceneMessage} message
   */
  flush(message) {
    const log = this.waiting.filter((one) => one.match === message.match).flatMap((one) => one.log);
    this.waiting = [];
    this.#present(log.length ? { ...message, log: [...log, ...message.log] } : message);
  }

  /** Show all that waits at once: somebody would go on. */
  catchUp() {
    const message = this.waiting.pop();
    if (message) this.flush(message);
  }

  /** Hold what comes, or go on. */
  pause(on = !this.paused) {
    this.paused = on;
    if (!on) this.freeAt = 0;
    this.#go();
  }

  /** Show the next of what waits, and hold the rest. */
  next() {
    this.paused = true;
    const message = this.waiting.shift();
    if (message) this.#present(message);
  }

  /** Whether it follows another move of the same match that somebody else made. */
  #mayWait(/** @type {SceneMessage} */ message) {
    const before = this.waiting.at(-1) ?? this.shown;
    if (!before || message.re !== null || message.match !== before.match || message.viewer !== before.viewer) return false;
    if (message.clocks && message.you.length) return false; // time that runs is not spent on looking
    return message.ply > before.ply && before.state === "playing";
  }

  #go() {
    clearTimeout(this.timer);
    if (this.paused || !this.waiting.length || !(this.drawn || document.hidden)) return;
    const wait = document.hidden ? 0 : this.freeAt - performance.now();
    if (wait > 0) {
      this.timer = window.setTimeout(() => this.#go(), wait);
      return;
    }
    this.#present(/** @type {SceneMessage} */ (this.waiting.shift()));
    this.#go();
  }

  /** @param {SceneMessage} message */
  #present(message) {
    const moved = this.shown?.match === message.match && message.ply > this.shown.ply;
    this.shown = message;
    if (moved) this.freeAt = performance.now() + this.step;
    this.drawn = false;
    this.show(message);
    afterFrame(() => {
      this.drawn = true;
      this.#go();
    });
  }
}
