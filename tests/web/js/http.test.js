import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { facts } from "./page.js";

facts.words["declined.full"] = "Every seat is taken.";

const { Declined, get, post, put } = await import("../../../src/decapod/web/static/js/http.js");

let requests, answer;

beforeEach(() => {
  requests = [];
  answer = new Response("{}");
  document.cookie = "xcsrftoken=no; csrftoken=a%3Db; other=1";
  globalThis.fetch = async (address, options) => {
    requests.push({ address, ...options });
    return answer.clone();
  };
});

test("to get is to ask without a body and without a token", async () => {
  answer = new Response('{"id": "t1"}');
  assert.deepEqual(await get("/api/tables/t1"), { id: "t1" });
  const [{ address, method, headers, body }] = requests;
  assert.deepEqual([address, method, body], ["/api/tables/t1", "GET", undefined]);
  assert.deepEqual(headers, { accept: "application/json" });
});

test("what changes something carries JSON and the token from the cookie", async () => {
  await post("/api/tables", { game: "crabs" });
  await put("/api/me", { name: "Ada" });
  await post("/api/me/link");
  assert.deepEqual(requests.map((one) => one.method), ["POST", "PUT", "POST"]);
  assert.deepEqual(requests.map((one) => JSON.parse(one.body)), [{ game: "crabs" }, { name: "Ada" }, {}]);
  for (const { headers } of requests) {
    assert.deepEqual(headers, {
      accept: "application/json",
      "content-type": "application/json",
      "x-csrftoken": "a=b",
    });
  }
});

test("an empty answer is null", async () => {
  answer = new Response(null, { status: 204 });
  assert.equal(await post("/api/tables/t1/start"), null);
});

test("a refusal is told in the page's words, or else in the server's", async () => {
  answer = new Response('{"code": "full", "detail": "no seat"}', { status: 409 });
  await assert.rejects(get("/x"), (error) => {
    assert.ok(error instanceof Declined);
    assert.deepEqual([error.status, error.message], [409, "Every seat is taken."]);
    return true;
  });
  answer = new Response('{"code": "odd", "detail": "no seat"}', { status: 400 });
  await assert.rejects(get("/x"), { message: "no seat", status: 400 });
  answer = new Response("<html>", { status: 502, statusText: "Bad Gateway" });
  await assert.rejects(get("/x"), { message: "Bad Gateway", status: 502 });
});
