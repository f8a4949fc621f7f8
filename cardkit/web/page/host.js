/* For hosts: who is here, what is played, and what can be done about it. The server decides who is a
   host, for each thing that is done; everybody else is shown its refusal, and can come in as another. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { Names } from "cardkit/door";
import { isGuest } from "cardkit/guest";
import { shownNumber as number, plural } from "cardkit/i18n";
import { liking } from "cardkit/kept";
import { PHASES } from "cardkit/lobby";
import { isRobot } from "cardkit/robots";
import { Top } from "cardkit/top";
import { html, useEffect, useRef, useState } from "cardkit/view";

const LOOK_AGAIN = 3_000;
/** How long a ban lasts, as the server is told. */
const LENGTHS = [
  ["1h", "an hour"],
  ["1d", "a day"],
  ["1w", "a week"],
  ["4w", "four weeks"],
  ["ever", "until it is lifted"],
];
/** Of all figures those that tell a person something. */
const FIGURES = [
  ["connections", "Connections"],
  ["people", "People"],
  ["tables", "Open tables"],
  ["tables_playing", "Games under way"],
  ["tables_set_aside", "Tables set aside"],
  ["moves_per_second", "Moves a second"],
  ["refusals_total", "Refused commands"],
  ["commit_p50_ms", "Storing, median (ms)"],
  ["commit_p99_ms", "Storing, 99th percentile (ms)"],
];

export function Host() {
  const { state, t } = useApp();
  const [seen, look] = useLook();
  const [asked, ask] = useState(null);
  return html`<main class="lobby past host">
    <${Top} />
    <h1>${t("For hosts")}</h1>
    ${seen.problem && html`<${Outside} problem=${seen.problem} />`}
    ${!seen.problem && !seen.figures && html`<p class="dim">${t("One moment …")}</p>`}
    ${
      seen.figures &&
      !seen.problem &&
      html`<${Figures} figures=${seen.figures} />
      <${Say} />
      <${People} people=${seen.people} ask=${ask} />
      <${Tables} tables=${seen.tables} ask=${ask} />
      <${Bans} bans=${seen.bans} ask=${ask} look=${look} />
      <${Errors} lines=${seen.errors} />`
    }
    ${asked && html`<${asked.dialog} key=${state.me} ...${asked} look=${look} close=${() => ask(null)} />`}
  </main>`;
}

/** What the server shows a host, looked at again and again; or its refusal. */
function useLook() {
  const { session, state } = useApp();
  const [seen, setSeen] = useState({});
  const before = useRef(null);
  const look = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const { reply, messages } = await session.connection.say("HOST", "LOOK");
      const of = (wanted) => messages.filter(({ kind, other }) => kind === wanted && !other);
      const at = performance.now();
      const { moves_total: moves = 0 } = reply.figures;
      const [last, since] = before.current ?? [moves, at];
      before.current = [moves, at];
      const figures = { ...reply.figures, moves_per_second: at > since ? (1000 * (moves - last)) / (at - since) : 0 };
      liking.keep("host", state.me);
      setSeen({ figures, people: of("PERSON"), tables: of("HOSTED"), bans: of("BANNED"), errors: of("LOG") });
    } catch (refused) {
      if (refused.code === "NOT_ALLOWED") liking.keep("host", null);
      if (refused.code !== "NO_CONNECTION") setSeen({ problem: refused.message });
    }
  };
  useEffect(() => {
    if (state.link === "lost" || state.link === "connecting") return undefined;
    look();
    const timer = state.me ? setInterval(look, LOOK_AGAIN) : 0;
    return () => clearInterval(timer);
  }, [state.link, state.me]);
  return [seen, look];
}

function Outside({ problem }) {
  const { state, t } = useApp();
  return html`<section class="panel invited" aria-labelledby="outside">
    <h2 id="outside">${t("This page is for hosts")}</h2>
    <p class=${state.me ? "problem" : "dim"} role="alert"><bdi>${state.me ? problem : t("Come in with the account of a host.")}</bdi></p>
    <${Names} />
  </section>`;
}

function Figures({ figures }) {
  const { t } = useApp();
  const shown = FIGURES.filter(([name]) => Number.isFinite(figures[name]));
  return html`<section aria-label=${t("Figures")}><dl class="panel figures">${shown.map(
    ([name, label]) => html`<div key=${name}><dt>${t(label)}</dt>
      <dd>${number(Math.round(10 * figures[name]) / 10)}</dd></div>`,
  )}</dl></section>`;
}

/** One line that everybody reads, on every page and in every client. */
function Say() {
  const { session, t } = useApp();
  const [text, setText] = useState("");
  const [told, setTold] = useState(false);
  const send = async (event) => {
    event.preventDefault();
    try {
      await session.connection.say("HOST", "TELL", text.trim().replace(/\s+/g, " "));
      setText("");
      setTold(true);
    } catch (refused) {
      session.tell(refused);
    }
  };
  const type = (event) => {
    setText(event.target.value);
    setTold(false);
  };
  return html`<section aria-labelledby="say">
    <h2 id="say">${t("Say something to everybody")}</h2>
    <form class="row" onSubmit=${send}>
      <input value=${text} maxlength="500" required autocomplete="off" aria-labelledby="say" onInput=${type} />
      <button class="primary">${t("Send")}</button>
    </form>
    <p class="dim" role="status">${told && t("Everybody who is here was told.")}</p>
  </section>`;
}

/** A heading with how many there are, and a line for each. */
function Listed({ title, count, empty, children }) {
  const { t } = useApp();
  return html`<section aria-label=${title}>
    <h2>${title} <span class="dim">${number(count)}</span></h2>
    ${count ? html`<ul class="panel">${children}</ul>` : html`<p class="dim">${empty ?? t("None.")}</p>`}
  </section>`;
}

function People({ people, ask }) {
  const { state, t, language } = useApp();
  const ban = (who) => ask({ dialog: Ban, who });
  const here = people.find(({ name }) => name === state.me)?.address;
  return html`<${Listed} title=${t("People")} count=${people.length}>
    ${people.map(
      ({ name, address, since, table, node }) => html`<li key=${name}>
      <strong><bdi>${name}</bdi></strong>
      <span class="dim">${isGuest(name) ? t("guest") : t("account")}</span>
      ${
        node
          ? html`<span class="dim">${t("at server {node}", { node })}</span>`
          : html`${address ? html`<code>${address}</code>` : html`<span class="dim">${t("not connected")}</span>`}
      <span class="dim">${t("since {time}", { time: time(since, language) })}</span>`
      }
      ${table && html`<code>${table}</code>`}
      <span class="row">
        ${
          name !== state.me &&
          html`<button type="button" class="small" onClick=${() => ban(name)}
          aria-label=${t("Ban the name {name}", { name })}>${t("Ban the name")}</button>`
        }
        ${
          address &&
          address !== here &&
          html`<button type="button" class="small" onClick=${() => ban(address)}
          aria-label=${t("Ban the address of {name}", { name })}>${t("Ban the address")}</button>`
        }
      </span>
    </li>`,
    )}
  <//>`;
}

function Tables({ tables, ask }) {
  const { t } = useApp();
  const isLively = ({ players, others }) => players.length + others.length > 0;
  const empty = tables.filter((table) => !isLively(table));
  const line = (table) => html`<${TableLine} key=${table.name} table=${table} ask=${ask} />`;
  return html`<${Listed} title=${t("Tables")} count=${tables.length - empty.length}>
    ${tables.filter(isLively).map(line)}
  <//>
  ${
    empty.length > 0 &&
    html`<details><summary>${t(plural(empty.length, "one empty table", "{n} empty tables"))}</summary>
    <ul class="panel">${empty.map(line)}</ul></details>`
  }`;
}

function TableLine({ table, ask }) {
  const { session, state, t, title, language } = useApp();
  const { name, game, phase, players, others, owner, opened } = table;
  const named = table.title && table.title !== state.games[game]?.title?.en ? table.title : "";
  const people = players.filter((player) => !isRobot(player));
  const watch = () => session.go("WATCH", name).catch((refused) => session.tell(refused));
  return html`<li>
    <strong><bdi>${named || title(game)}</bdi></strong> <code>${name}</code>
    <span class="dim">${phase === "set aside" ? t("set aside") : t(PHASES[phase] ?? phase)}</span>
    ${opened && html`<span class="dim">${t("since {time}", { time: time(opened, language) })}</span>`}
    ${owner && html`<span class="dim">${t("opened by {name}", { name: owner })}</span>`}
    <span class="names">${players.map((player) => html`<bdi>${player}</bdi>`)}</span>
    ${others.length > 0 && html`<span class="dim">${t(plural(others.length, "one waits or watches", "{n} wait or watch"))}</span>`}
    <span class="row">
      ${
        phase !== "set aside" &&
        html`<button type="button" class="small" onClick=${watch}
        aria-label=${`${t("Watch")} ${name}`}>${t("Watch")}</button>`
      }
      ${
        people.length > 0 &&
        (phase === "playing" || phase === "suspended") &&
        html`<button type="button" class="small" onClick=${() => ask({ dialog: Forfeit, table: name, people })}
        aria-label=${t("Let a player at {table} give up", { table: name })}>${t("Give up …")}</button>`
      }
      <button type="button" class="small" onClick=${() => ask({ dialog: Close, table: name })}
        aria-label=${t("Close {table}", { table: name })}>${t("Close the table")}</button>
    </span>
  </li>`;
}

function Bans({ bans, ask, look }) {
  const { session, t, language } = useApp();
  const lift = async (who) => {
    await session.connection.say("HOST", "UNBAN", who).catch((refused) => session.tell(refused));
    look();
  };
  return html`<${Listed} title=${t("Bans")} count=${bans.length} empty=${t("Nobody is banned.")}>
    ${bans.map(
      ({ who, why, until }) => html`<li key=${who}>
      <strong><bdi>${who}</bdi></strong>
      <span class="dim">${until ? t("until {time}", { time: time(until, language) }) : t("until it is lifted")}</span>
      ${why && html`<bdi>${why}</bdi>`}
      <span class="row"><button type="button" class="small" onClick=${() => lift(who)}
        aria-label=${t("Let {name} in again", { name: who })}>${t("Lift the ban")}</button></span>
    </li>`,
    )}
  <//>
  <p><button type="button" onClick=${() => ask({ dialog: Ban, who: "" })}>${t("Ban somebody …")}</button></p>`;
}

function Errors({ lines }) {
  const { t } = useApp();
  if (!lines.length) return null;
  return html`<section aria-labelledby="errors"><h2 id="errors">${t("Last errors in the log")}</h2>
    <pre class="panel scroll" tabindex="0" role="group" aria-labelledby="errors">${lines.map(({ text }) => `${text}\n`)}</pre>
  </section>`;
}

// --- dialogs ----------------------------------------------------------------------------------

/** Says it to the server, and then looks again; what is refused is told where it was asked for. */
function useDeed(close, look) {
  const { session, t } = useApp();
  const [problem, setProblem] = useState("");
  const act = async (...words) => {
    try {
      await session.connection.say("HOST", ...words);
      close();
      look();
    } catch (refused) {
      setProblem(refused.code === "NO_CONNECTION" ? t("The server does not answer.") : refused.message);
    }
  };
  return [act, problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`];
}

function Ban({ who, close, look }) {
  const { t } = useApp();
  const [name, setName] = useState(who);
  const [act, problem] = useDeed(close, look);
  const ban = (event) => {
    event.preventDefault();
    const { length, why } = Object.fromEntries(new FormData(event.target));
    act("BAN", name.trim(), length, ...why.trim().split(/\s+/).filter(Boolean));
  };
  return html`<${Dialog} title=${t("Ban somebody")} close=${close}>
    <form class="entry" onSubmit=${ban}>
      <label>${t("Name or address")}
        <input value=${name} maxlength="60" required autocomplete="off" autofocus
          onInput=${(e) => setName(e.target.value)} /></label>
      <p class="dim">${t("A name is banned with all that look like it. Many people may have one address.")}</p>
      <label>${t("For how long")}
        <select name="length">${LENGTHS.map(([length, label]) => html`<option value=${length}>${t(label)}</option>`)}</select></label>
      <label>${t("Why; they are told")}
        <input name="why" maxlength="200" autocomplete="off" /></label>
      ${problem}
      <button class="primary">${t("Ban")}</button>
    </form>
  <//>`;
}

function Close({ table, close, look }) {
  const { session, state, t } = useApp();
  const [act, problem] = useDeed(close, look);
  const shut = async () => {
    if (state.table?.table === table) await session.leave().catch(() => null);
    act("CLOSE", table);
  };
  return html`<${Dialog} title=${t("Close {table}?", { table })} close=${close}>
    <p>${t("A match under way is abandoned, and everybody at the table is told.")}</p>
    ${problem}
    <p class="row"><button type="button" autofocus onClick=${close}>${t("Leave it open")}</button>
      <button type="button" class="primary" onClick=${shut}>${t("Close the table")}</button></p>
  <//>`;
}

function Forfeit({ table, people, close, look }) {
  const { t } = useApp();
  const [act, problem] = useDeed(close, look);
  return html`<${Dialog} title=${t("Who gives up the game?")} close=${close}>
    <p>${t("It costs what any forfeit costs, and the record of the match has it.")}</p>
    ${problem}
    <p class="row">${people.map(
      (player) => html`<button type="button" onClick=${() => act("FORFEIT", table, player)}><bdi>${player}</bdi></button>`,
    )}</p>
  <//>`;
}

function time(seconds, language) {
  return new Date(1000 * seconds).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
}
