// A bot for any game of a cardkit server, in Node and with nothing but its standard library.
//
//   node examples/node_bot.mjs HOST PORT TABLE NAME [start]
//   node examples/node_bot.mjs 127.0.0.1 7272 daifugo-1 nora start
//
// With `start` it says START when it may; it leaves at the end of the match.
// It speaks the text protocol (docs/protocol.md): a line is a message, an empty line ends a frame.
// It takes part in deals and checks them (docs/fairness.md); what is false is reported, and
// it leaves.
// To make it yours, write another `choose`; nothing else knows how the game is played.

import { createHash, createHmac, randomBytes } from "node:crypto";
import { connect } from "node:net";

const [host = "127.0.0.1", port = "7272", table = "daifugo-1", name = "", start = ""] =
  process.argv.slice(2);

// --- the bot -----------------------------------------------------------------------------------

// `legal` are texts: whole commands such as "DISCARD S3", and open offers that stand for many.
// `view` is all one may know: view.hand, view.hands, view.piles, view.facts, view.scores …
function choose(view, legal) {
  const plays = legal.filter((offer) => cardsOf(offer, view).length > 0);
  if (plays.length > 0) {
    // Get rid of weak cards first, and of several at once where that is possible.
    const worth = (offer) => {
      const cards = cardsOf(offer, view);
      return strength(cards[0], view) - 3 * cards.length;
    };
    return complete(plays.reduce((best, play) => (worth(play) < worth(best) ? play : best)), view);
  }
  return complete(legal[Math.floor(Math.random() * legal.length)], view);
}

// The cards of one's own hand that a command plays.
function cardsOf(offer, view) {
  if (offer.includes(" of ")) return [];
  return offer.split(" ").slice(1).filter((word) => (view.hand ?? []).includes(word));
}

// How high a card is in this game; a joker is above all.
function strength(card, view) {
  return card[0] === "J" ? view.ranks.length : view.ranks.indexOf(card[1]);
}

// Makes a whole command of an open offer: the smallest amount, or the fewest and weakest cards.
function complete(offer, view) {
  const choice = offer.match(/^(.*) (\d+)(?:\.\.\d+)? of ?(.*)$/); // EXCHANGE 0..5 of S3 H7 …
  if (choice) {
    const cards = choice[3].split(" ").sort((a, b) => strength(a, view) - strength(b, view));
    return [choice[1], ...cards.slice(0, Number(choice[2]))].join(" ");
  }
  return offer.replace(/(\d+)\.\.\d+$/, "$1"); // RAISE 8..100
}

// --- the words of a line -----------------------------------------------------------------------

// A word that is JSON is read as JSON, and any other is the text it is.
function readWords(line) {
  const words = [];
  for (let at = 0; at < line.length; ) {
    if (line[at] === " ") {
      at += 1;
      continue;
    }
    const end = endOfWord(line, at);
    const word = line.slice(at, end);
    try {
      words.push(JSON.parse(word));
    } catch {
      words.push(word);
    }
    at = end;
  }
  return words;
}

// Up to the next space that is outside of quotes and brackets.
function endOfWord(line, start) {
  if (!'"[{'.includes(line[start])) {
    const space = line.indexOf(" ", start);
    return space < 0 ? line.length : space;
  }
  let depth = 0;
  let quoted = false;
  for (let at = start; at < line.length; at += 1) {
    const c = line[at];
    if (quoted && c === "\\") at += 1;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && "[{".includes(c)) depth += 1;
    else if (!quoted && "]}".includes(c)) depth -= 1;
    if (depth === 0 && !quoted) return at + 1;
  }
  return line.length;
}

// --- fair deals --------------------------------------------------------------------------------

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const text = (words) => Buffer.from(words);
const hex = (digits) => Buffer.from(digits, "hex");
const framed = (part) => Buffer.concat([int32(part.length), part]);
const tagged = (tag, ...parts) => sha256(text(`cardkit/deal/1/${tag}\0`), ...parts.map(framed));
const dealer = (ctx, secret) => tagged("dealer", ctx, secret);
const player = (ctx, seat, gift) => tagged("player", Buffer.concat([ctx, int32(seat)]), gift);

function int32(number) {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(number);
  return four;
}

// JSON in the one way to write it: keys in order, no spaces.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${pairs.join(",")}}`;
}

const deals = new Map(); // by number; a new match begins anew
let match = 0;
let proved = 0; // cards that came with a proof that is right
let cheated = false;

// What is told of deals. Answers at once, and throws what is false as a text.
function hearDeal([kind, step, number, ...told]) {
  if (kind === "PROOF") return hearProof(step, number, told[0], told.slice(1));
  if (step === "open") return hearOpening(number, ...told);
  const deal = deals.get(number);
  if (deal === undefined) return;
  if (step === "commits") {
    deal.commits = told[0];
    const mine = deal.mine.toString("hex");
    const listed = deal.seat >= 0 && deal.commits[deal.seat] === commitment(deal);
    if (listed && !deal.gifts) aside(`REVEAL ${number} ${mine}`);
    if (deal.seat >= 0 && deal.commits[deal.seat] && !listed) throw "that commitment is not mine";
  } else if (step === "ready") {
    deal.gifts = told[0].map((gift) => (gift === "missing" ? null : hex(gift)));
    deal.gifts.forEach((gift, seat) => {
      const bound = gift && player(deal.ctx, seat, gift).toString("hex");
      if (gift && bound !== deal.commits?.[seat]) throw "somebody gave what nobody was bound to";
    });
  } else if (step === "root") {
    const [label, size, root] = told;
    const known = deal.roots.get(label);
    if (known && known.root !== root) throw "a root was changed";
    if (!known) deal.roots.set(label, { size, root, faces: new Map() });
  } else if (step === "secret") hearSecret(deal, hex(told[0]));
}

function hearOpening(number, about, bound) {
  if (about.match !== match) deals.clear();
  match = about.match;
  let deal = deals.get(number);
  if (deal && deal.bound !== bound) throw "the dealer has bound itself anew";
  if (!deal) {
    const ctx = sha256(text(canonical(about)));
    const seat = about.seats.indexOf(me);
    deal = { number, about, bound, ctx, seat, mine: randomBytes(32), roots: new Map() };
    deals.set(number, deal);
  }
  if (deal.seat >= 0 && !deal.commits) aside(`COMMIT ${number} ${commitment(deal)}`);
}

const commitment = (deal) => player(deal.ctx, deal.seat, deal.mine).toString("hex");

// A place is of a card that one may not see; a card that one sees comes with its way to the root.
function hearProof(number, label, to, items) {
  const deal = deals.get(number);
  const shuffle = deal?.roots.get(label);
  if (deal && !shuffle) throw "a proof for a shuffle that nobody was bound to";
  for (const item of deal ? items.filter(Array.isArray) : []) {
    const [place, card, salt, path] = item;
    let digest = leaf(deal.ctx, place, hex(salt), card);
    for (let at = 0, bits = place; at < path.length; at += 64, bits >>= 1) {
      const other = hex(path.slice(at, at + 64));
      digest = bits & 1 ? node(other, digest) : node(digest, other);
    }
    if (place >= shuffle.size || digest.toString("hex") !== shuffle.root || salt.length !== 32) {
      throw `${card} was not at place ${place}`;
    }
    shuffle.faces.set(place, card);
    proved += 1;
  }
}

const leaf = (ctx, place, salt, card) =>
  sha256(Buffer.from([0]), ctx, int32(place), salt, text(card));
const node = (left, right) => sha256(Buffer.from([1]), left, right);

// In the end the dealer opens its secret: the deck must follow from it and from all gifts.
function hearSecret(deal, secret) {
  if (dealer(deal.ctx, secret).toString("hex") !== deal.bound) throw "another secret was dealt with";
  const shuffle = deal.roots.get("deck");
  if (!deal.gifts || !shuffle) return;
  const given = deal.gifts.map((gift, seat) =>
    Buffer.concat([int32(seat), gift ? Buffer.concat([Buffer.from([1]), gift]) : Buffer.from([0])]),
  );
  const seed = hmac(secret, text("cardkit/deal/1/seed\0"), deal.ctx, ...given);
  const deck = shuffled(deal.about.deck.split(" "), seed, "deck");
  let level = deck.map((card, place) => {
    const salt = hmac(secret, text("cardkit/deal/1/salt\0"), framed(text("deck")), int32(place));
    return leaf(deal.ctx, place, salt.subarray(0, 16), card);
  });
  while (level.length & (level.length - 1)) level.push(sha256(Buffer.from([2])));
  while (level.length > 1) {
    level = level.flatMap((left, at) => (at % 2 ? [] : [node(left, level[at + 1])]));
  }
  if (level[0].toString("hex") !== shuffle.root) throw "the deck does not follow from all gifts";
}

function shuffled(cards, seed, label) {
  const draw = below(seed, label);
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

function below(seed, label) {
  const words = [];
  let block = 0;
  return (n) => {
    for (;;) {
      if (words.length === 0) {
        const count = Buffer.concat([int32(0), int32(block)]);
        const head = [text("cardkit/deal/1/stream\0"), seed, framed(text(label)), count];
        const digest = sha256(...head);
        for (let at = 0; at < 32; at += 4) words.push(digest.readUInt32BE(at));
        block += 1;
      }
      const word = words.shift();
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n; // no number is likelier than another
    }
  };
}

// Said at once, beside the one command that waits for its answer.
function aside(line) {
  socket.write(`#aside${(tags += 1)} ${line}\n`);
}

// --- the conversation --------------------------------------------------------------------------

const HARMLESS = ["WRONG_PHASE", "TOO_FEW_PLAYERS", "NOT_YOUR_TURN", "ALREADY_A_PLAYER"];
const mark = Math.random().toString(36).slice(2, 10); // no tag is ever used for two commands
let tags = 0;
let socket;
let me = ""; // the server says who one is: a guest is called guest-…
let token = ""; // with it one comes back after a lost connection
let last = 0; // the number of the last event heard
let question = null; // what one is asked
const wished = []; // what to say besides that, one after the other
let unanswered = null; // the one command whose answer is awaited

// One command at a time. What is said over a lost connection is repeated with the same tag, and
// the server carries it out once.
function sayNext() {
  if (unanswered !== null) return;
  if (wished.length > 0) say(wished.shift());
  else if (question?.refused) say(anything());
  else if (question !== null) say(choose(question.view, question.legal));
}

function say(line) {
  unanswered = `#${mark}${(tags += 1)} ${line}`;
  socket.write(`${unanswered}\n`);
}

function anything() {
  const { legal, view } = question;
  return complete(legal[Math.floor(Math.random() * legal.length)], view);
}

function hear(message) {
  const [first, ...rest] = message;
  if (typeof first === "number") hearEvent(message);
  else if (String(first).startsWith("#aside")) return; // a gift may come too late, and that is all
  else if (String(first).startsWith("#")) hearAnswer(rest);
  else if (first === "DEAL" || first === "PROOF") {
    try {
      hearDeal(message);
    } catch (wrong) {
      console.error(`FALSE_DEAL: ${wrong}`);
      aside(`DISPUTE ${first === "DEAL" ? rest[1] : rest[0]} ${wrong}`);
      cheated = true;
      wished.push("QUIT");
    }
  }
  else if (first === "STATE") last = rest[0];
  else if (first === "ASK") question = { legal: rest[0], view: rest[1], refused: false };
  else if (first === "BYE" || first === "WARNING") {
    console.error(rest.join(": "));
    if (first === "BYE" && rest[0] !== "SHUTTING_DOWN") process.exit(2);
    if (rest[0] === "BAD_TOKEN") process.exit(2);
  }
}

function hearEvent([number, kind, ...words]) {
  last = number;
  if (kind === "ACTION" && words[0] === me) question = null;
  if (kind === "TURN" && !words.slice(1).includes(me)) question = null;
  if (kind === "RESULT") console.log(`game ${words[0]}: ${words.slice(1).join(" ")}`);
  if (kind === "SEATS" && start) wished.push("START"); // refused while there are too few
  if (kind === "PHASE" && words[0] === "results") {
    question = null;
    if (words[1] === "over") wished.push("QUIT");
    else if (start) wished.push("START");
  }
}

function hearAnswer([kind, ...words]) {
  unanswered = null;
  if (kind === "OK" && words[0] === "ENTER") [, me, token] = words;
  if (kind === "OK" && words[0] === "QUIT") {
    console.log(`${proved} cards were proved`);
    process.exit(cheated ? 3 : 0);
  }
  if (kind === "WARNING" && !HARMLESS.includes(words[0])) {
    console.error(words.join(": "));
    if (question === null) process.exit(2);
    question.refused = true; // a bad choice: take anything else
  }
}

function dial() {
  let rest = "";
  socket = connect(Number(port), host);
  socket.setNoDelay(true).setKeepAlive(true, 20000).setEncoding("utf8");
  socket.on("connect", () => {
    socket.write("VIEWS on\n"); // an ASK brings the view along
    socket.write("PROOFS on\n"); // and a card its proof
    if (token) {
      socket.write(`RESUME ${token} ${last}\n`);
      if (unanswered !== null) socket.write(`${unanswered}\n`);
    } else {
      wished.push(`ENTER ${name}`, `JOIN ${table}`, "LOGIN");
    }
    sayNext();
  });
  socket.on("data", (data) => {
    const frames = (rest + data).split("\n\n");
    rest = frames.pop();
    // All that has come is heard before anything is said: only the latest question counts.
    for (const line of frames.flatMap((frame) => frame.split("\n"))) hear(readWords(line));
    sayNext();
  });
  socket.on("error", (error) => console.error(`NO_CONNECTION: ${error.message}`));
  socket.on("close", () => (token ? setTimeout(dial, 500) : process.exit(2)));
}

dial();
