/** What a bot would do, and how sure it is: a small bar chart of its best moves. */

import { el, svg } from "./dom.js";
import { say } from "./words.js";

/** @typedef {import("./wire.js").Judgement} Judgement */

const MOST = 5;

/**
 * Draw the best moves as bars; a click on one makes it.
 * @param {HTMLElement} list
 * @param {Judgement[]} judgements
 * @param {((move: number) => void) | null} make
 */
export function showBars(list, judgements, make) {
  if (!judgements.length) {
    list.replaceChildren(el("li", { class: "aside" }, say("hint.none")));
    return;
  }
  list.replaceChildren(
    ...judgements.slice(0, MOST).map((one) => {
      const percent = Math.round(one.worth * 100);
      const bar = svg(
        "svg",
        { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { width: 100, height: 10, rx: 3 }),
        svg("rect", { width: Math.max(1, percent), height: 10, rx: 3 }),
      );
      const parts = [el("span", {}, one.words), el("span", { class: "worth" }, `${percent} %`), bar];
      if (!make) return el("li", { class: "bar" }, ...parts);
      const button = el("button", { type: "button" }, ...parts);
      button.addEventListener("click", () => make(one.move));
      return el("li", {}, button);
    }),
  );
}
