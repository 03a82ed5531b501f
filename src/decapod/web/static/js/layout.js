/** Which of a scene's two layouts fits the window: wide for screens, tall for phones and upright tablets. */

const narrow = matchMedia("(max-width: 720px), (max-width: 1080px) and (max-aspect-ratio: 9/10)");

/** @returns {"wide" | "tall"} */
export function currentLayout() {
  return narrow.matches ? "tall" : "wide";
}

/** @param {() => void} callback */
export function onLayoutChange(callback) {
  narrow.addEventListener("change", callback);
}
