/* What this participant knows of a table, kept up to date by what is heard. Pure: plain data in,
   plain data out, so it can be kept over a reload.

   A STATE or an ASK brings the whole view; events change it where that is simple and exact, and
   otherwise it is marked as not exact: then the STATE is to be asked for. */

import { ranksIn } from "cardkit/deck";
import { EVENTS as DECLARED } from "cardkit/messages";
import { HIDDEN, placesIn } from "cardkit/narrator";

export { HIDDEN };
const KINDS = DECLARED.map(([kind]) => kind);
const STATUS = { AWAY: "away", STAND_IN: "robot", FORFEIT: "forfeit", RETURNED: "here" };

/** A table of which nothing is known yet. */
export function unknownTable(me) {
  return {
    me,
    table: "",
    game: "",
    view: null,
    people: {},
    options: {}, // what the table was opened with
    rated: false, // whether its matches count on the leaderboard
    title: "",
    owner: "", // who has opened it, if it was a person
    private: false, // whether it is found by its name alone
    exact: true,
    legal: [],
    advice: false, // whether players may ask what a strong robot would do
    advised: null, // what it would do about the question `legal` that it has: {sure, choices, legal}
    wondering: null, // the question about which it thinks
    over: false,
    until: {}, // by name: when something will happen because a player is away
    plays: [], // who laid which cards on the table: [name, cards], the last one on top
    cleared: [], // the plays that were cleared from there last
    looking: "", // "now": the game has just ended, and the table is seen before the result; "kept": for long
    said: {}, // by name: the verbs that a player has said in this game
    last: null, // the number of the last event that was heard
    sheet: [], // of each game of this match that was heard: {game, points, gained}, both by name
    start: null, // by name: the points when this game began
    opening: false, // whether it is being told how a game begins
    queue: null, // by name: the place of who waits for a seat, where players come and go; else null
    shared: {}, // by name: the place in the last game of who shares it
    places: [], // who sits at which place of the table, "" where nobody does
    robots: 0, // how many of them come when the next game begins
    level: "", // how well they play, at a table with robots
    ready: [], // who wants the next match
    readyBy: 0, // until when they wait for the others
  };
}

/** The table after these messages, all of which one input caused. */
export function hear(state, frame) {
  let next = { ...state };
  if (frame.some(({ kind, other }) => kind === "RESULT" && !other)) next.shared = placesIn(frame);
  for (const message of frame) {
    if (message.number !== undefined && next.view) {
      next.last = message.number;
      next.view = { ...next.view };
      hearEvent(next, message);
      hearPlays(next, message);
    } else if (message.other) continue;
    else if (message.kind === "STATE") hearState(next, message);
    else if (message.kind === "STAGE" && next.view) {
      next.opening = false;
      next.view = { ...next.view, stage: message.stage };
    } else if (message.kind === "ASK") hearQuestion(next, message);
    else if (message.kind === "ADVICE") Object.assign(next, { advised: { ...message, legal: next.legal }, wondering: null });
  }
  if (next.view?.phase === "results" && next.view.game > 0) next.sheet = withGame(next);
  return next;
}

/** The score sheet with the game that is over; what it has brought is unknown to who came late. */
function withGame({ sheet, view, start }) {
  const { game, names, scores } = view;
  const points = Object.fromEntries(names.map((name, seat) => [name, scores[seat] ?? 0]));
  const change = (name) => [name, points[name] - (start[name] ?? 0)];
  const before = sheet.find((row) => row.game === game);
  const gained = start ? Object.fromEntries(names.map(change)) : (before?.gained ?? null);
  return [...sheet.filter((row) => row.game < game), { game, points, gained }];
}

/** Nothing can be said until the connection is back; who is still asked is asked again. */
export function loseQuestion(state) {
  return { ...state, legal: [] };
}

function hearState(state, { event, view: data }) {
  look(state, data);
  if (event !== state.last) Object.assign(state, { start: null, cleared: [], sheet: [] }); // something was missed, perhaps a whole game
  state.last = event;
  state.table = data.table ?? state.table;
  state.game = data.rules ?? state.game;
  state.people = data.people ?? {};
  state.title = data.title ?? "";
  state.owner = data.owner ?? "";
  state.private = data.private ?? false;
  state.options = data.options ?? state.options;
  state.rated = data.rated ?? false;
  state.advice = data.advice ?? false;
  state.over = data.over ?? false;
  Object.assign(state, { places: data.places ?? [], robots: data.robots ?? 0, level: data.level ?? "", ready: data.ready ?? [], readyBy: data.ready_by ?? 0 });
  state.queue = data.queue ? Object.fromEntries(data.queue.map((name, at) => [name, at + 1])) : null;
  if (!(data.piles?.table ?? []).length) state.plays = [];
  if (!state.view.awaited.includes(state.view.seat)) state.legal = [];
}

function hearQuestion(state, { commands, view }) {
  state.legal = commands.map(String);
  if (view) look(state, view);
}

function look(state, data) {
  state.view = withPlaces(data);
  if (state.view.phase !== "results") state.looking = "";
  state.exact = true;
}

/** A view with places for cards; in a game without cards these are empty, and there is no stage. */
export function withPlaces(view) {
  const hands = view.names.map(() => []);
  return { hand: [], hands, piles: {}, stage: "", ranks: "", suits: "", ...view };
}

function hearEvent(state, event) {
  const { kind, other } = event;
  const held = heldHands(state.view);
  try {
    if (kind === "QUEUE" && state.queue) hearQueue(state, event);
    else if (other && KINDS.includes(kind)) state.exact = false; // a notice of a game changes nothing
    else if (other) return;
    else if (kind in STATUS) setStatus(state, event, STATUS[kind]);
    else if (kind in EVENTS) EVENTS[kind](state, state.view, event);
    if (heldHands(state.view) !== held) state.exact = false; // in which order is not told
  } catch {
    state.exact = false; // it does not fit what is known here
  }
}

function heldHands(view) {
  return view?.hands.map((hand) => isHeld(view, hand)).join() ?? "";
}

/** All cards of a pile; a hand is called like its player. */
export function pile(view, name) {
  const seat = view.names.indexOf(name);
  return seat >= 0 ? (view.hands[seat] ?? []) : (view.piles[name] ?? []);
}

/** Whether cards of somebody else lie as they are held: for who sees them and not the own ones. */
export function isHeld({ hand }, cards) {
  return hand.includes(HIDDEN) && !cards.includes(HIDDEN);
}

function lay(view, name, cards) {
  const seat = view.names.indexOf(name);
  if (seat < 0) {
    view.piles = { ...view.piles, [name]: cards };
    return;
  }
  const mine = seat === view.seat;
  const told = mine || isHeld(view, cards) ? cards : [...cards].sort();
  view.hands = view.hands.map((hand, at) => (at === seat ? told : hand));
  if (mine) view.hand = cards;
}

function seatOf(view, name) {
  const seat = view.names.indexOf(name);
  if (seat < 0) throw new RangeError(name);
  return seat;
}

const EVENTS = {
  MOVE(state, view, { source, target, cards }) {
    const left = [...pile(view, source)];
    const given = view.names.includes(target) && target !== source && target !== state.me;
    if (given && cards.some((card) => card !== HIDDEN && left.includes(card))) state.exact = false;
    for (const card of cards) {
      const gone = left.includes(card) ? card : HIDDEN;
      const last = left.lastIndexOf(gone);
      if (last < 0) throw new RangeError(card);
      if (left.slice(left.indexOf(gone), last).some((c) => c !== gone)) state.exact = false;
      left.splice(last, 1);
    }
    lay(view, source, left);
    const shown = target === "stock" ? cards.map(() => HIDDEN) : cards;
    lay(view, target, [...pile(view, target), ...shown]);
  },
  SHOW(state, view, { pile: name, cards }) {
    if (name === state.me && !view.hand.includes(HIDDEN)) return; // it is shown to others
    if (name !== state.me && isHeld(view, pile(view, name))) return; // all of it is seen, and in its order
    if (cards.length === pile(view, name).length) lay(view, name, cards);
    else state.exact = false;
  },
  GATHER(state, view, { pile: name, count }) {
    for (const other of [...view.names, ...Object.keys(view.piles)]) lay(view, other, []);
    lay(view, name, Array(count).fill(HIDDEN));
  },
  SHUFFLE(state, view, { pile: name, count }) {
    lay(view, name, Array(count).fill(HIDDEN));
  },
  ACTION(state, view, { name: who, verb, rest: [how] }) {
    if (who === state.me) state.legal = [];
    if (["LOGIN", "LOGOUT", "EXIT"].includes(verb)) leaveQueue(state, who);
    if (verb === "READY") state.exact = false;
    if (verb === "ENTER") {
      state.people = { ...state.people, [who]: how === "WATCH" ? "watching" : "waiting" };
    } else if (verb === "EXIT") {
      state.people = { ...state.people };
      delete state.people[who];
      if (state.places.includes(who)) state.exact = false;
    } else if (verb === "LOGIN" || verb === "LOGOUT") {
      const role = verb === "LOGIN" ? "player" : "waiting";
      state.people = { ...state.people, [who]: role };
    }
  },
  FACT(state, view, { key, value }) {
    view.facts = { ...view.facts };
    if (value === null) delete view.facts[key];
    else view.facts[key] = value;
  },
  TURN(state, view, { until, names }) {
    state.opening = false;
    view.awaited = names.map((name) => seatOf(view, name));
    view.deadline = until || null;
    if (!names.includes(state.me)) state.legal = [];
  },
  SCORE(state, view, { points }) {
    const told = new Map(Object.entries(points));
    view.scores = view.names.map((name, at) => told.get(name) ?? view.scores[at]);
    if (state.opening && view.game === 1) state.start = Object.fromEntries(told);
  },
  RESULT(state, view, { names }) {
    view.ranking = names.map((name) => seatOf(view, name));
  },
  PHASE(state, view, { phase, more }) {
    Object.assign(view, { phase, awaited: [], deadline: null, suspended: false });
    state.legal = [];
    state.over = more === "over";
    state.looking = phase === "results" && view.game > 0 ? "now" : "";
    if (phase === "playing") {
      view.game = more;
      if (more === 1) state.sheet = [];
      const before = more === 1 ? [] : view.scores; // a match begins with none, or with what is told at once
      state.start = Object.fromEntries(view.names.map((name, at) => [name, before[at] ?? 0]));
      state.opening = true;
    }
    // A game begins with more than is told, and after it nobody has given up any more.
    if (phase !== "results" || view.status.includes("forfeit")) state.exact = false;
  },
  ORDER(state, view, { names }) {
    view.order = names.map((name) => seatOf(view, name));
  },
  SEATS(state, view, { names }) {
    const was = view.names;
    const kept = (values, none) => names.map((name) => values[was.indexOf(name)] ?? none);
    view.scores = kept(view.scores, 0);
    view.status = kept(view.status, "here");
    view.names = names;
    view.seat = names.includes(state.me) ? names.indexOf(state.me) : null;
    Object.assign(view, { hand: [], hands: names.map(() => []), order: [], ranking: [] });
    state.exact = false;
  },
  SUSPENDED(state, view, event) {
    setStatus(state, event, "away");
    view.suspended = true;
    view.deadline = null;
    state.legal = [];
  },
  RESUMED(state, view) {
    view.suspended = false;
  },
};

function hearQueue(state, { parts: [who, place] }) {
  state.queue = { ...state.queue, [who]: place };
  state.people = { ...state.people, [who]: "waiting" };
}

function leaveQueue(state, who) {
  if (state.queue) state.queue = Object.fromEntries(Object.entries(state.queue).filter(([name]) => name !== who));
}

/** The place of a person who waits for a seat, from 1; 0 for anybody else. */
export function placeInQueue({ queue }, name) {
  return Object.hasOwn(queue ?? {}, name) ? queue[name] : 0;
}

/** The first place at the table that nobody has, from 1; 0 if there is none. */
export function firstFree({ places }) {
  return places.indexOf("") + 1;
}

function setStatus(state, { name, until = 0 }, status) {
  const seat = seatOf(state.view, name);
  state.until = { ...state.until, [name]: status === "away" ? until : 0 };
  if (state.view.status[seat] === "forfeit") return; // who gave up a game has done so to its end
  state.view.status = state.view.status.map((was, at) => (at === seat ? status : was));
}

/** What events tell and a view does not: who laid what on the table, and who said what. */
function hearPlays(state, { kind, other, source, target, cards, name, verb }) {
  if (other) return;
  if (kind === "MOVE" && target === "table" && cards.length) {
    state.plays = [...state.plays, [source === "stock" ? "" : source, cards]];
  } else if (kind === "MOVE" && source === "table") {
    const left = withoutCards(state.plays, cards);
    if (!left.length && state.plays.length && !state.view.names.includes(target)) state.cleared = state.plays;
    state.plays = left;
  } else if (kind === "GATHER") {
    Object.assign(state, { plays: [], cleared: [] });
  } else if (kind === "ACTION") {
    state.said = { ...state.said, [name]: [...new Set([...saidBy(state, name), verb])] };
  } else if (kind === "PHASE") {
    state.said = {};
  }
}

/** The verbs that a player has said in this game. */
export function saidBy({ said }, name) {
  return Object.hasOwn(said ?? {}, name) ? said[name] : [];
}

function withoutCards(plays, gone) {
  const left = plays.map(([who, cards]) => [who, [...cards]]);
  for (const card of [...gone].reverse()) {
    const play = left.findLast(([, cards]) => cards.includes(card));
    if (play) play[1].splice(play[1].lastIndexOf(card), 1);
  }
  return left.filter(([, cards]) => cards.length);
}

const MOST_SPREAD = 10;

/** How a pile lies there: as it is declared, or with all its cards if they are seen and few. */
export function shownAs(declared, cards) {
  const few = cards.length <= MOST_SPREAD && !cards.includes(HIDDEN);
  return declared?.shown ?? (few ? "spread" : "stack");
}

/** A frame in parts that are shown one after the other: what was laid on the table, or shown in a
    pile, is seen before it goes from there. */
export function beats(frame, hands = []) {
  const parts = [[]];
  const seen = new Set();
  for (const message of frame) {
    const { kind, source, target, pile: shown } = message;
    if (kind === "MOVE" && seen.has(source)) {
      parts.push([]);
      seen.clear();
    }
    if (kind === "MOVE" && target === "table") seen.add(target);
    if (kind === "SHOW" && !hands.includes(shown)) seen.add(shown);
    parts.at(-1).push(message);
  }
  return parts;
}

/** The cards in the order of this game: by "rank", by "suit", or as in a list of all cards. */
export function sorted(cards, view, order) {
  const bySuit = order === "suit";
  const ranks = ranksIn(view.ranks);
  const listed = Array.isArray(order) ? order : [];
  const place = (card) => {
    if (listed.includes(card)) return [0, listed.indexOf(card), 0, card];
    if (typeof card !== "string") return [1, 0, 0, card];
    const [suit, rank] = [view.suits.indexOf(card[0]), ranks.indexOf(card.slice(1))];
    if (suit < 0 || rank < 0) return [1, 0, 0, card];
    return bySuit ? [0, suit, rank, card] : [0, rank, suit, card];
  };
  const places = new Map(cards.map((card) => [card, place(card)]));
  return [...cards].sort((a, b) => compare(places.get(a), places.get(b)));
}

function compare(a, b) {
  for (const [at, value] of a.entries()) {
    if (value !== b[at]) return value < b[at] ? -1 : 1;
  }
  return 0;
}
