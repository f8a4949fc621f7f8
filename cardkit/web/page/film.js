/* A replay that was noted while a match was played: of each position what was told, and what changed
   at the table. Pure; cardkit/record/replay_data.py writes it. */

import { HIDDEN } from "cardkit/narrator";

export const EVERYTHING = "*"; // whose eyes see all cards
const WATCHER = 30;

/** Plain values out of the letters in which a file keeps them. */
export async function unpack(letters) {
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(plain).text());
}

/** Every position as these eyes saw it: what they heard, and the table. */
export function positionsOf(film, eyes) {
  let parts = {};
  let piles = new Map();
  return film.positions.map(([heard, { piles: all, moves = [], changed = [], ...changes }], at) => {
    parts = { ...parts, ...changes };
    piles = new Map(all ? [] : piles);
    for (const [source, target, ...open] of moves) {
      const cards = opened(...open);
      const gone = new Set(cards.map(({ card }) => card));
      piles.set(source, piles.get(source).filter(({ card }) => !gone.has(card)));
      piles.set(target, [...piles.get(target), ...cards]);
    }
    for (const [name, ...open] of all ?? changed) piles.set(name, opened(...open));
    const frame = heard.map((words) => told(words, eyes)).filter((words) => words !== null);
    return { at, frame, view: seenBy(eyes, parts, piles) };
  });
}

/** Cards with who may see each: the bits of a number, which is given once if it is the same for all. */
function opened(cards, masks) {
  if (!cards) return [];
  return cards.split(" ").map((card, at) => ({ card, mask: Array.isArray(masks) ? masks[at] : masks }));
}

/** What everybody hears is a list; otherwise it is by whose ears, and "" are all others. */
function told(words, eyes) {
  if (Array.isArray(words)) return words;
  return Object.hasOwn(words, eyes) ? words[eyes] : words[""];
}

function seenBy(eyes, parts, piles) {
  const own = parts.names.indexOf(eyes);
  const seat = own < 0 ? null : own;
  if (!piles.size) return { ...parts, seat };
  const bit = 1 << (seat ?? WATCHER);
  const isSeen = (mask) => eyes === EVERYTHING || (mask & bit) !== 0;
  const faces = (pile) => pile.map(({ card, mask }) => (isSeen(mask) ? card : HIDDEN));
  const shown = new Map([...piles].map(([name, pile]) => [name, faces(pile)]));
  const hand = seat === null ? [] : (shown.get(eyes) ?? []);
  // As cardgame/piles.py fans a hand: its order is for its player, or for who sees it but not the own.
  const fanned = (cards, of) =>
    of === seat || (hand.includes(HIDDEN) && !cards.includes(HIDDEN)) ? cards : [...cards].sort();
  const hands = parts.names.map((name, of) => fanned(shown.get(name) ?? [], of));
  for (const name of parts.names) shown.delete(name);
  return { ...parts, seat, hand, hands, piles: Object.fromEntries(shown) };
}
