/* Between games: who sits here, how the last game ended, and what to do next. */

import { useApp } from "cardkit/app";
import { useVerdict } from "cardkit/attention";
import { Card } from "cardkit/cards";
import { plural, shownNumber } from "cardkit/i18n";
import { Code } from "cardkit/invite";
import { LevelTold } from "cardkit/levels";
import { placesOf } from "cardkit/narrator";
import { Places, wishForSeat } from "cardkit/places";
import { Person } from "cardkit/robot_faces";
import { gameAt, OwnFacts, OwnPiles, partnerOf, partnersIn, playersOf, seatsInOrder, sidesOf } from "cardkit/seats";
import { SheetButton } from "cardkit/sheet";
import { placeInQueue } from "cardkit/state";
import { html, useEffect, useState } from "cardkit/view";

/** Who is where after a game, and who has won. */
function useOutcome(watched) {
  const { session, state, declaration } = useApp();
  const { table } = state;
  const { view, over } = table;
  const ended = view.phase === "results";
  const best = useScores(session, ended && over && !watched);
  const finish = () => byFinish(view, gameAt(state), table.shared ?? {});
  const staked = isStaked(view, declaration);
  const ranked = !ended ? [] : over || staked ? byPoints(view, best) : finish();
  const won = (seat) => !staked || gainedBy(table, seat) > 0; // all may have lost to the house
  const winners = !over ? bestOf(finish()).filter(won) : best.length ? bestOf(ranked) : [];
  return { ranked, winners };
}

/** A game has just ended: in a line, who has won. */
export function Ended({ play }) {
  const { state, t } = useApp();
  const { view, over } = state.table;
  const { winners } = useOutcome(false);
  return html`<div class="say" role="status"><p class="turn">${heading(view, over, t)}</p>
    ${winners.length > 0 && html`<${Winner} first=${winners} />`}</div>
    <div class="acts"><button type="button" class="primary" data-result onClick=${() => play.look("")}>
      ${t("Show the result")} <kbd>Enter</kbd></button></div>`;
}

export function Standing({ play }) {
  const { session, state, t } = useApp();
  const { watched } = play;
  const { view, over } = state.table;
  const [moving, move] = useState(false);
  const ended = view.phase === "results";
  const { ranked, winners } = useOutcome(watched);
  const seated = ranked.map(({ seat }) => seat);
  const others = seatsInOrder(view).filter((seat) => !seated.includes(seat));
  const places = bySide([...ranked, ...others.map((seat) => ({ seat, place: 0 }))], ended ? sidesOf(view, gameAt(state)) : []);
  return html`<section class="standing panel" aria-labelledby="standing">
    <h2 id="standing">${heading(view, over, t)}</h2>
    ${winners.length > 0 && html`<${Winner} first=${winners} />`}
    ${ended && html`<${Kept} view=${view} />`}
    ${!ended && html`<${Welcome} watched=${watched} />`}
    ${
      (ended || watched) &&
      html`<ol class="ranking">
      ${places.map(
        ({ seat, place, seats }) => html`<${Place} key=${view.names[seat]} seat=${seat} place=${place} seats=${seats}
        gained=${ended ? gainedBy(state.table, seat) : 0} />`,
      )}
    </ol>`
    }
    ${!watched && (!ended || moving || view.seat === null) && html`<${Places} />`}
    <${Others} />
    ${
      !watched &&
      html`<div class="row">
      ${
        view.seat === null
          ? html`<${Seek} />`
          : over
            ? html`<${Again} />`
            : html`<button type="button" class="primary" onClick=${() => session.do("START")}>
            ${view.game ? t("Next game") : begin(state.table, t)}</button>`
      }
      ${
        ended && over && view.seat !== null &&
        html`<button type="button" class="quiet" aria-expanded=${String(moving)} onClick=${() => move(!moving)}>${t("Change places")}</button>`
      }
      ${ended && html`<button type="button" class="quiet" onClick=${() => play.look("kept")}>${t("See the table")}</button>`}
      ${ended && html`<${SheetButton} />`}
      ${
        view.seat !== null &&
        html`<button type="button" class="quiet" onClick=${() => session.do("LOGOUT")}>${t("Give up the seat")}</button>`
      }
    </div>`
    }
  </section>`;
}

/** Who begins is told who comes by it. */
function begin({ robots }, t) {
  return robots ? t(plural(robots, "Begin with 1 robot", "Begin with {n} robots")) : t("Begin");
}

/** Another match begins when all want it who are there: who does, and who is waited for. */
function Again() {
  const { session, state, t } = useApp();
  const { me, table } = state;
  const { view, people, ready, readyBy } = table;
  const there = view.names.filter((name, seat) => people[name] === "player" && view.status[seat] === "here");
  const silent = there.filter((name) => !ready.includes(name) && name !== me);
  const others = ready.filter((name) => name !== me);
  const left = useSeconds(session, ready.length && readyBy);
  const time = left > 0 ? ` (${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")})` : "";
  const want = t(plural(others.length, "{names} wants to play again.", "{names} want to play again."), { names: others.join(", ") });
  const waits = silent.length ? t("You are ready; waiting for {names}.", { names: silent.join(", ") }) : t("You are ready; it begins when there are enough players.");
  if (ready.includes(me)) return html`<p class="again" role="status"><bdi>${waits}</bdi>${time}</p>`;
  return html`${others.length > 0 && html`<p class="again" role="status"><bdi>${want}</bdi>${time}</p>`}
    <button type="button" class="primary" onClick=${() => session.do("READY")}>${t("New match")}</button>`;
}

/** The seconds until then, counted down. */
function useSeconds(session, until) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!until) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [until]);
  return until ? Math.max(0, Math.floor(until - session.connection.serverTime())) : 0;
}

/** To ask for a seat; or the place in the queue of who has asked already. */
export function Seek() {
  const { session, state, t } = useApp();
  const place = placeInQueue(state.table, state.me);
  if (!place)
    return html`<button type="button" class="primary" onClick=${() => session.do(wishForSeat(state))}>${t("Take a seat")}</button>`;
  return html`<span class="queued" role="status">${t("You wait for a seat: number {place}", { place: String(place) })}</span>
    <button type="button" onClick=${() => session.do("LOGOUT")}>${t("Wait no longer")}</button>`;
}

/** Whether points are at stake: then they tell the places, and the game only who has won. */
export function isStaked({ facts }, declaration) {
  return Object.keys(facts).some((name) => declaration.facts[name]?.stake);
}

/** Partners stand in one line, since they win and lose together. */
function bySide(places, sides) {
  if (!sides.length) return places;
  const of = (seat) => sides.find((side) => side.includes(seat));
  const firsts = places.filter(({ seat }, at) => places.findIndex((other) => of(other.seat) === of(seat)) === at);
  const best = Math.min(...firsts.map(({ place }) => place));
  return firsts.map(({ seat, place }) => ({ seat, place: place === best ? place : 2, seats: of(seat) }));
}

function bestOf(ranked) {
  return ranked.filter(({ place }) => place === 1).map(({ seat }) => seat);
}

/** As the game ended; partners share a place, and so do players who are level. */
function byFinish(view, game, shared) {
  const { names, ranking } = view;
  const places = placesOf(ranking.map((seat) => names[seat]), shared, partnersIn(view, game));
  return ranking.map((seat) => ({ seat, place: places.get(names[seat]) }));
}

/** The points of a whole match; who has as many shares a place. */
function byPoints({ names, scores }, best) {
  const seats = best.map((name) => names.indexOf(name)).filter((seat) => seat >= 0);
  const whole = seats.length === names.length;
  const sorted = whole ? seats : [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const place = (seat) => sorted.findIndex((other) => scores[other] === scores[seat]) + 1;
  return sorted.map((seat) => ({ seat, place: place(seat) }));
}

/** Who is best in a match that is over: only the server knows whether many points are good. */
function useScores(session, wanted) {
  const [best, setBest] = useState([]);
  useEffect(() => {
    if (!wanted) return;
    const take = ({ reply }) => setBest((reply.standings ?? []).map(([name]) => name));
    session.connection.say("SCORES").then(take, () => null);
  }, [wanted]);
  return wanted ? best : [];
}

/** What a game has brought; unknown to who was not there when it began. */
function gainedBy({ view, start }, seat) {
  const before = start?.[view.names[seat]];
  return before === undefined ? 0 : view.scores[seat] - before;
}

function heading(view, over, t) {
  if (view.phase !== "results") return t("Before the game");
  return over ? t("The match is over.") : t("Game {number} is over", { number: String(view.game) });
}

function Welcome({ watched }) {
  const { state, t } = useApp();
  const game = state.games[state.table.game];
  if (watched || !game) return null;
  const hint = !state.table.private && ` · ${t("“Invite” has a link for friends.")}`;
  return html`<${Code} /><p class="dim">${playersOf(game, t)}${state.table.level && html` · <${LevelTold} level=${state.table.level} />`}${hint}</p>`;
}

/** The cards in the middle that are seen beside the result, like those of the house. */
function Kept({ view }) {
  const { declaration, label, language } = useApp();
  const kept = Object.entries(view.piles).filter(([name, cards]) => declaration.piles[name]?.result && cards.length);
  return kept.map(
    ([name, cards]) => html`<figure class="kept" key=${name} data-pile=${name}>
      <figcaption class="dim">${label(name)}</figcaption>
      ${cards.map((card) => html`<${Card} card=${card} at=${name} language=${language} />`)}
    </figure>`,
  );
}

function Winner({ first }) {
  const { state, t, called } = useApp();
  const { view } = state.table;
  const partner = partnerOf(first[0], view, gameAt(state));
  const seats = partner === null || first.includes(partner) ? first : [...first, partner];
  const mine = seats.includes(view.seat);
  useVerdict(mine && (seats.length === 1 || seats.length < view.names.length));
  const names = seats.filter((seat) => seat !== view.seat).map((seat) => called(view.names[seat]));
  const own = names.length ? "You and {names} win!" : "You win!";
  const other = plural(names.length, "{names} wins", "{names} win");
  if (seats.length === view.names.length && seats.length > 1) {
    const points = plural(view.scores[0], "All are level, with 1 point.", "All are level, with {n:,} points.");
    const level = view.scores.every((score) => score === view.scores[0]);
    return html`<p class="winner">${t(level ? points : "Nobody wins: all are level.")}</p>`;
  }
  return html`<p class=${mine ? "winner mine" : "winner"}>
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path
      d="M7 3h10v2h4v3c0 2.500-1.800 4.400-4.200 4.700A5.500 5.500 0 0 1 13 15.900V18h3.500v3h-9v-3H11v-2.100a5.500 5.500 0 0 1-3.800-3.200C4.800 12.400 3 10.500 3 8V5h4zm0 4H5v1c0 1.200.8 2.200 2 2.600zm10 0v3.600c1.200-.4 2-1.400 2-2.600V7z" /></svg>
    <bdi>${t(mine ? own : other, { names: names.join(", ") })}</bdi></p>`;
}

function Place({ seat, place, gained, seats = [seat] }) {
  const { state, t } = useApp();
  const { view } = state.table;
  const name = view.names[seat];
  const mine = seats.includes(view.seat);
  const titles = Object.values(view.facts).filter(
    (value) => value && typeof value === "object" && !Array.isArray(value),
  );
  const title = titles.map((value) => value[name]).find((word) => typeof word === "string");
  const change = gained > 0 ? `+${shownNumber(gained)}` : gained < 0 ? shownNumber(gained) : "";
  return html`<li class=${mine ? "mine" : ""} data-place=${place || null}>
    <span class="place">${place || ""}</span>
    <span>${seats.map((one, at) => html`${at > 0 && " + "}<${Person} name=${view.names[one]} you=${one === view.seat ? t("You") : ""} />`)}
      ${title && html` <span class="dim">${t(title)}</span>`}
      ${view.phase === "results" && seats.map((one) => html`<${Why} key=${one} seat=${one} />`)}</span>
    <span class="change dim">${change}</span>
    <strong>${shownNumber(view.scores[seat] ?? 0)}</strong>
  </li>`;
}

/** What the points came from, as far as it is seen: bids, tricks, cards that are left where not all
    have as many. */
function Why({ seat }) {
  const { state, t } = useApp();
  const { view } = state.table;
  const left = view.hands[seat]?.length ?? 0;
  const differ = view.hands.some((hand) => hand.length !== left);
  return html`<small class="why dim">
    <${OwnFacts} seat=${seat} view=${view} lists />
    <${OwnPiles} name=${view.names[seat]} view=${view} counts />
    ${left > 0 && differ && html`<span>${t(plural(left, "1 card", "{n} cards"))}</span>`}
  </small>`;
}

function Others() {
  const { state, t } = useApp();
  const { view, people } = state.table;
  const place = (name) => placeInQueue(state.table, name);
  const others = Object.entries(people).filter(([name]) => !view.names.includes(name));
  if (!others.length) return null;
  return html`<p class="dim">${t("Here, too:")} ${others.map(
    ([name, role]) => html`<bdi>${name}</bdi> (${t(role)}${place(name) > 0 && html` <strong>${place(name)}</strong>`}) `,
  )}</p>`;
}
