/* How well the robots of a table play: to choose it, and to tell it. */

import { useApp } from "cardkit/app";
import { RobotFace } from "cardkit/robot_faces";
import { html } from "cardkit/view";

/** A level for who plays with robots; `without` offers to have none of them, by these words. */
export function LevelChoice({ legend, level, choose, without = "", disabled = false }) {
  const { state, both } = useApp();
  const { levels } = state;
  if (!levels.length) return null;
  const told = levels.find(({ name }) => name === level);
  const option = (name, text, face) => html`<label key=${name} class="level">
      <input type="radio" name="robots" value=${name} checked=${name === level} onChange=${() => choose(name)} />
      ${face} <span>${text}</span></label>`;
  return html`<fieldset class="levels" disabled=${disabled}><legend>${legend}</legend>
    <div class="row">
      ${levels.map(({ name, title }) => option(name, both(title), html`<${RobotFace} level=${name} number=${0} />`))}
      ${without && option("no", without)}
    </div>
    <p class="dim" role="status">${told && both(told.told)}</p>
  </fieldset>`;
}

/** In a few words: robots: strong. */
export function LevelTold({ level }) {
  const { state, t, both } = useApp();
  const found = state.levels.find(({ name }) => name === level);
  return found ? html`<span data-level=${level}>${t("robots: {level}", { level: both(found.title) })}</span>` : null;
}
