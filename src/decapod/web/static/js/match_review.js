/** Where a match turned: named below its result if somebody had it looked at, else one click away. */

import { el, requireElement } from "./dom.js";
import { cost, Review } from "./review.js";
import { t } from "./words.js";

/** @typedef {import("./review.js").AnalysisInfo} AnalysisInfo */
/** @typedef {import("./review.js").MoveAnalysis} MoveAnalysis */

const POINTS = 200; // alone, each point is half a per cent

export class LookBack {
  /**
   * @param {HTMLElement} root
   * @param {(seat: number) => string} nameOf
   * @param {(seat: number) => string} replay the address of the replay, seen from a seat
   */
  constructor(root, nameOf, replay) {
    this.root = root;
    this.nameOf = nameOf;
    this.replay = replay;
    this.button = requireElement("button", HTMLButtonElement, root);
    this.words = requireElement("p", HTMLElement, root);
    /** @type {Review | null} */
    this.review = null;
    this.match = "";
    this.button.addEventListener("click", () => {
      this.button.disabled = true;
      void this.review?.begin();
    });
  }

  /**
   * Look back at a match that is over; the same again changes nothing.
   * @param {string} match
   */
  at(match) {
    if (match === this.match) return;
    this.match = match;
    this.words.textContent = "";
    this.button.hidden = true;
    const review = new Review(match, (info) => void this.#show(info), (words) => this.#fail(words));
    this.review = review;
    void review.look();
  }

  /** @param {string} words */
  #fail(words) {
    this.words.textContent = this.button.hidden ? "" : words; // nobody asked for it yet
    this.button.disabled = false;
  }

  /** @param {AnalysisInfo} info */
  async #show(info) {
    const { review, button } = this;
    const whole = info.done === info.total;
    button.hidden = whole;
    button.disabled = info.running;
    button.textContent = info.running ? t("analysis.running", { n: info.done, all: info.total }) : t("result.turn");
    if (!whole || !review) return;
    const ply = momentOf(info);
    if (ply === null) return void (this.words.textContent = t("result.even"));
    const move = await review.move(ply);
    if (!move || review !== this.review) return;
    const link = el("a", { href: `${this.replay(move.seat)}#${ply - 1}` }, t("result.see"));
    const [turned, ...lines] = tellMoment(info, move, this.nameOf);
    this.words.replaceChildren(el("b", {}, turned), ...lines.map((line) => el("span", {}, line)), link);
  }
}

/**
 * The move to look back at: where it turned, or else what cost most.
 * @param {AnalysisInfo} info
 * @returns {number | null}
 */
export function momentOf(info) {
  if (info.turning !== null) return info.turning;
  const [costliest] = [...info.graded].sort((a, b) => b.loss - a.loss);
  return costliest?.ply ?? null;
}

/**
 * Say line by line where a match turned: the move, whose it was, what it cost, what would have been better.
 * @param {AnalysisInfo} info
 * @param {MoveAnalysis} move
 * @param {(seat: number) => string} nameOf
 */
export function tellMoment(info, move, nameOf) {
  const turned = t(info.turning === null ? "result.costliest" : "result.turned", { n: move.ply });
  const made = t("analysis.plays", { name: nameOf(move.seat), words: move.made.words });
  if (!move.grade) return [turned, made, t("result.luck")];
  const lost = t(`result.cost.${info.of}`, { ...cost(move), points: Math.round(move.loss * POINTS) });
  return [turned, made, lost, t("analysis.better", { words: move.best.words })];
}
