#!/usr/bin/env node
// A bot for contests in Node, using only its standard library. It plays any game.
//
//   cardkit contest daifugo rand rand rand --bot 'nora=node examples/bots/node_bot.mjs'
//
// It reads lines and answers those that begin with ASK; docs/bots.md explains all of them.
// To make it yours, replace `choose`.

import { createInterface } from "node:readline";

let won = 0; // points of its own, over the games of this match
let before = 0; // what it had when points were told last
let me = "";

// `legal` are texts: whole commands such as "DISCARD S3", and open offers that stand for many.
// `view` is all one may know: view.hand, view.hands, view.piles, view.facts, view.scores …
function choose(view, legal) {
  const cardsOf = (offer) =>
    offer.includes(" of ") ? [] : offer.split(" ").filter((word) => (view.hand ?? []).includes(word));
  // Get rid of weak cards first, and of several at once where that is possible.
  const worth = (offer) => strength(cardsOf(offer)[0], view) - 3 * cardsOf(offer).length;
  const plays = legal.filter((offer) => cardsOf(offer).length > 0);
  if (plays.length === 0) return complete(legal[Math.floor(Math.random() * legal.length)]);
  return plays.reduce((best, play) => (worth(play) < worth(best) ? play : best));
}

// How high a card is in this game; a joker is above all.
function strength(card, view) {
  const at = view.ranks.indexOf(card.slice(1) || "no rank");
  return at < 0 ? view.ranks.length : at;
}

// Makes a whole command of an open offer: the smallest amount, or the first and fewest cards.
function complete(offer) {
  const choice = offer.match(/^(.*?) (\d+)(?:\.\.\d+)? of ?(.*)$/); // EXCHANGE 0..5 of S3 H7 …
  if (choice) {
    return [choice[1], ...choice[3].split(" ").slice(0, Number(choice[2]))].join(" ");
  }
  return offer.replace(/(-?\d+)\.\.-?\d+$/, "$1"); // RAISE 8..100
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, number, ...rest] = line.split(" ");
  if (word === "STATE") {
    const { names, seat } = JSON.parse(rest.join(" "));
    [won, before, me] = [0, 0, names[seat]];
  }
  if (word === "ASK") {
    const end = line.indexOf("] {") + 1; // of the legal commands; the view follows
    const legal = JSON.parse(line.slice("ASK ".length, end));
    process.stdout.write(`${choose(JSON.parse(line.slice(end)), legal)}\n`);
  }
  if (word === "WARNING") process.stderr.write(`${line}\n`);
  if (number === "SCORE") {
    const now = Number(rest[rest.indexOf(me) + 1]);
    [won, before] = [won + now - before, now];
  }
});
