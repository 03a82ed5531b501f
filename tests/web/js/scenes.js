/** Pieces, choices and scenes for tests: what a test does not name is as plain as can be. */

let number = 0;

export function piece(fields = {}) {
  number += 1;
  return {
    id: `piece-${number}`, face: "card", x: 0, y: 0, width: 100, angle: 0, layer: 0, region: "", order: 0, label: "",
    hint: "", mark: "", role: "", owner: -1, ...fields,
  };
}

export function choice(move, ...clicks) {
  return { move, text: `move ${move}`, words: `Make move ${move}.`, clicks };
}

export function scene(fields = {}) {
  return {
    game: "crabs", title: "Crabs!", viewer: 0, layout: "desktop", width: 1000, height: 800, prompt: "", awaiting: [0],
    pieces: [], choices: [], panels: [], zones: [], labels: [], sketch: [], ...fields,
  };
}
