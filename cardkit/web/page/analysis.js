/* What search thinks of the decisions of a match: asked of the server, and told beside the replay. */

import { useApp } from "cardkit/app";
import { Rest } from "cardkit/controls";
import { EVERYTHING } from "cardkit/film";
import { fill } from "cardkit/i18n";
import { useKeydown } from "cardkit/keys";
import { labelOf, readMoves } from "cardkit/moves";
import { ask } from "cardkit/past";
import { html, useEffect, useMemo, useState } from "cardkit/view";

/** The marks of chess players, and what they are called. */
const MARKS = ["?!", "?", "??"];
const nameOf = (mark, t) => [t("inaccuracy"), t("mistake"), t("blunder")][MARKS.indexOf(mark)];

/** Why search has nothing to say about a decision; cardkit/search/analysis.py has the same. */
const UNJUDGED = {
  forced: "there was nothing else to say",
  bets: "search does not judge bets and claims",
  broken: "the rules failed while it was tried out",
};

/** The decisions by how many inputs came before them, as far as they are judged, once somebody wants it. */
export function useAnalysis(match, key) {
  const { t } = useApp();
  const [wanted, want] = useState(false);
  const [found, setFound] = useState({ of: 0, judged: new Map() });
  useEffect(() => {
    if (!wanted || !match) return undefined;
    let asks = true;
    (async () => {
      const judged = new Map();
      for (let of = 1; judged.size < of && asks; ) {
        const query = new URLSearchParams({ done: String(judged.size), ...key });
        const more = await ask(`/analysis/${match}.json?${query}`, {}, t);
        of = more.of;
        for (const one of more.judged) judged.set(one.position, one);
        if (asks) setFound({ of, judged: new Map(judged) });
      }
    })().catch((wrong) => asks && setFound((now) => ({ ...now, problem: wrong.message })));
    return () => {
      asks = false;
    };
  }, [match, wanted]);
  return { ...found, wanted, want };
}

/** What is told of an input, with the mark of the decision that it was. */
const withMarks = new WeakMap();
export function marked(entry, one, t) {
  if (!one?.mark) return entry;
  if (!withMarks.has(entry)) withMarks.set(entry, { ...entry, mark: html`<${Sign} mark=${one.mark} t=${t} />` });
  return withMarks.get(entry);
}

function Sign({ mark, t }) {
  const name = nameOf(mark, t);
  return html`<span class="verdict" data-mark=${mark} role="img" aria-label=${name} title=${name}>${mark}</span>`;
}

/** A command as it stands on a button. */
function Said({ command, view }) {
  const { declaration, language, t } = useApp();
  const [move] = readMoves([command], { ...view, hand: [] }, declaration);
  return html`<b>${t(labelOf(move))} <${Rest} move=${move} language=${language} /></b>`;
}

/** So much of what the game is counted in. */
function worth({ lost, unit }, t) {
  const number = lost.toFixed(lost >= 20 ? 0 : lost >= 1 ? 1 : 2);
  return t(unit === "points" ? "{number} points" : "{number} places", { number });
}

/** What search thinks of the decision that led here; what could be played only for who saw the cards. */
export function Opinion({ one, eyes, view }) {
  const { t, language, texts } = useApp();
  if (!one) return null;
  const sees = eyes === EVERYTHING || eyes === one.player;
  const told = (template, parts) => fill(template, language, parts, texts);
  const best = one.best && html`<${Said} command=${one.best} view=${view} />`;
  let opinion;
  if (one.unjudged) opinion = told(UNJUDGED[one.unjudged] ?? UNJUDGED.broken);
  else if (one.best === one.said) opinion = told("search would say the same");
  else if (!one.mark) opinion = told(sees ? "search would say {best}, which is hardly better" : "nothing was clearly better", { best });
  else opinion = told(sees ? "better by {more}: {best}" : "something else was better by {more}", { best, more: worth(one, t) });
  return html`<p class="opinion" role="status">${one.mark && html`<${Sign} mark=${one.mark} t=${t} /> `}${opinion}</p>`;
}

/** How far it has come, how well each has played, and every mistake, to jump to. */
export function Mistakes({ analysis, at, jump }) {
  const { t, called } = useApp();
  const { of, judged, problem } = analysis;
  const all = useMemo(() => [...judged.values()].sort((one, other) => one.position - other.position), [judged]);
  const marks = all.filter(({ mark }) => mark);
  useKeydown((event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select")) return;
    const next = {
      m: () => marks.find(({ position }) => position + 1 > at),
      M: () => marks.findLast(({ position }) => position + 1 < at),
    }[event.key]?.();
    if (next) jump(next);
  });
  return html`<section class="mistakes" aria-labelledby="mistakes" tabindex="0">
    <h2 id="mistakes">${t("What search thinks")}</h2>
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    ${!problem && (!of || judged.size < of) && html`<p><progress max=${of || 1} value=${judged.size} aria-label=${t("Analysis")}></progress>
      <span class="dim">${of ? t("judged {done} of {all}", { done: judged.size, all: of }) : t("One moment …")}</span></p>`}
    ${all.length > 0 && html`<${Players} all=${all} />`}
    ${of > 0 && judged.size === of && !marks.length && html`<p>${t("No mistakes were found.")}</p>`}
    <ol>${marks.map(
      (one) => html`<li key=${one.position}><button type="button" class="small" aria-current=${one.position + 1 === at ? "true" : null}
        onClick=${() => jump(one)}><${Sign} mark=${one.mark} t=${t} /> <bdi>${called(one.player)}</bdi>${" "}
        <span class="dim">${t("game {game}, turn {turn}", one)} · −${worth(one, t)}</span></button></li>`,
    )}</ol>
  </section>`;
}

/** Each player's accuracy and marks; what robots said in their place is not theirs. */
function Players({ all }) {
  const { t, called } = useApp();
  const own = all.filter(({ stand_in, unjudged }) => !stand_in && !unjudged);
  const names = [...new Set(own.map(({ player }) => player))];
  return html`<table>
    <thead><tr><th scope="col">${t("Player")}</th><th scope="col">${t("Accuracy")}</th>
      ${MARKS.map((mark) => html`<th scope="col"><${Sign} mark=${mark} t=${t} /></th>`)}</tr></thead>
    <tbody>${names.map((name) => {
      const mine = own.filter(({ player }) => player === name);
      const accuracy = mine.reduce((sum, one) => sum + one.accuracy, 0) / mine.length;
      return html`<tr key=${name}><th scope="row"><bdi>${called(name)}</bdi></th><td>${Math.round(accuracy * 100)} %</td>
        ${MARKS.map((sign) => html`<td>${mine.filter(({ mark }) => mark === sign).length}</td>`)}</tr>`;
    })}</tbody>
  </table>`;
}
