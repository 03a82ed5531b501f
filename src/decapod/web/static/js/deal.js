/**
 * The deal: what this browser keeps of it before the start, and what it can check of it afterwards.
 * The salt is drawn here, and only its seal leaves the browser until the seals of all seats are known.
 */

import { recall, remember } from "./storage.js";
import { sha256 } from "./sha256.js";

/**
 * What a match was dealt from besides the secret; seals and salts by seat, "" where there is none.
 * @typedef {{table: string, number: number, seal: string, seals: string[], salts: string[]}} Deal
 *
 * What this browser keeps: the seal of the secret as it was first shown, its own salt, and the seals for which it
 * opened that.
 * @typedef {{seal: string, salt: string, seals: string[]}} Kept
 *
 * One thing that was found out about a deal, by the key of its words; `seats` go into their gap.
 * @typedef {{good: boolean | null, key: string, seats: number[]}} Finding good is null where nothing is proven
 */

const SALT_BYTES = 16;

/** Draw a salt: 32 hexadecimal digits. */
export function drawSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} salt */
export function sealOf(salt) {
  return sha256(salt);
}

/**
 * What this browser keeps of a match of a table; null if that is nothing.
 * @param {string} table
 * @param {number} number
 * @returns {Kept | null}
 */
export function keptDeal(table, number) {
  try {
    return JSON.parse(recall(`deal.${table}.${number}`) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} table
 * @param {number} number
 * @param {Kept} kept
 */
export function keepDeal(table, number, kept) {
  remember(`deal.${table}.${number}`, JSON.stringify(kept));
}

/**
 * Keep the seal of the secret as it is first shown: another one later would mean that the secret was exchanged.
 * @param {string} table
 * @param {number} number of the match that will start
 * @param {string} seal
 */
export function keepSeal(table, number, seal) {
  if (seal && !keptDeal(table, number)) keepDeal(table, number, { seal, salt: "", seals: [] });
}

/**
 * Draw and keep a salt for the match that will start, unless there is one; return its seal, "" if it cannot be kept.
 * @param {string} table
 * @param {number} number
 * @param {string} seal of the secret
 */
export function sealSalt(table, number, seal) {
  const kept = keptDeal(table, number) ?? { seal, salt: "", seals: [] };
  if (!kept.salt || kept.seals.length) keepDeal(table, number, { ...kept, salt: drawSalt(), seals: [] });
  const salt = keptDeal(table, number)?.salt;
  return salt ? sealOf(salt) : "";
}

/**
 * Open the salt for a match that is about to start; "" if there is none, or if something is not as it was shown.
 * It is opened for one list of seals only: whoever could change theirs afterwards could choose the deal.
 * @param {string} table
 * @param {{number: number, seal: string, seals: string[]}} question
 */
export function openSalt(table, { number, seal, seals }) {
  const kept = keptDeal(table, number);
  if (!kept?.salt || kept.seal !== seal || !seals.includes(sealOf(kept.salt))) return "";
  if (kept.seals.length && String(kept.seals) !== String(seals)) return "";
  keepDeal(table, number, { ...kept, seals });
  return kept.salt;
}

/**
 * Check a deal against what was kept of it.
 * @param {Deal} deal
 * @param {string} secret "" while the match goes on
 * @param {Kept | null} kept
 * @returns {Finding[]}
 */
export function checkDeal(deal, secret, kept) {
  /** @type {Finding[]} */
  const findings = [];
  const add = (/** @type {boolean | null} */ good, /** @type {string} */ key, /** @type {number[]} */ seats = []) =>
    findings.push({ good, key, seats });
  const seats = deal.salts.map((_, seat) => seat);
  if (!kept) add(null, "deal.not_kept");
  else if (kept.seal === deal.seal) add(true, "deal.kept");
  else add(false, "deal.exchanged");
  if (secret && sha256(secret) === deal.seal) add(true, "deal.secret_fits");
  else if (secret) add(false, "deal.secret_wrong");
  const wrong = seats.filter((seat) => deal.salts[seat] && sealOf(deal.salts[seat]) !== deal.seals[seat]);
  if (wrong.length) add(false, "deal.salt_wrong", wrong);
  if (!kept?.salt) add(null, "deal.no_own");
  else if (kept.seals.length && String(kept.seals) !== String(deal.seals)) add(false, "deal.seals_changed");
  else if (deal.salts.includes(kept.salt)) add(true, "deal.own");
  else add(null, "deal.left_out");
  const unopened = seats.filter((seat) => deal.seals[seat] && !deal.salts[seat]);
  if (unopened.length) add(null, "deal.unopened", unopened);
  return findings;
}

/**
 * What the findings come to: true if this browser knows that nobody chose the deal, false if something is wrong.
 * @param {Finding[]} findings
 * @returns {boolean | null}
 */
export function verdict(findings) {
  if (findings.some((finding) => finding.good === false)) return false;
  return findings.every((finding) => finding.good) ? true : null;
}
