/* Reads what a server says: words in, objects with named parts out. Pure.

   An event has a `number`, an answer a `tag`. What is not declared, or does not fit, is `other` and has
   its words in `parts` alone: it is passed over, never refused. */

import { CLOSED, EVENTS, MESSAGES, REPLIES } from "cardkit/messages";

export function isText(value) {
  return typeof value === "string";
}

export function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether who has this name is at no table any more. */
export function sendsAway({ kind, other, name }, me) {
  return !other && (kind === "CLOSE" || (kind === "KICK" && name === me));
}

const FITS = {
  text: isText,
  whole: Number.isInteger,
  number: (word) => typeof word === "number",
  list: Array.isArray,
  table: isTable,
  any: (word) => word !== undefined,
};

const KNOWN = {
  events: byFirstWord(EVENTS),
  messages: byFirstWord(MESSAGES),
  replies: byFirstWord(REPLIES),
};

function byFirstWord(declared) {
  const found = new Map();
  for (const [kind, parts] of declared) {
    const [first, ...head] = kind.split(" ");
    const closed = CLOSED.includes(kind);
    const shape = { kind, head, closed, parts: Object.entries(parts) };
    found.set(first, [...(found.get(first) ?? []), shape]);
  }
  return found;
}

/** What one input caused. */
export function readFrame(frame) {
  return frame.map(readMessage);
}

export function readMessage(words) {
  const [first, ...rest] = words;
  if (typeof first === "number") {
    const [kind, ...parts] = rest;
    return { number: first, ...read(KNOWN.events, String(kind ?? ""), parts) };
  }
  if (first === "OK") return { kind: "OK", tag: "", reply: readReply(rest) };
  if (isText(first) && first.startsWith("#")) return readAnswer(first, rest);
  return read(KNOWN.messages, String(first), rest);
}

/** What is not OK is refused, whatever else is to be read in it. */
function readAnswer(tag, [kind, ...rest]) {
  if (kind === "OK") return { kind, tag, reply: readReply(rest) };
  const [code, sentence] = rest;
  return { kind: "WARNING", tag, code: String(code ?? ""), sentence: String(sentence ?? "") };
}

function readReply([kind = "", ...rest]) {
  return read(KNOWN.replies, String(kind), rest);
}

/** Several may begin with the same word, but only one fits. */
function read(known, first, rest) {
  for (const { kind, head, closed, parts } of known.get(first) ?? []) {
    if (!head.every((word, at) => rest[at] === word)) continue;
    const said = rest.slice(head.length);
    const named = nameParts(parts, said, closed);
    if (named) return { kind, ...named, parts: said.slice(0, lengthOf(parts, named, said)) };
  }
  return { kind: first, other: true, parts: rest };
}

/** How many of the words are parts; a server of tomorrow may have said more. */
function lengthOf(parts, named, said) {
  const all = parts.some(([, form]) => form === "rest" || form === "pairs");
  return all ? said.length : Object.keys(named).length;
}

function nameParts(declared, said, closed) {
  if (closed && said.length > declared.length) return null;
  const named = {};
  for (const [at, [name, form]] of declared.entries()) {
    if (form === "rest") named[name] = said.slice(at);
    else if (form === "pairs") {
      named[name] = pairs(said.slice(at));
      if (!named[name]) return null;
    } else {
      const optional = form.endsWith("?");
      if (optional && (said[at] ?? null) === null) break;
      if (!FITS[optional ? form.slice(0, -1) : form](said[at])) return null;
      named[name] = said[at];
    }
  }
  return named;
}

function pairs(words) {
  const keys = words.filter((_, at) => at % 2 === 0);
  if (words.length % 2 || !keys.every(isText)) return null;
  return Object.fromEntries(keys.map((key, at) => [key, words[2 * at + 1]]));
}
