/** What a screen reader is told, as it happens. */

/** @type {HTMLElement | null} */
let region = null;

/**
 * Say something aloud to those who listen to the page.
 * @param {string} words
 */
export function announce(words) {
  region ??= document.getElementById("live");
  if (!region || !words) return;
  const line = document.createElement("p");
  line.textContent = words;
  region.append(line);
  while (region.childElementCount > 6) region.firstElementChild?.remove();
}

/** Take back what was said: it was for one player's ears. */
export function hush() {
  region?.replaceChildren();
}
