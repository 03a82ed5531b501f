/** The analysis of a finished match, which a server makes: asked for, followed while it runs, and asked about moves. */

import { facts } from "./page_data.js";
import { get, post } from "./http.js";
import { currentLayout } from "./layout.js";

/** @typedef {"inaccuracy" | "mistake" | "blunder"} Grade */
/** @typedef {{ply: number, seat: number, grade: Grade, loss: number, error: number}} Graded */
/**
 * @typedef {object} AnalysisInfo
 * @property {boolean} running
 * @property {number} done
 * @property {number} total
 * @property {number} simulations
 * @property {string} of what a chance is one of
 * @property {[number, number][][]} graph for each seat: after how many moves it had which chance
 * @property {Graded[]} graded
 * @property {number | null} turning
 */
/** @typedef {{words: string, chance: number | null, error: number, pieces: string[]}} AnalysedMove */
/** @typedef {{ply: number, seat: number, made: AnalysedMove, best: AnalysedMove, line: {seat: number, words: string}[], grade: Grade | "", loss: number, error: number}} MoveAnalysis */

const OFTEN = 700; // milliseconds between two looks at how far it is

export class Review {
  /**
   * @param {string} match
   * @param {(info: AnalysisInfo) => void} show called whenever more is known
   * @param {(words: string) => void} fail called with why nothing is
   */
  constructor(match, show, fail) {
    this.address = `/api/matches/${match}/analysis`;
    this.show = show;
    this.fail = fail;
    /** @type {AnalysisInfo | null} */
    this.info = null;
    /** @type {Map<string, Promise<MoveAnalysis | null>>} */
    this.moves = new Map();
  }

  /** Have the match looked at, or gone on with. */
  begin() {
    return this.#take(post(`${this.address}?language=${facts().language}`));
  }

  /** See whether somebody had it looked at already, and how far that is. */
  look() {
    return this.#take(get(this.address));
  }

  /** @param {Promise<AnalysisInfo>} answer */
  async #take(answer) {
    try {
      this.info = await answer;
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
      return;
    }
    if (this.info.running) setTimeout(() => void this.look(), OFTEN);
    this.show(this.info);
  }

  /**
   * What was found out about a move; null if it was not looked at yet.
   * @param {number} ply its number, from 1
   */
  move(ply) {
    const address = `${this.address}/${ply}?layout=${currentLayout()}&language=${facts().language}`;
    let found = this.moves.get(address);
    if (!found) {
      found = get(address).catch(() => {
        this.moves.delete(address);
        return null;
      });
      this.moves.set(address, found);
    }
    return found;
  }
}

/**
 * How much a move cost, as numbers that people read.
 * @param {{loss: number, error: number}} found
 */
export function cost({ loss, error }) {
  return { n: Math.min(99, Math.round(loss * 100)), error: Math.ceil(error * 200) }; // nothing is quite sure
}
