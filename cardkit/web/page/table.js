/* The table of any game: seats around it, what lies on it, the own hand, and what can be done. */

import { adviceFor, HintButton } from "cardkit/advice";
import { Announced } from "cardkit/announced";
import { coloursOf, useApp, useGame } from "cardkit/app";
import { Centre } from "cardkit/centre";
import { Clock, missing } from "cardkit/clock";
import { Controls } from "cardkit/controls";
import { Fairness } from "cardkit/fairness";
import { Hand } from "cardkit/hand";
import { HOUSE } from "cardkit/house";
import { plural } from "cardkit/i18n";
import { useKeys } from "cardkit/keys";
import { LevelTold } from "cardkit/levels";
import { Menu } from "cardkit/menu";
import { animate } from "cardkit/motion";
import { named, onlyMove, readMoves, toggle, wholeMove, withCards } from "cardkit/moves";
import { Notice } from "cardkit/notice";
import { Part } from "cardkit/part";
import { Presence } from "cardkit/presence";
import { RatedMark } from "cardkit/rating";
import { Seat, seatsInOrder } from "cardkit/seats";
import { SheetButton } from "cardkit/sheet";
import { Announcer, Chat, Side } from "cardkit/side";
import { html, useEffect, useLayoutEffect, useMemo, useState } from "cardkit/view";

const LOOK = 4_000;
const BY_ITSELF = 1_200;

export function Table() {
  const { state, session, declaration, t, title } = useApp();
  const { table, beat, games } = state;
  const { view } = table;
  const [side, setSide] = useState(false);
  useGameStyle(games[table.game]);
  const known = useGame(table.game);
  const play = usePlay(session, table, declaration);
  useKeys(play, declaration);
  useResult(session, table.looking);
  useItself(play, table.legal, state.byItself);
  useTitle(`${play.moves.length ? `▶ ${t("Your turn")} · ` : ""}${title(table.game) || HOUSE.name}`);
  if (!view || !known) return html`<main class="table"><p class="dim">${t("One moment …")}</p></main>`;
  const look = games[table.game]?.look ?? {};
  return html`<main class="table" data-game=${table.game} data-phase=${view.phase}
    data-beat=${beat?.id}
    style=${coloursOf(look)} data-stage=${view.stage} data-turn=${play.moves.length ? "mine" : null}>
    <${Header} side=${side} setSide=${setSide} />
    <${Felt} play=${play} />
    <${Notice} />
    <${Part} name="presence"><${Presence} play=${play} /><//>
    <${Part} name="announced"><${Announced} /><//>
    <${Part} name="controls"><${Controls} play=${play} /><//>
    <${Part} name="hand"><${Hand} play=${play} /><//>
    <${Part} name="announcer"><${Announcer} /><//>
    <${Part} name="log">
      <${Side} title=${t("Log and chat")} open=${side} close=${() => setSide(false)}><${Chat} /><//>
    <//>
    <${Part} name="motion"><${Motion} beat=${beat} /><//>
  </main>`;
}

/** Who wishes so passes or draws without a click where nothing else is possible, after a moment. */
function useItself(play, legal, wanted) {
  useEffect(() => {
    const only = wanted && onlyMove(play.moves);
    if (!only) return undefined;
    const timer = setTimeout(() => play.do(only), BY_ITSELF);
    return () => clearTimeout(timer);
  }, [legal, wanted]);
}

/** When a game is over, its table is seen for a moment; then comes the result. */
function useResult(session, looking) {
  useEffect(() => {
    if (looking !== "now") return undefined;
    const timer = setTimeout(() => session.look(""), LOOK);
    return () => clearTimeout(timer);
  }, [looking]);
}

/** Draws nothing, but lets what is drawn move. */
function Motion({ beat }) {
  const { declaration } = useApp();
  useLayoutEffect(() => {
    if (beat) animate(beat.before, beat.messages, declaration);
  }, [beat?.id]);
  return null;
}

/** What is selected and what can be done with it. A new question begins with nothing selected,
    unless it was selected before one was asked at all. */
function usePlay(session, table, declaration) {
  const { view, legal } = table;
  const question = legal.join("\n");
  const [selection, setSelection] = useState({ question: "", cards: [] });
  const select = (cards) => setSelection({ question, cards });
  const moves = useMemo(
    () => (view ? readMoves(legal, view, declaration) : []),
    [question, view?.hand, declaration],
  );
  const held = named(view?.hand ?? []);
  const on = view?.phase === "playing";
  const fresh = on && (selection.question === question || selection.question === "");
  const chosen = fresh ? selection.cards.filter((id) => held.includes(id)) : [];
  const [back, lookBack] = useBack(table.cleared);
  return {
    table,
    view,
    moves,
    /** The command that a hint has named. */
    advised: adviceFor(table)?.choices[0]?.[0] ?? "",
    advise: () => session.advise(),
    selection: chosen,
    toggle: (id) => on && select(toggle(moves, chosen, id)),
    /** What a card is alone; by one tap, or when it is selected by a second one. */
    whole: (id) => (on ? wholeMove(moves, id) : undefined),
    clear: () => select([]),
    do: (move) => {
      select([]);
      return session.answer(move.text);
    },
    looking: table.looking,
    back,
    lookBack,
    look: (looking) => session.look(looking),
    /** A card was dropped on the table: with the selection, or alone. */
    drop: (id) => {
      const cards = chosen.includes(id) ? chosen : [id];
      const found = withCards(moves, cards);
      if (found.length === 1) session.answer(found[0].text);
      else select(cards);
    },
  };
}

/** Whether the plays that were cleared last are looked at; for a moment, and until others are. */
function useBack(cleared) {
  const [seen, see] = useState(null);
  const back = seen === cleared;
  useEffect(() => {
    if (!back) return undefined;
    const timer = setTimeout(() => see(null), LOOK);
    return () => clearTimeout(timer);
  }, [back]);
  return [back, (wanted) => see(wanted ? cleared : null)];
}

/** A game may bring a style sheet for its table along. */
export function useGameStyle(game) {
  useEffect(() => {
    if (!game?.css) return undefined;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = game.css;
    document.head.append(link);
    return () => link.remove();
  }, [game?.name]);
}

function Header({ side, setSide }) {
  const { state, t, title } = useApp();
  const { table } = state;
  const unread = useUnread(state.log, side);
  const { view } = table;
  const named = title(table.game);
  const watching = Object.values(table.people).filter((role) => role === "watching").length;
  return html`<header class="bar">
    <h1>${named}</h1>
    ${table.rated && html`<${RatedMark} />`}
    <${Fairness} />
    <span class="dim place">${table.title && html`<bdi class="titled">${table.title}</bdi> · `}<code>${table.table}</code>
      ${watching > 0 && html` · <span data-watching>${t(plural(watching, "one watches", "{n} watch"))}</span>`}
      ${view.game > 0 && html` · ${t("game {number}", { number: String(view.game) })}`}
      ${table.level && html` · <${LevelTold} level=${table.level} />`}</span>
    <${Clock} />
    <${Menu} />
    <button type="button" class="only-narrow" aria-expanded=${String(side)}
      aria-label=${t("Log and chat")} onClick=${() => setSide(!side)}>${t("Log")}
      ${unread > 0 && html`<span class="unread">${unread}</span>`}</button>
  </header>`;
}

/** How much was said since the log was last in sight. */
function useUnread(log, side) {
  const said = log.filter(({ frame }) => frame[0].kind === "CHAT").length;
  const [seen, setSeen] = useState(said);
  useEffect(() => {
    if (side) setSeen(said);
  }, [side, said]);
  return Math.max(0, said - seen);
}

/** The title of the window tells whose turn it is, also where it is not in sight. */
function useTitle(text) {
  useEffect(() => {
    document.title = text;
    return () => {
      document.title = HOUSE.name;
    };
  }, [text]);
}

export function Felt({ play }) {
  const { t } = useApp();
  const { view } = play;
  const others = seatsInOrder(view).filter((seat) => seat !== view.seat);
  const angles = anglesOf(view, others);
  return html`<section class="felt" aria-label=${t("The table")}
    data-others=${others.length}>
    <div class="others">
      ${others.map(
        (seat) => html`<${Part} key=${view.names[seat]} name="seat"><${Seat} seat=${seat} play=${play}
        angle=${angles.get(view.names[seat])} /><//>`,
      )}
    </div>
    ${view.suspended && html`<p class="banner"><bdi>${missing(view, t)}</bdi></p>`}
    <${Part} name="centre"><${Centre} play=${play} angles=${angles} /><//>
    ${!play.watched && view.phase === "playing" && html`<${Part} name="tools"><${Tools} play=${play} /><//>`}
    ${view.seat !== null && html`<${Part} key="me" name="seat"><${Seat} seat=${view.seat} play=${play} mine /><//>`}
  </section>`;
}

/** To look back: the plays that were cleared last, and the games before. */
function Tools({ play }) {
  const { layout, t } = useApp();
  const { view, table, back, lookBack } = play;
  const place = layout(view.stage).table;
  const name = place === "round" ? t("Last trick") : t("Last plays");
  return html`<div class="tools">
    ${
      table.cleared.length > 0 && place !== "none" &&
      html`<button type="button" class="quiet" aria-pressed=${String(back)} aria-label=${name} data-back
        onClick=${() => lookBack(!back)}><span class="icon" aria-hidden="true">↶</span> <span class="label">${name}</span></button>`
    }
    <${SheetButton} sign="Σ" />
    <${HintButton} play=${play} />
  </div>`;
}

/** The next player sits to the left, the others follow clockwise; one's own place is kept free.
    Who only looks on sees them all around the table. */
function anglesOf(view, others) {
  const watching = view.seat === null;
  const step = watching ? 360 / others.length : 230 / (others.length + 1);
  const first = watching ? 270 : 205 - step;
  const found = new Map(others.map((seat, at) => [view.names[seat], first - at * step]));
  if (!watching) found.set(view.names[view.seat], 270);
  return found;
}
