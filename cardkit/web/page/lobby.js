/* The lobby: which tables there are, and how to come to one. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { OpenForm } from "cardkit/open";
import { PageLink } from "cardkit/past";
import { Preferences } from "cardkit/preferences";
import { RuleSheet } from "cardkit/rules";
import { html, useEffect, useState } from "cardkit/view";

const LOOK_AGAIN = 3_000;
const PHASES = {
  preparing: "preparing",
  playing: "playing",
  results: "results",
  suspended: "waits for somebody",
};

export function Lobby() {
  const { session, state, t } = useApp();
  const [opening, setOpening] = useState("");
  const [rules, setRules] = useState("");
  useTables(session, state.link);
  const games = Object.values(state.games);

  return html`<main class="lobby">
    <header class="bar">
      <h1>cardkit</h1>
      <span class="who">${t("You are")} <bdi>${state.me}</bdi></span>
      <button type="button" onClick=${() => session.quit()}>${t("Leave")}</button>
    </header>
    <section aria-labelledby="tables">
      <h2 id="tables">${t("Tables")}</h2>
      ${!state.tables && html`<p class="dim">${t("One moment …")}</p>`}
      ${state.tables?.length === 0 && html`<p class="dim">${t("No table is open yet. Open one below.")}</p>`}
      <ul class="tables">
        ${(state.tables ?? []).map((table) => html`<${TableCard} key=${table.name} table=${table} />`)}
      </ul>
    </section>
    <section aria-labelledby="games">
      <h2 id="games">${t("Open a table")}</h2>
      <ul class="games">
        ${games.map(
          (game) => html`<${GameCard} key=${game.name} game=${game}
          open=${() => setOpening(game.name)} rules=${() => setRules(game.name)} />`,
        )}
      </ul>
    </section>
    <nav class="row" aria-label=${t("Past matches")}>
      <${PageLink} to="/history">${t("Past matches")}<//>
      <${PageLink} to="/results">${t("Leaderboard")}<//>
      <${PageLink} to="/replay">${t("Replay a record")}<//>
    </nav>
    <${Preferences} />
    ${opening && html`<${OpenDialog} game=${state.games[opening]} close=${() => setOpening("")} />`}
    ${rules && html`<${RuleSheet} game=${rules} close=${() => setRules("")} />`}
  </main>`;
}

/** The list of tables is looked at again and again while somebody looks at it. */
function useTables(session, link) {
  useEffect(() => {
    if (link !== "up") return undefined;
    const load = () => {
      if (document.visibilityState === "visible") session.loadTables().catch(() => null);
    };
    load();
    const timer = setInterval(load, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [session, link]);
}

function TableCard({ table }) {
  const { session, state, t, title } = useApp();
  const go = (verb) => session.go(verb, table.name).catch((refused) => session.tell(refused));
  const english = state.games[table.game]?.title?.en;
  const named = table.title && table.title !== english ? table.title : title(table.game);
  const options = Object.entries(table.options ?? {});
  const about = [t(PHASES[table.phase] ?? table.phase)];
  if (named !== title(table.game)) about.unshift(title(table.game));
  const taken = { taken: String(table.players.length), seats: String(table.seats) };
  return html`<li class="panel">
    <h3><bdi>${named}</bdi></h3>
    <p class="dim"><code>${table.name}</code>${about.map((words) => ` · ${words}`)}</p>
    <p>${t("{taken} of {seats} seats", taken)}
      ${table.waiting > 0 && ` · ${t("{count} wait or watch", { count: String(table.waiting) })}`}</p>
    <p class="names">${table.players.map((name) => html`<bdi>${name}</bdi>`)}</p>
    ${
      options.length > 0 &&
      html`<p class="options">${options.map(
        ([key, value]) => html`<code>${key}=${String(value)}</code> `,
      )}</p>`
    }
    <div class="row">
      <button type="button" class="primary" onClick=${() => go("JOIN")}
        aria-label=${`${t("Join")} ${table.name}`}>${t("Join")}</button>
      <button type="button" onClick=${() => go("WATCH")}
        aria-label=${`${t("Watch")} ${table.name}`}>${t("Watch")}</button>
    </div>
  </li>`;
}

function GameCard({ game, open, rules }) {
  const { t, both } = useApp();
  const seats = game.least === game.most ? `${game.least}` : `${game.least}–${game.most}`;
  return html`<li class="panel">
    <h3>${both(game.title)}</h3>
    <p>${both(game.summary)}</p>
    <p class="dim">${t("{players} players", { players: seats })}</p>
    <div class="row">
      <button type="button" class="primary" onClick=${open}
        aria-label=${`${t("Open a table")}: ${both(game.title)}`}>${t("Open a table")}</button>
      <button type="button" onClick=${rules}
        aria-label=${`${t("Rules")}: ${both(game.title)}`}>${t("Rules")}</button>
    </div>
  </li>`;
}

function OpenDialog({ game, close }) {
  const { t, both } = useApp();
  return html`<${Dialog} title=${`${t("Open a table")}: ${both(game.title)}`} close=${close} wide>
    <${OpenForm} game=${game} close=${close} />
  <//>`;
}
