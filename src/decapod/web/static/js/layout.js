/**
 * Which of a scene's layouts fits the window: wide for desks, upright for tablets held so and phones held sideways,
 * tall for phones.
 */

const tall = matchMedia("(max-width: 600px)");
const upright = matchMedia("(max-width: 900px), (max-width: 1080px) and (max-aspect-ratio: 9/10)");

/** @returns {"wide" | "upright" | "tall"} */
export function currentLayout() {
  return tall.matches ? "tall" : upright.matches ? "upright" : "wide";
}

/** @param {() => void} callback */
export function onLayoutChange(callback) {
  let before = currentLayout();
  for (const query of [tall, upright]) {
    query.addEventListener("change", () => {
      if (currentLayout() === before) return;
      before = currentLayout();
      callback();
    });
  }
}
