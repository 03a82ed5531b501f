/** What a search makes of a finished match: a graph of chances, marks in the story, and what would have been better. */

import { el, svg, requireElement } from "./dom.js";
import { percentOf } from "./hints.js";
import { cost, Review } from "./review.js";
import { t } from "./words.js";

/** @typedef {import("./review.js").AnalysisInfo} AnalysisInfo */
/** @typedef {import("./review.js").AnalysedMove} AnalysedMove */
/** @typedef {import("./review.js").Graded} Graded */
/** @typedef {import("./review.js").MoveAnalysis} MoveAnalysis */

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const [WIDTH, HEIGHT] = [300, 90];
const MARGIN = 8; // left and right, where the first and the last dot are seen whole

export class AnalysisView {
  /**
   * @param {HTMLElement} root
   * @param {string} match
   * @param {{last: number, own: number[], nameOf: (seat: number) => string, seat: () => number | null, told: (ply: number) => string, go: (ply: number) => void, draw: (best: string[], made: string[]) => void, tell: (words: string) => void}} replay
   */
  constructor(root, match, replay) {
    this.root = root;
    this.replay = replay;
    this.ply = 0;
    this.review = new Review(match, () => this.show(), (words) => {
      this.button.disabled = false;
      replay.tell(words);
    });
    this.button = requireElement(".begin", HTMLButtonElement, root);
    this.next = requireElement(".next-mistake", HTMLButtonElement, root);
    this.button.addEventListener("click", () => {
      this.button.disabled = true;
      void this.review.begin();
    });
    this.next.addEventListener("click", () => this.nextMistake());
    this.all = requireElement(".all-players input", HTMLInputElement, root);
    this.all.addEventListener("change", () => this.show());
    // Where the analysis lies below the board, the strip above it says as much as one needs.
    this.jump = requireElement(".prompt .jump", HTMLButtonElement);
    this.jump.addEventListener("click", () => this.nextMistake());
    this.judged = requireElement(".prompt .judged p", HTMLElement);
    const graph = requireElement("svg.graph", SVGSVGElement, root);
    graph.addEventListener("click", (event) => {
      const box = graph.getBoundingClientRect();
      const along = (((event.clientX - box.left) / box.width) * WIDTH - MARGIN) / (WIDTH - 2 * MARGIN);
      replay.go(Math.round(Math.max(0, Math.min(1, along)) * replay.last));
    });
    void this.review.look();
  }

  get info() {
    return this.review.info;
  }

  show() {
    const { info } = this;
    if (!info) return;
    const progress = requireElement("progress", HTMLProgressElement, this.root);
    const whole = info.done === info.total;
    this.root.dataset.state = info.running ? "running" : whole ? "done" : "waiting";
    progress.hidden = !info.running;
    [progress.max, progress.value] = [info.total, info.done];
    this.button.hidden = whole;
    this.button.disabled = info.running;
    this.button.textContent = info.running
      ? t("analysis.running", { n: info.done, all: info.total })
      : t(info.done ? "analysis.go_on" : "analysis.begin");
    const { own } = this.replay;
    const ownCount = mistakesOf(info.graded, own).length;
    requireElement(".all-players", HTMLElement, this.root).hidden = ownCount === info.graded.length;
    this.next.hidden = this.jump.hidden = !this.mistakes().length;
    const count = own.length ? t("analysis.own", { n: ownCount }) : "";
    requireElement(".summary", HTMLElement, this.root).textContent = whole ? (info.graded.length ? count : t("analysis.fine")) : "";
    const turning = requireElement(".turning", HTMLElement, this.root);
    turning.replaceChildren();
    if (info.turning !== null) {
      const link = el("a", { href: `#${info.turning - 1}` }, t("analysis.turning", { n: info.turning }));
      turning.append(link);
    }
    this.drawGraph();
    this.markStory();
    void this.at(this.ply);
  }

  /**
   * Where a position is along the graph.
   * @param {number} ply
   */
  across(ply) {
    return (MARGIN + (ply / Math.max(1, this.replay.last)) * (WIDTH - 2 * MARGIN)).toFixed(1);
  }

  drawGraph() {
    const { info } = this;
    const graph = requireElement("svg.graph", SVGSVGElement, this.root);
    const lines = info?.graph ?? [];
    graph.toggleAttribute("hidden", !lines.some((line) => line.length > 1));
    if (!info || graph.hasAttribute("hidden")) return;
    const x = (/** @type {number} */ ply) => this.across(ply);
    const y = (/** @type {number} */ chance) => (6 + (1 - chance) * (HEIGHT - 12)).toFixed(1);
    const seats = lines.map((line, seat) => {
      const points = line.map(([ply, chance]) => `${x(ply)},${y(chance)}`).join(" ");
      return svg("polyline", { class: `seat-${seat}`, points });
    });
    const dots = info.graded.flatMap((one) => {
      const at = lines[one.seat]?.find(([ply]) => ply === one.ply - 1);
      const d = `M${x(one.ply - 1)} ${y(at?.[1] ?? 0.5)}h0`;
      const own = this.replay.seat();
      const whose = own === null || own === one.seat ? "" : "theirs"; // a square
      return [svg("path", { class: `rim ${whose} seat-${one.seat}`, d }), svg("path", { class: `grade ${one.grade} ${whose}`, d })];
    });
    const turning = info.turning === null ? [] : [svg("line", { class: "turn", x1: x(info.turning - 1), x2: x(info.turning - 1), y1: 0, y2: HEIGHT })];
    graph.replaceChildren(
      svg("line", { class: "even", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
      ...turning,
      ...seats,
      ...dots,
      svg("line", { class: "here", x1: x(this.ply), x2: x(this.ply), y1: 0, y2: HEIGHT }),
    );
  }

  /** Put a sign behind every line of the story that tells of a move which lost something. */
  markStory() {
    for (const sign of document.querySelectorAll(".log .grade")) sign.remove();
    for (const { ply, grade } of this.info?.graded ?? []) {
      const line = document.querySelector(`.log a[data-ply="${ply}"] span:last-of-type`);
      const words = t(`analysis.${grade}`);
      line?.append(el("b", { class: `grade ${grade}`, title: words, "aria-label": words, role: "img" }, SIGNS[grade]));
    }
  }

  /** The mistakes that the button leads to. */
  mistakes() {
    return mistakesOf(this.info?.graded ?? [], this.all.checked ? [] : this.replay.own);
  }

  /** Go to where the next mistake is about to be made; after the last to the first again, with a notice. */
  nextMistake() {
    const mistakes = this.mistakes();
    if (!mistakes.length) return;
    const next = mistakeAfter(mistakes, this.ply, this.replay.last);
    if (!next) this.replay.tell(t("analysis.again"));
    this.replay.go((next ?? mistakes[0]).ply - 1);
  }

  /**
   * Say what is known of the move that is made next from a position, and draw what would be better.
   * @param {number} ply moves made so far
   */
  async at(ply) {
    this.ply = ply;
    const here = this.root.querySelector(".graph .here");
    const x = this.across(ply);
    here?.setAttribute("x1", x);
    here?.setAttribute("x2", x);
    const found = ply < this.replay.last && this.info?.done ? await this.review.move(ply + 1) : null;
    if (this.ply !== ply) return;
    this.describe(found);
    const better = found?.grade ? found : null;
    this.replay.draw(better?.best.pieces ?? [], better?.made.pieces ?? []);
  }

  /** @param {MoveAnalysis | null} found */
  describe(found) {
    const [verdict, line] = [requireElement(".verdict", HTMLElement, this.root), requireElement(".line", HTMLElement, this.root)];
    const bars = requireElement(".bars", HTMLElement, this.root);
    bars.replaceChildren();
    line.textContent = "";
    this.judged.textContent = "";
    verdict.className = `verdict ${found?.grade ?? ""}`;
    if (!found) {
      verdict.textContent = this.info?.done ? "" : t("analysis.words");
      return;
    }
    const name = this.replay.nameOf(found.seat);
    const { best, made } = found;
    const plays = t("analysis.plays", { name, words: made.words });
    const lost = found.grade ? t("analysis.lost", { grade: t(`analysis.${found.grade}`), ...cost(found) }) : "";
    const same = best.words === made.words;
    // The prompt says what was done; this is of the move to come.
    const coming = made.chance === null ? t("analysis.only", { name }) : same ? t("analysis.best", { name, words: made.words }) : plays;
    const judged = made.chance === null || same ? "" : lost || t("analysis.near");
    verdict.textContent = `${t("analysis.coming", { words: coming })} ${judged}`.trim();
    const better = t("analysis.better", { words: best.words });
    if (lost) this.judged.textContent = `${t("analysis.coming", { words: this.replay.told(found.ply) || plays })} ${lost} ${better}`;
    if (lost && best.chance !== null) bars.append(bar(better, best));
    if (made.chance !== null) bars.append(bar(lost ? t("analysis.made") : "", made));
    const then = found.line.slice(1).map((step) => t("hint.step", { name: this.replay.nameOf(step.seat), words: step.words }));
    if (then.length && found.grade) line.textContent = t("analysis.then", { line: then.join(" ") });
  }
}

/**
 * The mistakes of the person who looks; of everybody if that person has no seat.
 * @param {Graded[]} graded
 * @param {number[]} own the seats of the person who looks
 */
export function mistakesOf(graded, own) {
  return own.length ? graded.filter(({ seat }) => own.includes(seat)) : graded;
}

/**
 * The next mistake after a position. A replay opens at the end of the match: from there it is the first one.
 * @param {Graded[]} mistakes
 * @param {number} ply moves made so far
 * @param {number} last all moves of the match
 */
export function mistakeAfter(mistakes, ply, last) {
  return ply >= last ? mistakes[0] : mistakes.find((one) => one.ply - 1 > ply);
}

/**
 * @param {string} what
 * @param {AnalysedMove} move
 */
function bar(what, move) {
  const percent = Math.round((move.chance ?? 0) * 100);
  const picture = svg(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 10, rx: 3 }),
    svg("rect", { width: Math.max(1, percent), height: 10, rx: 3 }),
  );
  return el("li", { class: "bar" }, el("span", {}, what), el("span", { class: "worth" }, percentOf(move.chance ?? 0, move.error)), picture);
}
