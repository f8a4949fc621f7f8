/* The connection to the server: a WebSocket that is opened again when it is lost.

   `say` waits for the answer to a command, also over a lost connection: what was not answered is
   repeated under its tag, and carried out once. Events come in order, without gap and repeat.
   Knows no game and no page. */

import { readFrame, sendsAway } from "cardkit/message_reader";

// After so long a silence the server is asked whether it is there, and has so long to answer.
const WITHOUT_TABLE = [20_000, 25_000];
const AT_TABLE = [2_000, 2_500]; // the server may be stopped, and the table go on at another one
const OPEN_WITHIN = 15_000;
const AT_ONCE = 50; // another server may have gone on already
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4_000;
const LONGEST_COMMAND = 4_096;
const PASSING = ["SHUTTING_DOWN", "TOO_MANY", "TOO_SLOW", "TRY_LATER"];
const TOLD = ["STATE", "STAGE", "ASK", "ADVICE", "CHAT", "HOST", "KICK", "CLOSE", "WARNING", "TABLE", "TABLE_GONE"];

/** What the server refuses: a code for programs and a sentence for people. */
export class Refused extends Error {
  constructor(code, sentence) {
    super(sentence || code);
    this.code = code;
  }
}

export class Connection {
  /** `tell` hears frames, `notice` hears how the link is: up, lost or ended (with its code).
      `deals`, if there are any, hear everything as it comes. */
  constructor(url, { tell, notice, deals = null, open = (at) => new WebSocket(at) }) {
    Object.assign(this, { url, tell, notice, deals, open });
    this.token = "";
    this.name = "";
    this.last = null;
    this.language = "en";
    this.socket = null;
    this.status = "new";
    this.listens = false; // to what comes unasked, so that a lost link is missed at once
    this.unanswered = new Map();
    this.mark = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
    this.count = 0;
    this.tries = 0;
    this.forsaken = 0; // links given up before one was back over them, which may still come about
    this.ahead = 0;
    this.timers = [setInterval(() => this.#keepAlive(), 500)];
    this.wake = () => document.visibilityState === "visible" && this.#hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Come in as a guest, with a password, or with what signs challenges: as an account or, with a
      public key, as a guest for whom the name is kept. */
  async enter(name, { password = "", sign = null, publicHex = "" } = {}) {
    const secret = sign ? ["KEY", ...(publicHex ? [publicHex] : [])] : password ? [password] : [];
    const { reply } = await this.say("ENTER", ...(name ? [name] : []), ...secret);
    if (reply.kind === "CHALLENGE") {
      if (!sign) throw new Refused("WRONG_PASSWORD"); // who typed KEY as the password
      await this.say("PROVE", await sign(reply.challenge));
    }
    await this.say("LANGUAGE", this.language);
  }

  /** Come back as the participant whose token this is, having heard event `last`. */
  resume(token, last) {
    this.token = token;
    this.last = last;
    this.#dial();
  }

  say(...words) {
    if (this.status === "ended") return Promise.reject(new Refused("NO_CONNECTION"));
    const tag = this.#tag();
    const said = [tag, ...words.map(String)];
    if (new Blob([JSON.stringify(said)]).size > LONGEST_COMMAND) {
      return Promise.reject(new Refused("TOO_LONG")); // it would end the connection
    }
    return new Promise((done, fail) => {
      this.unanswered.set(tag, { words: said, done, fail });
      if (this.socket === null) this.#dial();
      else if (this.status === "up") this.#send(this.unanswered.get(tag).words);
    });
  }

  /** Say something whose answer nobody waits for: now, or not at all. */
  mention(...words) {
    this.#send([this.#tag(), ...words]);
  }

  async speak(language) {
    this.language = language;
    if (this.status === "up" && this.token) await this.say("LANGUAGE", language);
  }

  refresh() {
    if (this.status !== "up" || this.refreshing) return;
    this.refreshing = this.#tag();
    this.#send([this.refreshing, "STATE"]);
  }

  close() {
    this.#end("");
  }

  /** The clock of the server in seconds, by which deadlines are told. */
  serverTime() {
    return performance.now() / 1000 + this.ahead;
  }

  #tag() {
    this.count += 1;
    return `#${this.mark}x${this.count}`;
  }

  #send(words) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(words));
  }

  #dial() {
    clearTimeout(this.redial);
    const socket = (this.socket = this.open(this.url));
    this.heard = performance.now();
    this.lostBy = "";
    socket.onopen = () => socket === this.socket && this.#begin();
    socket.onmessage = (event) => socket === this.socket && this.#read(event.data);
    socket.onclose = () => socket === this.socket && this.#lose();
  }

  /** The first words over a link. */
  #begin() {
    this.refreshing = null;
    if (this.deals) {
      this.proving = this.#tag();
      this.#send([this.proving, "PROOFS", "on"]);
    }
    if (this.token) {
      this.resuming = this.#tag();
      const last = this.last === null ? [] : [String(this.last)];
      this.#send([this.resuming, "RESUME", this.token, ...last]);
      this.#send([this.#tag(), "LANGUAGE", this.language]);
    } else {
      this.#up();
    }
    this.#ping();
  }

  #up() {
    this.tries = 0;
    this.status = "up";
    this.notice("up", this.name);
    for (const { words } of this.unanswered.values()) this.#send(words);
  }

  #lose() {
    if (this.status === "ended") return;
    if (!this.token && !this.listens && this.status === "up" && this.unanswered.size === 0) {
      this.socket = null; // nobody yet: dial again when there is something to say
      this.status = "new";
      return;
    }
    this.status = "lost";
    if (this.resuming) this.forsaken += 1;
    this.notice("lost", this.lostBy);
    const wait = this.tries ? Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.tries - 1)) : AT_ONCE;
    this.tries += 1;
    this.redial = setTimeout(() => this.#dial(), wait * (0.5 + Math.random()));
  }

  #end(code, sentence) {
    if (this.status === "ended") return;
    this.status = "ended";
    this.timers.forEach(clearInterval);
    clearTimeout(this.redial);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    for (const { fail } of this.unanswered.values()) fail(new Refused(code, sentence));
    this.unanswered.clear();
    this.socket?.close();
    this.notice("ended", code, sentence);
  }

  /** Somebody looks at the page again, or the network is back: waste no time. */
  #hurry() {
    if (this.status === "lost") {
      this.tries = 0;
      this.#dial();
    } else if (this.status === "up") {
      this.#ping();
    }
  }

  #ping() {
    this.pinging = this.#tag();
    this.pinged = performance.now();
    this.#send([this.pinging, "PING"]);
  }

  #keepAlive() {
    const { socket } = this;
    if (!socket || socket.readyState > 1) return;
    const now = performance.now();
    const opens = socket.readyState === 0;
    const [pingAfter, answersWithin] = this.last === null ? WITHOUT_TABLE : AT_TABLE;
    if (opens || this.pinged > this.heard) {
      if (now - (opens ? this.heard : this.pinged) < (opens ? OPEN_WITHIN : answersWithin)) return;
      this.socket = null;
      socket.close();
      this.#lose();
    } else if (this.status === "up" && now - this.heard >= pingAfter) {
      this.#ping();
    }
  }

  #read(data) {
    this.heard = performance.now();
    let frame;
    try {
      frame = JSON.parse(data);
    } catch {
      frame = null;
    }
    if (!Array.isArray(frame) || !frame.every((m) => Array.isArray(m) && m.length)) {
      this.#end("BAD_FRAME");
      return;
    }
    const messages = readFrame(frame);
    this.deals?.hear(messages);
    this.#hear(messages);
  }

  #hear(frame) {
    const told = [];
    let back = false;
    for (const [at, message] of frame.entries()) {
      const { tag, kind, number, code, sentence } = message;
      if (tag) {
        back = this.#hearAnswer(message, frame.slice(at + 1)) || back;
      } else if (kind === "BYE") {
        const byMyself = code === "TAKEN_OVER" && this.forsaken > 0;
        if (byMyself) this.forsaken -= 1;
        if (byMyself || PASSING.includes(code)) this.lostBy = code;
        else this.#end(code, sentence);
      } else if (number !== undefined || TOLD.includes(kind)) {
        if (sendsAway(message, this.name)) this.last = null;
        told.push(message);
      }
    }
    const [kept, missing] = this.#inOrder(told);
    if (missing) this.refresh();
    if (kept.length) this.tell(kept);
    if (back) this.#up();
  }

  #hearAnswer({ tag, reply, code, sentence }, more) {
    const refused = reply ? null : new Refused(code, sentence);
    if (!refused) this.#note(reply);
    if (tag === this.resuming) {
      this.resuming = null;
      if (!refused) return true;
      if (PASSING.includes(refused.code)) this.socket.close();
      else this.#end(refused.code, refused.message);
    } else if (tag === this.refreshing) {
      this.refreshing = null;
    } else if (tag === this.proving) {
      this.deals.promise(!refused);
    } else if (tag === this.pinging) {
      // said halfway between the question and the answer, as far as one can tell
      if (reply?.time) this.ahead = reply.time - (this.pinged + performance.now()) / 2000;
    } else {
      const waiting = this.unanswered.get(tag);
      this.unanswered.delete(tag);
      if (refused) waiting?.fail(refused);
      else waiting?.done({ reply, messages: more });
    }
    return false;
  }

  /** What an answer means for the connection itself. */
  #note({ kind, name, token, other }) {
    if (other) return;
    if (kind === "ENTER") Object.assign(this, { name, token });
    else if (kind === "RESUME") this.name = name;
    else if (kind === "EXIT") this.last = null;
  }

  /** The messages without repeated events, and whether events are missing. */
  #inOrder(messages) {
    const kept = [];
    let missing = false;
    for (const message of messages) {
      const { number, kind, other } = message;
      if (number !== undefined) {
        if (this.last !== null) {
          if (number !== this.last + 1) {
            missing ||= number > this.last;
            continue;
          }
          this.last = number;
        }
      } else if (kind === "STATE" && !other) {
        this.last = message.event;
        missing = false;
      }
      kept.push(message);
    }
    return [kept, missing];
  }
}
