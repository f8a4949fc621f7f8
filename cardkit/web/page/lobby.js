/* The lobby: which tables there are, and how to come to one. */

import { coloursOf, useApp, useGame } from "cardkit/app";
import { HaveCode } from "cardkit/code";
import { Dialog } from "cardkit/dialog";
import { Welcome } from "cardkit/door";
import { plural } from "cardkit/i18n";
import { LevelChoice, LevelTold } from "cardkit/levels";
import { OpenForm, PATIENT } from "cardkit/open";
import { inWords, KindName } from "cardkit/options";
import { Preferences } from "cardkit/preferences";
import { RatedMark } from "cardkit/rating";
import { Person } from "cardkit/robot_faces";
import { RuleSheet } from "cardkit/rules";
import { playersOf } from "cardkit/seats";
import { useTables } from "cardkit/tables";
import { Top } from "cardkit/top";
import { html, useState } from "cardkit/view";

export const PHASES = {
  preparing: "preparing",
  playing: "playing",
  results: "between games",
  suspended: "waits for somebody",
  "set aside": "waits for you",
};
const SUITS = ["S", "H", "C", "D"];

export function Lobby() {
  const { session, state, t } = useApp();
  const [opening, setOpening] = useState("");
  const [rules, setRules] = useState("");
  useTables(session, state);
  const games = Object.values(state.games);
  const empty = emptyTables(state.tables ?? [], state.games);
  const own = (state.tables ?? []).filter((table) => isOwn(table, state.me));
  const listed = livelyFirst(state.tables ?? []).filter((table) => !empty.has(table) && !own.includes(table));
  const keepsNothing = t("This browser keeps nothing for this page. You can play, but if you reload or close the page, you cannot come back to your seat.");
  const nothing = empty.size ? t("Nobody is at a table yet. Choose a game.") : t("No table is open yet. Open one below.");

  return html`<main class="lobby">
    <${Top} heading />
    <${Welcome} />
    ${!state.keeps && html`<p class="panel" role="note">${keepsNothing}</p>`}
    ${
      own.length > 0 &&
      html`<section aria-labelledby="own">
      <h2 id="own">${t("Go on where you were")}</h2>
      <ul class="tables">${own.map((table) => html`<${TableCard} key=${table.name} table=${table} own />`)}</ul>
    </section>`
    }
    <section aria-label=${t("Tables")}>
      ${
        listed.length > 0 &&
        html`<header class="headed"><h2>${t("Tables")}</h2>
        <button type="button" onClick=${goToGames}>${t("Open a table")}</button>
      </header>`
      }
      ${!state.tables && html`<p class="dim">${t("One moment …")}</p>`}
      ${state.tables && !listed.length && html`<p class="dim">${nothing}</p>`}
      <ul class="tables">
        ${listed.map((table) => html`<${TableCard} key=${table.name} table=${table} />`)}
      </ul>
      <${HaveCode} />
    </section>
    <section aria-labelledby="games">
      <h2 id="games" tabindex="-1">${t("All games")}</h2>
      <${LevelChoice} legend=${t("The robots you play with")} level=${state.level} choose=${(level) => session.meet(level)} />
      <ul class="games">
        ${games.map(
          (game) => html`<${GameCard} key=${game.name} game=${game} table=${tableOf(game, empty)}
          open=${() => setOpening(game.name)} rules=${() => setRules(game.name)} />`,
        )}
      </ul>
    </section>
    <footer><${Preferences} /></footer>
    ${opening && html`<${OpenDialog} game=${opening} close=${() => setOpening("")} />`}
    ${rules && html`<${RuleSheet} game=${rules} close=${() => setRules("")} />`}
  </main>`;
}

/** Past all the tables that are open, however many, to those that may be. */
function goToGames() {
  const heading = document.getElementById("games");
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/** The tables of the house at which nobody is: one of each game, told only where the game is. */
function emptyTables(tables, games) {
  const first = new Map();
  for (const table of tables) {
    const isPlain = !table.options?.preset && !table.options?.rated && (!table.title || table.title === games[table.game]?.title?.en);
    if (isPlain && !isLively(table) && !first.has(table.game)) first.set(table.game, table);
  }
  return new Set(first.values());
}

function tableOf({ name }, tables) {
  return [...tables].find(({ game }) => game === name);
}

/** Whether a person has a seat there, which waits for them or is kept by a robot. */
function isOwn({ phase, players }, me) {
  return phase === "set aside" || (me !== "" && players.includes(me));
}

function isLively({ players, waiting, watching = 0 }) {
  return players.length + waiting + watching > 0;
}

function livelyFirst(tables) {
  return tables.toSorted((one, other) => Number(isLively(other)) - Number(isLively(one)));
}

function TableCard({ table, own = false }) {
  const { session, state, t, title } = useApp();
  const go = (verb) => session.go(verb, table.name).catch((refused) => session.tell(refused));
  const game = state.games[table.game];
  const named = table.title && table.title !== game?.title?.en ? table.title : "";
  const seats = plural(table.seats, "{taken} of 1 seat", "{taken} of {n} seats");
  const { waiting, watching = 0 } = table;
  const { rated, robots, ...chosen } = table.options ?? {};
  const others = [
    waiting > 0 && t(plural(waiting, "one waits", "{n} wait")),
    watching > 0 && t(plural(watching, "one watches", "{n} watch")),
  ];
  return html`<li class="panel" style=${coloursOf(game?.look ?? {})}>
    <header><h3><bdi>${named || title(table.game)}</bdi></h3>
      <span class="phase" data-phase=${table.phase}>${t(PHASES[table.phase] ?? table.phase)}</span></header>
    <p class="dim">${named && `${title(table.game)} · `}<code>${table.name}</code>
      ${rated && html` · <${RatedMark} />`}
      ${robots && html` · <${LevelTold} level=${robots} />`}</p>
    <p class="seats"><${Seats} table=${table} /> ${t(seats, { taken: String(table.players.length) })}
      ${others.filter(Boolean).map((told) => ` · ${told}`)}</p>
    ${table.players.length > 0 && html`<p class="names">${table.players.map((name) => html`<${Person} name=${name} />`)}</p>`}
    ${Object.keys(chosen).length > 0 && html`<${Settings} game=${table.game} chosen=${chosen} />`}
    <div class="row">
      <button type="button" class="primary" onClick=${() => go("JOIN")}
        aria-label=${`${own ? t("Go on") : t("Join")} ${table.name}`}>${own ? t("Go on") : t("Join")}</button>
      ${
        !own &&
        html`<button type="button" onClick=${() => go("WATCH")}
        aria-label=${`${t("Watch")} ${table.name}`}>${t("Watch")}</button>`
      }
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
function Settings({ game: name, chosen }) {
  const { t, both } = useApp();
  const game = useGame(name);
  const { preset, ...options } = chosen;
  const about = (name) => game?.options.find((option) => option.name === name);
  const isUsual = ([name, value]) => PATIENT[name] === String(value);
  const set = Object.entries(options).filter((option) => !isUsual(option) && (!game || about(option[0])));
  const count = t(plural(set.length, "one setting", "{n} settings"));
  const means = (name) => both(about(name)?.help) || name;
  return html`<div class="options">
    ${preset && html`<p>${t("Kind of rules")}: <strong><${KindName} game=${game} preset=${preset} /></strong></p>`}
    ${
      set.length > 0 &&
      html`<details><summary>${count}</summary>
      <dl>${set.map(
        ([name, value]) => html`<div><dt>${means(name)}</dt><dd>${inWords(about(name), String(value), t, both)}</dd></div>`,
      )}</dl></details>`
    }
  </div>`;
}

/** A game, and its empty table if the house has one: there a game begins at once. */
function GameCard({ game, table, open, rules }) {
  const { session, state, t, both } = useApp();
  const fits = table?.options?.robots === state.level;
  const play = () => session.playNow(game.name, fits ? table.name : "").catch((refused) => session.tell(refused));
  return html`<li class="panel" data-game=${game.name} style=${coloursOf(game.look)}>
    <div class="band" aria-hidden="true">
      ${cardsFor(game.name).map(
        (card) => html`<svg viewBox="0 0 200 280"><use href="#card-${card}" /></svg>`,
      )}
    </div>
    <header><h3>${both(game.title)}</h3><span class="dim">${playersOf(game, t)}</span></header>
    <p>${both(game.summary)}</p>
    <div class="row">
      <button type="button" class="primary" onClick=${play}
        aria-label=${`${t("Play now")}: ${both(game.title)}`}>${t("Play now")}</button>
      <button type="button" onClick=${open}
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
  const { t, title } = useApp();
  const known = useGame(game);
  return html`<${Dialog} title=${`${t("Open a table")}: ${title(game)}`} close=${close} wide>
    ${known ? html`<${OpenForm} game=${known} close=${close} />` : html`<p class="dim">${t("One moment …")}</p>`}
  <//>`;
}
