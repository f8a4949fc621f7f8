/* The page: the lobby or a table, whichever the session is at. */

import { App, useApp, wordsFor } from "cardkit/app";
import { AlertOffer, Attention } from "cardkit/attention";
import { Sprite } from "cardkit/faces";
import { HOUSE } from "cardkit/house";
import { firstLanguage, learn } from "cardkit/i18n";
import { Lobby } from "cardkit/lobby";
import { Notice } from "cardkit/notice";
import { tellHost } from "cardkit/part";
import { Session } from "cardkit/session";
import { html, render, useEffect, useErrorBoundary, useState } from "cardkit/view";

/** Always the same, so it is drawn once. */
const SPRITE = html`<${Sprite} />`;

/** A part that is loaded when it is first shown, so that the front page is small. */
function later(load) {
  let part = null;
  return function Later(props) {
    const [, settle] = useState(null);
    useEffect(() => {
      const fail = (wrong) =>
        settle(() => {
          throw wrong;
        });
      if (!part) {
        load().then((found) => {
          part = found;
          settle(found.name);
        }, fail);
      }
    }, []);
    return part ? html`<${part} ...${props} />` : html`<main class="table"></main>`;
  };
}

const Table = later(async () => (await import("cardkit/table")).Table);
const Replay = later(async () => (await import("cardkit/replay")).Replay);
const History = later(async () => (await import("cardkit/past")).History);
const Host = later(async () => (await import("cardkit/host")).Host);
const Results = later(async () => (await import("cardkit/leaderboard")).Results);

function Page({ session }) {
  const [state, setState] = useState(session.state);
  useEffect(() => session.subscribe(setState), [session]);
  const words = wordsFor(state);
  const [error] = useErrorBoundary((wrong) => tellHost("page", wrong));
  useEffect(() => {
    const root = document.documentElement;
    root.lang = state.language;
    root.dataset.theme = state.theme;
    for (const meta of document.querySelectorAll("meta[data-theme]")) {
      const { theme } = meta.dataset; // around the page, too, the colour is the one that was chosen
      meta.media = state.theme === "auto" ? `(prefers-color-scheme: ${theme})` : theme === state.theme ? "all" : "not all";
    }
    root.dataset.colours = state.fourColours ? "four" : "two";
  }, [state.language, state.theme, state.fourColours]);
  if (error) return html`<${Broken} t=${words.t} />`;
  const past = pastPage(state.path);
  return html`<${App.Provider} value=${{ session, state, ...words }}>
    ${SPRITE}
    <${Link} />
    ${past ?? (state.table ? html`<${Table} />` : html`<${Lobby} />`)}
    <${AlertOffer} />
    ${(past || !state.table) && html`<${Notice} />`}
  <//>`;
}

/** What is shown besides lobby and table: the past, and what is for hosts; nothing on any other path. */
function pastPage(path) {
  if (path === "/history") return html`<${History} />`;
  if (path === "/results") return html`<${Results} />`;
  if (path === "/host") return html`<${Host} />`;
  const found = /^\/replay(?:\/(\d+))?$/.exec(path);
  return found ? html`<${Replay} key=${path} match=${found[1] ?? ""} />` : null;
}

/** A clear sign that the connection is lost. */
function Link() {
  const { state, t } = useApp();
  const lost = state.link === "lost";
  const away = state.table
    ? "No connection. Trying to come back; your seat is kept."
    : "The server does not answer. Trying again …";
  const blocked = t("The page has loaded, but the connection to the tables does not open. A proxy, a firewall or a browser extension may be blocking WebSockets. Trying again …");
  return html`<div role="alert" class="link-sign">
    ${
      lost &&
      html`<p class="lost"><span class="spinner" aria-hidden="true"></span>
      ${state.blocked ? blocked : t(away)}</p>`
    }
  </div>`;
}

function Broken({ t }) {
  return html`<main class="door"><section class="panel">
    <h1>${HOUSE.name}</h1>
    <p>${t("Something went wrong on this page. Your seat is kept.")}</p>
    <p><button type="button" class="primary" onClick=${() => location.reload()}>
      ${t("Load the page again")}</button></p>
  </section></main>`;
}

await learn(firstLanguage()).catch(() => null); // without its words the page is in English
const session = new Session();
session.attention = new Attention(session);
render(html`<${Page} session=${session} />`, document.body);
if (document.readyState === "complete") keepShell();
else addEventListener("load", keepShell);

/** What is seen next is loaded meanwhile. */
(globalThis.requestIdleCallback ?? setTimeout)(() => import("cardkit/table").catch(() => null));

/** So that the page opens while its server is away; nothing is lost where a browser does not. */
function keepShell() {
  navigator.serviceWorker?.register("/worker.js", { updateViaCache: "none" }).catch(() => null);
}
