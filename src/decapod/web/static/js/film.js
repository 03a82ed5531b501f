/** Makes a GIF of a match from the pictures of its positions. */

import { Gif } from "./gif.js";

const WIDTH = 720;
const FRAME_TIME = 700; // milliseconds a picture stays
const LAST_FRAME_TIME = 2500;

/**
 * Make a GIF of pictures, 720 pixels wide. All are drawn in the size of the first.
 * @param {string[]} addresses of SVG pictures, at least one
 * @param {(n: number) => void} progress called with the number of each picture before it is drawn
 * @returns {Promise<Blob>}
 */
export async function makeFilm(addresses, progress) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (!pen) throw new Error("no canvas here");
  /** @type {Gif | null} */
  let gif = null;
  for (const [i, address] of addresses.entries()) {
    progress(i + 1);
    const picture = await loadPicture(address);
    if (!gif) {
      canvas.width = WIDTH;
      canvas.height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth / 2) * 2;
      gif = new Gif(canvas.width, canvas.height);
    }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const pixels = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    gif.add(pixels, i === addresses.length - 1 ? LAST_FRAME_TIME : FRAME_TIME);
    await new Promise((done) => setTimeout(done, 0)); // the page stays awake
  }
  if (!gif) throw new RangeError("a film has a picture at least");
  return gif.finish();
}

/**
 * @param {string} address
 * @returns {Promise<HTMLImageElement>}
 */
async function loadPicture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const url = URL.createObjectURL(await answer.blob());
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  URL.revokeObjectURL(url);
  return picture;
}
