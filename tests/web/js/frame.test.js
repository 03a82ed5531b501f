import assert from "node:assert/strict";
import { test } from "node:test";

import { frameOf, joinFrames, panelsInside, turnedSize } from "../../../src/decapod/web/static/js/frame.js";
import { piece, scene } from "./scenes.js";

const faces = new Map([["card", { width: 50, height: 100 }]]);
const zone = (x, y, width, height) => ({ id: "z", x, y, width, height, label: "", empty: "", kind: "zone" });
const panel = (x, y, width, height) => ({ player: 0, name: "", awaiting: false, lines: [], x, y, width, height });
const label = (x, anchor) => ({ x, y: 200, text: "ten signs.", size: 20, anchor, kind: "ink", layer: 0 });

test("a frame is as small as what it holds, and a margin of six", () => {
  assert.deepEqual(frameOf(scene({ zones: [zone(100, 200, 300, 50)] }), faces), {
    left: 94,
    top: 194,
    right: 406,
    bottom: 256,
  });
});

test("a piece lies around its centre, as high as its face makes it", () => {
  const frame = frameOf(scene({ pieces: [piece({ x: 500, y: 400, width: 100 })] }), faces);
  assert.deepEqual(frame, { left: 444, top: 294, right: 556, bottom: 506 });
});

test("words are as wide as their letters, to the side their anchor says", () => {
  const sides = (anchor) => {
    const frame = frameOf(scene({ labels: [label(500, anchor)] }), faces);
    return [frame.left, frame.right];
  };
  assert.deepEqual(sides("start"), [494, 626]);
  assert.deepEqual(sides("middle"), [434, 566]);
  assert.deepEqual(sides("end"), [374, 506]);
});

test("a frame does not leave the canvas", () => {
  const frame = frameOf(scene({ zones: [zone(-50, -50, 2000, 2000)] }), faces);
  assert.deepEqual(frame, { left: 0, top: 0, right: 1000, bottom: 800 });
});

test("panels that stand on the board are framed with it, others are not", () => {
  const zones = [zone(100, 100, 400, 400)];
  const onIt = scene({ zones, panels: [panel(450, 150, 200, 100)] });
  const beside = scene({ zones, panels: [panel(600, 150, 200, 100)] });
  assert.equal(frameOf(onIt, faces).right, 656);
  assert.equal(frameOf(beside, faces).right, 506);
  assert.equal(panelsInside(frameOf(onIt, faces), onIt), true);
  assert.equal(panelsInside(frameOf(beside, faces), beside), false);
});

test("a panel belongs to the board from a tenth of its area on", () => {
  const frame = { left: 0, top: 0, right: 100, bottom: 100 };
  assert.equal(panelsInside(frame, scene({ panels: [panel(90, 0, 100, 100)] })), false);
  assert.equal(panelsInside(frame, scene({ panels: [panel(89, 0, 100, 100)] })), true);
});

test("a turned piece needs the upright box around it", () => {
  const near = ([width, height]) => [width.toFixed(3), height.toFixed(3)];
  assert.deepEqual(near(turnedSize(30, 40, 0)), ["30.000", "40.000"]);
  assert.deepEqual(near(turnedSize(30, 40, 90)), ["40.000", "30.000"]);
  assert.deepEqual(near(turnedSize(30, 40, -180)), ["30.000", "40.000"]);
  assert.deepEqual(near(turnedSize(10, 10, 45)), ["14.142", "14.142"]);
});

test("two frames are joined in one that holds both", () => {
  const [a, b] = [
    { left: 0, top: 5, right: 10, bottom: 10 },
    { left: 2, top: 2, right: 20, bottom: 8 },
  ];
  assert.deepEqual(joinFrames(a, b), { left: 0, top: 2, right: 20, bottom: 10 });
  assert.deepEqual(joinFrames(null, b), b);
});
