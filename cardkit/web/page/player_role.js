/* A player's part in the deals of a table: gives contributions, and believes nothing unproved.

   Hears what the table tells, says what is to be answered, and finds what is false. Chance comes in
   from outside, and nothing is sent from here. Frames are to be heard one after the other. The same
   as cardkit/fair/player_role.py; tests/fair/vectors.json is told to both. */

import { CardProofs } from "cardkit/card_proofs";
import { FairDeal, readDigest, readDigests } from "cardkit/deal";
import { FalseDeal } from "cardkit/false_deal";
import { canonical, commitPlayer, contextOf, toHex } from "cardkit/hashes";
import { sendsAway } from "cardkit/message_reader";

const DEALS_KEPT = 2000;
const LONGEST_ABOUT = 16384;
const MOST_FOUND = 200;
const MOST_TABLES = 50;
const MOST_DISPUTES = 50;
const STEPS = ["open", "commits", "ready", "root", "secret"];

/** A deal as one participant knows it. */
class PlayersDeal extends FairDeal {
  constructor(about, context, commitment, contribution) {
    super(about, context, commitment);
    this.contribution = contribution;
    this.foreign = false; // whether another program of mine may have given something to it
    this.listed = false; // whether my commitment is on the list
    this.excused = false; // whether its secret may have been told while I was away
    this.proved = 0; // how many cards of it were proved to me
  }

  /** Whether the secret was told, and all of it was right. */
  get opened() {
    return this.state === "disclosed";
  }

  /** What binds me to my contribution; null when I do not play. */
  async commitmentOf(name) {
    const seat = this.seats.indexOf(name);
    return seat < 0 ? null : commitPlayer(this.context, seat, this.contribution);
  }

  /** Whether my commitment is on the list. */
  async listsMe(name) {
    const mine = await this.commitmentOf(name);
    const listed = mine === null ? null : this.commits[this.seats.indexOf(name)];
    if (listed !== null && listed !== mine && !this.foreign) throw new FalseDeal("NOT_MY_COMMIT");
    this.listed = listed !== null && listed === mine;
    return this.listed;
  }
}

/** What one participant does and checks in the deals of a table. */
export class PlayerRole {
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
    this.coming = null;
    this.table = "";
    this.names = null; // who plays, as the table has told it last
    this.last = null;
    this.cards = new CardProofs();
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
    const settle = () => this.cards.settle(this.late);
    for (const message of frame) {
      if (message.kind !== "PROOF") await this.#try(message, settle);
      await this.#try(message, () => this.#hear(message));
    }
    await this.#try({}, settle);
    if (this.caughtUp) this.#catchUp();
    this.visited = new Set(this.tables.keys());
    return { answers: this.answers, found: this.foundNow };
  }

  async #try(message, check) {
    try {
      await check();
    } catch (wrong) {
      if (wrong instanceof FalseDeal) {
        this.cards.last = null;
        this.#report(wrong.deal ?? this.#numberIn(message), wrong);
      } else if (isOfDeal(message)) {
        this.#report(this.#numberIn(message), new FalseDeal("UNREADABLE"));
      }
    }
  }

  #numberIn(message) {
    let { deal: number } = message;
    if (message.other && isOfDeal(message)) {
      const [first, second] = message.parts;
      number = message.kind === "DEAL" ? second : first;
    }
    return Number.isInteger(number) ? number : (this.deal?.number ?? 0);
  }

  /** The same is reported once, however often it is told. */
  #report(deal, { fault, message, parts }) {
    const what = `${this.match} ${deal} ${fault}`;
    if (this.reported.has(what) || this.reported.size >= MOST_FOUND) return;
    this.reported.add(what);
    this.foundNow.push({ table: this.table, deal, fault, template: message, parts });
    this.found.push(this.foundNow.at(-1));
  }

  async #hear(message) {
    const { number, kind, other, reply } = message;
    if (number !== undefined) {
      if (this.last !== null && number !== this.last + 1) return; // told again, or too early
      this.last = number;
      if (!other) this.#event(message);
    } else if (isOfDeal(message)) {
      this.caughtUp ||= this.answered;
      await this.#hearDeal(message);
    } else if (kind === "STATE" && !other) {
      this.#hearState(message.event, message.view);
    } else if (reply) {
      this.#hearAnswer(reply);
    } else if (sendsAway(message, this.name)) {
      this.#leave();
    }
  }

  /** Who comes, or comes back, is told in the answer what has happened so far. */
  #hearAnswer({ kind, other, name, table }) {
    this.answered = true;
    if (other) return;
    if (kind === "JOIN" || kind === "WATCH") this.table = table;
    else if (kind === "EXIT") this.#leave();
    else if (kind === "RESUME" || kind === "ENTER") {
      this.name = name;
      this.late = true;
      this.#excuse();
    }
  }

  // --- the steps of a deal --------------------------------------------------------------------

  async #hearDeal(message) {
    const { kind, other, parts, deal: number } = message;
    if (other) {
      const [step] = parts;
      if (kind === "PROOF" || STEPS.includes(step)) throw new TypeError();
      return undefined;
    }
    if (kind === "PROOF") return this.#prove(message);
    if (kind === "DEAL void") return this.#void(number);
    if (kind === "DEAL dispute") return this.#dispute(message);
    if (kind === "DEAL open") {
      return this.#open(number, message.about, readDigest(message.commitment));
    }
    if (kind === "DEAL secret") return this.#disclose(number, readDigest(message.secret));
    const deal = this.#find(number);
    if (kind === "DEAL commits") return this.#listed(deal, readDigests(message.commits, ""));
    if (kind === "DEAL ready") return this.#ready(deal, readDigests(message.given, "missing"));
    const { label, size, root } = message;
    if (deal.bind(label, size, readDigest(root))) this.cards.bound.push(deal.shuffles.get(label));
    return undefined;
  }

  #known(number) {
    return this.deals.get(`${this.match}/${number}`);
  }

  #find(number) {
    const deal = this.#known(number);
    if (!deal) throw new FalseDeal("NEVER_OPENED");
    return deal;
  }

  async #open(number, about, commitment) {
    const context = await contextOf(about);
    const key = `${about.match}/${number}`;
    let deal = this.deals.get(key);
    if (!deal) {
      if (new TextEncoder().encode(canonical(about)).length > LONGEST_ABOUT) throw new RangeError();
      const contribution = this.draw(`${toHex(context)} ${commitment}`);
      deal = new PlayersDeal(about, context, commitment, contribution);
      deal.checkAbout();
      deal.foreign = this.answered && !this.visited.has(about.table);
      this.#checkNew(deal, number);
      await this.#try({}, () => this.#giveUp());
      if (deal.match !== this.match && this.dealsOf(this.match).some((each) => each.opened)) {
        await this.#try({}, () => this.#checkSecrets());
      }
      this.deals.set(key, deal);
      if (this.deals.size > DEALS_KEPT) this.deals.delete(this.deals.keys().next().value);
    } else if (toHex(deal.context) !== toHex(context) || deal.commitment !== commitment) {
      throw new FalseDeal("REOPENED");
    }
    this.match = deal.match;
    if (!deal.given) this.coming = deal;
    const mine = await deal.commitmentOf(this.name);
    if (mine !== null && !deal.commits) this.answers.push(["COMMIT", String(number), mine]);
  }

  /** A deal is about this table, has its rules, and comes after those before it. */
  #checkNew(deal, number) {
    const { table, server, game, preset, options, deck } = deal.about;
    if (deal.number !== number || (this.table && this.table !== table)) {
      throw new FalseDeal("OTHER_DEAL");
    }
    if (this.server && this.server !== server) throw new FalseDeal("OTHER_SERVER");
    const rules = canonical([game, preset, options, deck]);
    const known = this.tables.get(table) ?? { rules, match: 0, number: 0 };
    if (known.rules !== rules) throw new FalseDeal("OTHER_RULES");
    if (deal.match < known.match || (deal.match === known.match && number <= known.number)) {
      throw new FalseDeal("NUMBER_USED");
    }
    this.server = server;
    this.tables.delete(table);
    this.tables.set(table, { rules, match: deal.match, number });
    if (this.tables.size > MOST_TABLES) this.tables.delete(this.tables.keys().next().value);
  }

  async #listed(deal, commits) {
    deal.listCommits(commits);
    if ((await deal.listsMe(this.name)) && !deal.given) {
      this.answers.push(["REVEAL", String(deal.number), deal.contribution]);
    }
  }

  async #ready(deal, given) {
    const before = this.deal;
    if (before && before.match === deal.match && before.number > deal.number) {
      throw new FalseDeal("OLD_DEAL");
    }
    if (before !== deal) {
      for (const { dealt, faces } of before?.shuffles.values() ?? []) {
        dealt.clear(); // only the root is needed any more
        faces.clear();
      }
      this.deal = deal;
      this.coming = null;
      deal.excused = this.answered; // its game may be over already
      this.cards.bound = [];
    }
    await deal.listContributions(given);
  }

  #void(number) {
    const deal = this.#known(number) ?? null;
    const coming = deal === this.coming;
    if (deal && !coming) deal.giveUp(null);
    this.deals.delete(`${this.match}/${number}`);
    if (coming) this.#giveUp();
  }

  /** The deal on its way is not dealt: it is void, or another one has taken its place. */
  #giveUp() {
    const deal = this.coming;
    this.coming = null;
    deal?.giveUp(this.names);
  }

  async #disclose(number, secret) {
    const deal = this.#known(number);
    if (deal) {
      await deal.disclose(secret);
      this.#checkSecrets(number);
    } else if (this.dealsOf(this.match).every((each) => number > each.number)) {
      throw new FalseDeal("NEVER_OPENED"); // not one from before I came
    }
  }

  /** Secrets are opened in the order of the deals, and none is left out. */
  #checkSecrets(before = Number.POSITIVE_INFINITY) {
    for (const deal of this.dealsOf(this.match)) {
      if (!deal.opened && !deal.excused && deal.number < before) {
        deal.excused = true;
        throw new FalseDeal("SECRET_KEPT", {}, deal.number);
      }
    }
  }

  /** Somebody else says that something was false. */
  #dispute({ deal, name, text }) {
    if (this.disputes.length < MOST_DISPUTES) {
      this.disputes.push({ table: this.table, deal, name, text });
    }
  }

  // --- cards ----------------------------------------------------------------------------------

  async #prove({ deal: number, label, pile: to, items }) {
    if (this.late && (this.#isOld() || !this.#knows(number, label))) {
      this.cards.last = null;
      return;
    }
    const deal = this.#find(number);
    if (deal !== this.deal && !this.late) throw new FalseDeal("PROOF_OF_OTHER_DEAL");
    const shuffled = deal.shuffles.get(label);
    if (!shuffled) throw new FalseDeal("UNBOUND_PROOF");
    deal.proved += await this.cards.prove(shuffled, to, items, this.late);
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

  #event({ kind, source, target, pile, cards, count, names, phase }) {
    if (kind === "MOVE") {
      this.cards.move(source, target, cards);
    } else if (kind === "SHOW") {
      this.cards.show(pile, cards);
    } else if (kind === "GATHER") {
      this.cards.gather();
    } else if (kind === "SHUFFLE") {
      if (this.late && this.#isOld()) return;
      const bound = this.cards.shuffle(pile, count, this.late);
      if (!bound && this.promised && !this.late) throw new FalseDeal("UNBOUND_SHUFFLE");
    } else if (kind === "SEATS") {
      this.names = names;
    } else if (kind === "PHASE" && phase === "playing") {
      this.#beginGame();
    }
  }

  #beginGame() {
    if (this.deal?.state === "ready") {
      this.deal.begin();
      this.deal.checkPlayers(this.late ? null : this.names);
    } else if (this.promised && !this.late) {
      throw new FalseDeal("NO_DEAL");
    }
  }

  /** The whole state: what was not heard in between is lost, and nothing else. */
  #hearState(number, data) {
    this.names = [...data.names];
    const playing = data.phase === "playing";
    this.table = String(data.table ?? this.table);
    const { deal } = this;
    if (number !== this.last) {
      this.#excuse();
      this.last = number;
      const shuffled = playing && Boolean(deal?.shuffles.size);
      // cards may have been dealt that were not heard of
      for (const pile of shuffled ? deal.shuffles.values() : []) pile.next = null;
      this.cards.miss(shuffled);
    }
    for (const each of [deal, this.coming]) {
      const { table, game } = each?.about ?? {};
      if (each && (table !== this.table || game !== (data.rules ?? game))) {
        throw new FalseDeal("OTHER_TABLE", {}, each.number);
      }
    }
    if (playing && deal?.match === this.match) deal.checkPlayers(this.late ? null : this.names);
  }

  /** What should have been told may have been told while I was away. */
  #excuse() {
    this.coming = null;
    for (const deal of this.dealsOf(this.match)) deal.excused ||= !deal.opened;
  }

  /** What an answer told of deals is what was before: no events of it are to come. */
  #catchUp() {
    this.cards.bound = [];
    if (this.deal?.state === "ready") this.deal.begin();
  }
}

/** Whether a message is about a deal, be it one that cannot be read. */
function isOfDeal({ kind, number }) {
  return number === undefined && /^(?:DEAL\b|PROOF$)/.test(kind);
}

/** The event of a frame with which its last match begins; 0 where there is none. */
function beginsMatch(frame) {
  const begins = ({ kind, phase, more }) => kind === "PHASE" && phase === "playing" && more === 1;
  return Math.max(0, ...frame.filter(begins).map(({ number }) => number));
}
