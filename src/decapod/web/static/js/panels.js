/** The players: who they are, whose turn it is, what is public of them; at their place on the board. */

import { el, set } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * What the table knows of a seat beyond the scene.
 * @typedef {{kind?: string, here?: boolean, clock?: string, low?: boolean}} SeatStatus
 */

/**
 * The seats whose colours players wear, in games that give them others.
 * @type {Map<number, number>}
 */
const colourSeats = new Map();

export class Panels {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
  }

  /**
   * @param {Scene} scene
   * @param {(player: number) => SeatStatus} statusOf
   */
  show(scene, statusOf) {
    while (this.list.childElementCount > scene.panels.length) this.list.lastElementChild?.remove();
    scene.panels.forEach((panel, i) => {
      if (panel.shade >= 0 && colourSeats.get(panel.player) !== panel.shade) {
        colourSeats.set(panel.player, panel.shade);
        document.body.style.setProperty(`--seat-${panel.player}`, `var(--colour-${panel.shade})`);
      }
      let node = /** @type {HTMLElement | undefined} */ (this.list.children[i]);
      if (!node) {
        node = el("li", {});
        this.list.append(node);
      }
      const status = statusOf(panel.player);
      const content = JSON.stringify([panel, status, scene.width, scene.height]);
      if (node.dataset.shown === content) return;
      node.dataset.shown = content;
      node.className = `panel seat-${panel.player}`;
      node.classList.toggle("now", panel.awaiting);
      node.classList.toggle("you", panel.you);
      node.classList.toggle("out", panel.out);
      set(node, { "aria-current": panel.awaiting ? "true" : null });
      const head = el("h3", {}, chip(panel.player), el("span", { class: "name" }, panel.name));
      if (status.kind) head.append(el("span", { class: "tag kind" }, status.kind));
      if (status.here === false) head.append(el("span", { class: "tag away" }, t("seat.away")));
      if (panel.awaiting) head.append(el("span", { class: "tag turn" }, t(panel.you ? "turn.you" : "turn.other")));
      if (status.clock) head.append(el("time", { class: status.low ? "clock low" : "clock" }, status.clock));
      const lines = panel.lines.map((line) => el("li", {}, ...parts(line)));
      node.replaceChildren(head, el("ul", { class: "lines" }, ...lines));
      node.style.left = `${(panel.x / scene.width) * 100}%`;
      node.style.top = `${(panel.y / scene.height) * 100}%`;
      node.style.width = `${(panel.width / scene.width) * 100}%`;
      node.style.height = `${(panel.height / scene.height) * 100}%`;
    });
  }

  /**
   * Change a player's clock without drawing the panel again.
   * @param {number} player
   * @param {string} time
   * @param {boolean} low
   */
  clock(player, time, low) {
    const clock = this.list.querySelector(`.seat-${player} .clock`);
    if (!clock) return;
    if (clock.textContent !== time) clock.textContent = time;
    clock.classList.toggle("low", low);
  }
}

/**
 * What a dot parts stays together; the dot is drawn, and only between two parts in one line.
 * @param {string} line
 */
function parts(line) {
  const all = line.split(/\s·\s/);
  return all.length > 1 ? all.flatMap((part) => [el("span", {}, part), " "]) : all;
}

/**
 * A seat's colour with its mark, readable in grey.
 * @param {number} player
 */
export function chip(player) {
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  set(box, { class: "chip", viewBox: "0 0 68 68", "aria-hidden": "true" });
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  set(use, { href: `#chip-${colourSeats.get(player) ?? player}` });
  box.append(use);
  return box;
}
