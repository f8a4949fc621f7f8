/* What the page knows, and what a person can do with it: one connection, one place to be.

   `state` is plain data; whoever wants to show it subscribes. What is heard of a table is shown beat
   by beat, so that the last card of a trick is seen before the trick is taken. */

import { Connection, Refused } from "cardkit/connection";
import { DealChecks } from "cardkit/deals";
import { guestName, isGuest } from "cardkit/guest";
import { hasCrypto } from "cardkit/hashes";
import { firstLanguage, learn, say } from "cardkit/i18n";
import { ownKey } from "cardkit/identity";
import { gameToPlay, invitation, isOutdated, keepsVisits, lastVisit, liking, linkTo, visit } from "cardkit/kept";
import { sendsAway } from "cardkit/message_reader";
import { snapshot } from "cardkit/motion";
import { USUAL } from "cardkit/robots";
import { isOfLobby, tablesAfter } from "cardkit/tables";
import { beats, firstFree, hear, loseQuestion, unknownTable } from "cardkit/state";

const TOUCH = matchMedia("(hover: none)");
const HOLD = 700;
const MOST_WAITING = 4;
const LINES_KEPT = 300;
const OFTEN = 2;
/** What is said in other words here than to a program. */
const PLAIN = {
  TOO_LONG: "That is too long to be said at once.",
  NO_SUCH_TABLE: "That table is no longer there.",
  ACCOUNTS_ONLY: "Rated tables are for people with an account; in the lobby, Account makes one.",
};

export class Session {
  constructor() {
    this.state = {
      link: "none",
      blocked: false,
      keeps: keepsVisits(),
      entering: false,
      ended: null,
      me: "",
      table: null,
      fair: null,
      log: [],
      beat: null,
      games: {},
      levels: [], // how well robots may play, and how those are called who do
      tables: null,
      language: firstLanguage(),
      theme: liking.get("theme") ?? "auto",
      fourColours: liking.get("colours") === "four",
      oneTap: (liking.get("one tap") ?? (TOUCH.matches ? "on" : "off")) === "on",
      byItself: liking.get("by itself") === "on",
      level: liking.get("robots") ?? USUAL,
      notice: null,
      hostSays: null,
      invited: invitation(),
      path: location.pathname,
    };
    this.listeners = new Set();
    this.waiting = [];
    this.count = 0;
    addEventListener("pagehide", () => this.#keep());
    addEventListener("beforeunload", (event) => this.#warn(event));
    document.addEventListener("visibilitychange", () => this.#keep());
    addEventListener("hashchange", () => this.#hearInvitation());
    addEventListener("popstate", () => this.#hearBack());
    this.#comeBack();
    if (!this.connection) this.#connect(); // who only looks round sees the tables, too
    this.loadGames().then(() => this.#playAsAsked());
  }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(change) {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener(this.state);
  }

  // --- to come and go -------------------------------------------------------------------------

  #connect() {
    const { protocol, host } = location;
    const url = `${protocol === "https:" ? "wss:" : "ws:"}//${host}/ws`;
    const deals = new DealChecks({
      speak: (...words) => connection.mention(...words),
      show: (fair) => connection === this.connection && this.set({ fair }),
    });
    const connection = new Connection(url, {
      deals: hasCrypto() ? deals : null,
      tell: (frame) => this.#hear(frame),
      notice: (link, word, sentence) => this.#notice(link, word, sentence),
    });
    connection.language = this.state.language;
    this.connection = connection;
    this.set({ fair: null });
  }

  /** With a password or what signs challenges; else as a guest, whose name is kept for this browser.
      Whoever one was before is gone. */
  async enter(name, proof = {}) {
    if (this.state.me) await this.quit();
    this.set({ entering: true, ended: null });
    let own = null;
    try {
      if (name && !proof.password && !proof.sign) own = await ownKey();
      await this.connection.enter(name, own ?? proof);
    } finally {
      this.set({ entering: false });
    }
    this.#remember({ own: own !== null || Boolean(proof.own) });
    this.set({ link: "up", me: this.connection.name });
    this.#keep();
    await this.#acceptInvitation();
  }

  /** Who was here last; `own` tells that the key of this browser proves it. */
  #remember({ own }) {
    const { name, token } = this.connection;
    lastVisit.keep({ name, token, own });
  }

  /** A guest gets an account, with the name and the key of this browser. */
  async signUp(name, password) {
    const { own = false } = lastVisit.get() ?? {};
    await this.connection.say("SIGNUP", name, password);
    this.#remember({ own });
    this.set({ me: this.connection.name });
    this.#keep();
  }

  async deleteAccount() {
    await this.connection.say("DELETE", this.state.me);
    this.#leaveHouse({ remember: false });
  }

  /** Who has said no name is who they were, or called something, so as to play at once. */
  async comeIn() {
    if (this.state.me) return;
    const last = lastVisit.get();
    try {
      await (last?.own ? this.#enterAgain(last.name) : this.enter(guestName()));
    } catch (refused) {
      if (!["NAME_TAKEN", "BAD_SIGNATURE"].includes(refused.code)) throw refused;
      await this.enter(""); // the server finds a name that is free
    }
  }

  /** What somebody chooses comes before the table that a link led to. */
  async #comeInToChoose() {
    this.set({ invited: "" });
    await this.comeIn();
  }

  /** With the key of this browser, as the guest or the account that it was last. */
  async #enterAgain(name) {
    const { sign } = (isGuest(name) ? null : await ownKey()) ?? {};
    await this.enter(name, { sign, own: true });
  }

  /** Who was here last, and can come back with what this browser has kept: a token, or its key. */
  get lastVisit() {
    const last = lastVisit.get();
    return last?.token || last?.own ? last : null;
  }

  async returnAs({ token, name, own }) {
    if (own) {
      await this.#enterAgain(name).catch((refused) => this.tell(refused));
      return;
    }
    this.connection.close();
    this.#connect();
    this.set({ link: "connecting", me: name, ended: null });
    this.connection.resume(token, null);
  }

  #comeBack() {
    const kept = visit.get();
    if (!kept?.token) return;
    this.#connect();
    const last = kept.table?.view ? kept.last : null;
    const table = kept.table?.view ? { ...unknownTable(kept.me), ...loseQuestion(kept.table), looking: "" } : null;
    this.set({ link: "connecting", me: kept.me, table, log: kept.log ?? [] });
    this.connection.resume(kept.token, last);
  }

  #keep() {
    if (!this.connection?.token || this.connection.status === "ended") return;
    while (this.waiting.length) this.#show(this.waiting.shift());
    const { token, last } = this.connection;
    visit.keep({ ...this.state, token, last });
  }

  /** Where nothing is kept, who loads the page again cannot come back to the seat. */
  #warn(event) {
    const { keeps, table } = this.state;
    if (!keeps && typeof table?.view?.seat === "number") event.preventDefault();
  }

  /** The page comes through, and the connection does not: something on the way blocks it. */
  async #findOutWhy() {
    const answer = await fetch("/games.json", { method: "HEAD", cache: "no-store" }).catch(() => null);
    this.set({ blocked: Boolean(answer?.ok) && this.state.link === "lost" });
  }

  #notice(link, word, sentence) {
    if (link === "ended") {
      if (word) this.#forget(word, sentence);
      return;
    }
    if (link === "lost" && this.state.link !== "lost" && this.state.table) {
      this.#show([{ kind: "LOST" }]);
      this.set({ table: loseQuestion(this.state.table) });
    }
    if (link === "up" && this.linked) this.loadGames(); // it may be another server by now
    this.linked ||= link === "up";
    if (link === "up") this.set({ blocked: false });
    if (link === "lost" && this.connection.tries >= OFTEN) this.#findOutWhy();
    if (link === "up" && this.connection.token) {
      if (this.state.link === "lost" && this.state.table) this.#show([{ kind: "BACK" }]);
      if (this.state.table) this.#lookAgain();
      this.set({ link, me: this.connection.name });
      if (!this.state.table?.view && this.state.invited) this.#acceptInvitation();
      return;
    }
    this.set({ link });
  }

  /** Somebody may have left the table in another window meanwhile. */
  async #lookAgain() {
    try {
      await this.connection.say("STATE");
    } catch (refused) {
      if (refused.code === "NOT_AT_A_TABLE") this.set({ table: null, log: [], beat: null });
    }
  }

  /** The server does not want this session any more, or another window has it. */
  #forget(code, sentence) {
    visit.forget();
    if (["BAD_TOKEN", "NOT_ENTERED"].includes(code)) lastVisit.keep({ ...lastVisit.get(), token: "" });
    const ended = { code, sentence: sentence ?? "" };
    this.#connect();
    this.set({ link: "none", table: null, tables: null, me: "", ended, beat: null });
  }

  async quit() {
    await this.connection.say("QUIT").catch(() => null);
    this.#leaveHouse({ remember: true });
  }

  #leaveHouse({ remember }) {
    visit.forget();
    if (remember) lastVisit.keep({ ...lastVisit.get(), token: "" });
    else lastVisit.forget();
    this.connection.close();
    this.#connect();
    this.set({ link: "none", me: "", table: null, tables: null, log: [], beat: null });
  }

  /** Look at another page of this server, without leaving the table. */
  visit(path) {
    history.pushState(null, "", path);
    this.set({ path: location.pathname });
    scrollTo(0, 0);
  }

  /** Back from a table leads to the lobby, but gives no seat up unasked. */
  #hearBack() {
    const { table, path } = this.state;
    const wasThere = path === location.pathname;
    this.set({ path: location.pathname });
    if (!table?.view || invitation() || !wasThere) return;
    if (table.view.seat === null) {
      this.leave().catch((refused) => this.tell(refused));
      return;
    }
    history.pushState(null, "", linkTo(table.table));
    this.#inform(this.#say("You have a seat at this table. Leave gives it up."));
  }

  // --- in the lobby ---------------------------------------------------------------------------

  async loadGames(wait = 500) {
    const answer = await fetch("/games.json").catch(() => null);
    const known = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!known) {
      setTimeout(() => this.loadGames(Math.min(2 * wait, 8_000)), wait);
      return;
    }
    const { games, levels, page } = known;
    if (isOutdated(page)) location.reload(); // the visit goes on with the page of this server
    const level = levels.some(({ name }) => name === this.state.level) ? this.state.level : USUAL;
    this.set({ levels, level, games: Object.fromEntries(games.map((game) => [game.name, this.#withDetails(game)])) });
  }

  #withDetails(game) {
    const before = this.state.games[game.name];
    return before?.details === game.details ? { ...before, ...game } : game;
  }

  /** All about a game that is only listed yet: how it is told, and what can be set. */
  async loadGame(name, wait = 500) {
    const { details, declaration } = this.state.games[name] ?? {};
    if (!details || declaration) return;
    const answer = await fetch(details).catch(() => null);
    const known = answer?.ok ? await answer.json().catch(() => null) : null;
    const game = this.state.games[name];
    if (known && game?.details === details) {
      this.set({ games: { ...this.state.games, [name]: { ...game, ...known } } });
    } else if (!known) {
      setTimeout(() => this.loadGame(name, Math.min(2 * wait, 8_000)), wait);
    }
  }

  /** Be told of the tables: all of them now, and what changes from now on; or no longer. */
  async hearTables(on) {
    const { connection } = this;
    connection.listens = on;
    if (!on) {
      connection.mention("LOBBY", "off");
      return;
    }
    const answer = await connection.say("LOBBY", "on").catch(() => null);
    if (answer && connection === this.connection) this.set({ tables: tablesAfter([], answer.messages) ?? [] });
  }

  async openTable(game, preset, settings) {
    await this.#comeInToChoose();
    const { reply } = await this.connection.say(
      "OPEN",
      game,
      ...(preset ? [preset] : []),
      ...settings,
    );
    await this.sitDown(reply.table);
  }

  /** Begin a game with robots: at this table, if nobody has come to it meanwhile, or at a new one. */
  async playNow(game, table = "") {
    await this.#comeInToChoose();
    if (this.state.table) return; // who was at one before is there again
    if (table) await this.sitDown(table);
    const { view } = this.state.table ?? {};
    const alone = view?.phase === "preparing" && view.names.length <= 1;
    if (!alone) await this.openTable(game, "", ["grace=30", `robots=${this.state.level}`, "move=60", "gentle=on"]);
    await this.do("START");
  }

  /** The link of the page may say which game to play. */
  #playAsAsked() {
    const game = gameToPlay();
    if (!game || this.state.table) return;
    history.replaceState(null, "", "/");
    this.playNow(game).catch((refused) => this.tell(refused));
  }

  /** Go to a table, and take a seat there. */
  async sitDown(name) {
    await this.go("JOIN", name);
    const { table } = this.state;
    const place = table?.view?.phase === "preparing" ? firstFree(table) : 0;
    await this.do(place ? `LOGIN ${place}` : "LOGIN"); // who has chosen one keeps it
  }

  /** JOIN or WATCH a table. */
  async go(verb, name) {
    await this.#comeInToChoose();
    if (this.state.table) await this.leave();
    this.set({ table: unknownTable(this.state.me), log: [], beat: null });
    try {
      await this.connection.say(verb, name);
      const known = location.pathname === "/" && invitation() === name;
      if (!known) history.pushState(null, "", linkTo(name));
      this.set({ path: location.pathname });
    } catch (refused) {
      this.set({ table: null });
      if (invitation()) history.replaceState(null, "", "/"); // it leads nowhere
      throw refused;
    }
    this.#keep();
  }

  /** EXIT, or CLOSE the own table. */
  async leave(verb = "EXIT") {
    await this.connection.say(verb);
    this.#standUp();
  }

  #standUp() {
    this.waiting = [];
    if (location.pathname === "/" || invitation()) history.replaceState(null, "", "/");
    this.set({ table: null, log: [], beat: null, invited: "", tables: null });
    this.#keep();
  }

  async #acceptInvitation() {
    const { invited } = this.state;
    this.set({ invited: "" });
    if (!invited) return;
    try {
      await this.go("JOIN", invited);
    } catch (refused) {
      this.tell(refused);
    }
  }

  #hearInvitation() {
    const invited = invitation();
    if (!invited || invited === this.state.table?.table) return;
    this.set({ invited });
    if (this.state.link === "up" && this.state.me) this.#acceptInvitation();
  }

  // --- at a table -----------------------------------------------------------------------------

  /** Say a command of the table; what is refused is shown. */
  async do(text) {
    try {
      const answer = await this.connection.say(...text.split(" "));
      this.set({ notice: null });
      return answer;
    } catch (refused) {
      this.tell(refused);
      return null;
    }
  }

  /** Answer the question of the game; until the server has heard it, it is not asked again. */
  async answer(text) {
    const { table } = this.state;
    if (!table.legal.length) return;
    this.set({ table: loseQuestion(table) });
    const answered = await this.do(text);
    const now = this.state.table;
    const stillAsked = now?.view.awaited.includes(now.view.seat) && now.table === table.table;
    if (!answered && stillAsked && !now.legal.length) {
      this.set({ table: { ...now, legal: table.legal } });
    }
  }

  /** Ask what a strong robot would do, once for each question. */
  async advise() {
    const { table } = this.state;
    if (table.wondering === table.legal) return;
    this.set({ table: { ...table, wondering: table.legal } });
    if (!(await this.do("ADVISE"))) this.set({ table: { ...this.state.table, wondering: null } });
  }

  /** After a game: look at the table, or at the result. */
  look(looking) {
    const { table } = this.state;
    if (table) this.set({ table: { ...table, looking } });
  }

  async chat(words) {
    return (await this.do(`CHAT ${words.trim().replace(/\s+/g, " ")}`)) !== null;
  }

  /** Why a command may not be said, in the words of the server; empty if it does not tell. */
  async why(text) {
    try {
      await this.connection.say("WHY", text);
      return "";
    } catch (refused) {
      return ["UNKNOWN_WORD", "NO_CONNECTION", "NOT_NOW"].includes(refused.code)
        ? ""
        : refused.message;
    }
  }

  async rulesHere() {
    const { messages } = await this.connection.say("RULES");
    return messages.filter(({ kind }) => kind === "RULES").map(({ text }) => text ?? "");
  }

  #hear(frame) {
    const host = frame.findLast(({ kind, other }) => kind === "HOST" && !other);
    if (host) {
      this.count += 1;
      this.set({ hostSays: { id: this.count, text: host.text } });
    }
    const tables = tablesAfter(this.state.tables, frame);
    if (tables) this.set({ tables });
    const told = frame.filter((message) => !isOfLobby(message));
    if (!told.length || (!this.state.table && !told.some(({ kind }) => kind === "STATE"))) return;
    const away = told.find((message) => sendsAway(message, this.state.me));
    if (away) {
      this.#standUp();
      this.#inform(away.sentence);
      return;
    }
    this.waiting.push(...beats(told, this.state.table?.view?.names));
    if (!this.holding) this.#showNext();
  }

  #showNext() {
    this.holding = 0;
    const beat = this.waiting.shift();
    if (!beat) return;
    this.#show(beat);
    const clears = this.waiting[0]?.some((m, at) => m.kind === "MOVE" && (!at || m.source === "table"));
    if (clears && this.waiting.length <= MOST_WAITING && document.visibilityState === "visible") {
      this.holding = setTimeout(() => this.#showNext(), HOLD);
    } else {
      this.#showNext();
    }
  }

  #show(beat) {
    const before = snapshot();
    const was = this.state.table ?? unknownTable(this.state.me);
    const table = hear({ ...was, me: this.state.me }, beat);
    const told = beat.filter(({ kind }) => !["STATE", "ASK", "ADVICE"].includes(kind));
    this.count += 1;
    const log = told.length
      ? [...this.state.log, { id: `${this.count}-${Date.now()}`, frame: told }].slice(-LINES_KEPT)
      : this.state.log;
    this.set({ table, log, beat: { id: this.count, before, messages: beat } });
    if (!table.exact && !this.waiting.length) this.connection.refresh();
  }

  // --- how it is shown ------------------------------------------------------------------------

  async speak(language) {
    liking.keep("language", language);
    await learn(language).catch(() => null);
    this.set({ language });
    await this.connection?.speak(language).catch(() => null);
  }

  paint(change) {
    const { theme = this.state.theme, fourColours = this.state.fourColours } = change;
    liking.keep("theme", theme);
    liking.keep("colours", fourColours ? "four" : "two");
    this.set({ theme, fourColours });
  }

  /** How a person plays: a card by one tap, and what is no choice by itself. */
  prefer(change) {
    const { oneTap, byItself } = { ...this.state, ...change };
    liking.keep("one tap", oneTap ? "on" : "off");
    liking.keep("by itself", byItself ? "on" : "off");
    this.set({ oneTap, byItself });
  }

  /** How well the robots play whom one meets from now on. */
  meet(level) {
    liking.keep("robots", level);
    this.set({ level });
  }

  tell(refused) {
    const text = refused instanceof Refused ? refused.message : "";
    const known = text && text !== refused.code && !(refused.code in PLAIN);
    const why = PLAIN[refused.code] ?? "That did not work; please try again.";
    this.#inform(known ? text : this.#say(why));
  }

  #say(sentence) {
    return say(sentence, this.state.language);
  }

  #inform(text) {
    this.count += 1;
    this.set({ notice: { id: this.count, text } });
  }

  dismiss() {
    this.set({ notice: null });
  }
}
