/** Setting a table up. */

import { drawSalt, keepDeal, openSalt, sealOf } from "./deal.js";
import { post } from "./http.js";

/**
 * Create a table and open its page. The match starts if `wish.start` is set. Its deal holds a salt of this browser.
 * @param {any} wish the body of `POST /api/tables`
 * @param {boolean} [watch]
 * @returns {Promise<string>} why the table was refused, "" if its page is being opened
 */
export async function setUp(wish, watch = false) {
  try {
    const salt = drawSalt();
    const table = await post("/api/tables", { ...wish, seal: sealOf(salt), start: false });
    keepDeal(table.id, 1, { seal: table.next_seal, salt, seals: [] });
    if (wish.start) {
      const seals = table.seats.map((/** @type {{seal: string}} */ seat) => seat.seal);
      await post(`/api/tables/${table.id}/start`, { salt: openSalt(table.id, { number: 1, seal: table.next_seal, seals }) });
    }
    location.assign(`/table/${table.id}${watch ? "?watch=true" : ""}`);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
