// A small game of about Crab Stack's size, written for this comparison: 36 crabs in stacks on 36 spaces, two players.
// A move takes the top crab of one of your stacks onto another stack; the game never ends.
const SPACES = 36;

const Stacks = {
  name: "stacks",
  setup: () => ({
    stacks: Array.from({ length: SPACES }, (_, i) => [{ owner: String(i % 2), size: i % 3, id: i }]),
    moved: 0,
  }),
  moves: {
    climb: ({ G, playerID }, from, to) => {
      const origin = G.stacks[from];
      const landing = G.stacks[to];
      if (!origin?.length || !landing || from === to) return "INVALID_MOVE";
      if (origin[origin.length - 1].owner !== playerID) return "INVALID_MOVE";
      landing.push(origin.pop());
      G.moved += 1;
      if (G.moved % 24 === 0) {
        const crabs = G.stacks.flat();
        G.stacks = Array.from({ length: SPACES }, (_, i) => [crabs[i]]);
      }
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

module.exports = { Stacks, SPACES };
