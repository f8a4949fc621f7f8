/* Who one is: a name, and a password or a key for who has an account. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { hasCrypto } from "cardkit/hashes";
import { signerOf } from "cardkit/key";
import { html, useState } from "cardkit/view";

/** What is said in other words here than to a program. */
const PROBLEMS = {
  NO_CONNECTION: "The server does not answer.",
  NAME_TAKEN: "Somebody has that name, or one that looks like it. Choose another.",
  WRONG_PASSWORD: "The name or the password is wrong.",
  BAD_SIGNATURE: "This key is not the one of that account.",
  BAD_KEY: "That file is no key; cardkit keygen writes one, such as ann.pem.",
  CANNOT_SIGN: "This browser cannot sign with a key. In a terminal: cardkit play --key FILE",
};

export function Door({ close }) {
  const { t } = useApp();
  return html`<${Dialog} title=${t("Who are you?")} close=${close}><${Names} done=${close} /><//>`;
}

/** A form that asks for a name. Who gives none, where one need not, gets any. */
export function Names({ done, optional = false }) {
  const { session, state, t } = useApp();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [key, setKey] = useState(null);
  const [problem, setProblem] = useState("");
  const last = session.lastVisit;

  async function enter(event) {
    event.preventDefault();
    setProblem("");
    const wanted = name.trim().replace(/\s+/g, "-");
    try {
      const sign = key ? await signerOf(key) : null;
      await (wanted ? session.enter(wanted, { password, sign }) : session.comeIn());
      done?.();
    } catch (refused) {
      setProblem(PROBLEMS[refused.code] ? t(PROBLEMS[refused.code]) : refused.message);
    }
  }

  return html`<form class="entry" onSubmit=${enter}>
    <label>${optional ? t("Your name, if you like") : t("Your name")}
      <input name="name" value=${name} maxlength="40" autocomplete="username" autofocus
        required=${!optional} onInput=${(e) => setName(e.target.value)}
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
    <button class="primary" disabled=${state.entering}>${state.entering ? t("One moment …") : t("Come in")}</button>
    ${
      last?.name &&
      !state.me &&
      html`<button type="button" onClick=${() => session.returnAs(last)}>
      ${t("Come back as")} <bdi>${last.name}</bdi></button>`
    }
  </form>`;
}

/** What somebody is told who is not in: to which table they are invited, or why they are outside again. */
export function Welcome() {
  const { state, t } = useApp();
  if (state.me || state.link === "connecting") return null;
  if (state.invited)
    return html`<section class="panel invited" aria-labelledby="invited">
      <h2 id="invited">${t("You are invited to a table:")} <bdi>${state.invited}</bdi></h2>
      <${Names} optional />
    </section>`;
  return html`<${Ended} />`;
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

/** Why one is outside again, and how to come back. */
function Ended() {
  const { session, state, t } = useApp();
  const last = session.lastVisit;
  const back = last?.name && html`<button type="button" onClick=${() => session.returnAs(last)}>
    ${t("Come back as")} <bdi>${last.name}</bdi></button>`;
  if (!state.ended) return back ? html`<section class="panel row">${back}</section>` : null;
  const { code, sentence } = state.ended;
  const known = {
    TAKEN_OVER: "This visit goes on in another window.",
    BAD_TOKEN: "Your last visit is over. Come in again.",
  }[code];
  const text = known ? t(known) : sentence || t("The connection has ended.");
  return html`<section class="panel row"><p class="problem" role="alert"><bdi>${text}</bdi></p>${back}</section>`;
}
