/** What the server wrote into the page for its modules, as JSON in a data block. */

/**
 * @typedef {object} Facts
 * @property {string} language
 * @property {Record<string, string>} words
 * @property {string} version
 * @property {string} address the public one, with which links begin; empty if nobody said which
 * @property {string[]} guests what those are called who chose no name: in the page's language, then in each
 * @property {any} here what this page is about
 */

/** @type {Facts | null} */
let cache = null;

/** @returns {Facts} */
export function facts() {
  cache ??= JSON.parse(document.getElementById("facts")?.textContent ?? "{}");
  return /** @type {Facts} */ (cache);
}

/** @returns {string} what links that others shall open begin with */
export function publicAddress() {
  return facts().address || location.origin;
}
