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
