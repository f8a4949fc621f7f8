/* Tells what happened at a table, a line for each thing, from the generic events alone. Pure.

   A line is {tone, text} where text is a list of parts: a string, {name}, {card}, {suit}.
   What only repeats another event of the same frame is left out. */

import { fill, translate } from "cardkit/i18n";
import { isText } from "cardkit/message_reader";
import { ACTIONS, ANY_ACTION, EVENTS, FACTS } from "cardkit/phrases";
import { HIDDEN, isCard } from "cardkit/state";

const SUITS = "SHDC";
const SILENT = [
  "TURN",
  "ORDER",
  "SEATS",
  "SHUFFLE",
  "STATE",
  "ASK",
  "SCORE",
  "DEAL",
  "PROOF",
  "HELLO",
];

/** The lines for what one input caused, often just one. */
export function narrate(frame, me, language, texts = {}) {
  return new Telling(frame, me, language, texts).lines();
}

class Telling {
  constructor(frame, me, language, texts) {
    Object.assign(this, { me, language, texts, told: [], points: new Map(), titles: {} });
    this.rest = [...frame];
    for (const { kind, points, key, value } of this.rest) {
      if (kind === "SCORE") this.points = new Map(Object.entries(points ?? {}));
      else if (kind === "FACT" && key === "titles") this.titles = value ?? {};
    }
  }

  lines() {
    while (this.rest.length) {
      const message = this.rest.shift();
      const { kind, parts = [], other } = message;
      try {
        if (!other && Object.hasOwn(TELL, kind)) TELL[kind].call(this, message);
        else if (isText(kind) && !SILENT.includes(kind.split(" ")[0])) this.event(kind, parts);
      } catch {
        this.line("{words}", "", { words: this.words([kind, ...parts]) });
      }
    }
    return this.told;
  }

  line(template, tone, parts = {}) {
    if (!template) return;
    this.told.push({ tone, text: fill(template, this.language, parts, this.texts) });
  }

  /** A sentence about somebody; one's own have their own words. */
  say([other, own], who, tone = "", parts = {}) {
    this.line(who === this.me ? own : other, tone, { who: [{ name: who }], ...parts });
  }

  word(text) {
    return translate(text, this.language, this.texts);
  }

  words(words) {
    return join(
      words.flatMap((w) => (w === null ? [] : [w])).map((word) => this.part(word)),
      " ",
    );
  }

  part(word) {
    if (isCard(word)) return { card: word };
    if (typeof word === "string" && word.length === 1 && SUITS.includes(word))
      return { suit: word };
    if (Array.isArray(word)) return word.map(String).join(" ");
    if (typeof word === "object") {
      return Object.entries(word)
        .map(([key, one]) => `${key} ${one}`)
        .join(", ");
    }
    return typeof word === "number" ? number(word) : this.word(String(word));
  }

  /** Cards as far as they are seen; otherwise how many there are. */
  some(cards) {
    if (cards.length === 1 && typeof cards[0] === "number") return this.count(cards[0]);
    if (!cards.length || cards.includes(HIDDEN)) return this.count(cards.length);
    return join(
      cards.map((card) => ({ card })),
      " ",
    );
  }

  count(cards) {
    const template = cards === 1 ? "one card" : "{count} cards";
    return fill(template, this.language, { count: String(cards) });
  }

  /** The next message of this kind and with these parts. */
  find(kind, parts = {}) {
    const wanted = Object.entries({ kind, ...parts });
    return this.rest.find((m) => !m.other && wanted.every(([name, part]) => m[name] === part));
  }

  /** The same, and it is not told again. */
  take(kind, parts) {
    const found = this.find(kind, parts);
    if (found) this.rest.splice(this.rest.indexOf(found), 1);
    return found;
  }

  moved(source, target) {
    return [...(this.take("MOVE", { source, target })?.cards ?? [])];
  }

  event(kind, parts) {
    if (Object.hasOwn(EVENTS, kind) && parts.length) {
      const more = typeof parts[1] === "number" ? number(parts[1]) : this.word(parts[1] ?? "");
      this.say(EVENTS[kind], parts[0], kind === "SAY" ? "stress" : "", { more });
      return;
    }
    const name = this.word(kind.toLowerCase().replaceAll("_", " "));
    const words = this.words(parts);
    this.line("{name}: {words}", "", { name, words });
  }
}

const TELL = {
  ACTION({ name: who, verb, rest: words }) {
    if (Object.hasOwn(DONE, verb)) DONE[verb].call(this, who, ...words);
    else if (Object.hasOwn(ACTIONS, verb) && !words.length) this.say(ACTIONS[verb], who);
    else this.say(ANY_ACTION, who, "", { words: this.words([verb, ...words]) });
  },
  GATHER({ pile }) {
    this.take("SHUFFLE", { pile });
    const dealt = [];
    const isDealt = ({ kind, source, target } = {}) =>
      kind === "MOVE" && source === pile && target !== "table";
    while (isDealt(this.rest[0])) dealt.push(this.rest.shift().cards.length);
    if (dealt.length) {
      const [least, most] = [Math.min(...dealt), Math.max(...dealt)];
      const range = { a: String(least), b: String(most) };
      const each =
        least === most ? this.count(most) : fill("{a} or {b} cards", this.language, range);
      this.line("The cards are dealt: {each} each.", "dim", { each });
    }
    const up = this.moved(pile, "table");
    if (up.length) this.line("{cards} is turned up.", "", { cards: this.some(up) });
  },
  MOVE({ source, target, cards }) {
    if (!cards.length) return;
    const some = { cards: this.some(cards) };
    if (source === target) {
      this.say(["{who} shows {cards}", "You show {cards}"], source, "", some);
    } else if (source === "table" && target === "stock") {
      this.line("The played cards are shuffled into the stock.", "dim");
    } else if (source === "table") {
      // A trick is told by whose it is.
      if (!this.find("TRICK")) this.line("The table is cleared.", "dim");
    } else if (source === "stock") {
      this.say(ACTIONS.DRAW, target, "", some);
    } else if (["away", "rejected", "stock"].includes(target)) {
      this.say(["{who} puts {cards} away", "You put {cards} away"], source, "", some);
    } else if (target === "table") {
      this.say(ACTIONS.DISCARD, source, "", some);
    } else {
      this.say(ACTIONS.PUT, source, "", { ...some, whom: [{ name: target }] });
    }
  },
  SHOW({ pile: who, cards }) {
    const hand = this.take("HAND", { name: who });
    if (!cards.length) return;
    const shown = { cards: this.some(cards), hand: this.word(hand?.hand ?? "") };
    const plain = ["{who} shows {cards}", "You show {cards}"];
    const named = ["{who} shows {cards}: {hand}", "You show {cards}: {hand}"];
    this.say(hand ? named : plain, who, "", shown);
  },
  FACT({ key, value }) {
    const ending = this.find("PHASE", { phase: "results" });
    const known = Object.hasOwn(FACTS, key);
    if (value === null && (ending || !known)) return;
    if (known) {
      const isSuits = typeof value === "string" && [...value].every((one) => SUITS.includes(one));
      const suits = isSuits ? [...value].map((suit) => ({ suit })) : "";
      const template = FACTS[key][value === null ? 1 : 0];
      this.line(template, "stress", { suits, value: String(value) });
      return;
    }
    const name = this.word(key.replaceAll("_", " "));
    const template = value === true ? "{name}!" : "{name}: {value}";
    this.line(template, "", { name, value: this.words([value].flat()) });
  },
  PHASE({ phase, more }) {
    const part = { number: String(more) };
    if (phase === "playing") this.line("— Game {number} —", "head", part);
    else if (phase === "results" && more === "over") this.line("The match is over.", "head");
    else if (phase === "preparing") this.line("A new match is prepared.", "head");
  },
  RESULT({ game, names }) {
    this.line("Game {number} is over", "head", { number: String(game) });
    for (const [at, name] of names.entries()) {
      const title = this.titles[name] ? this.word(this.titles[name]) : "";
      const points = this.points.has(name) ? number(this.points.get(name)) : "";
      const noted = [title, points].filter(Boolean).join(", ");
      const parts = { place: String(at + 1), who: [{ name }], noted: noted && `: ${noted}` };
      this.line("{place}. {who}{noted}", "place", parts);
    }
  },
  AWAY({ name: who, policy }) {
    this.say(EVENTS[`AWAY ${policy}`], who, "stress");
  },
  RESUMED() {
    this.line("The game goes on.", "stress");
  },
  LOT() {
    this.line("Nobody goes on; the places are drawn by lot.", "stress");
  },
  CHAT({ name, text }) {
    this.line("{who}: {words}", "chat", { who: [{ name }], words: [{ said: text }] });
  },
  WARNING({ sentence }) {
    this.line("{sentence}", "warning", { sentence: [{ said: sentence }] });
  },
  LOST() {
    this.line("The connection is lost; trying to come back.", "warning");
  },
  BACK() {
    this.line("The connection is back.", "stress");
  },
};

const DONE = {
  ENTER(who, how) {
    this.say(ACTIONS[how === "WATCH" ? "ENTER watch" : "ENTER"], who, "dim");
  },
  DISCARD(who, ...words) {
    this.take("MOVE", { source: who, target: "table" });
    const last = words.at(-1);
    if (words.length > 1 && typeof last === "string" && last.length === 1) {
      this.take("FACT", { key: "suit" });
      const parts = { cards: this.some(words.slice(0, -1)), suit: this.words([last]) };
      this.say(ACTIONS["DISCARD suit"], who, "", parts);
    } else {
      this.say(ACTIONS.DISCARD, who, "", { cards: this.some(words) });
    }
  },
  DRAW(who, ...words) {
    if (words[0] === "TABLE") {
      this.say(ACTIONS["DRAW table"], who, "", { cards: this.some(this.moved("table", who)) });
      return;
    }
    const cards = this.moved("stock", who);
    for (let more = this.moved("stock", who); more.length; more = this.moved("stock", who)) {
      cards.push(...more); // the stock was made anew in between
    }
    this.say(ACTIONS.DRAW, who, "", { cards: this.some(cards) });
  },
  GET(who, whom, ...words) {
    const cards = this.moved(whom, who);
    const asked = isCard(words[0]);
    const phrase = asked ? (cards.length ? "GET card" : "GET nothing") : "GET";
    const parts = { whom: [{ name: whom }], cards: this.some(asked ? [words[0]] : cards) };
    this.say(ACTIONS[phrase], who, "", parts);
  },
  PUT(who, whom, ...cards) {
    const given = this.take("MOVE", { source: who, target: whom });
    this.say(ACTIONS[given ? "PUT" : "PUT later"], who, "", { whom: [{ name: whom }], cards: this.some(cards) });
  },
  EXCHANGE(who, ...cards) {
    this.take("MOVE", { source: who, target: "rejected" });
    const fresh = this.moved("stock", who);
    if (!cards.length || cards[0] === 0) {
      this.say(ACTIONS["EXCHANGE none"], who);
      return;
    }
    const seen = fresh.length > 0 && !fresh.includes(HIDDEN);
    const parts = { cards: this.some(cards), new: this.some(fresh) };
    this.say(ACTIONS[seen ? "EXCHANGE seen" : "EXCHANGE"], who, "", parts);
  },
  MELD(who, ...cards) {
    this.take("MOVE", { source: who, target: `meld:${who}` });
    this.say(ACTIONS.MELD, who, "", { cards: this.some(cards) });
  },
  DECLARE(who) {
    if (!this.find("SAY")) {
      this.say(ANY_ACTION, who, "", { words: this.word("DECLARE") });
    }
  },
  BET(who, amount) {
    if (amount) this.say(ACTIONS.BET, who, "", { amount: number(amount) });
    else this.say(ACTIONS.CHECK, who);
  },
  RAISE(who, amount) {
    const price = this.find("FACT", { key: "price" });
    const phrase = price ? "RAISE price" : "RAISE";
    this.say(ACTIONS[phrase], who, "", { amount: number(price ? price.value : amount) });
  },
  SEAT(who, whom) {
    this.say(ACTIONS.SEAT, who, "", { whom: [{ name: whom }] });
  },
};

function join(parts, gap) {
  return parts.flatMap((part, at) => (at ? [gap, part] : [part]));
}

function number(value) {
  return typeof value === "number"
    ? value.toLocaleString("en").replace("-", "−")
    : String(value);
}
