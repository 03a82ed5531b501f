// Plays many matches over socket.io as boardgame.io's own client does: sync once, then update after update.
// node client.js PORT TABLES SECONDS RATE   (RATE 0: as fast as it goes)
const { io } = require("socket.io-client");
const { SPACES } = require("./game.js");

const [port, tables, seconds, rate] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const pause = rate ? (tables / rate) * 1000 : 0;
const latencies = [];
let began = 0;

async function post(path, body) {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

function choose(G, player) {
  const mine = [];
  for (let i = 0; i < SPACES; i++) {
    const stack = G.stacks[i];
    if (stack.length && stack[stack.length - 1].owner === player) mine.push(i);
  }
  const from = mine[Math.floor(Math.random() * mine.length)];
  let to = Math.floor(Math.random() * SPACES);
  if (to === from) to = (to + 1) % SPACES;
  return [from, to];
}

function sit(matchID, playerID, credentials) {
  const socket = io(`${base}/stacks`, { transports: ["websocket"], forceNew: true });
  let sent = 0;
  const look = (state) => {
    if (state.ctx.currentPlayer !== playerID) return;
    setTimeout(
      () => {
        const payload = { type: "climb", args: choose(state.G, playerID), playerID, credentials };
        sent = performance.now();
        socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, matchID, playerID);
      },
      pause ? -Math.log(1 - Math.random()) * pause : 0,
    );
  };
  socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
  socket.on("sync", (_, info) => look(info.state));
  socket.on("update", (_, state) => {
    if (sent && state.ctx.currentPlayer !== playerID) {
      if (began && performance.now() > began) latencies.push(performance.now() - sent);
      sent = 0;
    }
    look(state);
  });
}

(async () => {
  for (let i = 0; i < tables; i++) {
    const { matchID } = await post("/games/stacks/create", { numPlayers: 2 });
    for (const playerID of ["0", "1"]) {
      const { playerCredentials } = await post(`/games/stacks/${matchID}/join`, { playerID, playerName: playerID });
      sit(matchID, playerID, playerCredentials);
    }
  }
  began = performance.now() + 2000;
  setTimeout(() => {
    latencies.sort((a, b) => a - b);
    const at = (share) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
    console.log(
      JSON.stringify({
        moves: latencies.length, "moves/s": Math.round(latencies.length / seconds),
        "p50 ms": at(0.5), "p95 ms": at(0.95), "p99 ms": at(0.99),
      }),
    );
    process.exit(0);
  }, 2000 + seconds * 1000);
})();
