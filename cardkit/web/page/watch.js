/* The deals at a table, as one participant takes part in them and checks them: gives
   contributions, and believes nothing unproved.

   Hears what the table tells, says what is to be answered, and finds what is false. Chance comes in
   from outside, and nothing is sent from here. Frames are to be heard one after the other. */

import { Deal, isTable, readDigest, readDigests, same, Untrue } from "cardkit/deal";
import { Piles } from "cardkit/sight";
import { contextOf, toHex } from "cardkit/sums";

const DEALS_KEPT = 2000;
const MOST_FOUND = 200;
const MOST_TABLES = 50;
const MOST_DISPUTES = 50;
const isText = (value) => typeof value === "string";
const STEPS = {
  open: [Number.isInteger, isTable, isText],
  commits: [Number.isInteger, Array.isArray],
  ready: [Number.isInteger, Array.isArray],
  root: [Number.isInteger, isText, Number.isInteger, isText],
  secret: [Number.isInteger, isText],
};

export class Watch {
  /** `draw` gives a contribution of 64 hex digits for a deal that goes by this key: always the
      same for the same key, and never that of another. */
  constructor(name, draw) {
    Object.assign(this, { name, draw });
    this.promised = true; // whether the server has said that it proves its deals
    this.deals = new Map(); // by match and number
    this.match = 0;
    this.found = [];
    this.disputes = [];
    this.server = "";
    this.tables = new Map(); // by table: its rules, and the match and number of its last deal
    this.visited = new Set(); // tables of whose deals was heard before this frame
    this.reported = new Set();
    this.#leave();
  }

  /** At no table. */
  #leave() {
    this.deal = null; // whose cards are on the table
    this.table = "";
    this.coming = null;
    this.names = null;
    this.last = null;
    this.piles = new Piles();
  }

  /** The deals of a match with which a game was dealt. */
  dealsOf(match) {
    return [...this.deals.values()].filter((deal) => deal.match === match && deal.given);
  }

  /** What one frame brings: commands to say at once, and what was false in it. */
  async hear(frame) {
    this.answers = [];
    this.foundNow = [];
    this.answered = this.late = this.caughtUp = false;
    this.old = beginsMatch(frame); // who was away may hear the end of the match before
    for (const message of frame) {
      if (message[0] !== "PROOF") await this.#try(() => this.piles.settle(this.late), message);
      await this.#try(() => this.#hear(message), message);
    }
    await this.#try(() => this.piles.settle(this.late), []);
    if (this.caughtUp) this.#catchUp();
    this.visited = new Set(this.tables.keys());
    return { answers: this.answers, found: this.foundNow };
  }

  async #try(check, message) {
    try {
      await check();
    } catch (wrong) {
      if (wrong instanceof Untrue) {
        this.piles.sight = null;
        this.#report(wrong.deal ?? this.#numberIn(message), wrong.template, wrong.parts);
      } else if (["DEAL", "PROOF"].includes(message[0])) {
        this.#report(this.#numberIn(message), "what the server says of a deal cannot be read", {});
      }
    }
  }

  #numberIn([head, first, second]) {
    const number = head === "DEAL" ? second : head === "PROOF" ? first : null;
    return Number.isInteger(number) ? number : (this.deal?.number ?? 0);
  }

  /** The same is reported once, however often it is told. */
  #report(deal, template, parts) {
    const what = `${this.match} ${deal} ${template}`;
    if (this.reported.has(what) || this.reported.size >= MOST_FOUND) return;
    this.reported.add(what);
    this.foundNow.push({ table: this.table, deal, template, parts });
    this.found.push(this.foundNow.at(-1));
  }

  async #hear(message) {
    const [head, second, ...rest] = message;
    if (Number.isInteger(head) && isText(second)) {
      if (this.last !== null && head !== this.last + 1) return; // told again, or too early
      this.last = head;
      this.#event(second, rest);
    } else if (head === "DEAL" || head === "PROOF") {
      this.caughtUp ||= this.answered;
      await (head === "DEAL" ? this.#hearDeal(second, rest) : this.#proof(second, ...rest));
    } else if (head === "STATE" && Number.isInteger(second) && isTable(rest[0])) {
      this.#look(second, rest[0]);
    } else if (head === "OK") {
      this.#hearAnswer([second, ...rest]);
    } else if (isText(head) && second === "OK") {
      this.#hearAnswer(rest);
    }
  }

  /** Who comes, or comes back, is told in the answer what has happened so far. */
  #hearAnswer([word, name]) {
    this.answered = true;
    if ((word === "JOIN" || word === "WATCH") && isText(name)) this.table = name;
    else if (word === "EXIT") this.#leave();
    else if (word === "RESUME" || word === "ENTER") {
      if (isText(name)) this.name = name;
      this.late = true;
      this.#excuse();
    }
  }

  // --- the deal -------------------------------------------------------------------------------

  async #hearDeal(step, parts) {
    if (step === "void" && Number.isInteger(parts[0])) return this.#void(parts[0]);
    if (step === "dispute") return this.#dispute(parts);
    if (!Object.hasOwn(STEPS, step)) return undefined;
    const fits = STEPS[step].every((kind, at) => kind(parts[at]));
    if (!fits || parts.length !== STEPS[step].length) throw new TypeError();
    const [number, value] = parts;
    if (step === "open") return this.#open(number, value, readDigest(parts[2]));
    if (step === "secret") return this.#opened(number, readDigest(value));
    const deal = this.#find(number);
    if (step === "commits") return this.#listed(deal, readDigests(value, ""));
    if (step === "ready") return this.#ready(deal, readDigests(value, "missing"));
    const isNew = deal.bind(value, parts[2], readDigest(parts[3]));
    if (isNew) this.piles.fresh.push(deal.shuffles.get(value));
    return undefined;
  }

  #known(number) {
    return this.deals.get(`${this.match}/${number}`);
  }

  #find(number) {
    const deal = this.#known(number);
    if (!deal) throw new Untrue("this deal was never opened");
    return deal;
  }

  async #open(number, about, commitment) {
    const context = await contextOf(about);
    const key = `${about.match}/${number}`;
    let deal = this.deals.get(key);
    if (!deal) {
      deal = new Deal(about, context, commitment, this.draw(`${toHex(context)} ${commitment}`));
      deal.foreign = this.answered && !this.visited.has(about.table);
      this.#checkNew(deal, number);
      await this.#leaveNoDeal(deal);
      this.deals.set(key, deal);
      if (this.deals.size > DEALS_KEPT) this.deals.delete(this.deals.keys().next().value);
    } else if (toHex(deal.context) !== toHex(context) || deal.commitment !== commitment) {
      throw new Untrue("the dealer has bound itself anew to a deal that was open already");
    }
    this.match = deal.match;
    if (!deal.given) this.coming = deal;
    const mine = await deal.boundMine(this.name);
    if (mine !== null && !deal.commits) this.answers.push(["COMMIT", String(number), mine]);
  }

  /** A deal is about this table, comes after those before it, and gives none of them up. */
  #checkNew(deal, number) {
    const { table, server, game, preset, options, deck } = deal.about;
    if (deal.number !== number || (this.table && this.table !== table)) {
      throw new Untrue("the deal is about another one, or about another table");
    }
    if (this.server && this.server !== server) {
      throw new Untrue("the deal names another key of the server than the deals before");
    }
    const sorted = Object.entries(options).sort();
    const rules = JSON.stringify([game, preset, sorted, deck]);
    const known = this.tables.get(table) ?? { rules, match: 0, number: 0 };
    if (known.rules !== rules) {
      throw new Untrue("the deal is about other rules than the deals before");
    }
    if (deal.match < known.match || (deal.match === known.match && number <= known.number)) {
      throw new Untrue("the number of this deal was used before");
    }
    this.server = server;
    this.tables.delete(table);
    this.tables.set(table, { rules, match: deal.match, number });
    if (this.tables.size > MOST_TABLES) this.tables.delete(this.tables.keys().next().value);
  }

  /** When the next deal is opened, those before it are dealt, and after a match open. */
  async #leaveNoDeal(deal) {
    await this.#try(() => this.#checkGivenUp(), []);
    if (deal.match !== this.match && this.dealsOf(this.match).some((each) => each.opened)) {
      await this.#try(() => this.#checkAllOpened(), []);
    }
  }

  /** Once all are bound, a deal is given up only when somebody has left the table. */
  #checkGivenUp() {
    const deal = this.coming;
    this.coming = null;
    if (deal?.commits && this.names && same(deal.seats, this.names)) {
      throw new Untrue("a deal was given up although nobody had left", {}, deal.number);
    }
  }

  async #listed(deal, commits) {
    if ((await deal.listCommits(commits, this.name)) && !deal.given) {
      this.answers.push(["REVEAL", String(deal.number), deal.mine]);
    }
  }

  async #ready(deal, given) {
    const before = this.deal;
    if (before && before.match === deal.match && before.number > deal.number) {
      throw new Untrue("an old deal is dealt once more");
    }
    if (before !== deal) {
      before?.putAway();
      this.deal = deal;
      this.coming = null;
      deal.excused = this.answered; // its game may be over already
      this.piles.fresh = [];
    }
    await deal.give(given);
  }

  #void(number) {
    const deal = this.#known(number);
    if (deal?.given) throw new Untrue("a deal was taken back after its cards were dealt");
    this.deals.delete(`${this.match}/${number}`);
    if ((deal ?? null) === this.coming) this.#checkGivenUp();
  }

  async #opened(number, secret) {
    const deal = this.#known(number);
    if (deal) {
      await deal.openSecret(secret);
      this.#checkAllOpened(number);
    } else if (this.dealsOf(this.match).every((each) => number > each.number)) {
      throw new Untrue("this deal was never opened"); // not one from before I came
    }
  }

  /** Secrets are opened in the order of the deals, and none is left out. */
  #checkAllOpened(before = Number.POSITIVE_INFINITY) {
    for (const deal of this.dealsOf(this.match)) {
      if (!deal.opened && !deal.excused && deal.number < before) {
        deal.excused = true;
        throw new Untrue("the secret of this deal was kept back", {}, deal.number);
      }
    }
  }

  /** Somebody else says that something was false. */
  #dispute([deal, name, text]) {
    if (!Number.isInteger(deal) || !isText(name) || !isText(text)) return;
    if (this.disputes.length < MOST_DISPUTES) {
      this.disputes.push({ table: this.table, deal, name, text });
    }
  }

  // --- cards ----------------------------------------------------------------------------------

  async #proof(number, label, to, ...items) {
    if (!Number.isInteger(number) || !isText(label) || !isText(to)) throw new TypeError();
    if (this.late && (this.#isOld() || !this.#knows(number, label))) {
      this.piles.sight = null;
      return;
    }
    const deal = this.#find(number);
    if (deal !== this.deal && !this.late) {
      throw new Untrue("a card comes with a proof for another deal");
    }
    const shuffled = deal.shuffled(label);
    const told = this.piles.seesAt(to);
    for (const item of items) {
      if (Array.isArray(item)) await deal.prove(label, item);
      else if (!told || !Number.isInteger(item)) throw new TypeError();
    }
    if (told) this.piles.prove(shuffled, items, this.late);
  }

  #isOld() {
    return this.last !== null && this.last < this.old;
  }

  /** Not what was bound and was over while I was away; of the deal that is on, all is told. */
  #knows(number, label) {
    const deal = this.#known(number);
    return deal !== undefined && (deal === this.deal || deal.shuffles.has(label));
  }

  // --- what happens at the table --------------------------------------------------------------

  #event(kind, parts) {
    const [first, second] = parts;
    if (kind === "MOVE" && isText(first) && isText(second)) {
      this.piles.move(first, second, parts.slice(2));
    } else if (kind === "SHOW" && isText(first)) {
      this.piles.show(first, parts.slice(1));
    } else if (kind === "GATHER") {
      this.piles.gather();
    } else if (kind === "SHUFFLE" && isText(first) && Number.isInteger(second)) {
      this.#shuffle(first, second);
    } else if (kind === "SEATS") {
      this.names = parts;
    } else if (kind === "PHASE" && first === "playing") {
      this.#beginGame();
    }
  }

  #beginGame() {
    const { deal } = this;
    if (!deal?.given || deal.begun) {
      if (this.promised && !this.late) {
        throw new Untrue("a game has begun without a deal of its own");
      }
      return;
    }
    deal.begun = true;
    this.#checkSeats(deal);
  }

  #checkSeats(deal) {
    if (this.names && !same(this.names, deal.seats) && !this.late) {
      throw new Untrue("others play than the deal was opened for", {}, deal.number);
    }
  }

  #shuffle(pile, count) {
    if (this.late && this.#isOld()) return;
    if (!this.piles.shuffle(pile, count, this.late) && this.promised && !this.late) {
      throw new Untrue("a pile was shuffled that nobody was bound to");
    }
  }

  /** The whole state: what was not heard in between is lost, and nothing else. */
  #look(number, data) {
    this.names = [...data.names];
    const playing = data.phase === "playing";
    this.table = String(data.table ?? this.table);
    if (number !== this.last) {
      this.#excuse();
      this.last = number;
      const shuffled = playing && Boolean(this.deal?.shuffles.size);
      if (shuffled) this.deal.loseCount();
      this.piles.lose(shuffled);
    }
    for (const deal of [this.deal, this.coming]) {
      const { table, game } = deal?.about ?? {};
      if (deal && (table !== this.table || game !== (data.rules ?? game))) {
        throw new Untrue("the deal is about another table", {}, deal.number);
      }
    }
    if (playing && this.deal?.match === this.match) this.#checkSeats(this.deal);
  }

  /** What should have been told may have been told while I was away. */
  #excuse() {
    this.coming = null;
    for (const deal of this.dealsOf(this.match)) deal.excused ||= !deal.opened;
  }

  /** What an answer told of deals is what was before: no events of it are to come. */
  #catchUp() {
    this.piles.fresh = [];
    if (this.deal) this.deal.begun = true;
  }
}

/** The event of a frame with which its last match begins; 0 where there is none. */
function beginsMatch(frame) {
  const begins = ([number, kind, phase, game]) =>
    Number.isInteger(number) && kind === "PHASE" && phase === "playing" && game === 1;
  return Math.max(0, ...frame.filter(begins).map(([number]) => number));
}
