/* What can be chosen for a table: the kinds of rules of a game, and its settings. */

import { useApp } from "cardkit/app";
import { Markdown } from "cardkit/markdown";
import { html, useRef } from "cardkit/view";

/** The kinds of rules that a game has, each with what it is; nothing where there are no others. */
export function Kinds({ game, preset, choose }) {
  const { t } = useApp();
  const kinds = kindsOf(game);
  if (kinds.length < 2) return null;
  return html`<fieldset class="kinds">
    <legend>${t("Kind of rules")}</legend>
    ${kinds.map(
      (name) => html`<label key=${name} class="kind">
        <input type="radio" name="kind" value=${name || game.usual} checked=${name === preset}
          onChange=${() => choose(name)} />
        <span><strong><${KindName} game=${game} preset=${name} /></strong>
          <${Told} game=${game} preset=${name || game.usual} /></span>
      </label>`,
    )}
  </fieldset>`;
}

/** The same, to choose one in a line. */
export function KindSelect({ game, preset, choose }) {
  const { t } = useApp();
  const kinds = kindsOf(game);
  if (kinds.length < 2) return null;
  return html`<label>${t("Kind of rules")}
    <select value=${preset} onChange=${(event) => choose(event.target.value)}>
      ${kinds.map((name) => html`<option value=${name}><${KindName} game=${game} preset=${name} /></option>`)}
    </select></label>`;
}

/** As usual, which may have a name, and then the others. */
function kindsOf(game) {
  return ["", ...Object.keys(game?.names ?? {}).filter((name) => name !== game.usual)];
}

/** What a kind of rules is called. */
export function KindName({ game, preset }) {
  const { t, both } = useApp();
  const name = both(game?.names?.[preset || game?.usual]);
  if (preset) return name || preset;
  return name ? t("{name} (as usual)", { name }) : t("as usual");
}

function Told({ game, preset }) {
  const { t, both } = useApp();
  const told = both(game.told?.[preset]) || [];
  if (!told.length) return html`<span class="told">${t("The game as it is usually played.")}</span>`;
  return html`<span class="told"><${Markdown} lines=${[told.join(" ")]} own=${game.declaration} texts=${game.texts} /></span>`;
}

/** Where a setting is shown: always, among the rules of the game, or under more. */
const ALWAYS = "always";
const RULES = "rules";
const MORE = "more";

/** All settings: first what people change often; `basis` has their values as usual. */
export function Settings({ options, basis, chosen, set }) {
  const { t, both } = useApp();
  const where = (place) => options.filter((option) => option.shown === place);
  const value = (name) => chosen[name] ?? basis[name];
  const field = (option) => html`<${Field} key=${option.name} option=${option} usual=${basis[option.name]}
    value=${value(option.name)} set=${(value) => set(option.name, value)} />`;
  const grouped = (some) =>
    [...groups(some)].map(
      ([key, own]) => html`<fieldset key=${key}><legend>${both(own[0].group)}</legend>${own.map(field)}</fieldset>`,
    );
  return html`<div class="always">${where(ALWAYS).map(field)}</div>
    <${More} title=${t("Rules of the game")} options=${where(RULES)}>${grouped(where(RULES))}<//>
    <${More} title=${t("More settings")} options=${where(MORE)}>${grouped(where(MORE))}<//>`;
}

/** Settings that are shown when somebody wants them, or when something is wrong among them. */
function More({ title, options, children }) {
  const box = useRef(null);
  if (!options.length) return null;
  const reveal = () => {
    box.current.open = true; // what is wrong can only be shown where it is seen
  };
  return html`<details ref=${box} onInvalidCapture=${reveal}>
    <summary>${title} <small class="dim">${options.length}</small></summary>${children}</details>`;
}

/** The value of a setting as people say it. */
export function inWords(option, value, t, both) {
  if (option?.kind === "bool") return value === "on" ? t("yes") : t("no");
  const at = (option?.choices ?? []).indexOf(value);
  return both(option?.words?.[at]) || both(option?.special?.[value]) || value || "–";
}

function groups(options) {
  const found = new Map();
  for (const option of options) {
    const key = option.group?.en ?? "";
    found.set(key, [...(found.get(key) ?? []), option]);
  }
  return found;
}

/** Sentences of more letters than this do not fit into a field on a phone. */
const LONG = 20;

/** One setting, by its kind: yes or no, one of some, a number, or a text. */
function Field({ option, usual, value, set }) {
  const { t, both } = useApp();
  const { name, kind, choices } = option;
  const words = inWords(option, value, t, both);
  const id = `option-${name}`;
  const changed = value !== usual;
  const notes = [
    both(option.values),
    ...Object.entries(option.special ?? {}).map(([number, means]) => `${number}: ${both(means)}`),
    changed && `${t("As usual")}: ${inWords(option, usual, t, both)}`,
  ].filter(Boolean);
  const about = notes.length ? `${id}-notes` : undefined;
  const change = (event) => set(event.target.value);
  let control;
  if (kind === "bool") {
    control = html`<input id=${id} type="checkbox" checked=${value === "on"} aria-describedby=${about}
      onChange=${(e) => set(e.target.checked ? "on" : "off")} />`;
  } else if (choices?.length) {
    control = html`<select id=${id} value=${value} aria-describedby=${about} onChange=${change}>
      ${choices.map((one, at) => html`<option value=${one}>${both(option.words?.[at]) || one || "–"}</option>`)}
    </select>`;
  } else if (kind === "int" || kind === "float") {
    control = html`<${Stepper} id=${id} option=${option} value=${value} about=${about} set=${set} />`;
  } else {
    control = html`<input id=${id} value=${value} aria-describedby=${about} onInput=${change} />`;
  }
  return html`<div class="field ${changed ? "changed" : ""}">
    <label for=${id}>${labelOf(option, both)}</label>
    ${control}
    ${control.type === "select" && words.length > LONG && html`<small class="whole" aria-hidden="true">${words}</small>`}
    ${about && html`<small id=${about}>${notes.join(" · ")}</small>`}
  </div>`;
}

/** What is chosen; what there is to choose from stands in the list itself. */
export function labelOf(option, both) {
  const help = both(option.help);
  const listed = option.kind !== "bool" && option.choices?.length;
  const label = listed ? help.split(/[:：]/)[0] : help;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** A number with a button on either side. */
function Stepper({ id, option, value, about, set }) {
  const { t } = useApp();
  const { kind, least, most } = option;
  const number = Number(value);
  const by = stepOf(number);
  const go = (to) => set(String(Math.min(most ?? Infinity, Math.max(least ?? -Infinity, to))));
  const button = (sign, label, to, off) => html`<button type="button" tabindex="-1" aria-label=${label}
    disabled=${off} onClick=${() => go(to)}>${sign}</button>`;
  return html`<span class="stepper">
    ${button("−", t("less"), number - (number - by < 0 ? 1 : by), number <= least)}
    <input id=${id} type="number" value=${value} min=${least} max=${most} aria-describedby=${about}
      step=${kind === "int" ? 1 : "any"} onInput=${(event) => set(event.target.value)} />
    ${button("+", t("more"), number + stepOf(number + 1), most !== null && number >= most)}
  </span>`;
}

/** By how much a number of this size is changed at a time. */
function stepOf(number) {
  if (Math.abs(number) <= 20) return 1;
  return Math.abs(number) <= 100 ? 5 : 10 ** Math.floor(Math.log10(Math.abs(number) - 1)) / 2;
}
