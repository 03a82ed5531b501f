/** The page's words: every string by key, in the language the page was made in. */

import { facts } from "./page_data.js";

/**
 * Say something by its key. `{n}` is a gap; `{n: move, moves}` is a number with the word it takes.
 * @param {string} key
 * @param {Record<string, string | number>} [gaps]
 * @returns {string}
 */
export function t(key, gaps = {}) {
  const pattern = facts().words[key];
  if (pattern === undefined) throw new Error(`no words for ${key}`);
  const text = pattern.replace(/\{(\w+)(?:: ([^,}]*), ([^}]*))?\}/g, (_, name, one, many) => {
    const value = gaps[name] ?? "";
    return one === undefined ? String(value) : `${value} ${isSingular(Number(value)) ? one : many}`;
  });
  return text.replace(/([!?])\./g, "$1"); // what fills the last gap may bring its own mark
}

/**
 * Whether a number takes the singular: 1, and in French 0 too.
 * @param {number} number
 */
function isSingular(number) {
  return number === 1 || (number === 0 && facts().language === "fr");
}

/**
 * The name of a person as it is read here: one that a guest was given is said in the page's language.
 * @param {string} name
 * @returns {string}
 */
export function personName(name) {
  const [own, ...all] = facts().guests;
  for (const given of all) {
    const [, number] = new RegExp(`^${given.replace("{n}", "(\\d+)")}$`).exec(name) ?? [];
    if (number) return own.replace("{n}", number);
  }
  return name;
}
