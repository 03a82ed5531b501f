// A boardgame.io server: node server.js PORT [FOLDER]. With a folder it keeps matches in files there, by its own
// FlatFile storage; without one in memory only, its default.
const { FlatFile, Origins, Server } = require("boardgame.io/server");
const { Stacks } = require("./game.js");

// The lobby has a port of its own: with newer versions of Koa its routes are not found on the game's port.
const port = Number(process.argv[2]);
const db = process.argv[3] ? new FlatFile({ dir: process.argv[3], logging: false }) : undefined;
Server({ games: [Stacks], origins: [Origins.LOCALHOST], db }).run({ port, lobbyConfig: { apiPort: port + 1 } });
