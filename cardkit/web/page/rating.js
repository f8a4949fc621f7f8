/* How strong somebody is, and that a match counts for it. */

import { useApp } from "cardkit/app";
import { shownNumber as number } from "cardkit/i18n";
import { html } from "cardkit/view";

/** A rating, and how far it may be off. */
export function Strength({ one: { rating, margin, provisional } }) {
  const { t } = useApp();
  return html`<span class="strength"><strong>${number(rating)}</strong> <span class="dim">± ${number(margin)}</span>
    ${provisional && html` <small class="dim">${t("provisional")}</small>`}</span>`;
}

export function RatedMark() {
  const { t } = useApp();
  return html`<span class="rated" title=${t("This match counts on the leaderboard.")}>${t("rated")}</span>`;
}
