/* How long the one who is asked may still think; and what is going on right now, in a few words. */

import { useApp } from "cardkit/app";
import { html, useEffect, useState } from "cardkit/view";

const SOON = 6;

export function Clock() {
  const { session, state, t } = useApp();
  const deadline = state.table.view.deadline || comingBack(state.table);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!deadline) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (!deadline) return null;
  const left = Math.max(0, Math.ceil(deadline - session.connection.serverTime()));
  const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class=${left <= SOON ? "clock soon" : "clock"} role="timer"
    aria-label=${t("time left")}>${shown}</span>`;
}

/** Until when who is asked and has lost the connection may come back; 0 if nobody has. */
function comingBack({ view, until }) {
  const gone = view.awaited.filter((seat) => view.status[seat] === "away");
  return view.suspended ? 0 : Math.max(0, ...gone.map((seat) => until[view.names[seat]] ?? 0));
}

/** For whom a suspended game waits. */
export function missing({ names, status }, t) {
  const gone = names.filter((_, seat) => status[seat] === "away");
  if (!gone.length) return t("The game waits until all are back.");
  return t("The game waits for {names}.", { names: gone.join(", ") });
}

/** Whose turn it is, or why nothing goes on. */
export function Turn() {
  const { state, t, called } = useApp();
  const { view, over } = state.table;
  let text = "";
  let kind = "";
  if (state.link !== "up") {
    text = t("No connection");
    kind = "waits";
  } else if (view.suspended) {
    text = missing(view, t);
    kind = "waits";
  } else if (view.phase !== "playing") {
    const next = view.game ? t("Go on when all are ready.") : state.table.robots ? t("Begin when all are there; robots take the other seats.") : t("Begin when all are there.");
    text = over ? t("The match is over.") : view.seat === null ? t("No game is on.") : next;
  } else if (view.awaited.includes(view.seat)) {
    text = t("Your turn");
    kind = "mine";
  } else {
    const names = view.awaited.map((seat) => called(view.names[seat]));
    const gone = view.awaited.some((seat) => view.status[seat] === "away");
    const waits = gone ? "Waiting for {names} to come back" : "Waiting for {names}";
    text = names.length ? t(waits, { names: names.join(", ") }) : "";
  }
  return html`<p class="turn ${kind}" role="status"><bdi>${text}</bdi></p>`;
}
