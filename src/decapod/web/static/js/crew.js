/** Names for bots, so that two at one table are not called the same. */

const NAMES = ["Pinch", "Scuttle", "Barnacle", "Anemone", "Driftwood", "Periwinkle", "Limpet"];

/**
 * Seats for bots of a level, each with a name of its own.
 * @param {number} n
 * @param {string} level
 */
export function crew(n, level) {
  const first = Math.floor(Math.random() * NAMES.length);
  return Array.from({ length: n }, (_, i) => ({ who: "bot", bot: level, name: NAMES[(first + i) % NAMES.length] }));
}
