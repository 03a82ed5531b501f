// Plays many of our matches as fast as it goes, as client.js does those of boardgame.io.
// node ours.js PORT TABLES.json SECONDS   (the tables, each with the cookies of its two players)
const fs = require("node:fs");
const WebSocket = require("ws");

const [port, file, seconds] = process.argv.slice(2);
const latencies = [];
let began = 0;

function sit(table, cookie) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/tables/${table}/play`, { headers: { cookie }, perMessageDeflate: false });
  let number = 0;
  let waiting = 0;
  let sent = 0;
  const say = (message) => socket.send(JSON.stringify({ v: 3, n: ++number, ...message }));
  const look = (message) => {
    const choices = message.scene?.choices ?? [];
    if (message.state === "over") {
      if (!message.rematch.includes(message.viewer)) say({ type: "rematch" });
    } else if (message.awaiting.includes(message.viewer) && choices.length && !waiting) {
      const move = choices[Math.floor(Math.random() * choices.length)].move;
      sent = performance.now();
      say({ type: "move", seat: message.viewer, move, seen: message.n, match: message.match });
      waiting = number;
    }
  };
  socket.on("open", () => say({ type: "hello" }));
  socket.on("message", (data) => {
    const message = JSON.parse(data);
    if (message.re && message.re === waiting) {
      if (message.type === "scene" && began && performance.now() > began) latencies.push(performance.now() - sent);
      waiting = 0;
    }
    if (message.type === "scene") look(message);
  });
}

for (const [table, ...cookies] of JSON.parse(fs.readFileSync(file, "utf8"))) for (const cookie of cookies) sit(table, cookie);
began = performance.now() + 4000;
setTimeout(() => {
  latencies.sort((a, b) => a - b);
  const at = (share) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
  const told = { moves: latencies.length, "moves/s": Math.round(latencies.length / Number(seconds)) };
  console.log(JSON.stringify({ ...told, "p50 ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99) }));
  process.exit(0);
}, 4000 + Number(seconds) * 1000);
