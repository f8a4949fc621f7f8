/* An account of one's own: a guest signs up here, and who has one can delete it. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { isGuest, plainName } from "cardkit/guest";
import { html, useState } from "cardkit/view";

const SHORTEST = 8;

export function Account({ close }) {
  const { state, t } = useApp();
  const guest = isGuest(state.me);
  return html`<${Dialog} title=${guest ? t("Sign up") : t("Account")} close=${close}>
    ${guest && html`<${SignUp} close=${close} />`}
    <${Export} />
    <${Delete} close=${close} guest=${guest} />
  <//>`;
}

/** All that is stored about oneself, as a file. */
function Export() {
  const { session, state, t } = useApp();
  const [done, setDone] = useState("");

  async function download() {
    setDone(t("One moment …"));
    try {
      const { save, storedAbout } = await import("cardkit/export");
      save(`${state.me}.json`, { name: state.me, server: location.origin, stored: await storedAbout(session.connection) });
      setDone(t("Downloaded"));
    } catch (refused) {
      setDone(refused.message);
    }
  }

  return html`<p class="row"><button type="button" onClick=${download}>${t("Download my data")}</button>
    <span class="dim" role="status">${done}</span></p>
    <p class="dim small">${t("All that this server stores about you, as one file.")}</p>`;
}

function SignUp({ close }) {
  const { session, state, t } = useApp();
  const [name, setName] = useState(plainName(state.me));
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  async function signUp(event) {
    event.preventDefault();
    setProblem("");
    setBusy(true);
    try {
      await session.signUp(name.trim().replace(/\s+/g, "-"), password);
      close();
    } catch (refused) {
      setProblem(refused.message);
      setBusy(false);
    }
  }

  return html`<form class="entry" onSubmit=${signUp}>
    <p>${t("With an account you come in on any device, and what you have played stays yours.")}</p>
    <label>${t("Your name")}
      <input name="name" value=${name} maxlength="24" autocomplete="username" required
        onInput=${(e) => setName(e.target.value)} /></label>
    <label>${t("Password")}
      <input type="password" name="password" value=${password} minlength=${SHORTEST} required
        autocomplete="new-password" onInput=${(e) => setPassword(e.target.value)} />
      <small class="dim">${t("at least {n} characters", { n: String(SHORTEST) })}</small></label>
    ${problem && html`<p class="problem" role="alert"><bdi>${problem}</bdi></p>`}
    <button class="primary" disabled=${busy}>${busy ? t("One moment …") : t("Sign up")}</button>
  </form>`;
}

/** What was deleted does not come back, so the name is typed once more. */
function Delete({ close, guest }) {
  const { session, state, t } = useApp();
  const [name, setName] = useState("");

  async function remove(event) {
    event.preventDefault();
    try {
      await session.deleteAccount();
      close();
    } catch (refused) {
      session.tell(refused);
    }
  }

  return html`<details>
    <summary>${guest ? t("Delete my name") : t("Delete my account")}</summary>
    <form class="entry" onSubmit=${remove}>
      <p>${t("Your name goes from the history and the leaderboard; only records of matches keep it. That cannot be undone.")}</p>
      <label>${t("To do so, type {name}", { name: state.me })}
        <input value=${name} autocomplete="off" onInput=${(e) => setName(e.target.value)} /></label>
      <button disabled=${name !== state.me}>${t("Delete")}</button>
    </form>
  </details>`;
}
