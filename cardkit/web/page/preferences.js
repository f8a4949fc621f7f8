/* How a person wants to see the page: language, light or dark, colours of the suits. */

import { useApp } from "cardkit/app";
import { LANGUAGES } from "cardkit/languages";
import { html } from "cardkit/view";

const THEMES = { auto: "Like the system", light: "Light", dark: "Dark" };

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
