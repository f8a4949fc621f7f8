/* What was played before: the list of matches, and how strong one is by them. */

import { useApp } from "cardkit/app";
import { shownNumber as number, plural } from "cardkit/i18n";
import { RatedMark, Strength } from "cardkit/rating";
import { Person } from "cardkit/robot_faces";
import { PageLink, Top } from "cardkit/top";
import { html, useEffect, useState } from "cardkit/view";

/** Data of the server: {data} when it is there, {problem} when it cannot be had. */
export function useData(path, token = "") {
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
    ${me && html`<${OwnRatings} me=${me} />`}
    ${me && html`<${Matches} key=${me} title=${t("Your games")} query=${{ player: me }} />`}
    <${Matches} title=${me ? t("All games") : ""} query=${{}} onEmpty=${setEmpty} />
    ${empty && html`<${Nothing} />`}
  <//>`;
}

/** How strong one is at each game in which one is rated; nothing before that. */
function OwnRatings({ me }) {
  const { t, title } = useApp();
  const { data } = useData(`/results.json?${new URLSearchParams({ player: me, most: 0 })}`);
  const own = Object.entries(data?.own ?? {});
  if (!own.length) return null;
  return html`<section aria-labelledby="ratings"><h2 id="ratings">${t("Your ratings")}</h2>
    <ul class="ratings">${own.map(
      ([game, one]) => html`<li class="panel" key=${game}><strong>${title(game)}</strong> <${Strength} one=${one} />
      <span class="dim">${t("place {n}", { n: number(one.place) })} · ${t(plural(one.matches, "one match", "{n} matches"))}</span></li>`,
    )}</ul></section>`;
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
    <td class="game">${title(match.game)} <span class="dim">${match.preset.replaceAll("_", " ")}</span>
      ${match.rated && html` <${RatedMark} />`}
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
  return html`<li class=${place === 1 ? "first" : ""}><${Person} name=${player} />
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
    ({ player, points }) => html`<li><${Person} name=${player} /> <span class="points">${number(points)}</span></li>`,
  )}</ol>`;
}

function time(iso, language) {
  return new Date(iso).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
