/* How others come to this table, who is here, and what who has opened it may do about that. */

import { useApp } from "cardkit/app";
import { copyText } from "cardkit/copy";
import { Dialog } from "cardkit/dialog";
import { linkTo } from "cardkit/kept";
import { Person } from "cardkit/robot_faces";
import { html, useEffect, useRef, useState } from "cardkit/view";

const linkHere = ({ table }) => location.origin + linkTo(table);

export function Invite({ close }) {
  const { state, t } = useApp();
  const { table } = state;
  const told = table.private
    ? t("Only who has this code, or the link, comes to this table:")
    : t("Who opens this link comes to this table:");
  return html`<${Dialog} title=${t("Invite")} close=${close}>
    <p>${told}</p>
    ${table.private && html`<p class="code"><code>${table.table}</code></p>`}
    <${CopyLink} link=${linkHere(table)} />
    <h3>${t("Who is here")}</h3>
    <${People} own=${isOwn(state)} />
    ${isOwn(state) && html`<${CloseTable} close=${close} />`}
  <//>`;
}

/** The code of a private table, to be read aloud, before a game. */
export function Code() {
  const { state, t } = useApp();
  const { table } = state;
  const [copied, setCopied] = useState(false);
  if (!table.private) return null;
  const copy = async () => setCopied(await copyText(linkHere(table)));
  return html`<div class="invitation"><p class="dim">${t("Only who has this code, or the link, comes to this table:")}</p>
    <p class="code"><code>${table.table}</code>
      <button type="button" onClick=${copy}>${copied ? t("Copied") : t("Copy the link")}</button></p></div>`;
}

function isOwn({ table, me }) {
  return me !== "" && table.owner === me;
}

function CopyLink({ link }) {
  const { t } = useApp();
  const [copied, setCopied] = useState(false);
  const field = useRef(null);
  const copy = async () => {
    field.current.select(); // without a secure connection a page can only copy what is selected
    const write = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error("not allowed"));
    const done = write.then(
      () => true,
      () => document.execCommand("copy"),
    );
    setCopied(await done);
  };
  return html`<p class="row"><input readonly ref=${field} value=${link} aria-label=${t("link")} onFocus=${(e) => e.target.select()} />
      <button type="button" class="primary" onClick=${copy}>${copied ? t("Copied") : t("Copy")}</button></p>
    <p class="dim" role="status">${copied && t("The link is copied: send it to who shall come.")}</p>`;
}

/** Everybody at the table; who has opened it can send people away, but is asked first. */
function People({ own }) {
  const { session, state, t } = useApp();
  const [asked, ask] = useState("");
  const { people, me } = state.table;
  const kick = (name) => {
    ask("");
    session.do(`KICK ${name}`);
  };
  return html`<ul class="people">${Object.entries(people).map(
    ([name, role]) => html`<li key=${name}><span><${Person} name=${name} /> <span class="dim">${t(role)}</span></span>
      ${
        own && role !== "robot" && name !== me && asked !== name &&
        html`<button type="button" class="small" aria-label=${`${t("Send away")}: ${name}`}
          onClick=${() => ask(name)}>${t("Send away")}</button>`
      }
      ${
        asked === name &&
        html`<span class="sure" role="alert">${t("They cannot come back to this table.")}
          <button type="button" class="small" data-kick onClick=${() => kick(name)}>${t("Send away")}</button>
          <${Focused} look="small" act=${() => ask("")}>${t("Cancel")}<//></span>`
      }</li>`,
  )}</ul>`;
}

/** What is safe has the keyboard when something is asked. */
function Focused({ look, act, children }) {
  const button = useRef(null);
  useEffect(() => button.current.focus(), []);
  return html`<button type="button" class=${look} ref=${button} onClick=${act}>${children}</button>`;
}

function CloseTable({ close }) {
  const { session, state, t } = useApp();
  const [asked, ask] = useState(false);
  const { view, over } = state.table;
  const sure = () => session.leave("CLOSE").catch((refused) => session.tell(refused));
  if (!asked)
    return html`<p><button type="button" data-close onClick=${() => ask(true)}>${t("Close the table")}</button></p>`;
  return html`<div role="alert">
    <p>${t("Close the table for everybody?")} ${view.game > 0 && !over && t("The match is broken off.")}</p>
    <p class="row"><${Focused} look="primary" act=${close}>${t("Stay")}<//>
      <button type="button" data-close-now onClick=${sure}>${t("Close the table")}</button></p></div>`;
}
