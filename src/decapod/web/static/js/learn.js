/** Learn: a lesson of real positions; every step is checked by the rules themselves, on the server. */

import "./page.js";
import { el, requireElement } from "./dom.js";
import { facts } from "./page_data.js";
import { post } from "./http.js";
import { currentLayout, onLayoutChange } from "./layout.js";
import { announce } from "./aria_live.js";
import { usualLevel } from "./levels.js";
import { setUp } from "./setup.js";
import { play as sound } from "./sounds.js";
import { loadSprites } from "./sprites.js";
import { notice, Stage } from "./stage.js";
import { t } from "./words.js";

/**
 * @typedef {{title: string, say: string, done: string, rule: string, show: string[], clicks: string[]}} Step
 * @typedef {{game: string, sprites: string, rules: Record<string, string>, steps: Step[],
 *   rivals: number}} Here
 * @typedef {{scene: import("./types.js").Scene, moves: number[], done: boolean, missed: boolean}} Attempt
 */

const REST = 1300; // milliseconds that what is complete rests before it is cleared away

class Lesson {
  /**
   * @param {Here} here
   * @param {import("./sprites.js").Faces} faces
   */
  constructor(here, faces) {
    this.here = here;
    this.number = Math.min(Math.max(1, Number(location.hash.slice(1)) || 1), here.steps.length);
    /** @type {number[]} */
    this.moves = [];
    this.lesson = requireElement(".lesson", HTMLElement); // whose praise, and the button to go on, have their room from the start
    this.stage = new Stage(requireElement("#stage", HTMLElement), faces, {
      make: (choice) => void this.try([...this.moves, choice.move]),
      type: (text) => this.tryText(text),
      why: (clicks) => this.why(clicks),
      rulebook: (rule) =>
        here.rules[rule] ? { words: here.rules[rule], link: `/rules/${here.game}#${rule}` } : null,
    });
    const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      requireElement(id, HTMLButtonElement).addEventListener("click", act);
    on("#step-back", () => void this.open(this.number - 1));
    on("#step-next", () => void (this.number < here.steps.length ? this.open(this.number + 1) : this.play()));
    on("#step-again", () => void this.open(this.number));
    on("#step-show", () => void this.show());
    on("#play-now", () => void this.play());
    this.requestNumber = 0;
    onLayoutChange(() => void this.try(this.moves));
    addEventListener("hashchange", () => {
      const step = Number(location.hash.slice(1));
      if (step >= 1 && step <= here.steps.length && step !== this.number) void this.open(step);
    });
    void this.open(this.number);
  }

  /** @param {number} number */
  async open(number) {
    this.number = number;
    const step = this.here.steps[number - 1];
    const isLast = number === this.here.steps.length;
    this.lesson.classList.remove("reached");
    this.stage.cancel(); // what was chosen in another step is no longer
    history.replaceState(null, "", `#${number}`);
    requireElement("#step-title", HTMLElement).textContent = step.title;
    requireElement("#step-say", HTMLElement).textContent = step.say;
    requireElement("#count", HTMLElement).textContent = t("learn.count", { n: number, all: this.here.steps.length });
    requireElement("#done", HTMLElement).textContent = `✓ ${step.done}${isLast ? ` ${t("learn.finished")}` : ""}`;
    requireElement("#step-back", HTMLButtonElement).disabled = number === 1;
    requireElement("#step-next", HTMLButtonElement).textContent = t(isLast ? "home.bot" : "learn.next");
    const show = requireElement("#step-show", HTMLButtonElement);
    show.hidden = step.show.length + step.clicks.length === 0;
    show.classList.remove("primary");
    const rule = requireElement("#step-rule", HTMLElement);
    rule.replaceChildren();
    if (step.rule) {
      const link = { href: `/rules/${this.here.game}#${step.rule}`, target: "_blank", rel: "noopener" };
      rule.append(el("a", link, t("learn.rule", { rule: step.rule })));
    }
    requireElement(".steps", HTMLElement).replaceChildren(
      ...this.here.steps.map((_, i) =>
        el("li", { class: i + 1 < number ? "done" : i + 1 === number ? "now" : "" }),
      ),
    );
    await this.try([]);
    this.reveal();
  }

  /** Where the board is longer than its window, bring what the step is about into view. */
  reveal() {
    const canvas = requireElement(".canvas", HTMLElement);
    if (canvas.scrollHeight <= canvas.clientHeight) return;
    const find = (/** @type {string} */ mark) => canvas.querySelector(`.piece[data-mark="${mark}"]:not([data-region="hand"])`);
    const piece = (find("legal") ?? find("last"))?.getBoundingClientRect();
    const view = canvas.getBoundingClientRect();
    if (piece) canvas.scrollTop += piece.top + piece.height / 2 - view.top - view.height / 2;
  }

  /**
   * @param {number[]} moves
   * @param {string} [typed]
   * @returns {Promise<{words: string, rule: string} | null>}
   */
  async try(moves, typed = "") {
    const number = ++this.requestNumber;
    const answer = await this.ask({ moves, typed });
    if (!answer || number !== this.requestNumber) return null; // a later question has another answer
    if (!answer.scene) {
      this.stage.showRefusal(null, answer);
      return answer;
    }
    this.moves = answer.moves;
    const { scene } = answer;
    if (scene.rest && answer.moves.length) {
      this.stage.show({ ...scene, ...scene.rest, choices: [] }, { idle: true }); // one sees whom a wave takes
      this.stage.prompt.textContent = scene.events.join(" ");
      requireElement(".prompt .whose", HTMLElement).textContent = t("turn.rest");
      await new Promise((done) => setTimeout(done, REST));
      if (number !== this.requestNumber) return null;
    }
    this.stage.show(answer.scene, { idle: answer.done || answer.missed });
    requireElement(".prompt .whose", HTMLElement).textContent = t("turn.title");
    if (this.stage.idle) this.stage.prompt.textContent = answer.scene.events.join(" "); // nobody is waited for
    if (answer.done) this.finishStep();
    else if (moves.length && !answer.missed) this.stage.scrollToAwaited(answer.scene.viewer); // the step was read
    else if (answer.missed) {
      notice(requireElement(".notices", HTMLElement), t("learn.other"));
      sound("refused");
      requireElement("#step-show", HTMLButtonElement).classList.add("primary"); // they may be stuck
      setTimeout(() => void this.try([]), 1400);
    }
    return null;
  }

  finishStep() {
    this.lesson.classList.add("reached");
    announce(this.here.steps[this.number - 1].done);
    sound("end");
    requireElement(".prompt .whose", HTMLElement).textContent = t("learn.done");
    requireElement("#step-show", HTMLButtonElement).classList.remove("primary");
    requireElement("#step-next", HTMLButtonElement).focus({ preventScroll: true });
  }

  /** @param {string} text */
  async tryText(text) {
    return this.try(this.moves, text);
  }

  /** @param {string[]} clicks */
  async why(clicks) {
    const answer = await this.ask({ moves: this.moves, clicks });
    if (answer?.done) {
      if (this.stage.scene) this.stage.show(this.stage.scene, { idle: true });
      this.stage.prompt.textContent = this.here.steps[this.number - 1].done;
      this.finishStep();
    }
    return answer?.words ? answer : { words: t("why.unknown"), rule: "" };
  }

  /** Make the moves of the step, one after the other; or the clicks that are answered by why not. */
  async show() {
    const number = this.number;
    const step = this.here.steps[number - 1];
    await this.open(number);
    if (step.clicks.length) this.stage.showRefusal(step.clicks[step.clicks.length - 1], await this.why(step.clicks));
    for (const text of step.show) {
      await new Promise((done) => setTimeout(done, 700));
      if (number !== this.number) return;
      await this.try(this.moves, text);
    }
  }

  /** @param {any} attempt */
  ask(attempt) {
    return post(`/learn/${this.here.game}/${this.number}`, { layout: currentLayout(), ...attempt }).catch((error) => {
      notice(requireElement(".notices", HTMLElement), error.message);
      return null;
    });
  }

  /** Play a game against a bot. */
  async play() {
    const bot = { who: "bot", bot: usualLevel() };
    const seats = [{ who: "me" }, ...Array(this.here.rivals).fill(bot)];
    const refusal = await setUp({ game: this.here.game, seats, start: true });
    if (refusal) notice(requireElement(".notices", HTMLElement), refusal);
  }
}

async function begin() {
  const here = /** @type {Here} */ (facts().here);
  if (!here.steps.length) {
    requireElement("#step-say", HTMLElement).textContent = t("learn.none");
    requireElement(".prompt .words", HTMLElement).textContent = t("learn.none");
    return;
  }
  new Lesson(here, await loadSprites(here.sprites));
}

void begin();
