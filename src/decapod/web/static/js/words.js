/** The page's words: every string by key, in the language the page was made in. */

import { facts } from "./facts.js";

/**
 * Say something by its key.
 * @param {string} key
 * @param {Record<string, string | number>} [gaps]
 * @returns {string}
 */
export function say(key, gaps = {}) {
  const pattern = facts().words[key];
  if (pattern === undefined) throw new Error(`no words for ${key}`);
  return pattern.replace(/\{(\w+)\}/g, (_, name) => String(gaps[name] ?? ""));
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
