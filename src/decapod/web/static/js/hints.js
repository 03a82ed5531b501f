/** What a bot would do, and how sure it is: a small bar chart of its best moves. */

import { el, svg } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./wire.js").Opinion} Opinion */

const MOST = 5;
const NOTHING = -1; // no move
const FEW = 20; // games that prove nothing
const VAGUE = 25; // so many per cent more or less say nothing
const AHEAD = 3; // moves that may follow

/**
 * Draw the best moves as bars, each with a button that makes it.
 * @param {HTMLElement} list
 * @param {Opinion} opinion
 * @param {number} players how many play: alone, of two, or of several a share means something else
 * @param {((move: number) => void) | null} make
 * @param {(move: number | null) => void} [look] told which move is looked at
 * @param {(seat: number) => string} [nameOf] what a player is called
 */
export function showBars(list, opinion, players, make, look = () => undefined, nameOf = String) {
  const forced = opinion.forced;
  const judged = opinion.judged.filter((one) => forced || one.playouts).slice(0, MOST);
  if (!judged.length) {
    list.replaceChildren(el("li", { class: "aside" }, t("hint.none")));
    return;
  }
  const bars = judged.map((one) => {
    const parts = [el("span", {}, one.words), ...(forced ? [] : worth(one))];
    if (!make) return el("li", { class: "bar" }, ...parts);
    const button = el("button", { type: "button", "aria-label": `${t("hint.play")}: ${one.words}` }, t("hint.play"));
    button.addEventListener("click", () => make(one.move));
    const item = el("li", { class: "bar" }, ...parts, button);
    for (const kind of ["pointerenter", "focusin"]) item.addEventListener(kind, () => look(one.move));
    for (const kind of ["pointerleave", "focusout"]) item.addEventListener(kind, () => look(null));
    return item;
  });
  const close = list.parentElement?.querySelector(".close");
  if (close instanceof HTMLButtonElement) {
    close.onclick = () => {
      /** @type {HTMLElement} */ (list.parentElement).hidden = true;
      look(NOTHING);
    };
  }
  const meaning = players === 1 ? "hint.alone" : players === 2 ? "hint.win" : "hint.place";
  const basis = forced ? t("hint.only") : `${t(meaning)} ${t("hint.playouts", { n: opinion.playouts })}`;
  const then = (judged[0].line ?? []).slice(1, 1 + AHEAD).map((step) => t("hint.step", { name: nameOf(step.seat), words: step.words }));
  const follows = then.length ? [el("li", { class: "aside" }, t("hint.then", { line: then.join(" ") }))] : [];
  list.replaceChildren(...bars, el("li", { class: "aside" }, basis), ...follows);
}

/** @param {Opinion["judged"][number]} one */
function worth({ worth: share, error, playouts }) {
  if (playouts < FEW) return [el("span", { class: "worth" }, t("hint.unsure"))];
  const bar = svg(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 10, rx: 3 }),
    svg("rect", { width: Math.max(1, share * 100), height: 10, rx: 3 }),
  );
  return [el("span", { class: "worth" }, percentOf(share, error)), bar];
}

/**
 * How good a move is, and how far off that may be, as people read it: nothing is quite sure, and what is far from it has
 * no figures.
 * @param {number} share from 0 to 1
 * @param {number} error one standard error of it
 */
export function percentOf(share, error) {
  const off = Math.max(1, Math.ceil(error * 200));
  return off > VAGUE ? t("hint.unsure") : `${Math.min(99, Math.max(1, Math.round(share * 100)))} % ± ${off}`;
}
