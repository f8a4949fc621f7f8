/* One card on the page: a face, a back, or a small sign in a sentence. */

import { useApp } from "cardkit/app";
import { inkOf, isFrench, ownCard, rankSign, suitSign } from "cardkit/deck";
import { OwnFace } from "cardkit/faces";
import { cardName, cardSign, suitName } from "cardkit/i18n";
import { HIDDEN } from "cardkit/state";
import { html } from "cardkit/view";

/** What the game of this page declares of its cards; nothing where there is no game. */
function useOwn(own) {
  const app = useApp();
  return { own: own ?? app?.declaration ?? {}, texts: app?.texts ?? {} };
}

/** Whether the face of a card is seen. */
export function isShown(card) {
  return typeof card === "string" && card !== HIDDEN;
}

/** The picture of a card; what is not known is a back. `own` is needed where there is no page. */
export function Picture({ card, own: given }) {
  const { own } = useOwn(given);
  const symbol = !isShown(card) ? "#card-back" : isFrench(card, own) ? `#card-${card}` : null;
  return html`<svg class="picture" viewBox="0 0 200 280" aria-hidden="true" focusable="false">
    ${symbol ? html`<use href=${symbol} />` : html`<${OwnFace} card=${card} own=${own} />`}
  </svg>`;
}

/** A card that lies somewhere. `at` names its pile, so that it can be seen to come and go. */
export function Card({ card, at, language, hidden = false, apart = false, mark = "" }) {
  const { own, texts } = useOwn();
  const label = hidden ? null : cardName(card, language, own, texts);
  return html`<span class=${apart ? "card apart" : "card"} data-card=${isShown(card) ? card : null} data-at=${at}
    role=${hidden ? null : "img"} aria-label=${label}><${Picture} card=${card} /><${Mark} text=${mark} /></span>`;
}

/** What is known of a card stands at its edge. */
export function Mark({ text }) {
  return text ? html`<span class="mark">${text}</span>` : null;
}

function CardSign({ card, language }) {
  const { own, texts } = useOwn();
  return html`<span class="sign ${inkOf(card, own)}" role="img"
    aria-label=${cardName(card, language, own, texts)}>${cardSign(card, own)}</span>`;
}

/** Cards in a text, drawn small: the rank over the sign of the suit. */
export function SmallCards({ cards, own, texts }) {
  const { language } = useApp();
  return html`<span class="cards">${cards.map((card) => {
    const [above, below] = marksOf(card, own);
    return html`<span class="face ${inkOf(card, own)}" role="img"
      aria-label=${cardName(card, language, own, texts)}><b>${above}</b>${below}</span>`;
  })}</span>`;
}

function marksOf(card, own) {
  if (isFrench(card, own)) {
    return card[0] === "J" ? ["JK", "★"] : [rankSign(card[1], own), suitSign(card[0], own)];
  }
  const { face, suit, rank, sign } = ownCard(card, own);
  return suit && !face?.sign ? [rank, suitSign(suit, own)] : [sign, ""];
}

export function SuitSign({ suit, language }) {
  const { own, texts } = useOwn();
  return html`<span class="sign ${inkOf(suit, own)}" role="img"
    aria-label=${suitName(suit, language, own, texts)}>${suitSign(suit, own)}</span>`;
}

/** The parts of a sentence; foreign names and words cannot turn the rest of it round. */
export function Sentence({ parts, me, language, you }) {
  const called = useApp()?.called ?? String;
  return parts.map((part) => {
    if (part.card) return html`<${CardSign} card=${part.card} language=${language} />`;
    if (part.suit) return html`<${SuitSign} suit=${part.suit} language=${language} />`;
    if (part.name !== undefined) {
      return html`<bdi class="name">${part.name === me && you ? you : called(String(part.name))}</bdi>`;
    }
    if (part.said !== undefined) return html`<bdi>${part.said}</bdi>`;
    return String(part);
  });
}
