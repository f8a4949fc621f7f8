/* The form that opens a table, made from the settings of its game. */

import { useApp } from "cardkit/app";
import { isGuest } from "cardkit/guest";
import { Markdown } from "cardkit/markdown";
import { html, useRef, useState } from "cardkit/view";

/** Who loads the page again is not replaced by a robot at once. */
const PATIENT = { grace: "30" };
/** What the server sets at a table with robots: whoever comes has the place of one in the next game. */
const WITH_ROBOTS = { drop_in: "on" };
/** What it sets at a rated table: nobody keeps the others from ending a match. */
const RATED = { move: "60", grace: "30" };

export function OpenForm({ game, close }) {
  const { session, state, t } = useApp();
  const [preset, setPreset] = useState("");
  const [chosen, setChosen] = useState(PATIENT);
  const [robots, setRobots] = useState(true);
  const [rated, setRated] = useState(false);
  const [title, setTitle] = useState("");
  const [isPrivate, setPrivate] = useState(false);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const more = useRef(null);
  const options = game.options.filter((option) => option.presets.includes(preset));
  const basis = { ...valuesOf(options), ...game.presets[preset], ...(rated ? RATED : robots ? WITH_ROBOTS : {}) };

  async function open(event) {
    event.preventDefault();
    setProblem("");
    setBusy(true);
    const changed = Object.entries(chosen).filter(
      ([name, value]) => name in basis && value !== basis[name],
    );
    const settings = changed.map(([name, value]) => `${name}=${value}`);
    if (rated) settings.push("rated=yes");
    else if (robots) settings.push("robots=yes");
    if (isPrivate && !rated) settings.push("private=yes");
    if (title.trim()) settings.push(`title=${title.trim().replace(/\s+/g, "_")}`);
    try {
      await session.openTable(game.name, preset, settings);
      close();
    } catch (refused) {
      setProblem(refused.message);
      setBusy(false);
    }
  }

  const set = (name, value) => setChosen({ ...chosen, [name]: value });
  const choose = (name) => {
    setPreset(name);
    setChosen(PATIENT);
  };
  const reveal = () => {
    more.current.open = true; // what is wrong can only be shown where it is seen
  };
  return html`<form class="open" onSubmit=${open}>
    <div class="fields">
      <${Presets} game=${game} preset=${preset} choose=${choose} />
      <label>${t("Name of the table")}
        <input value=${title} maxlength="40" onInput=${(e) => setTitle(e.target.value)} /></label>
      ${
        state.me &&
        !isGuest(state.me) &&
        html`<label class="check"><input type="checkbox" name="rated" checked=${rated}
        onChange=${(e) => setRated(e.target.checked)} />
        <span>${t("Rated: counts on the leaderboard")}
          <small class="dim">${t("for people with an account, without robots")}</small></span></label>`
      }
      <label class="check"><input type="checkbox" checked=${robots && !rated} disabled=${rated}
        onChange=${(e) => setRobots(e.target.checked)} /> ${t("Robots take the free seats")}</label>
      <label class="check"><input type="checkbox" checked=${isPrivate && !rated} disabled=${rated}
        onChange=${(e) => setPrivate(e.target.checked)} /> ${t("Only with the link or the code")}</label>
    </div>
    <${Told} game=${game} preset=${preset} />
    <details ref=${more} onInvalidCapture=${reveal}>
      <summary>${t("All settings")}</summary>
      ${[...groups(options)].map(
        ([key, options]) => html`<${Group} key=${key} options=${options} basis=${basis}
          chosen=${chosen} set=${set} />`,
      )}
    </details>
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    <div class="row last"><button class="primary" disabled=${busy}>${t("Open the table")}</button></div>
  </form>`;
}

/** The kinds of rules that a game has, to choose one; nothing where there are no others. */
export function Presets({ game, preset, choose }) {
  const { t } = useApp();
  const presets = Object.keys(game?.presets ?? {}).filter(Boolean);
  if (!presets.length) return null;
  return html`<label>${t("Kind of rules")}
    <select value=${preset} onChange=${(event) => choose(event.target.value)}>
      <option value="">${t("as usual")}</option>
      ${presets.map((name) => html`<option value=${name}>${name}</option>`)}
    </select></label>`;
}

/** What a kind of rules is, in words. */
function Told({ game, preset }) {
  const { both } = useApp();
  const told = both(game.told?.[preset]) || [];
  if (!told.length) return null;
  const text = told.length > 1 ? told.map((sentence) => `- ${sentence}`) : told;
  return html`<div class="differences"><${Markdown} lines=${text} own=${game.declaration} texts=${game.texts} /></div>`;
}

/** The value of a setting as people say it. */
export function inWords(option, value, t, both) {
  if (option?.kind === "bool") return value === "on" ? t("yes") : t("no");
  return both(option?.words?.[option.choices.indexOf(value)]) || value;
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
  const { t, both } = useApp();
  const { name, kind, choices, words, least, most } = option;
  const help = both(option.help);
  const id = `option-${name}`;
  const change = (event) => set(event.target.value);
  let control;
  if (kind === "bool") {
    control = html`<input id=${id} type="checkbox" checked=${value === "on"}
      onChange=${(e) => set(e.target.checked ? "on" : "off")} />`;
  } else if (choices?.length) {
    control = html`<select id=${id} value=${value} onChange=${change}>
      ${choices.map((one, at) => html`<option value=${one}>${both(words?.[at]) || one || "–"}</option>`)}
    </select>`;
  } else if (kind === "int" || kind === "float") {
    control = html`<input id=${id} type="number" value=${value} min=${least} max=${most}
      step=${kind === "int" ? 1 : "any"} onInput=${change} />`;
  } else {
    control = html`<input id=${id} value=${value} onInput=${change} />`;
  }
  const hint = kind === "data" ? t("a list or a table, written as it stands here") : both(option.values);
  return html`<div class="field">
    <label for=${id} title=${name}>${help}
      ${hint && html`<small id="${id}-values">${hint}</small>`}</label>
    ${control}
  </div>`;
}

function valuesOf(options) {
  return Object.fromEntries(options.map((option) => [option.name, option.value]));
}
