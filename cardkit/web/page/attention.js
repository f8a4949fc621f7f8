/* What calls a person to the table: sounds, and a sign of their turn while the page is out of sight.
   Hears what the session hears; knows no game. */

import { allowAlerts, TurnAlert, whyNoAlerts } from "cardkit/alert";
import { useApp } from "cardkit/app";
import { say } from "cardkit/i18n";
import { liking } from "cardkit/kept";
import { soundOf, sounds } from "cardkit/sound";
import { html, useEffect, useState } from "cardkit/view";

/** How long is waited for who has won, until it sounds as if nobody had. */
const VERDICT = 1_500;
const TOUCHES = ["click", "keydown", "pointerup"];

export class Attention {
  constructor(session) {
    this.session = session;
    this.alert = new TurnAlert();
    this.before = session.state;
    this.actor = ""; // who acted last
    this.missed = false; // it was their turn, and they did not see it
    this.verdict = 0; // a game has ended, and who has won is not told yet
    for (const touch of TOUCHES) addEventListener(touch, () => sounds.wake(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => this.#look());
    addEventListener("pagehide", () => this.alert.end());
    session.set({ alerts: liking.get("alerts") ?? "", offered: false });
    session.subscribe((state) => this.#hear(state));
  }

  /** "on" asks the person for leave; whether it is on now. */
  async turnAlerts(on) {
    const may = on && (await allowAlerts());
    liking.keep("alerts", may ? "on" : "off");
    this.session.set({ alerts: may ? "on" : "off", offered: false });
    return may;
  }

  /** The page shows who has won; it is heard once, and only where the game was seen to end. */
  tellVerdict(won) {
    if (!this.verdict) return;
    clearTimeout(this.verdict);
    this.verdict = 0;
    sounds.play(won ? "win" : "end");
  }

  /** One's time is almost up: it is told once more, also to who looks elsewhere. */
  callAgain() {
    sounds.play("turn");
    if (document.hidden) this.#alert("Still there?", "again");
  }

  #hear(state) {
    const { before } = this;
    this.before = state;
    if (state.beat && state.beat.id !== before.beat?.id) this.#sound(state, before);
    if (state.table !== before.table) this.#look();
  }

  #sound({ beat, table }, before) {
    const { messages } = beat;
    this.actor = messages.findLast(({ kind, other }) => kind === "ACTION" && !other)?.name ?? this.actor;
    const asked = isAsked(table) && !isAsked(before.table) && this.actor !== table.me;
    const name = asked ? "turn" : soundOf(messages, table.view?.names ?? []);
    if (name !== "end") sounds.play(name);
    else {
      clearTimeout(this.verdict);
      this.verdict = setTimeout(() => this.tellVerdict(false), VERDICT);
    }
  }

  /** A turn that nobody sees is told; and no longer than it lasts. */
  #look() {
    const { table } = this.session.state;
    if (!document.hidden || !isAsked(table)) {
      this.alert.end();
      if (!document.hidden && this.missed) this.#offer();
      return;
    }
    this.missed = true;
    this.#alert("Your turn");
  }

  #alert(title, again = "") {
    const { table, alerts, language, games } = this.session.state;
    const game = games[table.game]?.title;
    const body = game?.[language] ?? game?.en ?? table.table;
    const notify = alerts === "on" ? { body, tag: `turn ${table.table}` } : null;
    this.alert.begin(`${table.table} ${table.last} ${again}`, say(title, language), notify);
  }

  /** It was one's turn while one looked elsewhere: once, it is offered to tell the next time. */
  #offer() {
    this.missed = false;
    if (this.session.state.alerts === "" && !whyNoAlerts()) this.session.set({ offered: true });
  }
}

function isAsked(table) {
  return Boolean(table?.legal.length);
}

/** For what shows a winner: whether it is this person is heard, too. */
export function useVerdict(won) {
  const { session } = useApp();
  useEffect(() => session?.attention.tellVerdict(won), []);
}

export function SoundSwitch() {
  const { t } = useApp();
  const [on, setOn] = useState(sounds.on);
  const turn = () => {
    sounds.turn(!on);
    setOn(!on);
  };
  const waves = "M15.500 8.500a5 5 0 0 1 0 7M18.300 5.700a9 9 0 0 1 0 12.600";
  const cross = "M16 9.500l5 5m0-5l-5 5";
  return html`<button type="button" class="sound" aria-label=${t("Sound")} title=${t("Sound")}
    aria-pressed=${String(on)} onClick=${turn}>
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path class="body" d="M4 9.500h3.500L12 5.500v13l-4.500-4H4z" />
      <path d=${on ? waves : cross} /></svg></button>`;
}

/** To be told of one's turn in the background; where that cannot be, why not. */
export function AlertSetting() {
  const { session, state, t } = useApp();
  const [why, setWhy] = useState(whyNoAlerts());
  const turn = async (event) => {
    await session.attention.turnAlerts(event.target.checked);
    setWhy(whyNoAlerts());
  };
  return html`<div class="alerts"><label class="check">
      <input type="checkbox" checked=${state.alerts === "on" && !why} disabled=${Boolean(why)} onChange=${turn}
        aria-describedby=${why ? "no-alerts" : null} />
      ${t("Notify me when it is my turn and this page is in the background")}</label>
    ${why && html`<p id="no-alerts" class="dim">${t(why)}</p>`}</div>`;
}

export function AlertOffer() {
  const { session, state, t } = useApp();
  if (!state.offered) return null;
  const answer = (on) => session.attention.turnAlerts(on);
  return html`<div class="notices offers"><p class="offer" role="status">
    ${t("It was your turn while you were away. Shall the browser tell you next time?")}
    <button type="button" class="small primary" onClick=${() => answer(true)}>${t("Tell me")}</button>
    <button type="button" class="small quiet" onClick=${() => answer(false)}>${t("No, thanks")}</button></p></div>`;
}
