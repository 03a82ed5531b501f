/** Writes animated GIFs: one palette a frame from its commonest colours, LZW, and only the part that changed. */

const COLOURS = 256;
const MOST_CODES = 4096;

export class Gif {
  /**
   * @param {number} width
   * @param {number} height
   */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {Uint8Array[]} */
    this.parts = [];
    /** @type {Uint8ClampedArray | null} */
    this.before = null;
    const size = [width & 255, width >> 8, height & 255, height >> 8];
    this.#write([...text("GIF89a"), ...size, 0x70, 0, 0]);
    this.#write([0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0]); // for ever
  }

  /** @param {number[] | Uint8Array} bytes */
  #write(bytes) {
    this.parts.push(Uint8Array.from(bytes));
  }

  /**
   * Add a picture.
   * @param {Uint8ClampedArray} pixels RGBA
   * @param {number} stay in milliseconds
   */
  add(pixels, stay) {
    const part = changed(this.before, pixels, this.width, this.height);
    this.before = pixels.slice();
    const { palette, indices } = painted(pixels, this.width, part);
    const delay = Math.round(stay / 10);
    this.#write([0x21, 0xf9, 4, 0x04, delay & 255, delay >> 8, 0, 0]);
    const places = [part.x, part.y, part.width, part.height].flatMap((n) => [n & 255, n >> 8]);
    this.#write([0x2c, ...places, 0x87]);
    this.#write(palette);
    this.#write(packed(indices));
  }

  /** @returns {Blob} */
  finish() {
    this.#write([0x3b]);
    return new Blob(/** @type {BlobPart[]} */ (this.parts), { type: "image/gif" });
  }
}

/** @param {string} words */
function text(words) {
  return [...words].map((letter) => letter.charCodeAt(0));
}

/** @typedef {{x: number, y: number, width: number, height: number}} Part */

/**
 * The rectangle in which two pictures differ.
 * @param {Uint8ClampedArray | null} before
 * @param {Uint8ClampedArray} now
 * @param {number} width
 * @param {number} height
 * @returns {Part}
 */
function changed(before, now, width, height) {
  if (!before) return { x: 0, y: 0, width, height };
  const [a, b] = [new Uint32Array(before.buffer, before.byteOffset), new Uint32Array(now.buffer, now.byteOffset)];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (a[i] === b[i]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Choose the commonest colours of a part, and paint it with them.
 * @param {Uint8ClampedArray} pixels
 * @param {number} across
 * @param {Part} part
 */
function painted(pixels, across, part) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const keys = new Uint16Array(part.width * part.height);
  for (let y = 0, i = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, i++) {
      const at = ((y + part.y) * across + x + part.x) * 4;
      const key = ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3);
      keys[i] = key;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const chosen = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLOURS).map(([key]) => key);
  const palette = new Uint8Array(COLOURS * 3);
  chosen.forEach((key, i) => palette.set(spread(key), i * 3));
  const index = new Map(chosen.map((key, i) => [key, i]));
  const indices = new Uint8Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    let found = index.get(keys[i]);
    if (found === undefined) {
      found = nearest(keys[i], chosen);
      index.set(keys[i], found);
    }
    indices[i] = found;
  }
  return { palette, indices };
}

/**
 * A colour of fifteen bits as three bytes.
 * @param {number} key
 * @returns {[number, number, number]}
 */
function spread(key) {
  const wide = (/** @type {number} */ n) => (n << 3) | (n >> 2);
  return [wide(key >> 10), wide((key >> 5) & 31), wide(key & 31)];
}

/**
 * @param {number} key
 * @param {number[]} chosen
 */
function nearest(key, chosen) {
  const [r, g, b] = spread(key);
  let [best, least] = [0, Infinity];
  chosen.forEach((other, i) => {
    const [x, y, z] = spread(other);
    const far = (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/**
 * LZW as GIF wants it, in blocks of 255 bytes.
 * @param {Uint8Array} indices
 * @returns {Uint8Array}
 */
export function packed(indices) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  /** @type {number[]} */
  const bytes = [];
  let [bits, held, width] = [0, 0, 9];
  const put = (/** @type {number} */ code) => {
    bits |= code << held;
    held += width;
    while (held >= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
      held -= 8;
    }
  };
  /** @type {Map<number, number>} */
  let known = new Map();
  let next = end + 1;
  put(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = (prefix << 8) | indices[i];
    const code = known.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    known.set(key, next);
    if (next === 1 << width && width < 12) width += 1;
    next += 1;
    if (next === MOST_CODES) {
      put(clear);
      known = new Map();
      next = end + 1;
      width = 9;
    }
    prefix = indices[i];
  }
  put(prefix);
  put(end);
  if (held > 0) bytes.push(bits & 255);
  const blocks = [8];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    blocks.push(block.length, ...block);
  }
  blocks.push(0);
  return Uint8Array.from(blocks);
}
