/* Tells what happened at a table, a line for each thing, by what the game declares and by a few
   sentences that all games have in common. Pure, and the same program as cardkit/narrator.py:
   for every frame both return the same lines.

   A line is {tone, text} where text is a list of parts: a string, {name}, {card}, {suit}, {said}.
   What only repeats another event of the same frame is left out. */

import { isCard, isRank, isSuit, rankSign } from "cardkit/deck";
import { translate } from "cardkit/i18n";
import { isTable, isText } from "cardkit/message_reader";
import { PHRASES } from "cardkit/phrases";

export const HIDDEN = "??";
export const NOTHING_DECLARED = { words: [], facts: {}, notices: {}, piles: {}, layouts: {} };
const PART = /\{(\w+)\}/g;
const TIE = "TIE";
const DEEPEST = 3; // how far lists within lists are told
const UNSORTED = 5; // more cards than this are sorted
/** The parts of a phrase that come from the word itself. */
const OWN = ["who", "whom", "cards", "number", "choice", "got", "gone"];

/** From where on advice is called so. */
const SURE = [[0.95, ", sure"], [0.8, ", fairly sure"], [0.01, ", not sure"]];

/** The lines for what one input caused, often just one. */
export function narrate(frame, me, language, declaration = NOTHING_DECLARED, texts = {}, partners = {}) {
  return new Telling(frame, me, language, declaration, texts, partners).lines();
}

class Telling {
  constructor(frame, me, language, declared, texts, partners) {
    Object.assign(this, { me, language, declared, texts, partners, told: [] });
    /** What is still to be told; whoever tells of it takes it out. */
    this.rest = frame.filter(({ kind }) => !PHRASES.shown.includes(kind));
    const known = frame.filter(({ other }) => !other);
    this.points = known.findLast(({ kind }) => kind === "SCORE")?.points ?? {};
    this.ties = placesIn(frame);
    if (known.some(({ kind }) => kind === "RESULT")) {
      this.rest = this.rest.filter(({ kind }) => kind !== TIE); // which it tells
    }
    const facts = known.filter(({ kind }) => kind === "FACT");
    this.titles = facts.map(({ value }) => value).filter(isTable);
  }

  lines() {
    while (this.rest.length) {
      const message = this.rest.shift();
      const { kind, number, other, parts = [] } = message;
      try {
        if (!other && Object.hasOwn(TELL, kind)) TELL[kind].call(this, message);
        else if (number !== undefined) this.tellNotice(kind, message);
      } catch {
        this.tellPlainly(kind, parts);
      }
    }
    return this.told;
  }

  /** A sentence that all games have in common. */
  say(name, who = "", known = {}) {
    return this.sayFirst(PHRASES[name], who, known, PHRASES[name].tone ?? "");
  }

  /** Says the first phrase whose parts are known, and returns it; null where there is none. */
  sayFirst(phrases, who, parts, tone) {
    const mine = who !== "" && who === this.me;
    const own = mine && "you" in phrases;
    const known = new Map(Object.entries(parts));
    if (who) known.set("who", [mine && !own ? { said: who } : { name: who }]);
    const found = phrases[own ? "you" : "told"];
    if (!found) return null;
    for (const phrase of found.length ? found : [""]) {
      if (!partsOf([phrase]).every((name) => known.get(name)?.length)) continue;
      if (phrase) this.told.push({ tone, text: this.fill(phrase, known) });
      return phrase;
    }
    return null;
  }

  fill(phrase, known) {
    let template = this.translate(phrase);
    if (!partsOf([template]).every((name) => known.has(name))) template = phrase;
    const text = [];
    for (const [at, piece] of template.split(PART).entries()) {
      for (const part of at % 2 ? known.get(piece) : [piece]) {
        if (isText(part) && isText(text.at(-1))) text.push(text.pop() + part);
        else if (part) text.push(part);
      }
    }
    return text;
  }

  translate(text) {
    return translate(text, this.language, this.texts);
  }

  /** A word of the game; what the page says elsewhere may mean something else here. */
  translateWord(word) {
    const found = own(this.texts[this.language] ?? {}, word);
    return isText(found) ? found : word;
  }

  label(name, declared) {
    if (declared?.label) return [this.translate(declared.label)];
    return [this.translateWord(name.replaceAll("_", " "))];
  }

  /** A command that nobody has worded: what stands on its button, or else it itself, small. */
  called(verb) {
    const button = this.declared.words.find((word) => word.verb === verb && word.button)?.button;
    return [button ? this.translate(button) : this.translateWord(verb.toLowerCase().replaceAll("_", " "))];
  }

  /** A command as it stands on a button. */
  move(said) {
    const [verb, ...words] = said.trim().split(/\s+/);
    const declared = this.declared.words.filter((word) => word.verb === verb);
    const { zero } = declared.find((word) => word.zero) ?? {};
    if (zero && words.join(" ") === "0") return [this.translate(zero)];
    const whom = declared.some(({ player }) => player) ? words.splice(0, 1) : [];
    return joined([this.called(verb), ...whom.map(nameOf), this.words(words)], " ");
  }

  /** Any words, with the cards and suits among them as such. */
  words(words, depth = 0) {
    if (depth > DEEPEST) return ["…"];
    return joined(
      words.map((word) => this.word(word, depth)),
      " ",
    );
  }

  word(word, depth = 0) {
    if (isCard(word, this.declared)) return [{ card: word }];
    if (isText(word)) return [isSuit(word, this.declared) ? { suit: word } : this.translateWord(word)];
    if (word === null || word === undefined) return [];
    if (Array.isArray(word)) return this.words(word, depth + 1);
    if (!isTable(word)) return [shownNumber(word)];
    const keys = Object.keys(word).sort();
    return joined(
      keys.map((key) => this.words([key, word[key]], depth + 1)),
      ", ",
    );
  }

  /** What is told of a fact or in a notice; nothing where there is nothing to tell. */
  value(value, kind = "") {
    if ([0, "", false, null, undefined].includes(value)) return [];
    if (kind === "suits" && isText(value) && [...value].every((suit) => isSuit(suit, this.declared))) {
      return [...value].map((suit) => ({ suit }));
    }
    if (kind === "rank" && isText(value)) return [rankSign(value, this.declared)];
    return kind === "cards" && Array.isArray(value) ? this.cards(value) : this.word(value);
  }

  /** Cards as far as they are seen; otherwise how many there are. */
  cards(cards) {
    if (cards.length === 1 && Number.isInteger(cards[0])) {
      return cards[0] > 0 ? this.count(cards[0]) : [];
    }
    if (cards.includes(HIDDEN)) return this.count(cards.length);
    const many = cards.length > UNSORTED && cards.every((card) => isCard(card, this.declared));
    return this.words(many ? [...cards].sort() : cards);
  }

  count(cards) {
    const [template] = PHRASES[cards === 1 ? "one card" : "cards"].told;
    return this.fill(template, new Map([["count", [shownNumber(cards)]]]));
  }

  /** Tells what somebody said and what came of it, which is not told again. */
  tellWord(who, word, said) {
    const mentioned = partsOf([...(word.told ?? []), ...(word.you ?? [])]);
    const moves = this.moves().filter(({ source, target }) => source !== target);
    let came = moves.filter(({ target }) => target === who && mentioned.includes("got"));
    // What is drawn after asking somebody in vain is another matter.
    if (word.player && !came.some(({ source }) => source === said.whom)) came = [];
    const goes = "cards" in word || mentioned.includes("gone");
    const went = moves.filter((m) => goes && this.isFrom(m, who, said.cards));
    const facts = this.rest.filter(({ kind, other }) => kind === "FACT" && !other);
    const notices = this.notices(who);
    const known = {
      ...Object.fromEntries(facts.map((fact) => [fact.key, this.fact(fact)])),
      ...named(notices),
      whom: nameOf(said.whom),
      cards: this.cards(said.cards),
      number: this.value(said.number),
      choice: word.choice === "rank" ? [rankSign(said.choice, this.declared)] : this.value(said.choice),
      got: this.cards(came.flatMap(({ cards }) => cards)),
      gone: this.cards(went.flatMap(({ cards }) => cards)),
    };
    const tone = own(PHRASES.tones, word.verb) ?? "";
    let phrase = this.sayFirst(word, who, known, tone);
    if (phrase === null && said.number === 0) { // for which nothing else is said
      phrase = this.sayFirst(word, who, { ...known, number: ["0"] }, tone);
    }
    if (phrase) {
      const used = partsOf([phrase]);
      const chosen = used.includes("choice") ? said.choice : undefined;
      const told = facts.filter((m) => used.includes(m.key) || textOf(m.value) === chosen);
      this.take([...came, ...went, ...told]);
      this.takeNotices(notices, used);
    }
    return phrase !== null;
  }

  /** Whether these cards left a hand so: the player's own, or one that is played for. */
  isFrom(move, who, cards) {
    if (move.source === who) return carries(move, cards, this.declared);
    const hand = !this.pile(move.source) && this.pile(move.target);
    const same = move.cards.length === cards.length && cards.every((card, at) => card === move.cards[at]);
    return hand && cards.length > 0 && same;
  }

  /** The cards that moved before the next deal. */
  moves() {
    const deal = this.rest.findIndex(({ kind, other }) => kind === "GATHER" && !other);
    const before = deal < 0 ? this.rest : this.rest.slice(0, deal);
    return before.filter(({ kind, other }) => kind === "MOVE" && !other);
  }

  /** What else is told of somebody, and its parts by name, without who it is about. */
  notices(who) {
    const found = [];
    for (const message of this.rest) {
      const notice = own(this.declared.notices, message.kind);
      if (!notice || message.number === undefined) continue;
      const { who: about, ...parts } = this.named(notice, message);
      if (about?.[0]?.name === who) found.push([message, parts]);
    }
    return found;
  }

  /** These are not told again. */
  take(told) {
    this.rest = this.rest.filter((message) => !told.includes(message));
  }

  takeNotices(notices, used) {
    const isUsed = ([, parts]) => used.some((name) => name in parts && !OWN.includes(name));
    this.take(notices.filter(isUsed).map(([message]) => message));
  }

  /** What is declared of a pile; null for a hand, which is called like its player. */
  pile(name) {
    return own(this.declared.piles, kindOf(name)) ?? (name.includes(":") ? {} : null);
  }

  /** Somebody puts cards on a pile or takes them from there, and said nothing. */
  tellTouch(how, who, name, declared, cards) {
    const known = { cards, pile: this.label(kindOf(name), declared) };
    const [told, you] = how === "put" ? ["put", "you_put"] : ["taken", "you_take"];
    const phrases = {};
    if (told in declared) phrases.told = declared[told];
    if (you in declared) phrases.you = declared[you];
    if (this.sayFirst(phrases, who, known, "") === null) this.say(how, who, known);
  }

  fact({ key, value }) {
    return this.value(value, own(this.declared.facts, key)?.kind);
  }

  tellNotice(kind, message) {
    const notice = own(this.declared.notices, kind);
    if (notice) {
      const known = this.named(notice, message);
      const who = known.who?.[0]?.name ?? "";
      const tone = own(PHRASES.tones, message.kind) ?? "";
      if (this.sayFirst(notice, who, known, tone) !== null) return;
    }
    this.tellPlainly(message.kind, message.parts);
  }

  /** The parts of a notice by the names that are declared for them. */
  named(notice, { parts }) {
    const found = {};
    for (const [at, name] of (notice.parts ?? []).slice(0, parts.length).entries()) {
      const person = name === "who" || name === "whom";
      found[name] = person ? nameOf(parts[at]) : this.value(parts[at]);
    }
    return found;
  }

  tellPlainly(kind, parts) {
    const name = this.label(kind.toLowerCase());
    this.say("notice", "", { name, words: this.words(parts) });
  }
}

const TELL = {
  ACTION({ name: who, verb, rest }) {
    if (verb === HIDDEN) {
      this.say("answer", who);
      return;
    }
    // A card that is chosen comes behind those that are played: SHOW S7, SHOW J1 S8.
    const chosen = ({ cards, choice = [] }) => Boolean(cards) && choice.length > 0;
    const words = this.declared.words.toSorted((a, b) => chosen(b) - chosen(a));
    for (const word of words) {
      const said = word.verb === verb && readWord(word, rest, this.declared);
      if (!said) continue;
      if (this.tellWord(who, word, said)) return;
      break;
    }
    this.say("action", who, { words: joined([this.called(verb), this.words(rest)], " ") });
  },
  /** A deal is one line, however many moves it takes. */
  GATHER({ pile }) {
    const dealt = [];
    const turnedUp = [];
    const isDealt = ({ kind, other, source } = {}) =>
      kind === "MOVE" && !other && source === pile;
    while (isDealt(this.rest[0])) {
      const { target, cards } = this.rest.shift();
      if (!this.pile(target)) dealt.push(cards.length);
      else if (!cards.includes(HIDDEN)) turnedUp.push(cards);
    }
    if (dealt.length) {
      const [least, most] = [Math.min(...dealt), Math.max(...dealt)];
      const range = new Map(Object.entries({ a: [shownNumber(least)], b: [shownNumber(most)] }));
      const [template] = PHRASES["about as many"].told;
      this.say("dealt", "", {
        each: least === most ? this.count(most) : this.fill(template, range),
      });
    }
    for (const cards of turnedUp) {
      this.say(cards.length === 1 ? "turned up" : "several turned up", "", { cards: this.cards(cards) });
    }
  },
  MOVE({ source, target, cards }) {
    if (!cards.length) return;
    const some = this.cards(cards);
    const [before, after] = [this.pile(source), this.pile(target)];
    if (source === target) this.say("show", source, { cards: some });
    else if (!before && !after) this.say("give", source, { cards: some, whom: nameOf(target) });
    else if (!before) this.tellTouch("put", source, target, after, some);
    else if (!after) this.tellTouch("take", target, source, before, some);
    else {
      const known = { cards: some, pile: this.label(kindOf(target), after) };
      const told = after.gathers ?? [before.cleared ?? ""];
      this.sayFirst({ told }, "", known, "dim");
    }
  },
  SHOW({ pile: who, cards }) {
    if (!cards.length) return;
    const shown = { cards: this.cards(cards) };
    const pile = this.pile(who);
    if (pile) {
      this.say("open pile", "", { ...shown, pile: this.label(kindOf(who), pile) });
      return;
    }
    const notices = this.notices(who);
    const phrase = this.say("show", who, { ...named(notices), ...shown });
    this.takeNotices(notices, partsOf([phrase ?? ""]));
  },
  FACT(fact) {
    const declared = own(this.declared.facts, fact.key) ?? {};
    if (fact.value === null) {
      const ends = ({ kind, other, phase }) => kind === "PHASE" && !other && phase === "results";
      if (this.rest.some(ends)) return; // it is over with the game
      this.sayFirst({ told: [declared.ended ?? ""] }, "", {}, "stress");
      return;
    }
    const value = this.fact(fact);
    const who = fact.value === this.me ? this.me : "";
    if (this.sayFirst(declared, who, { value }, "stress") === null) {
      const name = this.label(fact.key, declared);
      this.say(fact.value === true ? "flag" : "fact", "", { name, value });
    }
  },
  PHASE({ phase, more }) {
    if (phase === "results" && more === "over") this.say("match over");
    else if (phase === "playing" || phase === "preparing") {
      this.say(phase, "", { number: this.value(more) });
    }
  },
  RESULT({ game, names }) {
    this.say("result", "", { number: [shownNumber(game)] });
    const places = placesOf(names, this.ties, this.partners);
    for (const name of names.filter(isText)) {
      const noted = [...this.titles, this.points].map((values) => this.word(own(values, name)));
      const known = { name: nameOf(name), noted: joined(noted, ", ") };
      this.say("place", "", { place: [shownNumber(places.get(name))], ...known });
    }
  },
  AWAY(message) {
    this.tellNotice(`AWAY ${message.policy}`, message);
  },
  ADVICE({ sure, choices }) {
    if (!choices.length) {
      this.say("no advice");
      return;
    }
    const [[said, worth], ...others] = choices.map(choiceOf);
    const [, how = ""] = SURE.find(([least]) => sure >= least) ?? [];
    this.say(`advice${how}`, "", { move: this.move(said) });
    if (!others.length) return;
    const [[other, its]] = others;
    const less = Math.floor((worth - its) * 10 + 0.5) / 10;
    this.say(less > 0 ? "advice, next" : "advice, alike", "", { move: this.move(other), less: [shownNumber(less)] });
  },
  CHAT({ name, text }) {
    this.say("chat", name, { words: saidBy(text) });
  },
  HOST({ text }) {
    this.say("host", "", { words: saidBy(text) });
  },
  KICK({ sentence }) {
    this.say("news", "", { sentence: saidBy(sentence) });
  },
  CLOSE(message) {
    TELL.KICK.call(this, message);
  },
  WARNING({ code, sentence }) {
    this.say("warning", "", { code: saidBy(code), sentence: saidBy(sentence) });
  },
  BYE(message) {
    TELL.WARNING.call(this, message);
  },
  LOST({ code = "", sentence = "" }) {
    this.say("lost", "", { code: saidBy(code), sentence: saidBy(sentence) });
  },
  BACK() {
    this.say("back");
  },
};

/** Something that can be said, and its worth. */
function choiceOf(told) {
  if (!Array.isArray(told) || told.length !== 2 || !isText(told[0]) || !told[0].trim() || typeof told[1] !== "number") throw new RangeError("ADVICE");
  return told;
}

/** The places of those who are listed from the first; partners share one, as who is level. */
export function placesOf(names, ties, partners) {
  const alone = new Map(names.map((name, at) => [name, own(ties, name) ?? at + 1]).filter(([name]) => isText(name)));
  const shared = (name, at) => Math.min(at, alone.get(own(partners, name)) ?? at);
  return new Map([...alone].map(([name, at]) => [name, shared(name, at)]));
}

/** Who shares which place, as far as a frame tells. */
export function placesIn(frame) {
  const ties = frame.filter(({ kind, number }) => kind === TIE && number !== undefined);
  const told = ties.map(({ parts = [] }) => parts.slice(0, 2));
  return Object.fromEntries(told.filter(([name, place]) => isText(name) && Number.isInteger(place) && place > 0));
}

/** What was said, by the form of a declared word; null where it does not fit. */
export function readWord(word, rest, own) {
  const left = [...rest];
  const said = {};
  const needed = ["player", "choice", "number"].filter((name) => name in word);
  if (left.length < needed.length) return null;
  if ("player" in word) said.whom = textOf(left.shift());
  if ("choice" in word) {
    const chosen = textOf(left.pop());
    said.choice = isChoice(chosen, word.choice, own) ? chosen : null;
  }
  if ("number" in word) {
    const number = textOf(left.pop());
    said.number = /^-?[0-9]{1,15}$/.test(number) ? Number(number) : null;
  }
  said.cards = left;
  const hidden = left.length === 1 && Number.isInteger(left[0]);
  const count = hidden ? left[0] : left.length;
  const seen = hidden || left.every((card) => isCard(card, own) || card === HIDDEN);
  const fits = word.cards ? seen && count >= word.cards[0] : !left.length;
  const missing = Object.values(said).some((part) => part === "" || part === null);
  return fits && !missing ? said : null;
}

/** A word or a number as it was said; anything else is none. */
function textOf(word) {
  return isText(word) ? word : Number.isInteger(word) ? String(word) : "";
}

function isChoice(said, choice, own) {
  if (choice === "suit") return isSuit(said, own);
  if (choice === "rank") return isRank(said, own);
  return choice === "card" ? isCard(said, own) : choice.includes(said);
}

/** Whether these cards may be among those that moved; of hidden ones nobody knows. */
function carries({ cards: moved }, cards, own) {
  const seen = cards.filter((card) => isCard(card, own));
  return !seen.length || moved.some((card) => seen.includes(card) || card === HIDDEN);
}

function partsOf(phrases) {
  return phrases.flatMap((phrase) => [...phrase.matchAll(PART)].map(([, name]) => name));
}

function named(notices) {
  return Object.assign({}, ...notices.map(([, parts]) => parts));
}

/** What a table of data has under a name, and not what every object has. */
function own(table, name) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function kindOf(pile) {
  return pile.split(":")[0];
}

function nameOf(name) {
  return isText(name) && name ? [{ name }] : [];
}

function saidBy(text) {
  return text ? [{ said: text }] : [];
}

/** One after the other; what is empty is left out. */
function joined(several, between) {
  const parts = several.filter((each) => each.length);
  return parts.flatMap((each, at) => (at ? [between, ...each] : each));
}

/** A number as people write it: −1,200. */
function shownNumber(value) {
  const whole = Number.isInteger(value);
  return (whole ? value.toLocaleString("en") : String(value)).replaceAll("-", "−");
}
