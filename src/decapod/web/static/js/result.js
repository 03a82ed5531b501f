/** How a match ended: the standing, and what to do next. */

import { checkDeal, keptDeal, verdict } from "./deal.js";
import { el, requireElement } from "./dom.js";
import { chip } from "./panels.js";
import { t } from "./words.js";

/** @typedef {import("./wire.js").SceneMessage} SceneMessage */

/**
 * Show the result, or hide it while the match goes on.
 * @param {HTMLElement} box
 * @param {SceneMessage} message
 * @param {(seat: number) => string} nameOf
 * @param {string} replay its address
 * @param {number} [wait] how long the board is seen before, in milliseconds, or until a click
 */
export function showResult(box, message, nameOf, replay, wait = 0) {
  const end = message.state === "over" ? message.result : null;
  const reopen = requireElement(".show-result", HTMLButtonElement);
  reopen.hidden = !end;
  if (!end) {
    stopWaiting();
    box.hidden = true;
    return;
  }
  if (box.dataset.match !== message.match) {
    box.dataset.match = message.match; // it opens by itself once; whoever closed it looks at the board
    if (wait) openLater(box, wait);
    else open(box);
  }
  reopen.onclick = () => open(box);
  requireElement(".close", HTMLButtonElement, box).onclick = () => (box.hidden = true);
  box.onkeydown = (event) => {
    if (event.key === "Escape") box.hidden = true;
  };
  requireElement("h2", HTMLElement, box).textContent = t(headingOf(end, message.you));
  requireElement("p", HTMLElement, box).textContent = end.words;
  const standing = end.places.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  requireElement("ol", HTMLElement, box).replaceChildren(
    ...standing.map(({ place, seat }) => {
      const line = el("li", {}, el("b", {}, `${place}.`), chip(seat), nameOf(seat));
      const [points, ...reasons] = end.lines[seat] ?? [];
      if (points) line.append(el("span", { class: "aside" }, points));
      const panel = message.scene?.panels.find((one) => one.player === seat);
      for (const reason of reasons) line.append(el("p", { class: "lines" }, reason));
      if (!reasons.length && panel) line.append(el("p", { class: "lines" }, numbers(panel.lines)));
      const score = message.score[seat] ?? 0;
      if (message.number > 1) line.append(el("span", { class: "tag" }, t("result.score", { n: score })));
      return line;
    }),
  );
  showProof(requireElement(".proof", HTMLElement, box), message);
  const others = message.rematch.filter((seat) => !message.you.includes(seat));
  requireElement(".wanting", HTMLElement, box).textContent = others.length
    ? t("result.wanting", { names: others.map(nameOf).join(", ") })
    : "";
  const rematch = requireElement(".rematch", HTMLButtonElement, box);
  rematch.hidden = message.you.length === 0;
  const alreadyAsked = message.you.some((seat) => message.rematch.includes(seat));
  rematch.disabled = alreadyAsked;
  rematch.textContent = t(alreadyAsked ? "result.asked" : "result.rematch");
  requireElement(".replay-link", HTMLAnchorElement, box).href = replay;
}

/**
 * The key of the words that say what a result is for those who sit on some seats.
 * @param {import("./wire.js").Result} result
 * @param {number[]} seats
 */
export function headingOf(result, seats) {
  const [own, ...others] = new Set(seats.map((seat) => result.player_results[seat]));
  if (!own || others.length) return "result.over";
  const shared = own === "draw" && result.player_results.includes("loss");
  return shared ? "result.shared" : `result.${own}`;
}

/**
 * What is public of a player, in one piece of text in which no line begins with a dot.
 * @param {string[]} lines
 */
function numbers(lines) {
  return lines.join(" · ").replaceAll("· +", "+").replaceAll(" ·", "\u00a0·");
}

let stopWaiting = () => {};

/**
 * Open it after a while, or with a click.
 * @param {HTMLElement} box
 * @param {number} wait in milliseconds
 */
function openLater(box, wait) {
  const waiting = new AbortController();
  const timer = setTimeout(() => open(box), wait);
  stopWaiting = () => {
    clearTimeout(timer);
    waiting.abort();
  };
  addEventListener("click", () => open(box), { signal: waiting.signal });
}

/** @param {HTMLElement} box */
function open(box) {
  stopWaiting();
  box.hidden = false;
  requireElement("h2", HTMLElement, box).focus({ preventScroll: true });
}

/**
 * Say in a line whether all fits that this browser kept of the deal; the replay says what that proves.
 * @param {HTMLElement} line
 * @param {SceneMessage} message
 */
function showProof(line, { deal, secret }) {
  const found = deal ? verdict(checkDeal(deal, secret, keptDeal(deal.table, deal.number))) : null;
  line.textContent = t(found === null ? "deal.part" : found ? "deal.fits" : "deal.bad");
  line.classList.toggle("warning", found === false);
}
