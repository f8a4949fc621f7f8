/* What was played before: the list of matches, and who did how well. */

import { useApp } from "cardkit/app";
import { shownNumber as number, plural } from "cardkit/i18n";
import { PageLink, Top } from "cardkit/top";
import { html, useEffect, useState } from "cardkit/view";

const PLAYERS = 20; // of a game at once

/** Data of the server: {data} when it is there, {problem} when it cannot be had. */
function useData(path, token = "") {
  const { language, t } = useApp();
  const [found, setFound] = useState({});
  useEffect(() => {
    let wanted = true;
    setFound({});
    ask(path, token ? { headers: { Accept: "application/json", Authorization: `Bearer ${token}` } } : {}, t)
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

/** A page about the past: what is found, or why nothing is. */
export function Past({ title, found, children }) {
  const { t } = useApp();
  return html`<main class="lobby past">
    <${Top} />
    <h1>${title}</h1>
    ${found.problem && html`<p class="problem" role="alert"><bdi>${found.problem}</bdi></p>`}
    ${!found.problem && !found.data && html`<p class="dim">${t("One moment …")}</p>`}
    ${found.data && children}
  </main>`;
}

export function History() {
  const { t, state } = useApp();
  const [empty, setEmpty] = useState(false);
  const { me } = state;
  return html`<${Past} title=${t("Past matches")} found=${{ data: true }}>
    ${me && html`<${Matches} key=${me} title=${t("Your games")} query=${{ player: me }} />`}
    <${Matches} title=${me ? t("All games") : ""} query=${{}} onEmpty=${setEmpty} />
    ${empty && html`<${Nothing} />`}
  <//>`;
}

/** A list of matches, page by page; nothing where there is none. */
function Matches({ title, query, onEmpty = () => null }) {
  const { session, t } = useApp();
  const [before, setBefore] = useState([]);
  const from = before.at(-1);
  const { data, problem } = useData(
    `/history.json?${new URLSearchParams({ ...query, most: 30, ...(from ? { before: from } : {}) })}`,
    query.player && session.connection.token, // whoever has it is told of private tables, too
  );
  const matches = data?.matches ?? [];
  useEffect(() => onEmpty(Boolean(data) && !matches.length && !from), [data]);
  if (problem) return html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`;
  if (!data) return html`<p class="dim">${t("One moment …")}</p>`;
  if (!matches.length && !from) return null;
  const turn = (pages) => {
    setBefore(pages);
    scrollTo(0, 0);
  };
  const name = title || t("Past matches");
  return html`<section aria-label=${name}>
    ${title && html`<h2>${title}</h2>`}
    <div class="scroll panel" tabindex="0" role="group" aria-label=${name}>
      <table class="matches">
      <thead><tr><th scope="col">#</th><th scope="col">${t("Game")}</th><th scope="col">${t("Begun")}</th>
        <th scope="col">${t("Result")}</th><th scope="col">${t("Games")}</th><th scope="col">${t("Record")}</th></tr></thead>
      <tbody>${matches.map((match) => html`<${Match} key=${match.match} match=${match} />`)}</tbody>
      </table></div>
    <p class="row">
      ${
        before.length > 0 &&
        html`<button type="button" onClick=${() => turn(before.slice(0, -1))}>${t("Newer matches")}</button>`
      }
      ${
        data.more &&
        html`<button type="button"
        onClick=${() => turn([...before, matches.at(-1).match])}>${t("Older matches")}</button>`
      }
    </p>
  </section>`;
}

/** A match can be seen again when nobody can play it any more, and all may see its cards. */
function isOpen({ state, private: isPrivate }) {
  return !isPrivate && (state === "over" || state === "broken off");
}

/** Where a match is found, with the key to one of a private table. */
function pathTo({ match, key = "" }, page, query = {}) {
  const asked = new URLSearchParams({ ...query, ...(key ? { key } : {}) }).toString();
  return `/${page.replace("#", match)}${asked && `?${asked}`}`;
}

function Match({ match }) {
  const { t, title, language } = useApp();
  const [open, setOpen] = useState(false);
  const games = t(plural(match.games, "one game", "{n} games"));
  return html`<tr>
    <th scope="row">${match.match}</th>
    <td class="game">${title(match.game)} <span class="dim">${match.preset}</span>
      ${match.title && html`<br /><bdi class="dim">${match.title}</bdi>`}
      ${match.key && html`<br /><span class="dim">${t("private table")}</span>`}</td>
    <td class="dim">${time(match.begun, language)}</td>
    <td>${match.results.length > 0 && html`<${Ranking} results=${match.results} />`}
      ${match.state !== "over" && html`<span class="dim">${t(match.state)}</span>`}</td>
    <td>${
      match.games > 0 &&
      html`<button type="button" class="small" aria-expanded=${String(open)}
        onClick=${() => setOpen(!open)}>${games}</button>`
    }</td>
    <td class="links">${
      isOpen(match) &&
      html`<${PageLink} to=${pathTo(match, "replay/#")}>${t("Replay")}<//>
      <a href=${pathTo(match, "records/#")} download>${t("File")}</a>`
    }</td>
  </tr>
  ${open && html`<tr class="games-of"><td colspan="6"><${Games} match=${match} /></td></tr>`}`;
}

/** The finished games of a match: seat by seat what each brought, and the score after it. */
function Games({ match }) {
  const { t, language } = useApp();
  const [after, setAfter] = useState(0);
  const [shown, setShown] = useState([]);
  const { data, problem } = useData(pathTo(match, "history/#.json", { after }));
  useEffect(() => {
    if (data) setShown((games) => [...games.filter(({ game }) => game <= after), ...data.finished]);
  }, [data]);
  if (problem) return html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`;
  return html`<ol class="played">${shown.map(
    ({ game, ended, seats }) => html`<li key=${game} value=${game}>
      <span class="dim">${time(ended, language)}</span>
      <ul>${seats.map((seat) => html`<${Seat} seat=${seat} />`)}</ul>
      ${isOpen(match) && html`<${PageLink} to=${pathTo(match, "replay/#", { game })}>${t("Replay")}<//>`}
    </li>`,
  )}</ol>
  ${data?.more && html`<button type="button" onClick=${() => setAfter(shown.at(-1).game)}>${t("More games")}</button>`}`;
}

function Seat({ seat }) {
  const { t } = useApp();
  const { player, by, place, points, score } = seat;
  return html`<li class=${place === 1 ? "first" : ""}><bdi>${player}</bdi>
    ${by === "stand-in" && html` <span class="dim">(${t("a robot")})</span>`}
    ${points !== null && html` <span class="points">${points < 0 ? "" : "+"}${number(points)}</span>`}
    ${" "}<span class="dim">${number(score)}</span></li>`;
}

function Nothing() {
  const { t } = useApp();
  return html`<p>${t("No match was played yet.")}
    ${" "}<${PageLink} to="/">${t("To the tables")}<//></p>`;
}

function Ranking({ results }) {
  return html`<ol class="short-ranking">${results.map(
    ({ player, points }) => html`<li><bdi>${player}</bdi> <span class="points">${number(points)}</span></li>`,
  )}</ol>`;
}

function time(iso, language) {
  return new Date(iso).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

export function Results() {
  const { t, title } = useApp();
  const found = useData(`/results.json?most=${PLAYERS}`);
  const games = Object.entries(found.data?.standings ?? {});
  return html`<${Past} title=${t("Leaderboard")} found=${found}>
    ${games.length === 0 && html`<${Nothing} />`}
    <div class="boards">
      ${games.map(
        ([game, best]) => html`<${Board} key=${game} game=${game} name=${title(game)}
        best=${best} longer=${found.data.more.includes(game)} />`,
      )}
    </div>
    <${Contests} />
  <//>`;
}

function Board({ game, name, best, longer }) {
  const { t } = useApp();
  const [{ players, more, problem }, setShown] = useState({ players: best, more: longer });
  const showMore = () => {
    const query = new URLSearchParams({ game, after: players.at(-1).player, most: PLAYERS });
    ask(`/results.json?${query}`, {}, t)
      .then((data) => {
        const known = new Set(players.map(({ player }) => player)); // somebody may have lost a place
        const next = data.standings[game].filter(({ player }) => !known.has(player));
        setShown({ players: [...players, ...next], more: data.more.includes(game) });
      })
      .catch((wrong) => setShown({ players, more, problem: wrong.message }));
  };
  return html`<section class="panel" aria-label=${name}>
    <h2>${name}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${name}><table class="board">
      <thead><tr><th scope="col">${t("Player")}</th><th scope="col">${t("Matches")}</th>
        <th scope="col">${t("Wins")}</th><th scope="col">${t("Mean points")}</th>
        <th scope="col">${t("Best")}</th></tr></thead>
      <tbody>${players.map(
        (one) => html`<tr key=${one.player}><th scope="row"><bdi>${one.player}</bdi></th>
        <td>${number(one.matches)}</td><td>${number(one.wins)}</td><td>${number(one.mean)}</td>
        <td>${number(one.best)}</td></tr>`,
      )}</tbody>
    </table></div>
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    ${more && html`<p class="row"><button type="button" onClick=${showMore}>${t("More players")}</button></p>`}
  </section>`;
}

function Contests() {
  const { t } = useApp();
  const { data } = useData("/contests.json");
  const shown = (data?.contests ?? []).filter(({ report }) => report);
  if (!shown.length) return null;
  return html`<section aria-labelledby="contests"><h2 id="contests">${t("Contests")}</h2>
    <ul class="contests">${shown.map(
      ({ name, report }) => html`<li class="panel"><a href=${report}><bdi>${name}</bdi></a>
      <span class="dim">${t("Report")}</span></li>`,
    )}</ul>
  </section>`;
}
