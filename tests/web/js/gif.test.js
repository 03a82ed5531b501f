import assert from "node:assert/strict";
import { test } from "node:test";

import { compress, Gif } from "../../../src/decapod/web/static/js/gif.js";

/**
 * Read what `compress` wrote, as strictly as the specification allows: every code is one that can be known, the end
 * is said in its right width, and nothing comes after it.
 */
function decompress(bytes) {
  assert.equal(bytes[0], 8);
  const data = [];
  let at = 1;
  for (; bytes[at] > 0; at += bytes[at] + 1) data.push(...bytes.slice(at + 1, at + 1 + bytes[at]));
  assert.equal(at, bytes.length - 1, "an empty block ends the data");
  let bit = 0;
  const take = (width) => {
    let code = 0;
    for (let i = 0; i < width; i++, bit++) code |= ((data[bit >> 3] >> (bit & 7)) & 1) << i;
    assert.ok(bit <= data.length * 8, "the data ends before it says so");
    return code;
  };
  let [table, width, before] = [[], 9, null];
  const indices = [];
  assert.equal(take(width), 256, "it begins with a clear code");
  for (;;) {
    const code = take(width);
    if (code === 257) break;
    if (code === 256) {
      [table, width, before] = [[], 9, null];
      continue;
    }
    assert.ok(code < 256 || code - 258 <= table.length - (before ? 0 : 1), `code ${code} is not known yet`);
    const entry = code < 256 ? [code] : (table[code - 258] ?? [...before, before[0]]);
    if (before && table.length < 4096 - 258) table.push([...before, entry[0]]);
    if (table.length + 258 === 1 << width && width < 12) width += 1;
    indices.push(...entry);
    before = entry;
  }
  assert.ok(data.length * 8 - bit < 8, "nothing comes after the end");
  return indices;
}

/** Numbers that look like chance and are the same every time. */
function* dice(seed, sides) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield Math.floor((state / 2 ** 32) * sides);
  }
}

function throws(seed, sides, count) {
  const rolls = dice(seed, sides);
  return Uint8Array.from({ length: count }, () => rolls.next().value);
}

test("one index, and many the same, come back", () => {
  for (const length of [1, 2, 3, 255, 256, 100_000]) {
    assert.deepEqual(decompress(compress(new Uint8Array(length).fill(7))), Array(length).fill(7));
  }
});

test("what ends at any length comes back, and its end is said in the right width", () => {
  const indices = throws(1, 256, 4400); // every code widens the table: all widths, and more codes than it holds
  for (let length = 1; length <= indices.length; length += length > 260 && length < 3900 ? 53 : 1) {
    const part = indices.slice(0, length);
    assert.deepEqual(Uint8Array.from(decompress(compress(part))), part);
  }
});

test("long pictures of few and of many colours come back", () => {
  for (const sides of [2, 3, 16, 256]) {
    const indices = throws(sides, sides, 60_000);
    assert.deepEqual(Uint8Array.from(decompress(compress(indices))), indices);
  }
});

test("what repeats becomes small", () => {
  assert.ok(compress(new Uint8Array(100_000)).length < 1000);
});

test("a GIF of no size, or of more than its two bytes can say, is refused", () => {
  for (const [width, height] of [[0, 5], [5, 0], [65536, 1], [1, 1.5], [NaN, 1]]) {
    assert.throws(() => new Gif(width, height), RangeError);
  }
  assert.ok(new Gif(65535, 1));
});

test("a picture of another size is refused", () => {
  assert.throws(() => new Gif(2, 2).add(new Uint8ClampedArray(12), 100), RangeError);
});

test("a file has its signature, its end and its type", async () => {
  const gif = new Gif(3, 2);
  gif.add(new Uint8ClampedArray(24), 100);
  const blob = gif.finish();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  assert.equal(String.fromCharCode(...bytes.slice(0, 6)), "GIF89a");
  assert.deepEqual([...bytes.slice(6, 10)], [3, 0, 2, 0]);
  assert.equal(bytes.at(-1), 0x3b);
  assert.equal(blob.type, "image/gif");
});
