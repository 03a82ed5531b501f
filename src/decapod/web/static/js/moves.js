/** Every choice as a real button: those made by no piece beside the prompt, all of them in a list. */

import { el } from "./dom.js";
import { distinct } from "./choosing.js";
import { say } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./choosing.js").Choosing} Choosing */

export class Moves {
  /**
   * @param {HTMLElement} acts where the buttons go that no piece stands for
   * @param {HTMLElement} list where every choice goes
   * @param {HTMLElement} count
   * @param {(choice: Choice) => void} make
   */
  constructor(acts, list, count, make) {
    this.acts = acts;
    this.list = list;
    this.count = count;
    this.make = make;
    /** @type {Map<string, Choice>} */
    this.listed = new Map();
    for (const place of [acts, list]) {
      place.addEventListener("click", (event) => {
        const button = event.target instanceof Element ? event.target.closest("button[data-move]") : null;
        const choice = button instanceof HTMLElement ? this.listed.get(button.dataset.move ?? "") : undefined;
        if (choice) this.make(choice);
      });
    }
  }

  /**
   * Show what is open.
   * @param {Choosing} choosing
   * @param {() => void} cancel
   */
  show(choosing, cancel) {
    const all = distinct(choosing.choices);
    const open = choosing.open();
    this.listed = new Map(all.map((choice) => [String(choice.move), choice]));
    const bare = choosing.path.length ? choosing.complete() : all.filter((choice) => choice.clicks.length === 0);
    const acts = bare.map((choice) => button(choice, "primary"));
    if (choosing.path.length) {
      const back = el("button", { type: "button", class: "quiet", "data-cancel": true }, say("moves.cancel"));
      back.addEventListener("click", cancel);
      acts.push(back);
    }
    this.acts.replaceChildren(...acts);
    this.list.replaceChildren(...open.map((choice) => el("li", {}, button(choice, "move"))));
    this.count.textContent = open.length ? say("moves.count", { n: open.length }) : say("moves.none");
  }
}

/**
 * @param {Choice} choice
 * @param {string} kind
 */
function button(choice, kind) {
  const node = el("button", { type: "button", class: kind, "data-move": choice.move });
  node.append(el("span", { class: "words" }, choice.words));
  if (choice.text && choice.text !== choice.words) node.append(" ", el("kbd", {}, choice.text));
  return node;
}
