/** What the browser remembers for a person: sound, theme, level. Works, forgetting, where storage is forbidden. */

/**
 * @param {string} key
 * @returns {string | null}
 */
export function recall(key) {
  try {
    return localStorage.getItem(`decapod.${key}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(`decapod.${key}`, value);
  } catch {
    // private windows may refuse; then it holds for this page only
  }
}

/**
 * Tell the server a preference that a page is made with: theme, language. A cookie, so that the page comes right at once.
 * @param {string} key
 * @param {string} value
 */
export function setCookie(key, value) {
  const year = 365 * 24 * 3600;
  document.cookie = `decapod-${key}=${encodeURIComponent(value)};path=/;max-age=${year};samesite=lax`;
}
