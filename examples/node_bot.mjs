// A bot for any game of a cardkit server, in Node and with nothing but its standard library.
//
//   node examples/node_bot.mjs HOST PORT TABLE NAME [start]
//   node examples/node_bot.mjs 127.0.0.1 7272 daifugo-1 nora start
//
// With `start` it says START when it may; it leaves at the end of the match.
// It speaks the text protocol (docs/PROTOCOL.md): a line is a message, an empty line ends a frame.
// To make it yours, write another `choose`; nothing else knows how the game is played.

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
  return offer.split(" ").slice(1).filter((word) => view.hand.includes(word));
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
  else if (String(first).startsWith("#")) hearAnswer(rest);
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
  if (kind === "OK" && words[0] === "QUIT") process.exit(0);
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
