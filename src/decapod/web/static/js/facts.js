/** What the server wrote into the page for its modules, as JSON in a data block. */

/**
 * @typedef {object} Facts
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {string} version
 * @property {any} here what this page is about
 */

/** @type {Facts | null} */
let cache = null;

/** @returns {Facts} */
export function facts() {
  cache ??= JSON.parse(document.getElementById("facts")?.textContent ?? "{}");
  return /** @type {Facts} */ (cache);
}
