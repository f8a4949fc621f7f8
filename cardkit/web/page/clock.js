/* How long the one who is asked may still think; and what is going on right now, in a few words. */

import { useApp } from "cardkit/app";
import { html, useEffect, useState } from "cardkit/view";

const SOON = 6;

export function Clock() {
  const { session, state, t } = useApp();
  const { deadline } = state.table.view;
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

/** Whose turn it is, or why nothing goes on. */
export function Turn() {
  const { state, t } = useApp();
  const { view, over } = state.table;
  let text = "";
  let kind = "";
  if (state.link !== "up") {
    text = t("No connection");
    kind = "waits";
  } else if (view.suspended) {
    text = t("The game waits until all are back.");
    kind = "waits";
  } else if (view.phase !== "playing") {
    text = over ? t("The match is over.") : t("No game is on.");
  } else if (view.awaited.includes(view.seat)) {
    text = t("Your turn");
    kind = "mine";
  } else {
    const names = view.awaited.map((seat) => view.names[seat]);
    text = names.length ? t("Waiting for {names}", { names: names.join(", ") }) : "";
  }
  return html`<p class="turn ${kind}" role="status"><bdi>${text}</bdi></p>`;
}
