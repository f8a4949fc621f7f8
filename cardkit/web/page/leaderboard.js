/* The leaderboard: how strong people with an account are at each game, by their rated matches. */

import { useApp } from "cardkit/app";
import { isGuest } from "cardkit/guest";
import { shownNumber as number } from "cardkit/i18n";
import { ask, Past, useData } from "cardkit/past";
import { Strength } from "cardkit/rating";
import { PageLink } from "cardkit/top";
import { html, useState } from "cardkit/view";

const PLAYERS = 20; // of a game at once

export function Results() {
  const { state, t, title } = useApp();
  const { me } = state;
  const found = useData(`/results.json?${new URLSearchParams({ most: PLAYERS, player: me })}`);
  const games = Object.entries(found.data?.standings ?? {});
  return html`<${Past} title=${t("Leaderboard")} found=${found}>
    ${games.length === 0 ? html`<${Nothing} />` : html`<${Meaning} />`}
    <div class="boards">
      ${games.map(
        ([game, best]) => html`<${Board} key=${`${game} ${me}`} game=${game} name=${title(game)} me=${me}
        own=${found.data.own[game]} best=${best} longer=${found.data.more.includes(game)} />`,
      )}
    </div>
    <${Contests} />
  <//>`;
}

/** How to come onto a leaderboard that is empty. */
function Nothing() {
  const { state, t } = useApp();
  return html`<p>${t("No rated match was played yet.")}
    ${" "}${t("Whoever has an account can open a rated table; matches there count here.")}
    ${(!state.me || isGuest(state.me)) && html` ${t("You get an account with the button above.")}`}
    ${" "}<${PageLink} to="/">${t("To the tables")}<//></p>`;
}

function Meaning() {
  const { t } = useApp();
  return html`<div class="dim meaning">
    <p>${t("The rating tells how strong somebody plays; everybody begins at {n}.", { n: number(1500) })}
      ${" "}${t("± is how far it may be off: every match makes it surer, and whoever is surely strong comes first.")}</p>
    <p>${t("Only rated matches between people with an account count.")}</p>
  </div>`;
}

function Board({ game, name, me, own, best, longer }) {
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
  const far = own && !players.some(({ player }) => player === me);
  return html`<section class="panel" aria-label=${name}>
    <h2>${name}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label=${name}><table class="leaders">
      <thead><tr><th scope="col">#</th><th scope="col">${t("Player")}</th><th scope="col">${t("Rating")}</th>
        <th scope="col">${t("Matches")}</th><th scope="col">${t("Wins")}</th></tr></thead>
      <tbody>${[...players, ...(far ? [own] : [])].map((one) => html`<${Line} key=${one.player} one=${one} own=${one.player === me} />`)}</tbody>
    </table></div>
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    ${more && html`<p class="row"><button type="button" onClick=${showMore}>${t("More players")}</button></p>`}
  </section>`;
}

/** One player; one's own line is marked, also when it stands far below the others. */
function Line({ one, own }) {
  const { t } = useApp();
  return html`<tr class=${own ? "own" : ""} aria-current=${own ? "true" : null}>
    <td>${number(one.place)}</td>
    <th scope="row"><bdi>${one.player}</bdi>${own && html` <small>(${t("you")})</small>`}</th>
    <td><${Strength} one=${one} /></td>
    <td>${number(one.matches)}</td><td>${number(one.wins)}</td></tr>`;
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
