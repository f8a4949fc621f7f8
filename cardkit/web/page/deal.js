/* One deal as a state machine: which step may follow which, and what each must agree with.

   The same states, steps and faults as in cardkit/fair/deal.py, as far as a player hears of them;
   tests/fair/vectors.json is told to both. A step that breaks a rule throws `FalseDeal`. */

import { ShuffledPile } from "cardkit/card_proofs";
import { FalseDeal } from "cardkit/false_deal";
import {
  commitDealer,
  commitPlayer,
  fromHex,
  rootOf,
  seedOf,
  shuffled,
  toHex,
} from "cardkit/hashes";
import { isTable, isText } from "cardkit/message_reader";

const MOST_SEATS = 30;
const MOST_SHUFFLES = 1000;
const DIGEST = 32;
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

/** By state and step: the next state, or in capitals the fault that the step would be. */
const TABLE = `
           start       commits          ready          root        begin    secret     void
open       started     committed        READY_EARLY    ROOT_EARLY  NO_DEAL  open       void
started    TOLD_TWICE  committed        READY_EARLY    ROOT_EARLY  NO_DEAL  started    void
committed  TOLD_TWICE  COMMITS_CHANGED  ready          ROOT_EARLY  NO_DEAL  committed  void
ready      TOLD_TWICE  COMMITS_CHANGED  READY_CHANGED  ready       dealt    disclosed  VOID_LATE
dealt      TOLD_TWICE  COMMITS_CHANGED  READY_CHANGED  dealt       NO_DEAL  disclosed  VOID_LATE
disclosed  TOLD_TWICE  COMMITS_CHANGED  READY_CHANGED  disclosed   NO_DEAL  disclosed  VOID_LATE
`;
const [STEPS, ...ROWS] = TABLE.trim().split("\n").map((line) => line.trim().split(/\s+/));
export const TRANSITIONS = Object.fromEntries(
  ROWS.map(([state, ...cells]) => [
    state,
    Object.fromEntries(STEPS.map((step, at) => [step, cells[at]])),
  ]),
);

/** What a deal is about, and what was told of it so far. */
export class FairDeal {
  /** The dealer is bound by this commitment. */
  constructor(about, context, commitment) {
    const { deal: number, match, seats } = about;
    Object.assign(this, { about, number, match, seats, context, commitment });
    this.state = "open";
    this.told = {}; // by step: the lists of commitments and of contributions, one for each seat
    this.shuffles = new Map(); // by label
  }

  /** The deck before it is shuffled. */
  get cards() {
    return this.about.deck.split(/\s+/).filter(Boolean);
  }

  get commits() {
    return this.told.commits;
  }

  /** The contributions, seat by seat; undefined before all were told. */
  get given() {
    return this.told.ready;
  }

  /** It says what it is about, and has one seat for each player. */
  checkAbout() {
    const { about } = this;
    const keys = Object.keys(about);
    const whole = keys.length === Object.keys(KINDS).length;
    if (!whole || !keys.every((key) => Object.hasOwn(KINDS, key) && KINDS[key](about[key]))) {
      throw new FalseDeal("BAD_ABOUT");
    }
    const { seats } = about;
    const named = seats.every(isText) && new Set(seats).size === seats.length;
    if (!named || seats.length < 1 || seats.length > MOST_SEATS) throw new FalseDeal("BAD_SEATS");
  }

  // --- the steps ------------------------------------------------------------------------------

  #after(step) {
    const after = TRANSITIONS[this.state]?.[step] ?? "NEVER_OPENED";
    if (after === after.toUpperCase()) throw new FalseDeal(after);
    return after;
  }

  /** All are bound to what they will open. */
  listCommits(commits) {
    this.#tell("commits", commits, "COMMITS_LENGTH");
  }

  /** All have opened what they were bound to, or are missing. */
  async listContributions(given) {
    const isNew = this.#tell("ready", given, "READY_LENGTH");
    for (const [seat, each] of isNew ? given.entries() : []) {
      if (each === null) continue;
      if (this.commits[seat] !== (await commitPlayer(this.context, seat, each))) {
        throw new FalseDeal("WRONG_CONTRIBUTION", { name: this.seats[seat] });
      }
    }
  }

  #tell(step, listed, wrongLength) {
    if (this.told[step] && same(this.told[step], listed)) return false;
    const after = this.#after(step);
    if (listed.length !== this.seats.length) throw new FalseDeal(wrongLength);
    this.told[step] = listed;
    this.state = after;
    return true;
  }

  /** A shuffle is bound to its root: whether that is new. */
  bind(label, size, root) {
    const known = this.shuffles.get(label);
    if (known) {
      if (known.size !== size || known.root !== root) throw new FalseDeal("ROOT_CHANGED");
      return false;
    }
    const after = this.#after("root");
    const cards = this.cards.length;
    if (size <= 0 || size > cards || (isWholeDeck(label) && size !== cards)) {
      throw new FalseDeal("WRONG_SIZE", { size, cards });
    }
    if (this.shuffles.size === MOST_SHUFFLES) throw new FalseDeal("TOO_MANY_SHUFFLES");
    this.state = after;
    this.shuffles.set(label, new ShuffledPile(this.context, this.cards, size, root));
    return true;
  }

  /** A game begins with it; each deal is for one. */
  begin() {
    this.state = this.#after("begin");
  }

  /** Who plays, where that is known, is whom it was opened for, seat by seat. */
  checkPlayers(names) {
    if (names && !same(names, this.seats)) throw new FalseDeal("OTHER_PLAYERS", {}, this.number);
  }

  /** It will not be dealt. Once all are bound, only since one of its players has left: whoever
      could give it up for no reason would look at its deck first. `players` are those of the next
      game; null where that is not known. */
  giveUp(players) {
    const bound = this.state === "committed";
    this.state = this.#after("void");
    if (bound && players && this.seats.every((name) => players.includes(name))) {
      throw new FalseDeal("GIVEN_UP", {}, this.number);
    }
  }

  /** The secret is told: now the whole deck can be made again. What was shuffled again in the
      middle of a game can be checked in the record alone. */
  async disclose(secret) {
    const after = this.#after("secret");
    if ((await commitDealer(this.context, secret)) !== this.commitment) {
      throw new FalseDeal("WRONG_SECRET");
    }
    if (after !== "disclosed") return;
    const seed = await seedOf(secret, this.context, this.given);
    for (const [label, { root }] of this.shuffles) {
      if (!isWholeDeck(label)) continue;
      const cards = await shuffled(seed, this.cards, label);
      if ((await rootOf(this.context, secret, cards, label)) !== root) {
        throw new FalseDeal("WRONG_DECK");
      }
    }
    this.state = after;
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

/** A list with one hash or contribution for each seat, or the word for none. */
export function readDigests(texts, nothing) {
  return texts.map((text) => (text === nothing ? null : readDigest(text)));
}

export function readDigest(text) {
  const bytes = fromHex(text);
  if (bytes.length !== DIGEST) throw new RangeError();
  return toHex(bytes);
}
