// A boardgame.io server with its own default storage, which keeps matches in memory only.
const { Server, Origins } = require("boardgame.io/server");
const { Stacks } = require("./game.js");

// The lobby has a port of its own: with newer versions of Koa its routes are not found on the game's port.
const port = Number(process.argv[2]);
Server({ games: [Stacks], origins: [Origins.LOCALHOST] }).run({ port, lobbyConfig: { apiPort: port + 1 } });
