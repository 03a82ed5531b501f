/** The page's words: every string by key, in the language the page was made in. */

import { facts } from "./facts.js";

/**
 * Say what a bot is: its level, or its name if it is not one of ours.
 * @param {string} name
 * @returns {string}
 */
export function sayLevel(name) {
  return facts().words[`level.${name}`] ?? name;
}

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
