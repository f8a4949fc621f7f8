/* The way in: a name, and a password or a key for who has an account. */

import { useApp } from "cardkit/app";
import { hasCrypto } from "cardkit/hashes";
import { signerOf } from "cardkit/key";
import { Preferences } from "cardkit/preferences";
import { PageLink } from "cardkit/top";
import { html, useState } from "cardkit/view";

/** What is said in other words here than to a program. */
const PROBLEMS = {
  NO_CONNECTION: "The server does not answer.",
  NAME_TAKEN: "Somebody here has that name, or one that looks like it. Choose another.",
  WRONG_PASSWORD: "The name or the password is wrong.",
  BAD_SIGNATURE: "This key is not the one of that account.",
  BAD_KEY: "That file is no key; cardkit keygen writes one, such as ann.pem.",
  CANNOT_SIGN: "This browser cannot sign with a key. In a terminal: cardkit play --key FILE",
};

export function Door() {
  const { session, state, t } = useApp();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [key, setKey] = useState(null);
  const [problem, setProblem] = useState("");
  const busy = ["connecting", "lost"].includes(state.link);
  const last = session.lastVisit;

  async function enter(event) {
    event.preventDefault();
    setProblem("");
    try {
      const sign = key ? await signerOf(key) : null;
      await session.enter(name.trim().replace(/\s+/g, "-"), { password, sign });
    } catch (refused) {
      setProblem(PROBLEMS[refused.code] ? t(PROBLEMS[refused.code]) : refused.message);
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
          <input name="name" value=${name} maxlength="40" autocomplete="username" autofocus
            required onInput=${(e) => setName(e.target.value)}
            aria-describedby=${problem ? "problem" : null} />
        </label>
        <details>
          <summary>${t("I have an account")}</summary>
          <div class="account">
            <label>${t("Password")}
              <input type="password" name="password" value=${password}
                autocomplete="current-password" onInput=${(e) => setPassword(e.target.value)} />
            </label>
            <${KeyField} setKey=${setKey} />
          </div>
        </details>
        ${problem && html`<p id="problem" class="problem" role="alert"><bdi>${problem}</bdi></p>`}
        <button class="primary" disabled=${busy}>${busy ? t("One moment …") : t("Come in")}</button>
      </form>
      ${
        last?.token &&
        html`<p class="again"><button type="button"
        onClick=${() => session.returnAs(last)}>${t("Come back as")} <bdi>${last.name}</bdi></button></p>`
      }
      <nav class="row" aria-label=${t("Pages")}>
        <${PageLink} to="/history">${t("Past matches")}<//>
        <${PageLink} to="/results">${t("Leaderboard")}<//>
        <${PageLink} to="/replay">${t("Replay a record")}<//>
      </nav>
    </section>
    <${Preferences} />
  </main>`;
}

function KeyField({ setKey }) {
  const { t } = useApp();
  if (!hasCrypto())
    return html`<p class="dim">${t("To come in with a key, open this page with https://")}</p>`;
  return html`<label>${t("Or a key, as a file")}
    <input type="file" name="key" accept=".pem,.key" aria-describedby="about-key"
      onChange=${(e) => setKey(e.target.files[0] ?? null)} />
    <small id="about-key" class="dim">${t("It is read here, and never sent.")}</small>
  </label>`;
}

/** Why one is outside again. */
function Ended() {
  const { state, t } = useApp();
  if (!state.ended) return null;
  const { code, sentence } = state.ended;
  const known = {
    TAKEN_OVER: "This visit goes on in another window.",
    BAD_TOKEN: "Your last visit is over. Come in again.",
  }[code];
  const text = known ? t(known) : sentence || t("The connection has ended.");
  return html`<p class="problem" role="alert"><bdi>${text}</bdi></p>`;
}
