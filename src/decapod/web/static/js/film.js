/** A match as a film: its pictures drawn one after the other, into a GIF or an MP4, as fast as they are encoded. */

import { Gif } from "./gif.js";
import { writeMp4 } from "./mp4.js";

/** @typedef {import("./mp4.js").Sample} Sample */

const WIDTH = 720;
const FRAME_TIME = 700; // milliseconds a picture stays
const LAST_FRAME_TIME = 2500;
const CODECS = ["avc1.42001f", "vp09.00.31.08"]; // the first that the browser can make

/**
 * @typedef {object} FilmMaker
 * @property {(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D, duration: number) => Promise<void>} add
 * @property {() => Promise<Blob>} finish
 */

/**
 * What films this browser can make.
 * @returns {Promise<string[]>}
 */
export async function filmKinds() {
  return (await findCodec(WIDTH, WIDTH)) ? ["gif", "mp4"] : ["gif"];
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
  /** @type {FilmMaker | null} */
  let film = null;
  for (const [i, address] of addresses.entries()) {
    progress(i + 1);
    const picture = await loadPicture(address);
    if (!film) {
      canvas.width = WIDTH;
      canvas.height = Math.round((WIDTH * picture.naturalHeight) / picture.naturalWidth / 2) * 2;
      film = kind === "gif" ? makeGif(canvas) : await makeVideo(canvas);
    }
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    await film.add(canvas, pen, i === addresses.length - 1 ? LAST_FRAME_TIME : FRAME_TIME);
  }
  if (!film) throw new RangeError("a film has a picture at least");
  return film.finish();
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {FilmMaker}
 */
function makeGif({ width, height }) {
  const gif = new Gif(width, height);
  return {
    async add(_, pen, duration) {
      gif.add(pen.getImageData(0, 0, width, height).data, duration);
      await new Promise((done) => setTimeout(done, 0)); // the page stays awake
    },
    finish: () => Promise.resolve(gif.finish()),
  };
}

/**
 * @param {HTMLCanvasElement} canvas
 * @returns {Promise<FilmMaker>}
 */
async function makeVideo({ width, height }) {
  const codec = await findCodec(width, height);
  if (!codec) throw new Error("this browser encodes no video");
  /** @type {Sample[]} */
  const samples = [];
  /** @type {number[]} */
  const durations = [];
  /** @type {Uint8Array | null} */
  let description = null;
  /** @type {Error | null} */
  let failure = null;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const told = metadata?.decoderConfig?.description;
      if (told) description = bytesOf(told);
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      samples.push({ data, duration: durations[samples.length], key: chunk.type === "key" });
    },
    error(error) {
      failure = error;
    },
  });
  encoder.configure(settings(codec, width, height));
  let time = 0;
  return {
    async add(canvas, _, duration) {
      if (failure) throw failure;
      const frame = new VideoFrame(canvas, { timestamp: time * 1000, duration: duration * 1000 });
      durations.push(duration);
      time += duration;
      encoder.encode(frame);
      frame.close();
      while (encoder.encodeQueueSize > 4) await new Promise((done) => setTimeout(done, 5));
    },
    async finish() {
      await encoder.flush();
      encoder.close();
      if (failure) throw failure;
      const bytes = writeMp4({ width, height, codec, description, samples });
      return new Blob([/** @type {BlobPart} */ (bytes)], { type: "video/mp4" });
    },
  };
}

/**
 * @param {AllowSharedBufferSource} source
 * @returns {Uint8Array}
 */
function bytesOf(source) {
  const view = ArrayBuffer.isView(source);
  return view ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice() : new Uint8Array(source);
}

/**
 * @param {string} codec
 * @param {number} width
 * @param {number} height
 */
function settings(codec, width, height) {
  const format = codec.startsWith("avc1") ? { avc: { format: /** @type {const} */ ("avc") } } : {};
  return { codec, width, height, bitrate: 2_500_000, framerate: 2, ...format };
}

/**
 * The way of encoding video that this browser has; empty if it has none.
 * @param {number} width
 * @param {number} height
 */
async function findCodec(width, height) {
  if (!("VideoEncoder" in window)) return "";
  for (const codec of CODECS) {
    const answer = await VideoEncoder.isConfigSupported(settings(codec, width, height)).catch(() => null);
    if (answer?.supported) return codec;
  }
  return "";
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
