import assert from "node:assert/strict";
import { test } from "node:test";

const { writeMp4 } = await import("../../../src/decapod/web/static/js/mp4.js");

/** Read the boxes in a stretch of bytes: by type, where each begins and ends inside. */
function boxes(bytes, start = 0, end = bytes.length) {
  const found = new Map();
  for (let at = start; at < end; ) {
    const size = number(bytes, at);
    found.set(String.fromCharCode(...bytes.slice(at + 4, at + 8)), [at + 8, at + size]);
    assert.ok(size >= 8 && at + size <= end, "a box ends beyond what it lies in");
    at += size;
  }
  return found;
}
const number = (bytes, at) => ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;

const samples = [
  { data: Uint8Array.of(1, 2, 3), duration: 700, key: true },
  { data: Uint8Array.of(4, 5), duration: 2500, key: false },
];
const film = writeMp4({ width: 720, height: 578, codec: "avc1.42001f", description: Uint8Array.of(9, 9), samples });

/** Go down into boxes by their names. */
function inside(...names) {
  let place = [0, film.length];
  for (const name of names) {
    const found = boxes(film, ...place).get(name);
    assert.ok(found, `there is no ${name}`);
    place = found;
  }
  return place;
}

test("a film has a head, a description and its pictures, in this order", () => {
  assert.deepEqual([...boxes(film).keys()], ["ftyp", "moov", "mdat"]);
  assert.deepEqual([...film.slice(...inside("mdat"))], [1, 2, 3, 4, 5]);
});

test("it says where its pictures begin, how long each is and how long it stays", () => {
  const table = ["moov", "trak", "mdia", "minf", "stbl"];
  const at = (name, nth) => number(film, inside(...table, name)[0] + 4 * nth);
  assert.equal(at("stco", 2), inside("mdat")[0]);
  assert.deepEqual([at("stsz", 2), at("stsz", 3), at("stsz", 4)], [2, 3, 2]);
  assert.deepEqual([at("stts", 3), at("stts", 5)], [700, 2500]);
  assert.deepEqual([at("stss", 1), at("stss", 2)], [1, 1]);
  assert.equal(number(film, inside("moov", "mvhd")[0] + 16), 3200);
});
