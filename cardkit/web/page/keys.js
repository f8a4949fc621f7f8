/* Playing with the keyboard alone: arrows walk through the hand, space selects, Enter plays, and every
   word of a game has a letter that never means anything else. */

import { mayAsk } from "cardkit/advice";
import { actsOf } from "cardkit/controls";
import { keysOf, labelOf, lettersOf } from "cardkit/moves";
import { useEffect, useRef } from "cardkit/view";

export const KEYS = [
  ["← →", "walk through your hand"],
  ["Space", "select a card"],
  ["Enter", "play what is selected; after a game, show the result and go on"],
  ["A … Z", "the button with that letter; what should not happen by mistake takes two presses"],
  ["0 … 9", "the choice with that number"],
  ["Esc", "select nothing"],
  ["?", "a hint, where the table allows it"],
  ["/", "chat"],
];

export function useKeys(play, declaration) {
  useKeydown((event) => press(event, play, declaration));
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

function press(event, play, declaration) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (event.key === "Escape" && event.target.closest("#chat, .controls")) {
    event.target.blur(); // back to the cards
    play.clear();
    return;
  }
  if (event.target.closest("input, select, textarea, dialog, summary")) return;
  const act = actionFor(event, play, declaration);
  if (!act) return;
  event.preventDefault();
  act();
}

function actionFor(event, play, declaration) {
  const { key, target } = event;
  if (key === "ArrowLeft" || key === "ArrowRight") return () => walk(key === "ArrowRight" ? 1 : -1);
  if (key === "Escape") return play.clear;
  if (key === "?") return mayAsk(play.table) ? play.advise : null;
  if (key === "/") return () => document.querySelector("#chat")?.focus();
  const free = target === document.body || target.classList.contains("held");
  if (key === "Enter" && free && play.view?.phase === "results" && !event.repeat) {
    if (play.looking) return () => play.look("");
    return play.view.seat === null ? null : () => document.querySelector(".standing .primary")?.click();
  }
  if (!play.view || play.view.phase !== "playing") return null;
  const acts = actsOf(play);
  if (/^[0-9a-z]$/i.test(key) && !event.repeat) return actFor(key.toLowerCase(), acts, play, declaration);
  if (key === "Enter" && free) {
    const first = acts[0];
    const clear = play.selection.length ? first?.cards?.length : acts.length === 1;
    return clear ? () => say(first, play) : null;
  }
  return null;
}

/** What a letter or a digit does: it says a word, or leads to where that is said. Digits go first by
    where the keyboard is: Play 1 … 5 and Throw 1 … 5 are told apart so. */
function actFor(key, acts, play, declaration) {
  const { word } = document.activeElement.closest("[data-word]")?.dataset ?? {};
  const among = acts.filter((move) => labelOf(move) === word);
  for (const some of [among, acts]) {
    const move = some[keysOf(some, declaration).indexOf(key)];
    if (move) return () => say(move, play);
  }
  const [label] = [...lettersOf(declaration)].find(([, letter]) => letter === key) ?? [];
  return label ? () => focusOn(label) : null;
}

/** What is grave is said when its button has the focus already, and as a click would. */
function say(move, play) {
  const { activeElement } = document;
  if (!move.word?.grave) play.do(move);
  else if (activeElement.dataset.say === move.text) activeElement.click();
  else focusOn(labelOf(move));
}

function focusOn(label) {
  const place = document.querySelector(`.controls [data-word="${CSS.escape(label)}"]`);
  const field = place?.querySelector("input[type=number]") ?? place?.querySelector("select, button") ?? place;
  field?.focus();
  field?.select?.();
}

function walk(step) {
  const cards = [...document.querySelectorAll(".held")];
  if (!cards.length) return;
  const at = cards.indexOf(document.activeElement);
  const start = cards.findIndex((card) => card.tabIndex === 0);
  const next = at < 0 ? start : (at + step + cards.length) % cards.length;
  cards[next].focus();
}
