/** A match as a film: its pictures drawn one after the other, by us into a GIF or by the browser into an MP4. */

import { Gif } from "./gif.js";

const WIDTH = 720;
const FRAME_TIME = 700; // milliseconds a picture stays
const LAST_FRAME_TIME = 2500;
const VIDEO = "video/mp4";

/** What films this browser can make. */
export function filmKinds() {
  const kinds = ["gif"];
  if ("MediaRecorder" in window && MediaRecorder.isTypeSupported(VIDEO)) kinds.push("mp4");
  return kinds;
}

/**
 * Make a film of pictures, 720 pixels wide; all are drawn in the size of the first.
 * @param {string} kind "gif" or "mp4"
 * @param {string[]} addresses of SVG pictures, at least one
 * @param {(n: number) => void} progress called with the number of each picture before it is drawn
 * @returns {Promise<Blob>}
 */
export async function makeFilm(kind, addresses, progress) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: kind === "gif" });
  if (!pen) throw new Error("no canvas here");
  /** @type {Gif | null} */
  let gif = null;
  /** @type {MediaRecorder | null} */
  let recorder = null;
  /** @type {Blob[]} */
  const parts = [];
  for (const [i, address] of addresses.entries()) {
    progress(i + 1);
    const picture = await loadPicture(address);
    if (!i) {
      canvas.width = WIDTH;
      canvas.height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth / 2) * 2;
      if (kind === "gif") gif = new Gif(canvas.width, canvas.height);
      else {
        recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: VIDEO });
        recorder.ondataavailable = (event) => parts.push(event.data);
        recorder.start();
      }
    }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const duration = i === addresses.length - 1 ? LAST_FRAME_TIME : FRAME_TIME;
    if (gif) {
      gif.add(pen.getImageData(0, 0, canvas.width, canvas.height).data, duration);
      await pause(0);
    } else await pause(duration);
  }
  if (gif) return gif.finish();
  const recorderStop = new Promise((done) => recorder?.addEventListener("stop", done));
  recorder?.stop();
  await recorderStop;
  return new Blob(parts, { type: VIDEO });
}

/** @param {number} time */
function pause(time) {
  return new Promise((done) => setTimeout(done, time));
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
