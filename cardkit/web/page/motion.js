/* Cards are seen to go from pile to pile. What was where before, and which moves were told, is all
   it needs; who wants less motion sees none. */

import { Picture } from "cardkit/cards";
import { html, render } from "cardkit/view";

const LONG = 320;
const STEP = 28;
const LONGEST_DEAL = 900;
const MOST_GHOSTS = 4;
const EASE = "cubic-bezier(.2,.7,.2,1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where every card and pile is now. */
export function snapshot() {
  if (still.matches) return null;
  const cards = new Map();
  for (const element of document.querySelectorAll("[data-card][data-at]")) {
    cards.set(element.dataset.card, element.getBoundingClientRect());
  }
  const piles = new Map();
  for (const element of document.querySelectorAll("[data-pile]")) {
    piles.set(element.dataset.pile, placeOf(element));
  }
  return { cards, piles };
}

/** Where a pile is; one that there is no room for is at the seat of its player. */
function placeOf(element) {
  const place = element.getBoundingClientRect();
  return place.width ? place : (element.closest(".seat") ?? element).getBoundingClientRect();
}

/** Where a pile would lie that the table does not show. */
function middle() {
  const felt = document.querySelector(".felt")?.getBoundingClientRect();
  if (!felt) return null;
  const [width, height] = [50, 70];
  const [x, y] = [felt.x + (felt.width - width) / 2, felt.y + (felt.height - height) / 2];
  return new DOMRect(x, y, width, height);
}

/** Show how the cards went since the snapshot; `own` are those that the game declares. */
export function animate(before, messages, own) {
  if (!before || still.matches) return;
  const after = snapshot();
  const gone = new Set();
  const moves = messages.filter(({ kind, other }) => kind === "MOVE" && !other);
  const count = moves.reduce((sum, { cards }) => sum + cards.length, 0);
  const step = Math.min(STEP, LONGEST_DEAL / count);
  let turn = 0;
  for (const { source, target, cards } of moves) {
    if (source === target) continue;
    let ghosts = 0;
    for (const card of cards) {
      const start = before.piles.get(source) ?? after.piles.get(source) ?? middle();
      const from = before.cards.get(card) ?? start;
      const element = document.querySelector(
        `[data-card="${CSS.escape(card)}"][data-at="${CSS.escape(target)}"]`,
      );
      gone.add(card);
      if (!from) continue;
      if (element) fly(element, from, element.getBoundingClientRect(), turn * step);
      else if (ghosts < MOST_GHOSTS && after.piles.has(target)) {
        ghosts += 1;
        ghost(card, own, from, after.piles.get(target), turn * step);
      }
      turn += 1;
    }
  }
  settle(before, gone);
}

/** Cards that only made room slide to their new place. */
function settle(before, gone) {
  for (const element of document.querySelectorAll("[data-card][data-at]")) {
    const from = before.cards.get(element.dataset.card);
    if (!from || gone.has(element.dataset.card)) continue;
    const to = element.getBoundingClientRect();
    if (Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 2) fly(element, from, to, 0);
  }
}

/** How far the middle of one place is from that of another. */
function between(from, to) {
  return [
    to.x + to.width / 2 - from.x - from.width / 2,
    to.y + to.height / 2 - from.y - from.height / 2,
  ];
}

function fly(element, from, to, delay) {
  if (!to.width) return;
  const [x, y] = between(to, from);
  const scale = Math.min(2, Math.max(0.3, from.height / to.height));
  element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 },
      { transform: "none", zIndex: 5 },
    ],
    { duration: LONG, delay, easing: EASE, fill: "backwards" },
  );
}

/** The colour that this table has for the backs of its cards. */
function backOfTable() {
  const table = document.querySelector(".table");
  return table ? getComputedStyle(table).getPropertyValue("--back") : "";
}

/** A card that is seen only on its way. */
function ghost(card, own, from, to, delay) {
  const element = document.createElement("div");
  element.className = "ghost";
  element.ariaHidden = "true";
  element.style.setProperty("--back", backOfTable());
  render(html`<${Picture} card=${card} own=${own} />`, element);
  const wide = Math.min(from.width, 90);
  element.style.width = `${wide}px`;
  element.style.left = `${from.x + from.width / 2 - wide / 2}px`;
  element.style.top = `${from.y + from.height / 2 - wide * 0.7}px`;
  document.body.append(element);
  const [x, y] = between(from, to);
  const flight = element.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0.2 },
    ],
    { duration: LONG, delay, easing: EASE, fill: "both" },
  );
  flight.finished.catch(() => null).finally(() => element.remove());
}
