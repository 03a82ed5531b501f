/** The players' clocks, counted down here between two messages of the server. */

/** @typedef {import("./wire.js").ClockInfo} ClockInfo */

const LOW = 20_000;

export class Clocks {
  /** @param {(seat: number, time: string, low: boolean) => void} show */
  constructor(show) {
    /** @type {ClockInfo | null} */
    this.info = null;
    this.since = 0;
    this.show = show;
    setInterval(() => this.#tick(), 250);
  }

  /** @param {ClockInfo | null} info */
  set(info) {
    this.info = info;
    this.since = performance.now();
  }

  /**
   * The time a seat has left.
   * @param {number} seat
   * @returns {{clock?: string, low?: boolean}}
   */
  timeOf(seat) {
    const left = this.#left(seat);
    return left === null ? {} : { clock: formatTime(left), low: left < LOW };
  }

  /** @param {number} seat */
  #left(seat) {
    return this.info && timeLeft(this.info, seat, performance.now() - this.since);
  }

  #tick() {
    for (const seat of this.info?.running ?? []) {
      const left = this.#left(seat);
      if (left !== null) this.show(seat, formatTime(left), left < LOW);
    }
  }
}

/**
 * The milliseconds a seat has left some time after the server stated its clocks; only those that run lose time.
 * @param {ClockInfo} info
 * @param {number} seat
 * @param {number} elapsed milliseconds since then
 * @returns {number | null} null for a seat without a clock
 */
export function timeLeft(info, seat, elapsed) {
  if (info.left[seat] === undefined) return null;
  return Math.max(0, info.left[seat] - (info.running.includes(seat) ? elapsed : 0));
}

/**
 * A time as clocks show it, whole seconds: 0:07, 12:34, 1:00:00. A second that has begun still counts.
 * @param {number} left milliseconds
 * @returns {string}
 */
export function formatTime(left) {
  const seconds = Math.ceil(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
