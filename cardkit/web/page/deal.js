/* What one deal has told of itself so far: nothing in it is believed.

   Every step is checked against the steps before, and what cannot be true is thrown as `Untrue`.
   Knows no table and no messages. */

import {
  canonical,
  commitDealer,
  commitPlayer,
  fromHex,
  provesCard,
  rootOf,
  seedOf,
  shuffled,
  toHex,
} from "cardkit/sums";

const MOST_SEATS = 30;
const MOST_SHUFFLES = 1000;
const LONGEST_ABOUT = 16384;
const DIGEST = 32;
const SALT = 16;
const isText = (value) => typeof value === "string";
const KINDS = {
  server: isText,
  table: isText,
  match: Number.isInteger,
  deal: Number.isInteger,
  game: isText,
  preset: isText,
  options: isTable,
  deck: isText,
  seats: Array.isArray,
};

/** Something that the table told is not true; with a number, of that deal. */
export class Untrue extends Error {
  constructor(template, parts = {}, deal = null) {
    super(template);
    Object.assign(this, { template, parts, deal });
  }
}

/** A pile after a shuffle, which was bound to a root before a card of it was seen. */
class Shuffled {
  constructor(label, size, root) {
    Object.assign(this, { label, size, root });
    this.next = null; // the place that is dealt next; null where not all before was heard
    this.dealt = new Set();
    this.faces = new Map(); // by place: the cards that were proved to lie there
  }

  /** A card comes with its proof: place, card, salt and path. */
  async prove(item, context, deck) {
    const proof = readProof(item);
    const depth = Math.ceil(Math.log2(this.size));
    const sound = proof.place < this.size && proof.path.length === depth;
    const { card, place } = proof;
    if (!sound || !(await provesCard(this.root, context, proof))) {
      const template = "{card} was not at place {place} of the deck before it was dealt";
      throw new Untrue(template, { card: card.slice(0, 8), place });
    }
    if (this.faces.has(place)) return;
    this.faces.set(place, card);
    const seen = [...this.faces.values()].filter((face) => face === card).length;
    if (seen > (deck.get(card) ?? 0)) {
      throw new Untrue("there are too many {card} in this deck", { card: card.slice(0, 8) });
    }
  }

  /** The card at this place goes to somebody: each once, and in the order of the shuffle. */
  deal(place, to) {
    if (this.dealt.has(place)) {
      throw new Untrue("the card at place {place} was dealt twice", { place });
    }
    if (place < 0 || place >= this.size || (this.next !== null && place !== this.next)) {
      const template = "{name} was dealt the card at place {place}, and {next} was next";
      throw new Untrue(template, { name: to.slice(0, 40), place, next: this.next ?? "–" });
    }
    this.dealt.add(place);
    this.next = place + 1;
  }
}

export class Deal {
  constructor(about, context, commitment, mine) {
    Object.assign(this, { about, context, commitment, mine });
    this.foreign = false; // whether another program of mine may have given something to it
    this.commits = null;
    this.listed = false; // whether my commitment is on the list
    this.given = null;
    this.shuffles = new Map(); // by label
    this.begun = false; // whether a game was dealt with it
    this.excused = false; // whether its secret may have been told while I was away
    this.opened = false; // whether the secret was told, and all of it was right
    this.proved = 0; // how many cards of it were proved to me
    this.#checkAbout();
    this.deck = counted(this.cards);
  }

  #checkAbout() {
    const { about } = this;
    if (new TextEncoder().encode(canonical(about)).length > LONGEST_ABOUT) throw new RangeError();
    const keys = Object.keys(about);
    const whole = keys.length === Object.keys(KINDS).length;
    if (!whole || !keys.every((key) => Object.hasOwn(KINDS, key) && KINDS[key](about[key]))) {
      throw new Untrue("the deal does not say what it is about");
    }
    const { seats } = about;
    const named = seats.every(isText) && new Set(seats).size === seats.length;
    if (!named || seats.length < 1 || seats.length > MOST_SEATS) {
      throw new Untrue("the seats of the deal are not one for each player");
    }
  }

  get number() {
    return this.about.deal;
  }

  get match() {
    return this.about.match;
  }

  get seats() {
    return this.about.seats;
  }

  /** The cards before the shuffle. */
  get cards() {
    return this.about.deck.split(/\s+/).filter(Boolean);
  }

  // --- contributions --------------------------------------------------------------------------

  /** What binds me to my contribution; null when I do not play. */
  async boundMine(name) {
    const seat = this.seats.indexOf(name);
    return seat < 0 ? null : commitPlayer(this.context, seat, this.mine);
  }

  /** The list of commitments is told: whether mine is on it. */
  async listCommits(commits, name) {
    if (this.commits && !same(this.commits, commits)) {
      throw new Untrue("the list of commitments was changed after it was told");
    }
    if (commits.length !== this.seats.length) {
      throw new Untrue("the list of commitments is not one for each seat");
    }
    this.commits = commits;
    const mine = await this.boundMine(name);
    const listed = mine === null ? null : commits[this.seats.indexOf(name)];
    if (listed !== null && listed !== mine && !this.foreign) {
      throw new Untrue("the list holds a commitment of yours that you never made");
    }
    this.listed = listed !== null && listed === mine;
    return this.listed;
  }

  /** All contributions are told. */
  async give(given) {
    if (this.given && !same(this.given, given)) {
      throw new Untrue("the contributions were changed after they were told");
    }
    if (!this.commits) throw new Untrue("contributions were opened before all were bound");
    if (given.length !== this.seats.length) {
      throw new Untrue("the list of contributions is not one for each seat");
    }
    this.given = given;
    for (const [seat, each] of given.entries()) {
      if (each === null) continue;
      if (this.commits[seat] !== (await commitPlayer(this.context, seat, each))) {
        const name = this.seats[seat];
        throw new Untrue("what {name} gave is not what {name} was bound to", { name });
      }
    }
  }

  /** A shuffle is bound to its root: whether that is new. */
  bind(label, size, root) {
    const known = this.shuffles.get(label);
    if (known) {
      if (known.size !== size || known.root !== root) {
        throw new Untrue("the root of a shuffle was changed after it was told");
      }
      return false;
    }
    if (!this.given) throw new Untrue("a deck was bound before all contributions were there");
    const cards = this.cards.length;
    if (size <= 0 || size > cards || (isWholeDeck(label) && size !== cards)) {
      const template = "{size} cards were shuffled, and the deck has {cards}";
      throw new Untrue(template, { size, cards });
    }
    if (this.shuffles.size === MOST_SHUFFLES) {
      throw new Untrue("more was shuffled than in any game");
    }
    this.shuffles.set(label, new Shuffled(label, size, root));
    return true;
  }

  // --- cards ----------------------------------------------------------------------------------

  /** A card comes with its proof. */
  async prove(label, item) {
    const pile = this.shuffled(label);
    const before = pile.faces.size;
    await pile.prove(item, this.context, this.deck);
    this.proved += pile.faces.size - before;
  }

  shuffled(label) {
    const found = this.shuffles.get(label);
    if (!found) {
      throw new Untrue("a card comes with a proof for a shuffle that nobody was bound to");
    }
    return found;
  }

  /** Cards may have been dealt that were not heard of. */
  loseCount() {
    for (const pile of this.shuffles.values()) pile.next = null;
  }

  /** Its game is over: what it takes to check the secret is kept, and no card. */
  putAway() {
    for (const pile of this.shuffles.values()) {
      pile.dealt.clear();
      pile.faces.clear();
    }
  }

  // --- the end --------------------------------------------------------------------------------

  /** The secret is open: now the whole deck can be made again. What was shuffled again in the
      middle of a game can be checked in the record alone. */
  async openSecret(secret) {
    if ((await commitDealer(this.context, secret)) !== this.commitment) {
      throw new Untrue("the secret is not the one that the dealer was bound to");
    }
    if (!this.given) return;
    const seed = await seedOf(secret, this.context, this.given);
    for (const { label, root } of this.shuffles.values()) {
      if (!isWholeDeck(label)) continue;
      const cards = await shuffled(seed, this.cards, label);
      if ((await rootOf(this.context, secret, cards, label)) !== root) {
        throw new Untrue("the deck is not the one that follows from all contributions");
      }
    }
    this.opened = true;
  }
}

/** A void hand is dealt again, from the whole deck. */
function isWholeDeck(label) {
  return label === "deck" || label.startsWith("deck ");
}

/** Whether two lists hold the same. */
export function same(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

/** How often each card is there. */
export function counted(cards) {
  const found = new Map();
  for (const card of cards) found.set(card, (found.get(card) ?? 0) + 1);
  return found;
}

export function isTable(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list with one hash or contribution for each seat, or the word for none. */
export function readDigests(texts, nothing) {
  return texts.map((text) => (text === nothing ? null : readDigest(text)));
}

export function readDigest(text) {
  const bytes = fromHex(text);
  if (bytes.length !== DIGEST) throw new RangeError();
  return toHex(bytes);
}

function readProof(item) {
  const [place, card, salt, path] = [item[0], item[1], fromHex(item[2]), fromHex(item[3])];
  const whole = item.length === 4 && path.length % DIGEST === 0 && salt.length === SALT;
  if (!whole || !Number.isInteger(place) || !isText(card) || place < 0) throw new TypeError();
  const steps = [];
  for (let at = 0; at < path.length; at += DIGEST) steps.push(path.slice(at, at + DIGEST));
  return { place, card, salt, path: steps };
}
