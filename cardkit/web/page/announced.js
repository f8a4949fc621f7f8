/* What a game declares as worth a moment of attention, said large: a revolution, the winning hand. */

import { useApp } from "cardkit/app";
import { Sentence } from "cardkit/cards";
import { narrate } from "cardkit/narrator";
import { html, useEffect, useState } from "cardkit/view";

const MOMENT = 2_500;
const MOST_LINES = 3;

/** Over the table for a moment, and never over the hand. The announcer reads it out. */
export function Announced() {
  const { state, declaration, texts, language, t } = useApp();
  const { beat, me } = state;
  const [shown, show] = useState({ id: 0, lines: [] });
  useEffect(() => {
    const lines = narrate(announced(beat?.messages ?? [], declaration), me, language, declaration, texts);
    if (lines.length) show({ id: beat.id, lines: lines.slice(-MOST_LINES) });
  }, [beat?.id]);
  useEffect(() => {
    if (!shown.lines.length) return undefined;
    const timer = setTimeout(() => show({ id: 0, lines: [] }), MOMENT);
    return () => clearTimeout(timer);
  }, [shown.id]);
  if (!shown.lines.length) return null;
  return html`<div class="announced" aria-hidden="true" key=${shown.id}>
    ${shown.lines.map(
      ({ text }) => html`<p><${Sentence} parts=${text} me=${me} language=${language} you=${t("you")} /></p>`,
    )}
  </div>`;
}

/** The events of a frame that are declared as announced. Of several alike at the end of a game only
    that about the winner; what is only over with the game is not worth it. */
export function announced(frame, { facts, notices }) {
  const best = frame.find(({ kind, other }) => kind === "RESULT" && !other)?.names[0];
  const isOver = frame.some(({ kind, other, phase }) => kind === "PHASE" && !other && phase === "results");
  return frame.filter((message) => {
    const { kind, other, key, value, number, parts = [] } = message;
    if (kind === "FACT" && !other) return own(facts, key)?.announced && !(isOver && value === null);
    const notice = number === undefined ? null : own(notices, kind);
    if (!notice?.announced) return false;
    const alike = frame.filter((each) => each.kind === kind).length > 1;
    return !alike || best === undefined || parts[notice.parts.indexOf("who")] === best;
  });
}

function own(table, name) {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
