/** Asking the server over HTTP: JSON both ways, the CSRF token from its cookie, one clear line when it says no. */

import { facts } from "./page_data.js";

export class Declined extends Error {
  /**
   * @param {number} status
   * @param {string} words
   */
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

/**
 * @param {string} address
 * @returns {Promise<any>}
 */
export function get(address) {
  return request("GET", address);
}

/**
 * @param {string} address
 * @param {any} [body]
 * @returns {Promise<any>}
 */
export function post(address, body = {}) {
  return request("POST", address, body);
}

/**
 * @param {string} address
 * @param {any} body
 * @returns {Promise<any>}
 */
export function put(address, body) {
  return request("PUT", address, body);
}

/**
 * @param {string} method
 * @param {string} address
 * @param {any} [body]
 * @returns {Promise<any>}
 */
async function request(method, address, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    headers["x-csrftoken"] = token();
  }
  const answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  /** @type {any} */
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) {
    const words = facts().words[`declined.${data?.code}`]; // in the page's language, where it can say it
    throw new Declined(answer.status, words ?? data?.detail ?? answer.statusText);
  }
  return data;
}

/** The CSRF token the server gave us in a cookie. */
function token() {
  return decodeURIComponent(/(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "");
}
