/* Cards and their proofs, as a player sees them: what leaves a shuffled pile, or is shown in it,
   comes with a proof of its place, and the places are used in order.

   Who was away, and is told `late` what has happened, cannot ask for every proof. */

import { FalseDeal } from "cardkit/false_deal";
import { fromHex, provesCard } from "cardkit/hashes";

const HIDDEN = "??";
const STOCK = "stock"; // dealt from, where nobody has heard which pile was shuffled
const NODE = 32;
const SALT = 16;

/** A pile after a shuffle, which was bound to a root before a card of it was seen. */
export class ShuffledPile {
  constructor(context, cards, size, root) {
    Object.assign(this, { context, size, root });
    this.deck = counted(cards);
    this.next = null; // the place that is dealt next; null where not all before was heard
    this.dealt = new Set();
    this.faces = new Map(); // by place: the cards that were proved to lie there
  }

  /** A card comes with its proof: whether it was new. */
  async prove(proof) {
    const { card, place } = proof;
    const depth = Math.ceil(Math.log2(this.size));
    const sound = place < this.size && proof.path.length === depth;
    if (!sound || !(await provesCard(this.root, this.context, proof))) {
      throw new FalseDeal("WRONG_PROOF", { card: card.slice(0, 8), place });
    }
    if (this.faces.has(place)) return false;
    this.faces.set(place, card);
    if (counted(this.faces.values()).get(card) > (this.deck.get(card) ?? 0)) {
      throw new FalseDeal("TOO_MANY_OF_A_CARD", { card: card.slice(0, 8) });
    }
    return true;
  }

  /** The card at this place goes to somebody: each once, and in the order of the shuffle. */
  deal(place, to) {
    if (this.dealt.has(place)) throw new FalseDeal("DEALT_TWICE", { place });
    if (place < 0 || place >= this.size || (this.next !== null && place !== this.next)) {
      const parts = { name: to.slice(0, 40), place, next: this.next ?? "–" };
      throw new FalseDeal("OUT_OF_ORDER", parts);
    }
    this.dealt.add(place);
    this.next = place + 1;
  }

  /** The cards that were proved to lie here, and were not dealt yet. */
  undealt() {
    return counted([...this.faces].filter(([place]) => !this.dealt.has(place)).map(([, c]) => c));
  }
}

/** The shuffled piles of a table, and the cards that have moved last until they are proved. */
export class CardProofs {
  /* `sources` are the piles by name: `shuffled` is null where its shuffle was not heard, and the
     next proof will tell; `others` is how many cards were put there since, and may leave without a
     proof. `last` is what moved or was shown just now, and in `items` what came with it: a proof of
     each card, or of one that is hidden only its `place`. */
  constructor() {
    this.bound = []; // shuffles to which the dealer was bound, and that no event has told of yet
    this.sources = new Map();
    this.last = null;
  }

  move(source, to, cards) {
    this.last = { source, to, cards, moved: true, items: [] };
    if (this.sources.has(to)) this.sources.get(to).others += cards.length;
  }

  show(pile, cards) {
    this.last = { source: pile, to: pile, cards, moved: false, items: [] };
  }

  gather() {
    this.sources.clear();
  }

  /** A pile is shuffled: whether the dealer was bound to any shuffle. */
  shuffle(pile, count, late) {
    const shuffled = this.bound.shift();
    if (!shuffled) return false;
    shuffled.next = 0;
    this.sources.set(pile, { shuffled, others: 0 });
    if (shuffled.size !== count && !late) throw new FalseDeal("OTHER_CARDS");
    return true;
  }

  /** Cards in the pile `to` come with these proofs and places: how many proofs were new. They moved
      just now, or are told again to somebody who comes: then with proofs alone. */
  async prove(shuffled, to, items, late) {
    const last = this.last?.to === to ? this.last : null;
    const read = [];
    let proved = 0;
    for (const item of items) {
      if (!Array.isArray(item) && (!last || !Number.isInteger(item))) throw new TypeError();
      const proof = Array.isArray(item) ? readProof(item) : { place: item };
      if (proof.path) proved += await shuffled.prove(proof);
      read.push(proof);
    }
    if (!last) return proved;
    if (!this.sources.has(last.source)) this.sources.set(last.source, { shuffled, others: 0 });
    const source = this.sources.get(last.source);
    if (!source.shuffled || late) source.shuffled = shuffled;
    else if (source.shuffled !== shuffled) throw new FalseDeal("PROOF_OF_OTHER_PILE");
    last.items.push(...read);
    for (const { place } of last.moved ? read : []) shuffled.deal(place, to);
    return proved;
  }

  /** All that moved has come with its proofs by now. */
  settle(late) {
    const { last } = this;
    this.last = null;
    const source = last && this.sources.get(last.source);
    if (!source) return;
    const { cards, items, moved } = last;
    if (moved && items.length > cards.length) throw new FalseDeal("TOO_MANY_PROOFS");
    const lacking = moved ? cards.slice(items.length) : unproved(cards, source.shuffled);
    if (lacking.length > source.others && !late) {
      throw new FalseDeal("NO_PROOF", { cards: lacking.join(" ").slice(0, 60) });
    }
    source.others = Math.max(0, source.others - lacking.length);
    if (moved && items.length === cards.length) {
      for (const [at, card] of cards.entries()) checkFace(card, items[at], source.shuffled, late);
    }
  }

  /** Something was not heard; `shuffled` is whether cards lie shuffled all the same. */
  miss(shuffled) {
    const known = this.sources.size ? [...this.sources.keys()] : [STOCK];
    const sources = shuffled ? known.map((name) => [name, { shuffled: null, others: 0 }]) : [];
    this.sources = new Map(sources);
  }
}

/** Of cards that are shown in a pile: those that were not proved to lie there. */
function unproved(cards, shuffled) {
  const lying = shuffled?.undealt() ?? new Map();
  return cards.filter((card) => {
    if (card === HIDDEN) return false;
    const left = lying.get(card) ?? 0;
    lying.set(card, left - 1);
    return left <= 0;
  });
}

function checkFace(card, item, shuffled, late) {
  const hidden = item.card === undefined;
  const proved = hidden ? shuffled?.faces.get(item.place) : item.card;
  const right = hidden
    ? card === HIDDEN || card === proved || (proved === undefined && late)
    : card === proved;
  if (!right) {
    const parts = { card: String(card).slice(0, 8), proved: String(proved ?? null).slice(0, 8) };
    throw new FalseDeal("OTHER_FACE", parts);
  }
}

/** How often each card is there. */
function counted(cards) {
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

function readProof(item) {
  const [place, card, saltInHex, pathInHex] = item;
  const [salt, path] = [fromHex(saltInHex), fromHex(pathInHex)];
  const whole = item.length === 4 && path.length % NODE === 0 && salt.length === SALT;
  const sound = Number.isInteger(place) && typeof card === "string" && place >= 0;
  if (!whole || !sound) throw new TypeError();
  const steps = [];
  for (let at = 0; at < path.length; at += NODE) steps.push(path.slice(at, at + NODE));
  return { place, card, salt, path: steps };
}
