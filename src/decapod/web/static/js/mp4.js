/** An MP4 file of one silent track of pictures that a browser has encoded: the few boxes a player needs. */

/**
 * @typedef {object} Sample
 * @property {Uint8Array} data
 * @property {number} duration in milliseconds
 * @property {boolean} key whether it can be drawn without the one before
 *
 * @typedef {object} Track
 * @property {number} width
 * @property {number} height
 * @property {string} codec as browsers name it: `avc1.42001f`, `vp09.00.31.08`
 * @property {Uint8Array | null} description what a decoder of H.264 is told first
 * @property {Sample[]} samples
 */

const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]; // as it is: not turned, not scaled
const RATE = 1000; // ticks a second

/**
 * Put a film together.
 * @param {Track} track
 * @returns {Uint8Array}
 */
export function writeMp4(track) {
  const head = box("ftyp", ascii("isom"), u32(0x200), ascii("isomiso2mp41"));
  const size = track.samples.reduce((sum, sample) => sum + sample.data.length, 0);
  const moov = movie(track, 0);
  const offset = head.length + moov.length + 8; // where the pictures begin; its number is as long as any other
  return join([head, movie(track, offset), u32(size + 8), ascii("mdat"), ...track.samples.map((sample) => sample.data)]);
}

/**
 * @param {Track} track
 * @param {number} offset
 */
function movie(track, offset) {
  const { width, height, samples } = track;
  const length = samples.reduce((sum, sample) => sum + sample.duration, 0);
  const times = samples.map((sample) => u32(1, sample.duration));
  const keys = samples.flatMap((sample, i) => (sample.key ? [i + 1] : []));
  const table = box(
    "stbl",
    full("stsd", 0, u32(1), picture(track)),
    full("stts", 0, u32(times.length), ...times),
    full("stss", 0, u32(keys.length, ...keys)),
    full("stsc", 0, u32(1, 1, samples.length, 1)),
    full("stsz", 0, u32(0, samples.length, ...samples.map((sample) => sample.data.length))),
    full("stco", 0, u32(1, offset)),
  );
  const source = box("dinf", full("dref", 0, u32(1), full("url ", 1)));
  const media = box(
    "mdia",
    full("mdhd", 0, u32(0, 0, RATE, length), u16(0x55c4, 0)),
    full("hdlr", 0, u32(0), ascii("vide"), u32(0, 0, 0), ascii("Decapod\0")),
    box("minf", full("vmhd", 1, u16(0, 0, 0, 0)), source, table),
  );
  const shown = [u32(0, 0), u16(0, 0, 0, 0), u32(...MATRIX), u32(width << 16, height << 16)];
  return box(
    "moov",
    full("mvhd", 0, u32(0, 0, RATE, length, 0x10000), u16(0x100, 0), u32(0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2)),
    box("trak", full("tkhd", 3, u32(0, 0, 1, 0, length), ...shown), media),
  );
}

/**
 * What a player needs to know of the pictures.
 * @param {Track} track
 */
function picture({ width, height, codec, description }) {
  const kind = codec.slice(0, 4);
  const [, profile, level, depth] = codec.split(".").map(Number);
  const more =
    kind === "avc1"
      ? box("avcC", description ?? new Uint8Array())
      : full("vpcC", 0x1000000, Uint8Array.of(profile, level, (depth << 4) | 2, 2, 2, 2, 0, 0));
  const fixed = [u32(0), u16(0, 1), u32(0, 0, 0, 0), u16(width, height), u32(0x480000, 0x480000, 0), u16(1)];
  return box(kind, ...fixed, new Uint8Array(32), u16(24, 0xffff), more);
}

/**
 * @param {string} type
 * @param {...Uint8Array} parts
 */
function box(type, ...parts) {
  const inside = join(parts);
  return join([u32(inside.length + 8), ascii(type), inside]);
}

/**
 * A box that begins with its version and flags.
 * @param {string} type
 * @param {number} flags
 * @param {...Uint8Array} parts
 */
function full(type, flags, ...parts) {
  return box(type, u32(flags), ...parts);
}

/** @param {string} text */
function ascii(text) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** @param {...number} numbers */
function u16(...numbers) {
  return Uint8Array.from(numbers.flatMap((n) => [n >> 8, n & 255]));
}

/** @param {...number} numbers */
function u32(...numbers) {
  return Uint8Array.from(numbers.flatMap((n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]));
}

/**
 * @param {Uint8Array[]} parts
 * @returns {Uint8Array}
 */
function join(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
