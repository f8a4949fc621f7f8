/* What can be done about the table itself: rules, invitation, keys, preferences, leaving. */

import { useApp } from "cardkit/app";
import { AlertSetting, SoundSwitch } from "cardkit/attention";
import { Dialog } from "cardkit/dialog";
import { Invite } from "cardkit/invite";
import { KEYS } from "cardkit/keys";
import { lettersOf } from "cardkit/moves";
import { inWords } from "cardkit/options";
import { Habits, Preferences } from "cardkit/preferences";
import { RuleSheet } from "cardkit/rules";
import { html, useState } from "cardkit/view";

export function Menu() {
  const { session, state, t } = useApp();
  const [shown, show] = useState("");
  const close = () => show("");
  const leave = () => session.leave().catch((refused) => session.tell(refused));
  const parting = partingFrom(state.table);
  return html`<nav class="menu" aria-label=${t("Table menu")}>
    <button type="button" onClick=${() => show("rules")}>${t("Rules")}</button>
    <button type="button" onClick=${() => show("invite")}>${t("Invite")}</button>
    <${SoundSwitch} />
    <button type="button" onClick=${() => show("settings")} aria-label=${t("Settings and keys")}>⚙</button>
    <button type="button" class="leave" onClick=${parting ? () => show("leave") : leave}>${t("Leave")}</button>
    ${shown === "rules" && html`<${RuleSheet} close=${close} />`}
    ${shown === "invite" && html`<${Invite} close=${close} />`}
    ${shown === "settings" && html`<${Settings} close=${close} />`}
    ${shown === "leave" && html`<${Leaving} parting=${parting} leave=${leave} close=${close} />`}
  </nav>`;
}

/** What becomes of the match without this player; nothing where leaving costs nothing. */
function partingFrom({ view, over, people, options, me }) {
  if (!view || view.seat === null || !view.game || over) return "";
  const others = Object.keys(people).some((name) => name !== me && people[name] !== "robot");
  const gone = view.names.some((name) => !Object.hasOwn(people, name)); // a match waits for one player only
  if (!others) return gone && options.policy !== "suspend" ? "breaks off" : "waits";
  return view.phase !== "playing" && options.drop_in ? "frees the seat" : "goes on";
}

function Leaving({ parting, leave, close }) {
  const { state, t, both } = useApp();
  const { game, options, view } = state.table;
  const policy = state.games[game]?.options?.find(({ name }) => name === "policy");
  const rule = parting === "goes on" && view.phase === "playing" && inWords(policy, options.policy, t, both);
  const told = {
    waits: t("Only robots are left then. The game waits for you: come back to this table to go on."),
    "breaks off": t("Only robots are left then, and the match is broken off. It cannot be continued."),
    "frees the seat": t("Your seat is free for others then, and the match goes on without you."),
    "goes on": t("The match goes on without you. Come back to this table for your seat."),
  };
  return html`<${Dialog} title=${t("Leave the table?")} close=${close}>
    <p>${told[parting]} ${rule}</p>
    <p class="row"><button type="button" class="primary" autofocus onClick=${close}>${t("Stay")}</button>
      <button type="button" data-leave onClick=${leave}>${t("Leave the table")}</button></p>
  <//>`;
}

function Settings({ close }) {
  const { declaration, t } = useApp();
  return html`<${Dialog} title=${t("Settings and keys")} close=${close}>
    <${Preferences} />
    <${AlertSetting} />
    <${Habits} />
    <h3>${t("Keys")}</h3>
    <dl class="keys">
      ${KEYS.map(([key, meaning]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(meaning)}</dd></div>`)}
    </dl>
    <h3>${t("Letters in this game")}</h3>
    <dl class="keys letters">
      ${[...lettersOf(declaration)].map(
        ([label, letter]) => html`<div><dt><kbd>${letter.toUpperCase()}</kbd></dt><dd>${t(label)}</dd></div>`,
      )}
    </dl>
  <//>`;
}
