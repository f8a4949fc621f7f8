/* Cards in sight: what leaves a shuffled pile, or is shown in it, must be proved.

   Who was away, and is told `late` what has happened, cannot ask for all proofs. */

import { counted, Untrue } from "cardkit/deal";

const HIDDEN = "??";
const STOCK = "stock"; // dealt from, where nobody has heard which pile was shuffled

/** A shuffled pile. `shuffled` is null where its shuffle was not heard; the next proof will tell.
    `others` is how many cards were put there since; they may leave without a proof. */
class Pile {
  constructor(shuffled) {
    this.shuffled = shuffled;
    this.others = 0;
  }

  /** The cards that were proved to lie here, and were not dealt yet. */
  lying() {
    if (!this.shuffled) return [];
    const { faces, dealt } = this.shuffled;
    return [...faces].filter(([place]) => !dealt.has(place)).map(([, face]) => face);
  }
}

/** Cards that have just been moved or shown, until their proofs have come. */
class Sight {
  constructor(source, to, cards, moved) {
    Object.assign(this, { source, to, cards, moved });
    this.items = []; // a place for each that is hidden, and a proof for the others
  }

  /** All proofs have come. */
  check(pile, late) {
    const lacking = this.#lacking(pile);
    if (lacking.length > pile.others && !late) {
      const cards = lacking.join(" ").slice(0, 60);
      throw new Untrue("a card was dealt without a proof: {cards}", { cards });
    }
    pile.others = Math.max(0, pile.others - lacking.length);
    if (this.moved && this.items.length === this.cards.length) {
      for (const [at, card] of this.cards.entries()) {
        checkFace(card, this.items[at], pile.shuffled, late);
      }
    }
  }

  #lacking(pile) {
    if (this.moved) {
      if (this.items.length > this.cards.length) {
        throw new Untrue("more cards were proved than dealt");
      }
      return this.cards.slice(this.items.length);
    }
    const lying = counted(pile.lying());
    return this.cards.filter((card) => {
      if (card === HIDDEN) return false;
      const left = lying.get(card) ?? 0;
      lying.set(card, left - 1);
      return left <= 0;
    });
  }
}

function checkFace(card, item, shuffled, late) {
  const hidden = Number.isInteger(item);
  const proved = hidden ? shuffled?.faces.get(item) : item[1];
  const right = hidden
    ? card === HIDDEN || card === proved || (proved === undefined && late)
    : card === proved;
  if (!right) {
    const parts = { card: String(card).slice(0, 8), proved: String(proved ?? null).slice(0, 8) };
    throw new Untrue("{card} was told, and {proved} was proved", parts);
  }
}

/** The shuffled piles of a table, and the cards of it that were seen last. */
export class Piles {
  constructor() {
    this.fresh = []; // shuffles that were bound, and that no event has told of yet
    this.piles = new Map();
    this.sight = null;
  }

  move(source, to, cards) {
    this.sight = new Sight(source, to, cards, true);
    if (this.piles.has(to)) this.piles.get(to).others += cards.length;
  }

  show(pile, cards) {
    this.sight = new Sight(pile, pile, cards, false);
  }

  gather() {
    this.piles.clear();
  }

  /** A pile is shuffled: whether the dealer was bound to any shuffle. */
  shuffle(pile, count, late) {
    const shuffled = this.fresh.shift();
    if (!shuffled) return false;
    shuffled.next = 0;
    this.piles.set(pile, new Pile(shuffled));
    if (shuffled.size !== count && !late) {
      throw new Untrue("other cards were shuffled than the dealer was bound to");
    }
    return true;
  }

  /** Whether cards that were seen just now lie in this pile. */
  seesAt(to) {
    return this.sight?.to === to;
  }

  /** The cards that were seen last come with these proofs and places. */
  prove(shuffled, items, late) {
    const { source, to, moved } = this.sight;
    if (!this.piles.has(source)) this.piles.set(source, new Pile(shuffled));
    const pile = this.piles.get(source);
    if (!pile.shuffled || late) pile.shuffled = shuffled;
    else if (pile.shuffled !== shuffled) {
      throw new Untrue("a card comes with a proof for another shuffle than that of its pile");
    }
    this.sight.items.push(...items);
    if (!moved) return;
    for (const item of items) shuffled.deal(Array.isArray(item) ? item[0] : item, to);
  }

  /** All that was seen has come with its proofs by now. */
  settle(late) {
    const { sight } = this;
    this.sight = null;
    const pile = sight && this.piles.get(sight.source);
    if (pile) sight.check(pile, late);
  }

  /** Something was not heard in between; `shuffled` is whether cards lie shuffled all the same. */
  lose(shuffled) {
    const known = this.piles.size ? [...this.piles.keys()] : [STOCK];
    this.piles = new Map(shuffled ? known.map((name) => [name, new Pile(null)]) : []);
  }
}
