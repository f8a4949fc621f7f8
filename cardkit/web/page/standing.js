/* Between games: who sits here, how the last game ended, and what to do next. */

import { useApp } from "cardkit/app";
import { seatsInOrder } from "cardkit/seats";
import { html } from "cardkit/view";

export function Standing({ watched }) {
  const { session, state, t } = useApp();
  const { table } = state;
  const { view, over, people } = table;
  const ranked = view.phase === "results" ? view.ranking : [];
  const seats = [...ranked, ...seatsInOrder(view).filter((seat) => !ranked.includes(seat))];
  const others = Object.entries(people).filter(([name]) => !view.names.includes(name));
  return html`<section class="standing panel" aria-labelledby="standing">
    <h2 id="standing">${heading(view, over, t)}</h2>
    ${seats.length === 0 && html`<p>${t("Nobody has a seat yet.")}</p>`}
    <ol class="ranking">
      ${seats.map(
        (seat) => html`<${Place} key=${view.names[seat]} view=${view} seat=${seat}
        place=${ranked.indexOf(seat) + 1} />`,
      )}
    </ol>
    ${
      others.length > 0 &&
      html`<p class="dim">${t("Here, too:")} ${others.map(
        ([name, role]) => html`<bdi>${name}</bdi> (${t(role)}) `,
      )}</p>`
    }
    ${
      !watched &&
      html`<div class="row">
      ${
        view.seat === null
          ? html`<button type="button" class="primary" onClick=${() => session.do("LOGIN")}>
              ${t("Take a seat")}</button>`
          : html`<button type="button" class="primary" onClick=${() => session.do("START")}>
            ${over ? t("New match") : view.game ? t("Next game") : t("Begin")}</button>
          <button type="button" onClick=${() => session.do("LOGOUT")}>${t("Give up the seat")}</button>`
      }
    </div>`
    }
  </section>`;
}

function heading(view, over, t) {
  if (view.phase !== "results") return t("Before the game");
  return over ? t("The match is over.") : t("Game {number} is over", { number: String(view.game) });
}

function Place({ view, seat, place }) {
  const { t } = useApp();
  const name = view.names[seat];
  const mine = seat === view.seat;
  const titles = Object.values(view.facts).filter(
    (value) => value && typeof value === "object" && !Array.isArray(value),
  );
  const title = titles.map((value) => value[name]).find((word) => typeof word === "string");
  return html`<li class=${mine ? "mine" : ""}>
    <span class="place">${place ? `${place}.` : ""}</span>
    <bdi class="name">${mine ? t("You") : name}</bdi>
    <span class="dim">${title ? t(title) : ""}</span>
    <strong>${Number(view.scores[seat] ?? 0).toLocaleString("en")}</strong>
  </li>`;
}
