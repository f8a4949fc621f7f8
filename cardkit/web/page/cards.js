/* One card on the page: a face, a back, or a small sign in a sentence. */

import { cardName, cardSign, SIGNS, suitName } from "cardkit/i18n";
import { isCard } from "cardkit/state";
import { html } from "cardkit/view";

/** The picture of a card; what is not known is a back. */
export function Picture({ card }) {
  const known = isCard(card);
  return html`<svg class="picture" viewBox="0 0 200 280" aria-hidden="true" focusable="false">
    <use href=${known ? `#card-${card}` : "#card-back"} />
  </svg>`;
}

/** A card that lies somewhere. `at` names its pile, so that it can be seen to come and go. */
export function Card({ card, at, language, hidden = false }) {
  const label = hidden ? null : cardName(card, language);
  return html`<span class="card" data-card=${isCard(card) ? card : null} data-at=${at}
    role=${hidden ? null : "img"} aria-label=${label}><${Picture} card=${card} /></span>`;
}

function CardSign({ card, language }) {
  return html`<span class="sign ink-${card[0]}" role="img" aria-label=${cardName(card, language)}
    >${cardSign(card)}</span>`;
}

export function SuitSign({ suit, language }) {
  return html`<span class="sign ink-${suit}" role="img" aria-label=${suitName(suit, language)}
    >${SIGNS[suit] ?? suit}</span>`;
}

/** The parts of a sentence; foreign names and words cannot turn the rest of it round. */
export function Sentence({ parts, me, language, you }) {
  return parts.map((part) => {
    if (part.card) return html`<${CardSign} card=${part.card} language=${language} />`;
    if (part.suit) return html`<${SuitSign} suit=${part.suit} language=${language} />`;
    if (part.name !== undefined) {
      return html`<bdi class="name">${part.name === me && you ? you : String(part.name)}</bdi>`;
    }
    if (part.said !== undefined) return html`<bdi>${part.said}</bdi>`;
    return String(part);
  });
}
