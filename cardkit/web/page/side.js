/* Beside the table: what happened, what was said, and who is here. */

import { useApp } from "cardkit/app";
import { Sentence } from "cardkit/cards";
import { narrate } from "cardkit/narrator";
import { gameAt, partnersIn } from "cardkit/seats";
import { html, useLayoutEffect, useMemo, useRef, useState } from "cardkit/view";

/** The log, and under it what else belongs there. */
export function Side({ title, open, close, children }) {
  const { t } = useApp();
  return html`<aside class=${open ? "side open" : "side"} aria-label=${title}>
    <header><h2>${title}</h2>
      <button type="button" class="quiet only-narrow" aria-label=${t("Close")} onClick=${close}>✕</button>
    </header>
    <${Log} />
    ${children}
  </aside>`;
}

export function Log() {
  const { state, t } = useApp();
  const box = useRef(null);
  const lines = repeated(useLines(state.log));
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines.length, lines.at(-1)?.key]);
  return html`<div class="log" role="log" aria-live="off" aria-label=${t("What happened")} tabindex="0"
    ref=${box}>
    ${lines.map(drawn)}
  </div>`;
}

/** What happened last, for who listens to the page; also while the log is out of sight. */
export function Announcer() {
  const { state } = useApp();
  const lines = useLines(state.log.slice(-1));
  return html`<div class="announcer" role="status" aria-live="polite">${lines.map(drawn)}</div>`;
}

/** Every frame is told once in each language; a line that was drawn stays as it is. */
function useLines(log) {
  const { state, language, declaration, texts, t } = useApp();
  const { me, table } = state;
  const partners = table?.view ? partnersIn(table.view, gameAt(state)) : {};
  const told = useMemo(() => new WeakMap(), [me, language, declaration, texts]);
  return log.flatMap((entry) => {
    if (!told.has(entry)) {
      const lines = narrate(entry.frame, me, language, declaration, texts, partners).map(({ tone, text }, at) => {
        const sentence = html`<${Sentence} parts=${text} me=${me} language=${language} you=${t("you")} />`;
        const mark = at === 0 ? entry.mark : undefined;
        const line = { tone, sentence, mark, key: `${entry.id}-${at}`, said: JSON.stringify(text) };
        return { ...line, drawn: draw(line) };
      });
      told.set(entry, lines);
    }
    return told.get(entry);
  });
}

function draw({ tone, sentence, mark, key }, times = 1) {
  const often = times > 1 && html` <span class="dim">×${times}</span>`;
  return html`<p key=${key} class=${tone}>${sentence}${often}${mark && html` ${mark}`}</p>`;
}

const drawn = (line) => line.drawn;

/** What happens again and again is one line: robot-1 draws one card ×3. */
function repeated(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    const again = last?.tone === "" && line.tone === "" && last.said === line.said && !last.mark && !line.mark;
    if (!again) {
      found.push({ ...line, times: 1 });
      continue;
    }
    last.times += 1;
    last.drawn = draw(last, last.times);
  }
  return found;
}

export function Chat() {
  const { session, t } = useApp();
  const [words, setWords] = useState("");
  const send = async (event) => {
    event.preventDefault();
    if (words.trim() && (await session.chat(words))) setWords("");
  };
  return html`<form class="chat" onSubmit=${send}>
    <input id="chat" value=${words} maxlength="500" autocomplete="off" placeholder=${t("Say something")}
      aria-label=${t("Say something to all at the table")} onInput=${(e) => setWords(e.target.value)} />
    <button>${t("Send")}</button>
  </form>`;
}
