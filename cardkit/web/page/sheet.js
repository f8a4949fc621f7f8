/* The score sheet of a match: a line for each game, and a column for each player, or for each side. */

import { useApp } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { shownNumber } from "cardkit/i18n";
import { gameAt, seatsInOrder, sidesOf } from "cardkit/seats";
import { html, useState } from "cardkit/view";

/** Opens the score sheet; nothing before a game is over. */
export function SheetButton({ sign = "" }) {
  const { state, t } = useApp();
  const [open, setOpen] = useState(false);
  if (!state.table.sheet?.length) return null;
  return html`<button type="button" class="quiet sheet-button" aria-label=${t("Score sheet")} onClick=${() => setOpen(true)}>
      ${sign && html`<span class="icon" aria-hidden="true">${sign}</span> `}<span class="label">${t("Score sheet")}</span></button>
    ${open && html`<${Sheet} close=${() => setOpen(false)} />`}`;
}

function Sheet({ close }) {
  const { state, t, called } = useApp();
  const { view, sheet } = state.table;
  const columns = columnsOf(state, (seat) => (seat === view.seat ? t("You") : called(view.names[seat])), t);
  const first = sheet[0].game;
  return html`<${Dialog} title=${t("Score sheet")} close=${close}>
    <div class="scroll"><table class="scores">
      <thead><tr><th scope="col">${t("Game")}</th>
        ${columns.map(({ label, names }) => html`<th scope="col"><bdi>${label}</bdi>${names && html`<small class="dim"><bdi>${names}</bdi></small>`}</th>`)}
      </tr></thead>
      <tbody>${sheet.map(
        ({ game, points, gained }) => html`<tr key=${game} data-game-no=${game}><th scope="row">${game}</th>
          ${columns.map(({ name }) => html`<td><strong>${name in points ? shownNumber(points[name]) : "–"}</strong> <small class="dim">${change(gained?.[name])}</small></td>`)}
        </tr>`,
      )}</tbody>
    </table></div>
    ${first > 1 && html`<p class="dim">${t("The games before game {number} were not seen here; the points count them.", { number: String(first) })}</p>`}
    ${view.phase === "playing" && html`<p class="dim">${t("Game {number} is being played.", { number: String(view.game) })}</p>`}
  <//>`;
}

function change(points) {
  if (!points) return "";
  return points > 0 ? `+${shownNumber(points)}` : shownNumber(points);
}

/** Whose points stand in a column; partners have the same points. */
function columnsOf(state, called, t) {
  const { view } = state.table;
  const sides = sidesOf(view, gameAt(state));
  if (!sides.length) return seatsInOrder(view).map((seat) => ({ name: view.names[seat], label: called(seat) }));
  return sides.map((seats, at) => {
    const names = seats.map(called).join(" + ");
    const name = view.names[seats[0]];
    return view.seat === null ? { name, label: names } : { name, names, label: at ? t("Them") : t("Us") };
  });
}
