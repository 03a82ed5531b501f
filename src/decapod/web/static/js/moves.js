/** Every choice as a real button: those made by no piece beside the prompt, all of them in a list. */

import { el } from "./dom.js";
import { distinct } from "./selection.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./selection.js").Choosing} Choosing */

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
    const acts = choosing.buttonChoices().map((choice) => ({ choice, kind }));
    replaceChanged(this.acts, choosing.path.length ? [...acts, CANCEL] : acts, button);
    replaceChanged(this.list, open.map((choice) => ({ choice, kind: "move" })), (one) => el("li", {}, button(one)));
    this.count.textContent = open.length ? t("moves.count", { n: open.length }) : t("moves.none");
  }
}

/** @typedef {{choice: Choice | null, kind: string}} Offer a button: of a choice, or without one to choose again */

/** @type {Offer} */
const CANCEL = { choice: null, kind: "quiet" };

/** @type {WeakMap<Element, string>} */
const offers = new WeakMap(); // what each node stands for

/**
 * Put nodes for offers in place of others, but leave alone those that say the same: an update must not swallow a click.
 * @param {HTMLElement} place
 * @param {Offer[]} wanted
 * @param {(offer: Offer) => HTMLElement} make
 */
function replaceChanged(place, wanted, make) {
  wanted.forEach((offer, i) => {
    const old = place.children[i];
    const what = JSON.stringify([offer.kind, offer.choice?.move, offer.choice?.words, offer.choice?.text]);
    if (old && offers.get(old) === what) return;
    const node = make(offer);
    offers.set(node, what);
    if (old) old.replaceWith(node);
    else place.append(node);
  });
  while (place.childElementCount > wanted.length) place.lastElementChild?.remove();
}

/** @param {Offer} offer */
function button({ choice, kind }) {
  if (!choice) return el("button", { type: "button", class: kind, "data-cancel": true }, t("moves.cancel"));
  const node = el("button", { type: "button", class: kind, "data-move": choice.move });
  node.append(el("span", { class: "words" }, choice.words));
  if (kind === "move" && choice.text && choice.text !== choice.words) node.append(" ", el("kbd", {}, choice.text));
  return node;
}
