/** Our own sounds, synthesised: short, soft, off with one click, remembered. */

import { afterFrame } from "./dom.js";
import { remember, recall } from "./storage.js";

/** @typedef {"turn" | "place" | "push" | "wave" | "refused" | "end"} Sound */

/** @type {AudioContext | null} */
let audio = null;

/** Whether sounds are on. */
export function soundIsOn() {
  return recall("sound") !== "off";
}

/** @param {boolean} on */
export function setSound(on) {
  remember("sound", on ? "on" : "off");
}

/**
 * Make a sound; silent until the person has touched the page, as browsers demand.
 * @param {Sound} sound
 */
export function play(sound) {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return;
  afterFrame(() => {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    RECIPES[sound](audio, audio.currentTime);
  });
}

/** @type {Record<Sound, (audio: AudioContext, at: number) => void>} */
const RECIPES = {
  turn: (a, at) => {
    tone(a, at, 587, 0.16, "sine", 0.12);
    tone(a, at + 0.12, 784, 0.26, "sine", 0.12);
  },
  place: (a, at) => {
    tone(a, at, 220, 0.09, "triangle", 0.16, 140);
    hiss(a, at, 0.03, 2400, 0.05);
  },
  push: (a, at) => hiss(a, at, 0.16, 700, 0.14),
  wave: (a, at) => {
    hiss(a, at, 0.7, 500, 0.2, 1600);
    hiss(a, at + 0.15, 0.6, 1200, 0.08, 300);
  },
  refused: (a, at) => {
    tone(a, at, 196, 0.1, "triangle", 0.14, 165);
    tone(a, at + 0.1, 156, 0.14, "triangle", 0.12, 130);
  },
  end: (a, at) => [523, 659, 784, 1047].forEach((pitch, i) => tone(a, at + i * 0.11, pitch, 0.34, "sine", 0.1)),
};

/**
 * One soft tone, gliding to another pitch if told so.
 * @param {AudioContext} a
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {OscillatorType} shape
 * @param {number} loud
 * @param {number} [to]
 */
function tone(a, at, pitch, length, shape, loud, to = pitch) {
  const source = a.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(swell(a, at, length, loud)).connect(a.destination);
  source.start(at);
  source.stop(at + length);
}

/**
 * Filtered noise: sand, water.
 * @param {AudioContext} a
 * @param {number} at
 * @param {number} length
 * @param {number} pitch
 * @param {number} loud
 * @param {number} [to]
 */
function hiss(a, at, length, pitch, loud, to = pitch) {
  noise ??= makeNoise(a);
  const source = a.createBufferSource();
  source.buffer = noise;
  const band = a.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = 0.8;
  band.frequency.setValueAtTime(pitch, at);
  band.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(band).connect(swell(a, at, length, loud)).connect(a.destination);
  source.start(at, 0, length);
}

/** @type {AudioBuffer | null} */
let noise = null;

/**
 * A second of noise, of which every hiss is a part.
 * @param {AudioContext} a
 */
function makeNoise(a) {
  const buffer = a.createBuffer(1, a.sampleRate, a.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * @param {AudioContext} a
 * @param {number} at
 * @param {number} length
 * @param {number} loud
 */
function swell(a, at, length, loud) {
  const gain = a.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}
