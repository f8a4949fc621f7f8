/* What stands above every page but the table: where one is, where else to go, and who one is. */

import { Account } from "cardkit/account";
import { useApp } from "cardkit/app";
import { Door } from "cardkit/door";
import { SUIT_PATHS } from "cardkit/faces";
import { HOUSE } from "cardkit/house";
import { liking, linkTo } from "cardkit/kept";
import { html, useState } from "cardkit/view";

/** A link to another page of this server; the table stays as it is. */
export function PageLink({ to, current = false, label = null, look = null, children }) {
  const { session } = useApp();
  const go = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.visit(to);
  };
  return html`<a href=${to} class=${look} onClick=${go} aria-label=${label}
    aria-current=${current ? "page" : null}>${children}</a>`;
}

const SIGN = HOUSE.icon
  ? html`<img src=${new URL(HOUSE.icon, import.meta.url).href} alt="" />`
  : html`<svg class="spade" viewBox="0 0 100 100" aria-hidden="true"><path d=${SUIT_PATHS.S} /></svg>`;

/** The sign and the name of the house. */
function Brand({ to }) {
  return html`<${PageLink} to=${to}>${SIGN}<bdi>${HOUSE.name}</bdi><//>`;
}

/** `heading`: the page has no other. */
export function Top({ heading = false }) {
  const { state, t } = useApp();
  const { path, table } = state;
  const home = table?.table ? linkTo(table.table) : "/";
  const pages = [
    [home, table ? "Back to the table" : "Tables", path === "/"],
    ["/history", "Past matches", path === "/history"],
    ["/results", "Leaderboard", path === "/results"],
    ["/replay", "Replay", path.startsWith("/replay")],
    ...(state.me && liking.get("host") === state.me ? [["/host", "For hosts", path === "/host"]] : []),
  ];
  return html`<header class="masthead">
    ${heading ? html`<h1 class="brand"><${Brand} to=${home} /></h1>` : html`<div class="brand"><${Brand} to=${home} /></div>`}
    <nav aria-label=${t("Pages")}>
      ${pages.map(
        ([to, name, current]) => html`<${PageLink} key=${name} to=${to} current=${current}>${t(name)}<//>`,
      )}
    </nav>
    ${!table && html`<${WhoAmI} />`}
  </header>`;
}

/** Who one is here, and how to be somebody else. */
function WhoAmI() {
  const { session, state, t } = useApp();
  const [shown, show] = useState("");
  const close = () => show("");
  const { me } = state;
  return html`<span class="who">
    ${me && html`<span class="label">${t("You are")}</span> <strong><bdi>${me}</bdi></strong>`}
    <button type="button" class="small" onClick=${() => show("name")}>${me ? t("Change name") : t("Your name")}</button>
    ${me && html`<button type="button" class="small" onClick=${() => show("account")}>${t("Account")}</button>`}
    ${me && html`<button type="button" class="small" onClick=${() => session.quit()}>${t("Leave")}</button>`}
    ${shown === "name" && html`<${Door} close=${close} />`}
    ${shown === "account" && html`<${Account} close=${close} />`}
  </span>`;
}
