/* What was played before: the list of matches, and who did how well. */

import { useApp } from "cardkit/app";
import { html, useEffect, useState } from "cardkit/view";

/** A link to another page of this server; the table stays as it is. */
export function PageLink({ to, children }) {
  const { session } = useApp();
  const go = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.visit(to);
  };
  return html`<a href=${to} onClick=${go}>${children}</a>`;
}

/** Data of the server: {data} when it is there, {problem} when it cannot be had. */
export function useData(path) {
  const { language, t } = useApp();
  const [found, setFound] = useState({});
  useEffect(() => {
    let wanted = true;
    setFound({});
    ask(path, {}, t)
      .then((data) => wanted && setFound({ data }))
      .catch((wrong) => wanted && setFound({ problem: wrong.message }));
    return () => {
      wanted = false;
    };
  }, [path, language]);
  return found;
}

/** An answer of the server; what it refuses is an error in its own words. */
export async function ask(path, how, t) {
  const answer = await fetch(path, { headers: { Accept: "application/json" }, ...how }).catch(
    () => null,
  );
  const data = await answer?.json().catch(() => null);
  if (!answer?.ok || !data) throw new Error(data?.text ?? t("The server does not answer."));
  return data;
}

function Past({ title, found, children }) {
  const { t } = useApp();
  return html`<main class="lobby past">
    <header class="bar"><h1>${title}</h1>
      <span class="who"><${PageLink} to="/">${t("To the tables")}<//></span></header>
    ${found.problem && html`<p class="problem" role="alert"><bdi>${found.problem}</bdi></p>`}
    ${!found.problem && !found.data && html`<p class="dim">${t("One moment …")}</p>`}
    ${found.data && children}
  </main>`;
}

export function History() {
  const { t, title, language } = useApp();
  const [before, setBefore] = useState("");
  const found = useData(`/history.json?most=30${before && `&before=${before}`}`);
  const matches = found.data?.matches ?? [];
  return html`<${Past} title=${t("Past matches")} found=${found}>
    ${matches.length === 0 && html`<p>${t("No match was played yet.")}</p>`}
    ${
      matches.length > 0 &&
      html`<div class="scroll" tabindex="0" role="group" aria-label=${t("Past matches")}><table>
      <thead><tr><th scope="col">#</th><th scope="col">${t("Game")}</th><th scope="col">${t("Begun")}</th>
        <th scope="col">${t("Result")}</th><th scope="col">${t("Record")}</th></tr></thead>
      <tbody>${matches.map(
        (match) => html`<tr key=${match.match}>
        <th scope="row">${match.match}</th>
        <td>${title(match.game)} <span class="dim">${match.preset}</span></td>
        <td>${time(match.begun, language)}</td>
        <td>${match.results.length ? html`<${Ranking} results=${match.results} />` : t(match.state)}</td>
        <td>${
          match.state === "over" &&
          html`<${PageLink} to=${`/replay/${match.match}`}>${t("Replay")}<//>
          ${" · "}<a href=${`/records/${match.match}`} download>${t("File")}</a>`
        }</td>
      </tr>`,
      )}</tbody>
    </table></div>`
    }
    ${
      found.data?.more &&
      html`<p><button type="button"
      onClick=${() => setBefore(String(matches.at(-1).match))}>${t("Older matches")}</button></p>`
    }
  <//>`;
}

function Ranking({ results }) {
  return html`<ol class="short-ranking">${results.map(
    ({ player, points }) =>
      html`<li><bdi>${player}</bdi> ${Number(points).toLocaleString("en")}</li>`,
  )}</ol>`;
}

function time(iso, language) {
  return new Date(iso).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
}

export function Results() {
  const { t, title } = useApp();
  const found = useData("/results.json");
  const games = Object.entries(found.data?.standings ?? {});
  return html`<${Past} title=${t("Leaderboard")} found=${found}>
    ${games.length === 0 && html`<p>${t("No match was played yet.")}</p>`}
    ${games.map(
      ([game, players]) => html`<section key=${game} aria-labelledby=${`board-${game}`}>
      <h2 id=${`board-${game}`}>${title(game)}</h2>
      <div class="scroll" tabindex="0" role="group" aria-label=${title(game)}><table>
        <thead><tr><th scope="col">${t("Player")}</th><th scope="col">${t("Matches")}</th>
          <th scope="col">${t("Wins")}</th><th scope="col">${t("Mean points")}</th>
          <th scope="col">${t("Best")}</th></tr></thead>
        <tbody>${players.map(
          (one) => html`<tr key=${one.player}><th scope="row"><bdi>${one.player}</bdi></th>
          <td>${one.matches}</td><td>${one.wins}</td><td>${one.mean}</td><td>${one.best}</td></tr>`,
        )}</tbody>
      </table></div>
    </section>`,
    )}
    <${Contests} />
  <//>`;
}

function Contests() {
  const { t } = useApp();
  const { data } = useData("/contests.json");
  const shown = (data?.contests ?? []).filter(({ report }) => report);
  if (!shown.length) return null;
  return html`<section aria-labelledby="contests"><h2 id="contests">${t("Contests")}</h2>
    <ul>${shown.map(({ name, report }) => html`<li><a href=${report}><bdi>${name}</bdi></a></li>`)}</ul>
  </section>`;
}
