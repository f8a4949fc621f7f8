/* The form that opens a table, made from the settings of its game. */

import { useApp } from "cardkit/app";
import { isGuest } from "cardkit/guest";
import { plural } from "cardkit/i18n";
import { LevelChoice } from "cardkit/levels";
import { Kinds, labelOf, Settings } from "cardkit/options";
import { withLabels } from "cardkit/refusal";
import { html, useState } from "cardkit/view";

/** What the page sets at every table: who loads it again is not replaced by a robot at once, and nobody
    waits for ever. */
export const PATIENT = { grace: "30", move: "60", gentle: "on" };
const TIMES = ["30", "60", "120", "0"];
/** What the server sets at a table with robots: whoever comes has the place of one in the next game. */
const WITH_ROBOTS = { drop_in: "on" };
/** What it sets at a rated table: nobody keeps the others from ending a match. */
const RATED = { move: "60", grace: "30" };

export function OpenForm({ game, close }) {
  const { session, state, t, both } = useApp();
  const [preset, setPreset] = useState("");
  const [chosen, setChosen] = useState(PATIENT);
  const [level, setLevel] = useState(state.level);
  const [rated, setRated] = useState(false);
  const [title, setTitle] = useState("");
  const [isPrivate, setPrivate] = useState(false);
  const [advice, setAdvice] = useState(null); // unless it is chosen, as the server has it
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const robots = level !== "no";
  const options = game.options.filter((option) => option.presets.includes(preset));
  const basis = { ...valuesOf(options), ...game.presets[preset], ...(rated ? RATED : robots ? WITH_ROBOTS : {}) };

  async function open(event) {
    event.preventDefault();
    setProblem("");
    setBusy(true);
    const changed = Object.entries(chosen).filter(
      ([name, value]) => name in basis && value !== basis[name],
    );
    const timed = Number(chosen.move) && !rated; // without a limit no clock is gentle
    const settings = changed.filter(([name]) => name !== "gentle" || timed).map(([name, value]) => `${name}=${value}`);
    if (rated) settings.push("rated=yes");
    else settings.push(`robots=${level}`);
    if (advice !== null && !rated) settings.push(`advice=${advice ? "yes" : "no"}`);
    if (isPrivate && !rated) settings.push("private=yes");
    if (title.trim()) settings.push(`title=${title.trim().replace(/\s+/g, "_")}`);
    if (robots && !rated) session.meet(level);
    try {
      await session.openTable(game.name, preset, settings);
      close();
    } catch (refused) {
      setProblem(withLabels(refused.message, options, (option) => labelOf(option, both)));
      setBusy(false);
    }
  }

  const set = (name, value) => setChosen({ ...chosen, [name]: value });
  const choose = (name) => {
    setPreset(name);
    setChosen(PATIENT);
  };
  return html`<form class="open" onSubmit=${open}>
    <${Kinds} game=${game} preset=${preset} choose=${choose} />
    <div class="fields">
      ${"move" in basis && html`<${TimeField} value=${chosen.move ?? basis.move} set=${(value) => set("move", value)} />`}
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
      <label class="check"><input type="checkbox" checked=${isPrivate && !rated} disabled=${rated}
        onChange=${(e) => setPrivate(e.target.checked)} /> ${t("Only with the link or the code")}</label>
      <label class="check"><input type="checkbox" id="option-advice" checked=${!rated && (advice ?? robots)} disabled=${rated}
        onChange=${(e) => setAdvice(e.target.checked)} /> ${t("Players may ask a robot for hints")}</label>
    </div>
    <${LevelChoice} legend=${t("Robots take the free seats")} level=${rated ? "no" : level} choose=${setLevel}
      without=${t("no robots")} disabled=${rated} />
    <${Settings} options=${options} basis=${basis} chosen=${chosen} set=${set} />
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    <div class="row last"><button class="primary" disabled=${busy}>${t("Open the table")}</button></div>
  </form>`;
}

function valuesOf(options) {
  return Object.fromEntries(options.map((option) => [option.name, option.value]));
}

/** How long people may think; robots do not mind. */
function TimeField({ value, set }) {
  const { t } = useApp();
  const times = TIMES.includes(value) ? TIMES : [value, ...TIMES];
  const inWords = (time) => (Number(time) ? t(plural(Number(time), "1 second", "{n} seconds")) : t("no limit"));
  return html`<label>${t("Time for a move")}
    <select value=${value} data-time onChange=${(event) => set(event.target.value)}>
      ${times.map((time) => html`<option value=${time}>${inWords(time)}</option>`)}
    </select></label>`;
}
