/**
 * Writes animated GIFs. A picture of up to 256 colours is kept exactly. Of one that has more, the commonest are kept
 * exactly, and no channel of any other is off by more than MOST_ERROR (on our boards: 16). Of every picture after
 * the first only the pixels that changed are written, with a palette of their own.
 */

const MOST_COLOURS = 256;
const MOST_CODES = 4096;
const MOST_SHORT = 0xffff; // sizes and times are two bytes
const UNCHANGED = MOST_COLOURS - 1; // the index of pixels that stay as they were
const STEP = 4; // by which the error grows until the colours suffice
/** Colours farther than this from each other are at most six to a channel, so 216: they always fit. */
export const MOST_ERROR = 44;

export class Gif {
  /**
   * @param {number} width in pixels
   * @param {number} height
   */
  constructor(width, height) {
    const fits = (/** @type {number} */ side) => Number.isInteger(side) && side >= 1 && side <= MOST_SHORT;
    if (!fits(width) || !fits(height)) throw new RangeError(`a GIF cannot be ${width} × ${height}`);
    this.width = width;
    this.height = height;
    /** @type {Uint8Array[]} the file so far */
    this.parts = [];
    /** @type {Uint32Array | null} the colours of the last picture */
    this.before = null;
    this.#write([...ascii("GIF89a"), ...bytesOf(width, height), 0x70, 0, 0]);
    this.#write([0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, 0, 0, 0]); // for ever
  }

  /** @param {number[] | Uint8Array} bytes */
  #write(bytes) {
    this.parts.push(Uint8Array.from(bytes));
  }

  /**
   * Add a picture. What is see-through lies on white.
   * @param {Uint8ClampedArray} pixels RGBA, row by row, as `getImageData` gives them
   * @param {number} duration in milliseconds, rounded to hundredths of a second, at most 655.35 seconds
   */
  add(pixels, duration) {
    const colours = layOnWhite(pixels);
    if (colours.length !== this.width * this.height) throw new RangeError("the picture has another size than the GIF");
    const part = findChange(this.before, colours, this.width, this.height);
    const { palette, indices } = paint(colours, this.before, this.width, part);
    const delay = Math.min(MOST_SHORT, Math.round(duration / 10));
    this.#write([0x21, 0xf9, 4, this.before ? 0x05 : 0x04, ...bytesOf(delay), UNCHANGED, 0]);
    this.#write([0x2c, ...bytesOf(part.x, part.y, part.width, part.height), 0x87]);
    this.#write(palette);
    this.#write(compress(indices));
    this.before = colours;
  }

  /**
   * End the file.
   * @returns {Blob}
   */
  finish() {
    this.#write([0x3b]);
    return new Blob(/** @type {BlobPart[]} */ (this.parts), { type: "image/gif" });
  }
}

/** @param {string} letters */
function ascii(letters) {
  return [...letters].map((letter) => letter.charCodeAt(0));
}

/**
 * Numbers of two bytes, the low one first.
 * @param {...number} numbers
 */
function bytesOf(...numbers) {
  return numbers.flatMap((number) => [number & 255, number >> 8]);
}

/**
 * Pixels as numbers 0xRRGGBB, blended with white where one sees through them.
 * @param {Uint8ClampedArray} pixels
 * @returns {Uint32Array}
 */
function layOnWhite(pixels) {
  const colours = new Uint32Array(pixels.length / 4);
  for (let i = 0, at = 0; i < colours.length; i++, at += 4) {
    const alpha = pixels[at + 3] / 255;
    const red = Math.round(255 + (pixels[at] - 255) * alpha);
    const green = Math.round(255 + (pixels[at + 1] - 255) * alpha);
    const blue = Math.round(255 + (pixels[at + 2] - 255) * alpha);
    colours[i] = (red << 16) | (green << 8) | blue;
  }
  return colours;
}

/** @typedef {{x: number, y: number, width: number, height: number}} Part */

/**
 * The smallest rectangle that holds every pixel in which two pictures differ; one pixel if none does.
 * @param {Uint32Array | null} before
 * @param {Uint32Array} now
 * @param {number} width
 * @param {number} height
 * @returns {Part}
 */
function findChange(before, now, width, height) {
  if (!before) return { x: 0, y: 0, width, height };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (before[i] === now[i]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Paint the pixels of a part that changed with a palette of their own.
 * @param {Uint32Array} colours
 * @param {Uint32Array | null} before
 * @param {number} across pixels in a row of the picture
 * @param {Part} part
 */
function paint(colours, before, across, part) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const inPart = new Int32Array(part.width * part.height); // colours, -1 for what did not change
  for (let y = 0, i = 0; y < part.height; y++) {
    for (let x = 0, at = (part.y + y) * across + part.x; x < part.width; x++, at++, i++) {
      const colour = before?.[at] === colours[at] ? -1 : colours[at];
      inPart[i] = colour;
      if (colour >= 0) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const chosen = choosePalette(counts, before ? UNCHANGED : MOST_COLOURS);
  const indexOf = new Map(chosen.map((colour, i) => [colour, i]));
  for (const colour of counts.keys()) if (!indexOf.has(colour)) indexOf.set(colour, nearest(colour, chosen));
  indexOf.set(-1, UNCHANGED);
  const indices = new Uint8Array(inPart.length);
  for (let i = 0; i < indices.length; i++) indices[i] = /** @type {number} */ (indexOf.get(inPart[i]));
  const palette = new Uint8Array(MOST_COLOURS * 3);
  chosen.forEach((colour, i) => palette.set([colour >> 16, (colour >> 8) & 255, colour & 255], i * 3));
  return { palette, indices };
}

/**
 * The commonest colours, but some near every other: those first that are far from all that are commoner.
 * @param {Map<number, number>} counts how often each colour occurs
 * @param {number} room how many may be chosen
 * @returns {number[]}
 */
function choosePalette(counts, room) {
  const commonest = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  if (commonest.length <= room) return commonest;
  for (let reach = STEP; ; reach += STEP) {
    /** @type {Set<number>} */
    const chosen = new Set();
    for (const colour of commonest) {
      if (chosen.size > room) break;
      if (isFar(colour, chosen, reach)) chosen.add(colour);
    }
    if (chosen.size > room) continue;
    for (const colour of commonest) if (chosen.size < room) chosen.add(colour);
    return [...chosen];
  }
}

/**
 * @param {number} colour
 * @param {Iterable<number>} others
 * @param {number} reach
 */
function isFar(colour, others, reach) {
  for (const other of others) if (difference(colour, other) <= reach) return false;
  return true;
}

/**
 * The index of the colour that differs least.
 * @param {number} colour
 * @param {number[]} palette
 */
function nearest(colour, palette) {
  let [best, least] = [0, Infinity];
  palette.forEach((other, i) => {
    const far = difference(colour, other);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/**
 * How much two colours differ in the channel in which they differ most.
 * @param {number} a
 * @param {number} b
 */
function difference(a, b) {
  const red = Math.abs((a >> 16) - (b >> 16));
  const green = Math.abs(((a >> 8) & 255) - ((b >> 8) & 255));
  const blue = Math.abs((a & 255) - (b & 255));
  return Math.max(red, green, blue);
}

/**
 * LZW as GIF wants it, for indices of eight bits: a byte that says so, blocks of up to 255 bytes, an empty block.
 * @param {Uint8Array} indices at least one
 * @returns {Uint8Array}
 */
export function compress(indices) {
  const [clear, end] = [MOST_COLOURS, MOST_COLOURS + 1];
  /** @type {number[]} */
  const bytes = [];
  let [bits, bitCount, width] = [0, 0, 9];
  /** @type {Map<number, number>} the code of each sequence: the code of all but its last index, then that index */
  let codes = new Map();
  let next = end + 1;
  const put = (/** @type {number} */ code) => {
    bits |= code << bitCount;
    bitCount += width;
    while (bitCount >= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
      bitCount -= 8;
    }
  };
  const putPrefix = () => {
    put(prefix);
    if (next === 1 << width && width < 12) width += 1; // whoever reads now knows that many codes
  };
  put(clear);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const sequence = (prefix << 8) | indices[i];
    const code = codes.get(sequence);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    putPrefix();
    codes.set(sequence, next);
    next += 1;
    if (next === MOST_CODES) {
      put(clear);
      codes = new Map();
      next = end + 1;
      width = 9;
    }
    prefix = indices[i];
  }
  putPrefix();
  put(end);
  if (bitCount > 0) bytes.push(bits & 255);
  const blocks = [8];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    blocks.push(block.length, ...block);
  }
  blocks.push(0);
  return Uint8Array.from(blocks);
}
