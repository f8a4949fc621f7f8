/* How a person wants to see the page: language, light or dark, colours of the suits. */

import { useApp } from "cardkit/app";
import { LANGUAGES } from "cardkit/languages";
import { html } from "cardkit/view";

const THEMES = { auto: "Like the system", light: "Light", dark: "Dark" };

/** How a person plays. */
export function Habits() {
  const { session, state, t } = useApp();
  return html`<div class="preferences">
    <label class="check">
      <input type="checkbox" checked=${state.oneTap} onChange=${(e) => session.prefer({ oneTap: e.target.checked })} />
      ${t("One tap plays a card")}
    </label>
    <${ByItself} />
  </div>`;
}

/** Whether what is no choice is done without asking. */
export function ByItself() {
  const { session, state, t } = useApp();
  return html`<label class="check">
    <input type="checkbox" checked=${state.byItself} onChange=${(e) => session.prefer({ byItself: e.target.checked })} />
    ${t("Pass or draw by itself where nothing else is possible")}
  </label>`;
}

export function Preferences() {
  const { session, state, t } = useApp();
  return html`<div class="preferences">
    <label>${t("Language")}
      <select value=${state.language} onChange=${(e) => session.speak(e.target.value)}>
        ${Object.entries(LANGUAGES).map(
          ([key, name]) => html`<option value=${key} lang=${key}>${name}</option>`,
        )}
      </select>
    </label>
    <label>${t("Colours")}
      <select value=${state.theme} onChange=${(e) => session.paint({ theme: e.target.value })}>
        ${Object.entries(THEMES).map(([key, name]) => html`<option value=${key}>${t(name)}</option>`)}
      </select>
    </label>
    <label class="check">
      <input type="checkbox" checked=${state.fourColours}
        onChange=${(e) => session.paint({ fourColours: e.target.checked })} />
      ${t("A colour for each suit")}
    </label>
  </div>`;
}
