/* Whether the cards were dealt fairly: a mark beside the title, and behind it the whole story. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { hasCrypto } from "cardkit/hashes";
import { plural } from "cardkit/i18n";
import { html, useEffect, useState } from "cardkit/view";

const SIGNS = {
  checked: "M6.5 12.5l4 4 7-8",
  false: "M8 8l8 8M16 8l-8 8",
  disputed: "M12 6.5v7M12 17v.5",
  open: "M8 12h8",
};
const STORY = {
  checked: "Every card that was dealt to you came with a proof, and every proof was right.",
  bare: "Every proof was right, but nobody gave a number: only the server's own promise is left.",
  blind: "No card of this deal was dealt to you. When the secret is opened, the whole deck is checked.",
  waiting: "No cards are dealt yet. When they are, this page checks every card that you see.",
  silent: "This server does not prove its deals.",
  unchecked:
    "This page did not come over a safe connection, so the browser cannot check anything. Open the https link of this server.",
  disputed: "The program of somebody else has found something false. This page has not.",
  false: "The server has told you something of a deal that cannot be true:",
};
const STEPS = [
  "The server draws a secret number and tells only its fingerprint: from then on it cannot take another.",
  "The page of each player does the same, and then all open their numbers. One honest number is enough to make the whole deck random.",
  "Secret and numbers together give the order of the deck. Before the first card is dealt the server is bound to every card at its place.",
  "Each card that you see comes with a proof of its place, and the places are used in order.",
  "In the end the server opens its secret, and the page makes the whole deck again.",
];

/** How it stands with the deals: a word for it, and the label of the mark. */
function verdict(fair, me, t) {
  if (!hasCrypto()) return ["unchecked", t("not checked here: open the https link")];
  if (fair?.found.length) return ["false", t("FALSE: a deal was not fair")];
  const other = fair?.disputes.find(({ name }) => name !== me);
  if (other) return ["disputed", t("{name} doubts a deal", { name: other.name })];
  if (fair && !fair.promised) return ["silent", t("deals are not proved here")];
  if (!fair?.deal) return ["waiting", t("no cards are dealt yet")];
  const { proved, opened, seats } = fair.deal;
  if (!proved && !opened) return ["blind", t("no card was proved to you yet")];
  const kind = seats.some(({ gave }) => gave) ? "checked" : "bare";
  return [kind, t(plural(proved, "deal checked: 1 card proved", "deal checked: {n} cards proved"))];
}

export function Fairness() {
  const { state, t } = useApp();
  const [shown, show] = useState(false);
  const { fair, me } = state;
  const found = fair?.found.length ?? 0;
  useEffect(() => {
    if (found) show(true);
  }, [found]);
  const [kind, label] = verdict(fair, me, t);
  const counts = (kind === "checked" || kind === "bare") && fair.deal.proved > 0;
  return html`<button type="button" class="fair ${kind}" data-fair=${kind} title=${label}
      aria-label=${label} onClick=${() => show(true)}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path class="shield" d="M12 1.5l9 3v7c0 5.5-4 9.5-9 11-5-1.5-9-5.5-9-11v-7z" />
        <path class="stroke" d=${SIGNS[kind] ?? SIGNS.open} />
      </svg>
      ${counts && html`<span>${fair.deal.proved}</span>`}
      ${kind === "false" && html`<strong>${t("FALSE")}</strong>`}
    </button>
    ${shown && html`<${Explanation} kind=${kind} fair=${fair} close=${() => show(false)} />`}`;
}

function Explanation({ kind, fair, close }) {
  const { state, t } = useApp();
  const others = (fair?.disputes ?? []).filter(({ name }) => name !== state.me);
  const title = kind === "false" ? t("FALSE: a deal was not fair") : t("Is the deal fair?");
  return html`<${Dialog} title=${title} close=${close}>
    <p class=${kind === "false" ? "problem" : ""} data-story=${kind}>${t(STORY[kind])}</p>
    ${kind === "false" && html`<${Found} found=${fair.found} />`}
    ${fair?.deal && html`<${Numbers} deal=${fair.deal} me=${state.me} />`}
    ${others.length > 0 && html`<${Disputes} disputes=${others} />`}
    <details>
      <summary>${t("How it works, and what it cannot prove")}</summary>
      <ol>${STEPS.map((step) => html`<li>${t(step)}</li>`)}</ol>
      <p>${t("Not proved: the server knows all cards while they are played, and friends can talk to each other. Robots and programs that take no part give no number.")}</p>
      <p>${t("The whole story is in docs/fairness.md of cardkit. With the record of a match everybody can check it again: cardkit verify.")}</p>
    </details>
  <//>`;
}

function Found({ found }) {
  const { t } = useApp();
  return html`<ul class="found">
      ${found.map(({ deal, template, parts }) => {
        const said = Object.entries(parts).map(([key, part]) => [key, String(part)]);
        return html`<li>${t("Deal {number}:", { number: String(deal) })} <bdi
          >${t(template, Object.fromEntries(said))}</bdi></li>`;
      })}
    </ul>
    <p>${t("This page has told everybody at the table, and the record of the match has to say so, too. Ask the host for it before you play on.")}</p>`;
}

/** Who gave a number to the deal, what was proved of it, and whether its secret is open. */
function Numbers({ deal, me }) {
  const { state, t, called } = useApp();
  const { people } = state.table;
  const what = ({ name, gave, foreign }) => {
    if (name === me && foreign) return gave ? t("another window gave one") : t("gave no number");
    if (name === me) return gave ? t("gave a number") : t("your number did not count");
    if (gave) return t("gave a number");
    return people[name] === "robot" ? t("a robot: gives no number") : t("gave no number");
  };
  const proved = plural(
    deal.proved,
    "1 card was proved to you in this deal.",
    "{n} cards were proved to you in this deal.",
  );
  return html`<h3>${t("Deal {number}", { number: String(deal.number) })}</h3>
    <ul class="numbers">
      ${deal.seats.map(
        (seat) => html`<li key=${seat.name} class=${seat.gave ? "gave" : ""}>
        <bdi class="name">${seat.name === me ? t("You") : called(seat.name)}</bdi> <span>${what(seat)}</span></li>`,
      )}
    </ul>
    <p>${t(proved)}</p>
    <p data-secret=${deal.opened}>${secrets(deal, t)}</p>`;
}

function secrets({ opened, dealt }, t) {
  const count = { opened: String(opened), dealt: String(dealt) };
  if (!opened) {
    return t(
      "The server has not opened its secret yet; usually it does when the match is over. Then the whole deck is checked, too.",
    );
  }
  if (opened < dealt) {
    return t("{opened} of {dealt} secrets were opened: those decks were right.", count);
  }
  return t("The secret was opened: every deck was right.");
}

function Disputes({ disputes }) {
  const { t } = useApp();
  return html`<h3>${t("Doubts")}</h3>
    <ul class="found">
      ${disputes.map(
        ({ deal, name, text }) => html`<li><bdi class="name">${name}</bdi>,
        ${" "}${t("Deal {number}:", { number: String(deal) })} <bdi>${text}</bdi></li>`,
      )}
    </ul>`;
}
