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
   * @param {() => void} cancel
   */
  constructor(acts, list, count, make, cancel) {
    this.acts = acts;
    this.list = list;
    this.count = count;
    this.make = make;
    /** @type {Map<string, Choice>} */
    this.choiceByMove = new Map();
    for (const place of [acts, list]) {
      place.addEventListener("click", (event) => {
        const button = event.target instanceof Element ? event.target.closest("button[data-move]") : null;
        const choice = button instanceof HTMLElement ? this.choiceByMove.get(button.dataset.move ?? "") : undefined;
        if (choice) this.make(choice);
        if (event.target instanceof Element && event.target.closest("[data-cancel]")) cancel();
      });
    }
  }

  /**
   * Show what is open.
   * @param {Choosing} choosing
   */
  show(choosing) {
    const all = distinct(choosing.choices);
    const open = choosing.openChoices();
    this.choiceByMove = new Map(all.map((choice) => [String(choice.move), choice]));
    // The main button is the main thing to do: the only one. Passing, while there is more to do, is none.
    const kind = all.length === 1 ? "primary" : "";
    const acts = choosing.buttonChoices().map((choice) => button(choice, kind));
    if (choosing.path.length) {
      acts.push(el("button", { type: "button", class: "quiet", "data-cancel": true }, say("moves.cancel")));
    }
    replaceChanged(this.acts, acts);
    replaceChanged(this.list, open.map((choice) => el("li", {}, button(choice, "move"))));
    this.count.textContent = open.length ? say("moves.count", { n: open.length }) : say("moves.none");
  }
}

/**
 * Put nodes in place of others, but leave alone those that say the same: an update must not swallow a click.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} nodes
 */
function replaceChanged(place, nodes) {
  nodes.forEach((node, i) => {
    const old = place.children[i];
    if (!old) place.append(node);
    else if (old.outerHTML !== node.outerHTML) old.replaceWith(node);
  });
  while (place.childElementCount > nodes.length) place.lastElementChild?.remove();
}

/**
 * @param {Choice} choice
 * @param {string} kind
 */
function button(choice, kind) {
  const node = el("button", { type: "button", class: kind, "data-move": choice.move });
  node.append(el("span", { class: "words" }, choice.words));
  if (kind === "move" && choice.text && choice.text !== choice.words) node.append(" ", el("kbd", {}, choice.text));
  return node;
}
