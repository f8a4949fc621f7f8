/* What one may do now, from the legal commands alone. Pure; knows no page and sends nothing.

   A move is {verb, name, cards, words, text}: a whole command; or it is open: {least, most} for an
   amount (RAISE 8..100), {least, most, of} for a choice of cards (EXCHANGE 0..5 of S3 H7).
   `word` is what the game declares of it, if it does. */

import { SIGNS } from "cardkit/deck";
import { NOTHING_DECLARED, readWord } from "cardkit/narrator";

const AMOUNT = /^(\S+) (-?\d+)\.\.(-?\d+)$/;
const CHOICE = /^(\S+)(?: (\S+))? (\d+)(?:\.\.(\d+))? of ?(.*)$/;

export function readMoves(legal, view, declaration = NOTHING_DECLARED) {
  return legal.flatMap((text) => {
    const move = readMove(text, view);
    const word = declaredFor(move, declaration);
    if (word?.any_suit) return { ...move, word, alike: alikeIn(view) };
    return move.amount && word?.zero && move.least === 0 ? withZero({ ...move, word }) : { ...move, word };
  });
}

/** The number 0 has a button of its own, as a check has; the other amounts begin with 1. */
function withZero(move) {
  const { verb, word, most } = move;
  const zero = { text: `${verb} 0`, verb, name: "", cards: [], words: ["0"], word };
  return most > 0 ? [zero, { ...move, least: 1 }] : [zero];
}

/** Where any cards of the same ranks will do: the cards of the hand, and the rank of each. */
function alikeIn({ hand, suits }) {
  return { hand, rank: (card) => (suits.includes(card[0]) ? card.slice(1) : card) };
}

/** The declared word of a move; an open offer is no whole command. */
function declaredFor({ verb, text }, declaration) {
  const all = declaration.words.filter((word) => word.verb === verb);
  return all.find((word) => readWord(word, text.split(" ").slice(1), declaration)) ?? all[0];
}

function readMove(text, view) {
  const amount = AMOUNT.exec(text);
  if (amount) return { text, verb: amount[1], amount: true, least: +amount[2], most: +amount[3] };
  const choice = CHOICE.exec(text);
  if (choice) {
    const [, verb, name = "", least, most = least, cards] = choice;
    return { text, verb, name, least: +least, most: +most, of: cards.split(" ").filter(Boolean) };
  }
  const [verb, ...words] = text.split(" ");
  const name = view.names.includes(words[0]) ? words.shift() : "";
  const cards = [];
  while (words.length && view.hand.includes(words[0])) cards.push(words.shift());
  return { text, verb, name, cards, words };
}

/** The cards of a hand, each by a name of its own: S3, and S3' for a second one. */
export function named(cards) {
  const seen = new Map();
  return cards.map((card) => {
    const before = seen.get(card) ?? 0;
    seen.set(card, before + 1);
    return card + "'".repeat(before);
  });
}

/** What is written on the card of that name. */
export function faceOf(id) {
  return id.replace(/'+$/, "");
}

/** The faces that may be added to a selection, so that it is or can become a move. */
export function selectable(moves, selection) {
  const found = new Set();
  for (const move of moves) {
    const cards = move.of ?? move.cards ?? [];
    const faces = selection.map(faceOf);
    const left = without(cards, faces, move.alike?.rank);
    const full = move.of && selection.length >= move.most;
    if (left && !full) alikeTo(left, faces, move.alike).forEach((card) => found.add(card));
  }
  return found;
}

/** These cards; and where suits do not count, those of the hand that will do as well. */
function alikeTo(cards, chosen, alike) {
  if (!alike) return cards;
  const ranks = new Set(cards.map(alike.rank));
  return alike.hand.filter((card) => !chosen.includes(card) && ranks.has(alike.rank(card)));
}

/** What can be done with exactly these cards, as commands that can be said. */
export function withCards(moves, selection) {
  const faces = selection.map(faceOf);
  const found = [];
  for (const move of moves) {
    const left = without(move.of ?? move.cards ?? [], faces, move.alike?.rank);
    if (!left) continue;
    if (move.of) {
      if (faces.length < move.least || faces.length > move.most) continue;
      const words = [move.verb, move.name, ...faces].filter(Boolean);
      found.push({ ...move, cards: faces, words: [], text: words.join(" ") });
    } else if (faces.length && !left.length) {
      found.push(move.alike ? { ...move, cards: faces, text: [move.verb, ...faces].join(" ") } : move);
    }
  }
  return found;
}

/** These cards without those, or null when those are not all among them. */
function without(cards, gone, rank = (card) => card) {
  const left = [...cards];
  for (const card of gone) {
    const at = left.findIndex((other) => rank(other) === rank(card));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** What can be done without cards of the hand: PASS, FOLD, DRAW 1 … */
export function withoutCards(moves) {
  return moves.filter((move) => !move.amount && !move.of && !move.cards.length && !aims(move));
}

const FEW = 12;

/** Where one of very many cards is named, as in CALL S3: more than there is room for as buttons. */
export function ofMany(moves) {
  const named = withoutCards(moves).filter(({ word }) => word?.choice === "card");
  return named.length > FEW ? named : [];
}

/** Where a number and a word are said, and there are many of both: bids to be put together. */
export function inTwoParts(moves) {
  const both = withoutCards(moves).filter(
    ({ name, word, words }) => !name && words?.length === 2 && word?.number && word.choice?.length,
  );
  return both.length > FEW ? both : [];
}

/** What takes from somebody: by position (GET bob 3) or by card (GET bob HQ), in groups by name. */
export function aimed(moves) {
  const groups = new Map();
  for (const move of moves) {
    if (!aims(move)) continue;
    const key = `${move.verb} ${move.name}`;
    if (!groups.has(key)) groups.set(key, { verb: move.verb, name: move.name, moves: [] });
    groups.get(key).moves.push(move);
  }
  return [...groups.values()];
}

function aims(move) {
  return Boolean(move.name && move.cards && !move.cards.length && move.words.length);
}

export function amounts(moves) {
  return moves.filter((move) => move.amount);
}

/** The value of the fact that is declared in this role; undefined where there is none. */
function factOf(role, { facts: values }, { facts }) {
  return values[Object.keys(facts).find((name) => facts[name].role === role)];
}

/** What is said for a bet of the pot, from which a raise counts; null where the game declares no pot. */
function potFor({ least }, view, declaration) {
  const pot = factOf("pot", view, declaration);
  if (!Number.isInteger(pot) || pot <= 0) return null;
  const price = factOf("price", view, declaration) || 0;
  const paid = factOf("paid", view, declaration)?.[view.seat] ?? 0;
  // A raise names the new total, which is more than the price, or by how much it rises.
  return { base: least > price ? price : 0, whole: pot + price - paid };
}

/** The amounts that have a button: half the pot, the pot and the most, where there is a pot. */
export function sizesOf(move, view, declaration) {
  const { least, most } = move;
  const pot = potFor(move, view, declaration);
  if (!pot || least === most) return [];
  const sizes = [
    ["½ pot", pot.base + Math.round(pot.whole / 2)],
    ["pot", pot.base + pot.whole],
  ];
  return [...sizes.filter(([, size]) => size > least && size < most), ["max", most]];
}

/** The amount to begin with: the least, unless that is next to nothing beside the pot. */
export function startOf(move, view, declaration) {
  const { least, most } = move;
  const pot = potFor(move, view, declaration);
  if (!pot || 10 * (least - pot.base) >= pot.whole) return least;
  return Math.min(most, pot.base + Math.max(1, Math.round(pot.whole / 2)));
}

export function choices(moves) {
  return moves.filter((move) => move.of);
}

/** Whether a move names a card of another's hand by where it lies, as in GET bob 3. */
export function isByPlace(move) {
  return aims(move) && Boolean(move.word?.position);
}

/** The move for a card of another's hand, by where it lies from 1. */
export function takeAt(moves, name, place) {
  return moves.find((m) => isByPlace(m) && m.name === name && m.words[0] === String(place));
}

/** The move of a card in the own hand that its player does not see, by its place: DISCARD 3. */
export function unseenAt(moves, place) {
  return withoutCards(moves).find((m) => !m.name && m.word?.cards && m.words?.join(" ") === String(place));
}

/** The place in the hand, from 1, of a hidden card by the name that `named` gives it. */
export function placeOf(id, hand) {
  const hidden = [...hand.keys()].filter((at) => hand[at] === faceOf(id));
  return hidden[id.length - faceOf(id).length] + 1;
}

/** What a click on a pile says, if anything. */
export function fromPile(moves, pile) {
  return withoutCards(moves).find((move) => move.word?.pile === pile);
}

/** The move that a card is alone, where nothing is played but single cards and it can be only one. */
export function wholeMove(moves, id) {
  const single = ({ of, most, cards }) => (of ? most === 1 : (cards?.length ?? 0) <= 1);
  const found = moves.every(single) ? withCards(moves, [id]) : [];
  return found.length === 1 && !found[0].word?.grave ? found[0] : undefined;
}

/** What can be said without asking, since nothing else can be and it costs nothing: to pass, to draw. */
export function onlyMove(moves) {
  const [only] = moves;
  if (moves.length !== 1 || !withoutCards(moves).length) return undefined;
  const { mild, free, grave, pile } = only.word ?? {};
  return !grave && (mild || free || pile === "stock") ? only : undefined;
}

/** Whether a player can only pass or draw where cards are played. */
export function isStuck(moves, { table }) {
  const isWaiting = ({ word }) => word?.mild || word?.pile === "stock";
  return table !== "none" && moves.length > 0 && !playable(moves).size && moves.every(isWaiting);
}

/** Whether the number 0 is said, which has a word of its own: a bid of nil. */
export function isZero({ word, words }) {
  return Boolean(word?.zero && word.number && words?.includes("0"));
}

/** What stands on the button of a move, untranslated. */
export function labelOf(move) {
  if (isZero(move)) return move.word.zero;
  if (move.word?.button) return move.word.button;
  const plain = move.verb.toLowerCase().replaceAll("_", " ");
  return plain[0].toUpperCase() + plain.slice(1);
}

/** By what stands on a button, its letter: always the same in a game, whatever can be said. The first
    letter of its own that is free; what is played with cards has Enter, too, and comes last. */
export function lettersOf({ words }) {
  const buttons = words.filter(({ button }) => button);
  const ordered = [...buttons.filter(({ cards }) => !cards), ...buttons.filter(({ cards }) => cards)];
  const labels = [...new Set(ordered.flatMap(({ button, zero }) => [button, zero]).filter(Boolean))];
  const found = new Map();
  const choose = (label, among) => {
    const free = [...among].find((letter) => /[a-z]/.test(letter) && ![...found.values()].includes(letter));
    if (free) found.set(label, free);
  };
  for (const label of labels) choose(label, label[0].toLowerCase());
  const others = labels.filter((label) => !found.has(label));
  for (const label of others) choose(label, `${label.toLowerCase()}abcdefghijklmnopqrstuvwxyz`);
  return found;
}

/** The digit of a move that is one of several with the same word: its number, or the place of what is
    chosen among all that can be. */
function digitOf({ word, words = [] }, { suits }) {
  const { number: [least, most] = [], choice } = word ?? {};
  const last = words.at(-1) ?? "";
  if (isZero({ word, words })) return "";
  if (/^[0-9]$/.test(last)) return least === most && least !== undefined ? "" : last;
  const all = Array.isArray(choice) ? choice : choice === "suit" ? Object.keys(suits ?? SIGNS) : [];
  const place = all.length > 1 ? all.indexOf(last) + 1 : 0;
  return place > 0 && place < 10 ? String(place) : "";
}

/** The key of each button: a digit for one of several ways to say a word, and else its letter. None
    where two would have the same. */
export function keysOf(acts, declaration) {
  const letters = lettersOf(declaration);
  const keys = acts.map((move) => digitOf(move, declaration) || (letters.get(labelOf(move)) ?? ""));
  return keys.map((key) => (keys.indexOf(key) === keys.lastIndexOf(key) ? key : ""));
}

/** The move that says what a cell of a board shows: MARK 5. */
export function forCell(moves, cell) {
  if (cell === "") return undefined;
  const found = withoutCards(moves).filter((m) => !m.name && m.words.join(" ") === String(cell));
  return found.length === 1 ? found[0] : undefined;
}

/** The word that is most likely meant where a card is played, to ask why it may not be. */
export function likelyVerb(moves, { words }) {
  const about = moves.find((move) => move.of || move.cards?.length);
  if (about) return about.name ? `${about.verb} ${about.name}` : about.verb;
  const plays = words.find((word) => word.cards && !word.player && !word.number && !word.choice);
  return plays?.verb ?? "";
}

/** Selecting a card adds it where that can become a move, and else begins anew with it. */
export function toggle(moves, selection, id) {
  if (selection.includes(id)) return selection.filter((other) => other !== id);
  const face = faceOf(id);
  if (selectable(moves, selection).has(face)) return [...selection, id];
  const faces = [...selection, id].map(faceOf);
  const full = moves.find((move) => move.of && without(move.of, faces));
  if (full) return [...selection, id].slice(-Math.max(1, full.most));
  const alike = selection.length && selection.every((other) => faceOf(other).slice(1) === face.slice(1));
  return alike && !playable(moves).has(face) ? [...selection, id] : [id];
}

/** The faces that may be part of any move at all. */
export function playable(moves) {
  return selectable(moves, []);
}
