/**
 * Questions one is asked again and again, as "Resist?": a switch that lets the page answer for the rest of the round,
 * and an answer that always takes the same while, so that its haste does not tell what is in a hand.
 */

import { the } from "./dom.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Choice} Choice */

/**
 * Which move passes, and the region that is empty when a new round begins.
 * @typedef {{move: string, until: string}} Pass
 */

const STEADY = 1200; // milliseconds an answer takes at least, whoever gives it

export class Passing {
  /**
   * @param {HTMLElement} place a label with a checkbox
   * @param {Pass | null} pass
   * @param {(choice: Choice) => void} make
   */
  constructor(place, pass, make) {
    this.place = place;
    this.pass = pass;
    this.make = make;
    this.box = the("input", HTMLInputElement, place);
    /** @type {Choice | undefined} the move that passes, while one is asked */
    this.passChoice = undefined;
    /** @type {Set<number>} seats that are not asked again this round */
    this.silentSeats = new Set();
    this.seat = -1;
    this.since = 0;
    this.timer = 0;
    this.box.addEventListener("change", () => {
      if (this.box.checked) this.silentSeats.add(this.seat);
      else this.silentSeats.delete(this.seat);
      this.#answer();
    });
  }

  /** @param {Scene} scene */
  show(scene) {
    const pass = this.pass;
    if (!pass) return;
    if (!scene.pieces.some((piece) => piece.region === pass.until)) this.silentSeats.clear();
    const before = this.passChoice;
    this.passChoice = scene.choices.find((choice) => choice.text === pass.move);
    if (this.passChoice && (!before || this.seat !== scene.viewer)) this.since = performance.now();
    this.seat = scene.viewer;
    this.box.checked = this.silentSeats.has(this.seat);
    this.place.hidden = !this.passChoice && !this.box.checked;
    this.#answer();
  }

  /** Wait until an answer may be given; at once where nothing is asked. */
  async hold() {
    clearTimeout(this.timer);
    if (this.passChoice) await new Promise((done) => setTimeout(done, this.#rest()));
  }

  #rest() {
    return Math.max(0, this.since + STEADY - performance.now());
  }

  #answer() {
    clearTimeout(this.timer);
    const choice = this.passChoice;
    if (!choice || !this.silentSeats.has(this.seat)) return;
    this.timer = window.setTimeout(() => this.make(choice), this.#rest());
  }
}
