/* The form that opens a table, made from the settings of its game. */

import { useApp } from "cardkit/app";
import { html, useState } from "cardkit/view";

/** Who loads the page again is not replaced by a robot at once. */
const PATIENT = { grace: "30" };

export function OpenForm({ game, close }) {
  const { session, t } = useApp();
  const [preset, setPreset] = useState("");
  const [chosen, setChosen] = useState(PATIENT);
  const [robots, setRobots] = useState(true);
  const [title, setTitle] = useState("");
  const [problem, setProblem] = useState("");
  const basis = { ...valuesOf(game), ...game.presets[preset] };

  async function open(event) {
    event.preventDefault();
    setProblem("");
    const changed = Object.entries(chosen).filter(
      ([name, value]) => name in basis && value !== basis[name],
    );
    const settings = changed.map(([name, value]) => `${name}=${value}`);
    if (robots) settings.push("robots=yes");
    if (title.trim()) settings.push(`title=${title.trim().replace(/\s+/g, "_")}`);
    try {
      await session.openTable(game.name, preset, settings);
      close();
    } catch (refused) {
      setProblem(refused.message);
    }
  }

  const set = (name, value) => setChosen({ ...chosen, [name]: value });
  const presets = Object.keys(game.presets).filter(Boolean);
  return html`<form class="open" onSubmit=${open}>
    <div class="fields">
      ${
        presets.length > 0 &&
        html`<label>${t("Kind of rules")}
        <select value=${preset} onChange=${(e) => {
          setPreset(e.target.value);
          setChosen(PATIENT);
        }}>
          <option value="">${t("as usual")}</option>
          ${presets.map((name) => html`<option value=${name}>${name}</option>`)}
        </select></label>`
      }
      <label>${t("Name of the table")}
        <input value=${title} maxlength="40" onInput=${(e) => setTitle(e.target.value)} /></label>
      <label class="check"><input type="checkbox" checked=${robots}
        onChange=${(e) => setRobots(e.target.checked)} /> ${t("Robots take the free seats")}</label>
    </div>
    <details>
      <summary>${t("All settings")}</summary>
      ${[...groups(game.options)].map(
        ([key, options]) => html`<${Group} key=${key} options=${options} basis=${basis}
          chosen=${chosen} set=${set} />`,
      )}
    </details>
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    <div class="row"><button class="primary">${t("Open the table")}</button></div>
  </form>`;
}

function groups(options) {
  const found = new Map();
  for (const option of options) {
    const key = option.group?.en ?? "";
    found.set(key, [...(found.get(key) ?? []), option]);
  }
  return found;
}

function Group({ options, basis, chosen, set }) {
  const { both } = useApp();
  return html`<fieldset>
    <legend>${both(options[0].group)}</legend>
    ${options.map(
      (option) => html`<${Field} key=${option.name} option=${option}
      value=${chosen[option.name] ?? basis[option.name]}
      set=${(value) => set(option.name, value)} />`,
    )}
  </fieldset>`;
}

/** One setting, by its kind: yes or no, one of some, a number, or a text. */
function Field({ option, value, set }) {
  const { both } = useApp();
  const { name, kind, choices, least, most } = option;
  const help = both(option.help);
  const id = `option-${name}`;
  const change = (event) => set(event.target.value);
  let control;
  if (kind === "bool") {
    control = html`<input id=${id} type="checkbox" checked=${value === "on"}
      onChange=${(e) => set(e.target.checked ? "on" : "off")} />`;
  } else if (choices?.length) {
    control = html`<select id=${id} value=${value} onChange=${change}>
      ${choices.map((one) => html`<option value=${one}>${one || "–"}</option>`)}
    </select>`;
  } else if (kind === "int" || kind === "float") {
    control = html`<input id=${id} type="number" value=${value} min=${least} max=${most}
      step=${kind === "int" ? 1 : "any"} onInput=${change} />`;
  } else {
    control = html`<input id=${id} value=${value} onInput=${change} aria-describedby="${id}-values" />`;
  }
  return html`<div class="field">
    <label for=${id}>${help} <code>${name}</code></label>
    ${control}
    ${kind !== "bool" && !choices?.length && html`<small id="${id}-values">${both(option.values)}</small>`}
  </div>`;
}

function valuesOf(game) {
  return Object.fromEntries(game.options.map((option) => [option.name, option.value]));
}
