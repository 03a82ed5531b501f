/** The bots that may sit at a table: what people call each, how it plays in a line, and a field to choose one. */

import { el } from "./dom.js";
import { facts } from "./page_data.js";
import { recall, remember } from "./storage.js";
import { t } from "./words.js";

/** @typedef {{title: string, words: string, ours: boolean, earlier?: string}} Level earlier: its name in earlier releases */

/** @returns {Record<string, Level>} by name, our six levels first */
function levels() {
  return facts().here.levels ?? {};
}

/**
 * What people call a bot; a name that is not known here stands for itself.
 * @param {string} name
 * @returns {string}
 */
export function levelTitle(name) {
  return levels()[name]?.title ?? name;
}

/**
 * How a bot plays, in a line.
 * @param {string} name
 * @returns {string}
 */
export function levelWords(name) {
  return levels()[name]?.words ?? "";
}

/** The level this person chose last, maybe in an earlier release, or the one that the page proposes. */
export function usualLevel() {
  const chosen = recall("level");
  if (chosen && chosen in levels()) return chosen;
  const renamed = chosen && Object.keys(levels()).find((name) => levels()[name].earlier === chosen);
  return renamed || /** @type {string} */ (facts().here.level);
}

/**
 * Let a person choose a level: a select is filled, and a line says the character of the chosen one.
 * @param {HTMLSelectElement} select
 * @param {HTMLElement} line
 * @param {{keep?: boolean}} [how] keep: this choice is the next proposal
 */
export function offerLevels(select, line, { keep = false } = {}) {
  const group = (/** @type {boolean} */ ours) => {
    const all = Object.entries(levels()).filter(([, level]) => level.ours === ours);
    const key = (/** @type {number} */ i) => (i === 0 ? "level.easiest" : i === all.length - 1 ? "level.hardest" : "");
    return all.map(([name, { title }], i) => el("option", { value: name }, ours && key(i) ? t(key(i), { level: title }) : title));
  };
  const others = group(false);
  select.replaceChildren(el("optgroup", { label: t("level.ours") }, ...group(true)));
  if (others.length) select.append(el("optgroup", { label: t("level.others") }, ...others));
  select.value = usualLevel();
  const describe = () => {
    line.textContent = levelWords(select.value);
  };
  describe();
  select.addEventListener("change", () => {
    describe();
    if (keep) remember("level", select.value);
  });
}
