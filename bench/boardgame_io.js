// Random games of tic-tac-toe in boardgame.io, for so many seconds; counts on standard output.
const { Client } = require("boardgame.io/client");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const TicTacToe = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const wins = (line) => line.every((cell) => G.cells[cell] === ctx.currentPlayer);
    if (LINES.some(wins)) return { winner: ctx.currentPlayer };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

function play() {
  const client = Client({ game: TicTacToe, numPlayers: 2, debug: false });
  client.start();
  for (;;) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) break;
    const free = [...G.cells.keys()].filter((cell) => G.cells[cell] === null);
    client.moves.mark(free[Math.floor(Math.random() * free.length)]);
  }
  client.stop();
}

function playFor(seconds) {
  const start = process.cpuUsage();
  let games = 0;
  let spent = 0;
  while (spent < seconds) {
    play();
    games += 1;
    const used = process.cpuUsage(start);
    spent = (used.user + used.system) / 1e6;
  }
  return { games, seconds: spent };
}

const seconds = Number(process.argv[2]);
playFor(seconds / 5);
console.log(JSON.stringify(playFor(seconds)));
