/* Playing with the keyboard alone: arrows walk through the hand, space selects, Enter plays. */

import { actsOf } from "cardkit/controls";
import { keysOf } from "cardkit/moves";
import { useEffect, useRef } from "cardkit/view";

export const KEYS = [
  ["← →", "walk through your hand"],
  ["Space", "select a card"],
  ["Enter", "play what is selected; after a game, show the result and go on"],
  ["0 … 9", "the button with that number"],
  ["Esc", "select nothing"],
  ["/", "chat"],
];

export function useKeys(play) {
  useKeydown((event) => press(event, play));
}

/** Hear keys wherever the page is, with what was drawn last. */
export function useKeydown(listen) {
  const latest = useRef(listen);
  latest.current = listen;
  useEffect(() => {
    const hear = (event) => latest.current(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

function press(event, play) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.key === "Escape" && event.target.id === "chat") {
    event.target.blur(); // back to the cards
    return;
  }
  if (event.target.closest("input, select, textarea, dialog, summary")) return;
  const act = actionFor(event, play);
  if (!act) return;
  event.preventDefault();
  act();
}

function actionFor(event, play) {
  const { key, target } = event;
  if (key === "ArrowLeft" || key === "ArrowRight") return () => walk(key === "ArrowRight" ? 1 : -1);
  if (key === "Escape") return play.clear;
  if (key === "/") return () => document.querySelector("#chat")?.focus();
  const free = target === document.body || target.classList.contains("held");
  if (key === "Enter" && free && play.view?.phase === "results" && !event.repeat) {
    return play.looking ? () => play.look("") : () => document.querySelector(".standing .primary")?.click();
  }
  if (!play.view || play.view.phase !== "playing") return null;
  const acts = actsOf(play);
  const pressed = /^[0-9]$/.test(key) && acts[keysOf(acts).indexOf(key)];
  if (pressed) return () => play.do(pressed);
  if (key === "Enter" && free) {
    const first = acts[0];
    const clear = play.selection.length ? first?.cards?.length : acts.length === 1;
    return clear ? () => play.do(first) : null;
  }
  return null;
}

function walk(step) {
  const cards = [...document.querySelectorAll(".held")];
  if (!cards.length) return;
  const at = cards.indexOf(document.activeElement);
  const start = cards.findIndex((card) => card.tabIndex === 0);
  const next = at < 0 ? start : (at + step + cards.length) % cards.length;
  cards[next].focus();
}
