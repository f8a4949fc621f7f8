// A boardgame.io server, in memory, for benchmarks/boardgame_io.py: what Page One is to cardkit.
//
// What costs it least: NODE_ENV=production, set by the caller; WebSockets only; secrets stripped by its
// own PlayerView; no undo, which would keep every state; whole states, since making patches is slower.

const { Server, SocketIO } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const CARDS = [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => suit + rank));

const fits = (card, top) => card[0] === top[0] || card[1] === top[1];

function deal(random, seats) {
  const stock = random.Shuffle(CARDS);
  const players = Object.fromEntries(seats.map((seat) => [seat, { hand: stock.splice(0, 5) }]));
  return { top: stock.pop(), counts: seats.map(() => 5), players, secret: { stock, played: [] } };
}

function discard({ G, ctx, playerID, random, events }, card) {
  const { hand } = G.players[playerID];
  const at = hand.indexOf(card);
  if (at < 0 || !fits(card, G.top)) return INVALID_MOVE;
  hand.splice(at, 1);
  G.counts[playerID] = hand.length;
  G.secret.played.push(G.top);
  G.top = card;
  events.endTurn();
  if (!hand.length) {
    G.scores[playerID] += 1;
    Object.assign(G, deal(random, ctx.playOrder)); // the next game of the match
  }
}

function draw({ G, playerID, random, events }) {
  const { hand } = G.players[playerID];
  const { secret } = G;
  if (hand.some((card) => fits(card, G.top))) return INVALID_MOVE;
  if (!secret.stock.length) {
    secret.stock = random.Shuffle(secret.played);
    secret.played = [];
  }
  if (secret.stock.length) hand.push(secret.stock.pop());
  else events.endTurn();
  G.counts[playerID] = hand.length;
}

const game = {
  name: "page_one",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx, random }) => ({ ...deal(random, ctx.playOrder), scores: [0, 0, 0, 0] }),
  moves: { discard: { move: discard, client: false }, draw: { move: draw, client: false } },
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
};

const transport = new SocketIO({ socketOpts: { transports: ["websocket"] } });
const server = Server({ games: [game], origins: [], transport });
process.on("SIGUSR2", global.gc); // before memory is measured
// `run` hands its port on to `listen`, which takes the host with it.
server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => {
  console.log(appServer.address().port);
});
