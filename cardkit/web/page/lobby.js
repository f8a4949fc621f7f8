/* The lobby: which tables there are, and how to come to one. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { plural } from "cardkit/i18n";
import { inWords, OpenForm } from "cardkit/open";
import { Preferences } from "cardkit/preferences";
import { RuleSheet } from "cardkit/rules";
import { playersOf } from "cardkit/seats";
import { coloursOf } from "cardkit/table";
import { Top } from "cardkit/top";
import { html, useEffect, useState } from "cardkit/view";

const LOOK_AGAIN = 3_000;
const PHASES = {
  preparing: "preparing",
  playing: "playing",
  results: "between games",
  suspended: "waits for somebody",
};
const SUITS = ["S", "H", "C", "D"];

export function Lobby() {
  const { session, state, t } = useApp();
  const [opening, setOpening] = useState("");
  const [rules, setRules] = useState("");
  useTables(session, state.link);
  const games = Object.values(state.games);

  return html`<main class="lobby">
    <${Top} heading />
    <section aria-labelledby="tables">
      <header class="headed"><h2 id="tables">${t("Tables")}</h2>
        ${state.tables?.length > 0 && html`<button type="button" onClick=${goToGames}>${t("Open a table")}</button>`}
      </header>
      ${!state.tables && html`<p class="dim">${t("One moment …")}</p>`}
      ${state.tables?.length === 0 && html`<p class="dim">${t("No table is open yet. Open one below.")}</p>`}
      <ul class="tables">
        ${livelyFirst(state.tables ?? []).map((table) => html`<${TableCard} key=${table.name} table=${table} />`)}
      </ul>
    </section>
    <section aria-labelledby="games">
      <h2 id="games" tabindex="-1">${t("Open a table")}</h2>
      <ul class="games">
        ${games.map(
          (game) => html`<${GameCard} key=${game.name} game=${game}
          open=${() => setOpening(game.name)} rules=${() => setRules(game.name)} />`,
        )}
      </ul>
    </section>
    <footer><${Preferences} /></footer>
    ${opening && html`<${OpenDialog} game=${state.games[opening]} close=${() => setOpening("")} />`}
    ${rules && html`<${RuleSheet} game=${rules} close=${() => setRules("")} />`}
  </main>`;
}

/** Past all the tables that are open, however many, to those that may be. */
function goToGames() {
  const heading = document.getElementById("games");
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
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

function livelyFirst(tables) {
  const isLively = ({ players, waiting }) => Number(players.length + waiting > 0);
  return tables.toSorted((one, other) => isLively(other) - isLively(one));
}

function TableCard({ table }) {
  const { session, state, t, title } = useApp();
  const go = (verb) => session.go(verb, table.name).catch((refused) => session.tell(refused));
  const game = state.games[table.game];
  const named = table.title && table.title !== game?.title?.en ? table.title : "";
  const seats = plural(table.seats, "{taken} of 1 seat", "{taken} of {n} seats");
  const waiting = t(plural(table.waiting, "one waits or watches", "{n} wait or watch"));
  return html`<li class="panel" style=${coloursOf(game?.look ?? {})}>
    <header><h3><bdi>${named || title(table.game)}</bdi></h3>
      <span class="phase" data-phase=${table.phase}>${t(PHASES[table.phase] ?? table.phase)}</span></header>
    <p class="dim">${named && `${title(table.game)} · `}<code>${table.name}</code></p>
    <p class="seats"><${Seats} table=${table} /> ${t(seats, { taken: String(table.players.length) })}
      ${table.waiting > 0 && ` · ${waiting}`}</p>
    ${table.players.length > 0 && html`<p class="names">${table.players.map((name) => html`<bdi>${name}</bdi>`)}</p>`}
    <${Settings} table=${table} game=${game} />
    <div class="row">
      <button type="button" class="primary" onClick=${() => go("JOIN")}
        aria-label=${`${t("Join")} ${table.name}`}>${t("Join")}</button>
      <button type="button" onClick=${() => go("WATCH")}
        aria-label=${`${t("Watch")} ${table.name}`}>${t("Watch")}</button>
    </div>
  </li>`;
}

/** A dot for each seat, as long as they can be told apart. */
function Seats({ table }) {
  if (table.seats > 10) return null;
  const dots = Array.from({ length: table.seats }, (_, at) => at < table.players.length);
  return html`<span class="dots" aria-hidden="true">
    ${dots.map((taken) => html`<i class=${taken ? "taken" : ""}></i>`)}</span>`;
}

/** By which rules is played here: the preset, and what is set otherwise, with what it means. */
function Settings({ table, game }) {
  const { t, both } = useApp();
  const { preset, ...options } = table.options ?? {};
  const set = Object.entries(options);
  const count = t(plural(set.length, "one setting", "{n} settings"));
  const about = (name) => game?.options.find((option) => option.name === name);
  const means = (name) => both(about(name)?.help) || name;
  if (!preset && !set.length) return null;
  return html`<div class="options">
    ${preset && html`<p>${t("Kind of rules")}: <strong>${preset}</strong></p>`}
    ${
      set.length > 0 &&
      html`<details><summary>${count}</summary>
      <dl>${set.map(
        ([name, value]) => html`<div><dt>${means(name)}</dt><dd>${inWords(about(name), String(value), t, both)}</dd></div>`,
      )}</dl></details>`
    }
  </div>`;
}

function GameCard({ game, open, rules }) {
  const { t, both } = useApp();
  return html`<li class="panel" style=${coloursOf(game.look)}>
    <div class="band" aria-hidden="true">
      ${cardsFor(game.name).map(
        (card) => html`<svg viewBox="0 0 200 280"><use href="#card-${card}" /></svg>`,
      )}
    </div>
    <h3>${both(game.title)}</h3>
    <p>${both(game.summary)}</p>
    <p class="dim">${playersOf(game, t)}</p>
    <div class="row">
      <button type="button" class="primary" onClick=${open}
        aria-label=${`${t("Open a table")}: ${both(game.title)}`}>${t("Open a table")}</button>
      <button type="button" onClick=${rules}
        aria-label=${`${t("Rules")}: ${both(game.title)}`}>${t("Rules")}</button>
    </div>
  </li>`;
}

/** Some cards for the picture of a game, always the same for the same name. */
function cardsFor(name) {
  let mark = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7);
  return ["23456789T", "TJQ", "KA"].map((ranks, at) => {
    mark = Math.imul(mark ^ (mark >>> 15), 2_246_822_519) >>> 0;
    const [suit, rank] = [SUITS[(mark + at) % 4], ranks[(mark >>> 3) % ranks.length]];
    return suit + rank;
  });
}

function OpenDialog({ game, close }) {
  const { t, both } = useApp();
  return html`<${Dialog} title=${`${t("Open a table")}: ${both(game.title)}`} close=${close} wide>
    <${OpenForm} game=${game} close=${close} />
  <//>`;
}
