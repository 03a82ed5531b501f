// A boardgame.io server with its own default storage, which keeps matches in memory only.
const { Server, Origins } = require("boardgame.io/server");
const { Stacks } = require("./game.js");

Server({ games: [Stacks], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("ready"));
