/* The hashes of a fair deal: what it is about, commitments, the seed, the deck, proofs of cards.

   Digests are written in hex, and bytes are what is hashed. WebCrypto is there only on pages that
   came over a safe connection, and answers later: so does everything here. */

const VERSION = "cardkit/deal/1/";
const DEEPEST = 16;
const encoder = new TextEncoder();

/** Whether this page can hash and sign: it came over a safe connection, or from this machine. */
export function hasCrypto() {
  return Boolean(globalThis.crypto?.subtle);
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes from hex digits; anything else is an error. */
export function fromHex(text) {
  if (typeof text !== "string" || !/^(?:[0-9a-f]{2})*$/i.test(text)) throw new TypeError("no hex");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Bytes one after the other: numbers are single bytes, texts UTF-8. */
function joined(...parts) {
  const all = parts.map((part) => {
    if (typeof part === "number") return Uint8Array.of(part);
    return typeof part === "string" ? encoder.encode(part) : part;
  });
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function framed(part) {
  const bytes = joined(part);
  return joined(u32(bytes.length), bytes);
}

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

async function keyed(secret) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, how, false, ["sign"]);
  return async (...parts) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", key, joined(...parts)));
}

/** H(tag, parts…): no two different lists of parts are hashed alike. */
async function tagged(tag, ...parts) {
  return toHex(await sha256(VERSION, tag, 0, ...parts.map(framed)));
}

/** Plain data in the one way to write it: JSON, keys in order, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort(byLetters);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

function byLetters(one, other) {
  const [a, b] = [[...one], [...other]];
  const at = a.findIndex((letter, place) => letter !== b[place]);
  if (at < 0) return a.length - b.length;
  return at >= b.length ? 1 : a[at].codePointAt(0) - b[at].codePointAt(0);
}

/** What a deal is about, in 32 bytes. */
export async function contextOf(about) {
  return sha256(canonical(about));
}

/** What binds the dealer to its secret before it sees anything of the players. */
export function commitDealer(context, secret) {
  return tagged("dealer", context, fromHex(secret));
}

/** What binds a player to a contribution before any is opened. */
export function commitPlayer(context, seat, contribution) {
  return tagged("player", joined(context, u32(seat)), fromHex(contribution));
}

/** Where all chance of a deal comes from; null is a player whose contribution is missing. */
export async function seedOf(secret, context, contributions) {
  const opened = contributions.map((given, seat) =>
    given === null ? joined(u32(seat), 0) : joined(u32(seat), 1, fromHex(given)),
  );
  const sign = await keyed(fromHex(secret));
  return sign(VERSION, "seed", 0, context, ...opened);
}

/** The cards in the order that follows from the seed. */
export async function shuffled(seed, cards, label) {
  const order = [...cards];
  const stream = numbers(seed, label);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1, stream);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

async function* numbers(seed, label) {
  for (let block = 0; ; block += 1) {
    const count = joined(u32(0), u32(block));
    const digest = await sha256(VERSION, "stream", 0, seed, framed(label), count);
    const words = new DataView(digest.buffer);
    for (let at = 0; at < 32; at += 4) yield words.getUint32(at);
  }
}

/** A number from 0 to n-1, each as likely: what would tip the scale is skipped. */
async function below(n, stream) {
  const most = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const { value } = await stream.next();
    if (value < most) return value % n;
  }
}

/** The root above a shuffled deck. */
export async function rootOf(context, secret, cards, label) {
  const sign = await keyed(fromHex(secret));
  const leaves = cards.map(async (card, place) => {
    const salt = await sign(VERSION, "salt", 0, framed(label), u32(place));
    return leafOf(context, place, salt.slice(0, 16), card);
  });
  let level = await Promise.all(leaves);
  const padding = await sha256(2);
  while (level.length & (level.length - 1) || !level.length) level.push(padding);
  while (level.length > 1) {
    const pairs = level.filter((_, at) => at % 2 === 0);
    level = await Promise.all(pairs.map((left, at) => sha256(1, left, level[2 * at + 1])));
  }
  return toHex(level[0]);
}

function leafOf(context, place, salt, card) {
  return sha256(0, context, u32(place), salt, card);
}

/** Whether a card was bound to its place before anybody saw one. */
export async function provesCard(root, context, { place, card, salt, path }) {
  if (place >= 2 ** path.length || path.length > DEEPEST) return false;
  let digest = await leafOf(context, place, salt, card);
  let at = place;
  for (const other of path) {
    digest = at & 1 ? await sha256(1, other, digest) : await sha256(1, digest, other);
    at >>= 1;
  }
  return toHex(digest) === root;
}
