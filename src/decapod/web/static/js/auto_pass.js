/**
 * Questions one is asked again and again, as "Resist?": a switch that lets the page answer for the rest of the round,
 * and an answer that always takes the same while, so that its haste does not tell what is in a hand.
 */

import { requireElement } from "./dom.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Choice} Choice */

const STEADY = 1200; // milliseconds an answer takes at least, whoever gives it

export class Passing {
  /**
   * @param {HTMLElement} place a label with a checkbox
   * @param {(choice: Choice) => void} make
   * @param {() => boolean} unseen whether nobody else sees how long an answer takes: then it may give itself
   */
  constructor(place, make, unseen) {
    this.place = place;
    this.make = make;
    this.unseen = unseen;
    this.forced = false; // there is nothing but to pass
    this.box = requireElement("input", HTMLInputElement, place);
    /** @type {Choice | undefined} the move that passes, while one is asked */
    this.passChoice = undefined;
    /** @type {Set<number>} seats that are not asked again this round */
    this.silentSeats = new Set();
    this.seat = -1;
    this.round = 0;
    this.since = 0;
    this.timer = 0;
    this.box.addEventListener("change", () => {
      if (this.box.checked) this.silentSeats.add(this.seat);
      else this.silentSeats.delete(this.seat);
      this.#answer();
    });
  }

  /**
   * @param {Scene} scene
   * @returns {boolean} whether the question is answered without the person, for there is but one answer
   */
  show(scene) {
    if (!scene.pass_move) return false;
    if (scene.round !== this.round) this.silentSeats.clear();
    this.round = scene.round;
    const before = this.passChoice;
    this.passChoice = scene.choices.find((choice) => choice.text === scene.pass_move);
    this.forced = Boolean(this.passChoice) && scene.choices.length === 1 && this.unseen();
    if (this.passChoice && (!before || this.seat !== scene.viewer)) this.since = performance.now();
    this.seat = scene.viewer;
    this.box.checked = this.silentSeats.has(this.seat);
    this.place.hidden = !this.passChoice && !this.box.checked;
    this.#answer();
    return this.forced;
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
    if (!choice || !(this.forced || this.silentSeats.has(this.seat))) return;
    this.timer = window.setTimeout(() => this.make(choice), this.#rest());
  }
}
