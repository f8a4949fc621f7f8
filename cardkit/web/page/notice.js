/* What was refused or is to be known, for some seconds; what the host says, until it is closed. At a
   table it has a row of its own, so that it covers neither cards nor buttons. */

import { useApp } from "cardkit/app";
import { Sentence } from "cardkit/cards";
import { inPlainWords } from "cardkit/refusal";
import { html, useEffect } from "cardkit/view";

export function Notice() {
  const { state, session, t, declaration, language } = useApp();
  const { notice, hostSays } = state;
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => session.dismiss(), 9_000);
    return () => clearTimeout(timer);
  }, [notice?.id]);
  return html`<div class="notices" role="alert">
    ${
      hostSays &&
      html`<p class="notice" key=${hostSays.id}><bdi>${t("The host says: {words}", { words: hostSays.text })}</bdi>
      <button type="button" class="quiet" aria-label=${t("Close")}
        onClick=${() => session.set({ hostSays: null })}>✕</button></p>`
    }
    ${
      notice &&
      html`<p class="notice"><bdi><${Sentence} parts=${state.table ? inPlainWords(notice.text, declaration, t) : [notice.text]} language=${language} /></bdi>
      <button type="button" class="quiet" aria-label=${t("Close")}
        onClick=${() => session.dismiss()}>✕</button></p>`
    }
  </div>`;
}
