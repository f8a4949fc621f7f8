/* The places of a table before a match, and between its games: who sits where, and where one can sit
   down. Partners face each other, so who chooses a place chooses a partner. */

import { useApp } from "cardkit/app";
import { Person } from "cardkit/robot_faces";
import { gameAt } from "cardkit/seats";
import { html } from "cardkit/view";

export function Places() {
  const { session, state, t, called } = useApp();
  const { me, table } = state;
  const { places, people } = table;
  if (!places.length) return null;
  const facing = facingIn(state);
  const own = places.indexOf(me);
  const isTaken = (name) => people[name] === "player";
  const verb = own < 0 ? "LOGIN" : "SEAT";
  const mayMove = own < 0 || table.view.phase === "preparing" || table.over;
  const from = Math.max(0, own);
  const turned = facing ? places.map((_, at) => (at + from) % places.length) : [...places.keys()];
  return html`<ol class=${facing ? "places round" : "places"} aria-label=${t("Places")}>
    ${turned.map((place) => {
      const name = places[place];
      const you = name === me ? t("You") : name ? "" : t("free");
      const side = facing && own >= 0 ? ((place - own) % 2 ? t("Them") : t("Us")) : "";
      const other = facing ? places[facing(place)] : "";
      const partner = other && isTaken(other) && !isTaken(name) ? (other === me ? t("your partner") : t("partner of {name}", { name: called(other) })) : "";
      const number = String(place + 1);
      const label = [t("Sit at place {number}", { number }), called(name), partner].filter(Boolean).join(", ");
      return html`<li key=${place} class=${name === me ? "mine" : isTaken(name) ? "taken" : "open"} data-number=${number}
        data-side=${facing ? place % 2 : null}>
        <span class="who"><${Person} name=${name} you=${you} />${side && html` <small class="dim">${side}</small>`}</span>
        ${partner && html`<small class="dim"><bdi>${partner}</bdi></small>`}
        ${
          mayMove && !isTaken(name) &&
          html`<button type="button" class="small" aria-label=${label}
          onClick=${() => session.do(`${verb} ${number}`)}>${t("Sit here")}</button>`
        }
        ${
          mayMove && own >= 0 && isTaken(name) && name !== me &&
          html`<button type="button" class="small quiet" aria-label=${`${t("Change places")}: ${name}`}
          onClick=${() => session.do(`SEAT ${name}`)}>${t("Change places")}</button>`
        }
      </li>`;
    })}
  </ol>`;
}

/** For a place the one across, where that decides on partners: not if the seats are drawn by lot, or a
    gap may be closed. */
function facingIn(state) {
  const { partners, least, most } = gameAt(state);
  const { options, places } = state.table;
  const fixed = partners && options.by_lot !== true && least === most && places.length === most;
  return fixed ? (place) => (place + most / 2) % most : null;
}

/** Asks for the place across from somebody who has no partner yet; else the server finds one. */
export function wishForSeat(state) {
  const { places, people } = state.table;
  const facing = facingIn(state);
  const isTaken = (place) => people[places[place]] === "player";
  const place = facing ? places.findIndex((_, at) => !isTaken(at) && isTaken(facing(at))) : -1;
  return place < 0 ? "LOGIN" : `LOGIN ${place + 1}`;
}
