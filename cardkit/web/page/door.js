/* The way in: a name, and a password for who has an account. */

import { useApp } from "cardkit/app";
import { Preferences } from "cardkit/preferences";
import { html, useState } from "cardkit/view";

export function Door() {
  const { session, state, t } = useApp();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const busy = state.link === "connecting";
  const last = session.lastVisit;

  async function enter(event) {
    event.preventDefault();
    setProblem("");
    try {
      await session.enter(name.trim(), password);
    } catch (refused) {
      setProblem(
        refused.code === "NO_CONNECTION" ? t("The server does not answer.") : refused.message,
      );
    }
  }

  return html`<main class="door">
    <section class="panel">
      <div class="fan" aria-hidden="true">
        ${["SA", "HK", "DQ", "CJ"].map(
          (card) => html`<svg viewBox="0 0 200 280"><use href="#card-${card}" /></svg>`,
        )}
      </div>
      <h1>cardkit</h1>
      <${Ended} />
      ${
        state.invited &&
        html`<p>${t("You are invited to a table:")}
        ${" "}<strong><bdi>${state.invited}</bdi></strong></p>`
      }
      <form onSubmit=${enter}>
        <label>${t("Your name")}
          <input name="name" value=${name} maxlength="40" autocomplete="nickname" autofocus
            required onInput=${(e) => setName(e.target.value)}
            aria-describedby=${problem ? "problem" : null} />
        </label>
        <details>
          <summary>${t("I have an account")}</summary>
          <label>${t("Password")}
            <input type="password" name="password" value=${password}
              autocomplete="current-password" onInput=${(e) => setPassword(e.target.value)} />
          </label>
        </details>
        ${problem && html`<p id="problem" class="problem" role="alert"><bdi>${problem}</bdi></p>`}
        <button class="primary" disabled=${busy}>${busy ? t("One moment …") : t("Come in")}</button>
      </form>
      ${
        last?.token &&
        html`<p class="again"><button type="button"
        onClick=${() => session.returnAs(last)}>${t("Come back as")} <bdi>${last.name}</bdi></button></p>`
      }
    </section>
    <${Preferences} />
  </main>`;
}

/** Why one is outside again. */
function Ended() {
  const { state, t } = useApp();
  if (!state.ended) return null;
  const { code, sentence } = state.ended;
  const known = code === "TAKEN_OVER" ? t("This visit goes on in another window.") : sentence;
  return html`<p class="problem" role="alert"><bdi>${known || t("The connection has ended.")}</bdi></p>`;
}
