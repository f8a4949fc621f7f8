/* A hint: what a strong robot would do, for who asks where the table allows it. */

import { useApp } from "cardkit/app";
import { Sentence } from "cardkit/cards";
import { narrate } from "cardkit/narrator";
import { html } from "cardkit/view";

/** What was advised about the question that is asked now, if anything. */
export function adviceFor({ advised, legal }) {
  return advised && legal.length && advised.legal === legal ? advised : null;
}

/** Whether a strong robot still thinks about it. */
export function isWondering({ wondering, legal }) {
  return legal.length > 0 && wondering === legal;
}

/** Whether one may ask: hints are allowed here, and it is one's turn. */
export function mayAsk({ advice, legal }) {
  return Boolean(advice) && legal.length > 0;
}

export function HintButton({ play }) {
  const { t } = useApp();
  if (!mayAsk(play.table)) return null;
  const busy = isWondering(play.table);
  return html`<button type="button" class="quiet" aria-label=${t("Hint: what would a strong robot do?")} aria-keyshortcuts="?"
    aria-disabled=${String(busy)} aria-busy=${String(busy)} data-hint onClick=${play.advise}>
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 18h6M10 21.5h4M9 18c0-1.8-.4-2.6-1.4-3.7a6.2 6.2 0 1 1 8.8 0C15.4 15.4 15 16.2 15 18" /></svg>
    <span class="label">${t("Hint")} <kbd>?</kbd></span></button>`;
}

/** The hint in words. */
export function AdviceText({ advice }) {
  const { state, declaration, texts, language, t } = useApp();
  const [first, next] = narrate([advice], state.me, language, declaration, texts);
  const sentence = ({ text }) => html`<${Sentence} parts=${text} me=${state.me} language=${language} you=${t("you")} />`;
  return html`<b>${sentence(first)}</b>${next && html` <span class="next">${sentence(next)}</span>`}`;
}
