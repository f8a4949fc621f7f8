/* The deals of a visit: contributes to them in the name of the page, and tells what was checked. */

import { toHex } from "cardkit/hashes";
import { say } from "cardkit/i18n";
import { PlayerRole } from "cardkit/player_role";

const KEPT = "cardkit.deals";
const MOST_KEPT = 8;

export class DealChecks {
  /** `speak` says a command at once, `show` hears what is known of the deals, as plain data. */
  constructor({ speak, show }) {
    Object.assign(this, { speak, show });
    this.player = new PlayerRole("", contribution);
    this.work = Promise.resolve();
    this.shown = "";
  }

  /** Everything that comes, in order; checking takes its time, and nothing waits for it. */
  hear(frame) {
    this.work = this.work.then(() => this.#check(frame));
  }

  /** Whether the server wants to prove its deals at all. */
  promise(promised) {
    this.player.promised = promised;
  }

  async #check(frame) {
    const { answers, found } = await this.player.hear(frame);
    for (const words of answers) this.speak(...words);
    for (const { deal, template, parts } of found) {
      this.speak("DISPUTE", String(deal), ...say(template, "en", parts).split(/\s+/));
    }
    const known = summary(this.player);
    const text = JSON.stringify(known);
    if (text !== this.shown) this.show(known);
    this.shown = text;
  }
}

/** What there is to show of the deals at this table. */
export function summary(player) {
  const { deal, table, name, promised } = player;
  const here = (each) => !each.table || each.table === table;
  const found = player.found.filter(here);
  const disputes = player.disputes.filter(here);
  if (!deal?.given) return { promised, found, disputes, deal: null };
  const seats = deal.seats.map((who, seat) => ({
    name: who,
    gave: deal.given[seat] !== null,
    foreign: who === name && !deal.listed,
  }));
  const all = player.dealsOf(deal.match);
  const opened = all.filter((each) => each.opened).length;
  const { number, proved } = deal;
  return { promised, found, disputes, deal: { number, proved, seats, opened, dealt: all.length } };
}

/** What this page gives to a deal, also after it was loaded again: it is bound to it. */
function contribution(key) {
  const kept = readKept();
  const before = kept.find(([other]) => other === key);
  if (before) return before[1];
  const drawn = toHex(crypto.getRandomValues(new Uint8Array(32)));
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...kept, [key, drawn]].slice(-MOST_KEPT)));
  } catch {
    // the deal itself remembers it until the page is loaded again
  }
  return drawn;
}

function readKept() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    return kept.filter(([key, drawn]) => key && /^[0-9a-f]{64}$/.test(drawn));
  } catch {
    return [];
  }
}
