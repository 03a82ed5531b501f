/** The sprite sheet of a box: all its faces as symbols, fetched once and kept in the page. */

/** @typedef {Map<string, {width: number, height: number}>} Faces */

/** @type {Map<string, Promise<Faces>>} */
const sheets = new Map();

/**
 * Fetch the faces of a box into the page.
 * @param {string} address
 * @returns {Promise<Faces>}
 */
export function loadSprites(address) {
  let sheet = sheets.get(address);
  if (!sheet) {
    sheet = fetchSheet(address);
    sheets.set(address, sheet);
    sheet.catch(() => sheets.delete(address));
  }
  return sheet;
}

/**
 * @param {string} address
 * @returns {Promise<Faces>}
 */
async function fetchSheet(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("aria-hidden", "true");
  sheet.classList.add("sprites");
  document.body.append(document.importNode(sheet, true));
  /** @type {Faces} */
  const faces = new Map();
  for (const symbol of sheet.querySelectorAll("symbol")) {
    const [, , width, height] = (symbol.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
    faces.set(symbol.id.slice("face-".length), { width, height });
  }
  return faces;
}
