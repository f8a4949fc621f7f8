/* What can be done about the table itself: rules, invitation, keys, preferences, leaving. */

import { useApp } from "cardkit/app";
import { AlertSetting, SoundSwitch } from "cardkit/attention";
import { Dialog } from "cardkit/dialog";
import { linkTo } from "cardkit/kept";
import { KEYS } from "cardkit/keys";
import { Preferences } from "cardkit/preferences";
import { RuleSheet } from "cardkit/rules";
import { html, useRef, useState } from "cardkit/view";

export function Menu() {
  const { session, t } = useApp();
  const [shown, show] = useState("");
  const close = () => show("");
  const leave = () => session.leave().catch((refused) => session.tell(refused));
  return html`<nav class="menu" aria-label=${t("Table menu")}>
    <button type="button" onClick=${() => show("rules")}>${t("Rules")}</button>
    <button type="button" onClick=${() => show("invite")}>${t("Invite")}</button>
    <${SoundSwitch} />
    <button type="button" onClick=${() => show("settings")} aria-label=${t("Settings and keys")}>⚙</button>
    <button type="button" onClick=${leave}>${t("Leave")}</button>
    ${shown === "rules" && html`<${RuleSheet} close=${close} />`}
    ${shown === "invite" && html`<${Invite} close=${close} />`}
    ${shown === "settings" && html`<${Settings} close=${close} />`}
  </nav>`;
}

function Invite({ close }) {
  const { state, t } = useApp();
  const [copied, setCopied] = useState(false);
  const field = useRef(null);
  const link = location.origin + linkTo(state.table.table);
  const copy = async () => {
    field.current.select(); // without a secure connection a page can only copy what is selected
    const write = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error("not allowed"));
    const done = write.then(
      () => true,
      () => document.execCommand("copy"),
    );
    setCopied(await done);
  };
  return html`<${Dialog} title=${t("Invite")} close=${close}>
    <p>${t("Who opens this link comes to this table:")}</p>
    <p class="row"><input readonly ref=${field} value=${link} aria-label=${t("link")} onFocus=${(e) => e.target.select()} />
      <button type="button" class="primary" onClick=${copy}>${copied ? t("Copied") : t("Copy")}</button></p>
    <p class="dim" role="status">${copied && t("The link is copied: send it to who shall come.")}</p>
  <//>`;
}

function Settings({ close }) {
  const { t } = useApp();
  return html`<${Dialog} title=${t("Settings and keys")} close=${close}>
    <${Preferences} />
    <${AlertSetting} />
    <h3>${t("Keys")}</h3>
    <dl class="keys">
      ${KEYS.map(([key, meaning]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(meaning)}</dd></div>`)}
    </dl>
  <//>`;
}
