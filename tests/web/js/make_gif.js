/** Makes a GIF of raw pictures: `node make_gif.js WIDTH HEIGHT FILE DURATION...`, their RGBA one after the other on stdin. */

import { readFileSync, writeFileSync } from "node:fs";

import { Gif } from "../../../src/decapod/web/static/js/gif.js";

const [width, height] = process.argv.slice(2, 4).map(Number);
const pixels = new Uint8ClampedArray(readFileSync(0));
const gif = new Gif(width, height);
process.argv.slice(5).forEach((duration, i) => {
  gif.add(pixels.slice(i * width * height * 4, (i + 1) * width * height * 4), Number(duration));
});
writeFileSync(process.argv[4], new Uint8Array(await gif.finish().arrayBuffer()));
