/* One player at the table: name, cards, points, and whatever else everybody may know of them. */

import { useApp } from "cardkit/app";
import { Card, Sentence } from "cardkit/cards";
import { isCard, isSuit } from "cardkit/deck";
import { cardSign, plural, shownNumber } from "cardkit/i18n";
import { takeAt, unseenAt } from "cardkit/moves";
import { Face } from "cardkit/robot_faces";
import { isRobot } from "cardkit/robots";
import { HIDDEN, isHeld, saidBy, shownAs, sorted } from "cardkit/state";
import { html } from "cardkit/view";

const MOST_BACKS = 7;
const MANY = 8; // cards that lie closer together

/** The seats in the order of play, oneself first. */
export function seatsInOrder(view) {
  const all = view.names.map((_, seat) => seat);
  const order = view.order.length === all.length ? view.order : all;
  const start = Math.max(0, order.indexOf(view.seat));
  return [...order.slice(start), ...order.slice(0, start)];
}

export function Seat({ seat, play, angle, mine = false }) {
  const { state, session, t, called } = useApp();
  const { view } = play;
  const name = view.names[seat];
  const shown = mine ? t("You") : called(name);
  const asked = view.awaited.includes(seat);
  const place = mine
    ? null
    : {
        "--x": (50 + 50 * Math.cos((angle * Math.PI) / 180)).toFixed(2),
        "--y": (50 - 50 * Math.sin((angle * Math.PI) / 180)).toFixed(2),
      };
  const dealt = view.hands.some((hand) => hand.length > 0);
  const classes = ["seat", mine && "mine", asked && "asked"].filter(Boolean).join(" ");
  const side = sidesOf(view, gameAt(state)).findIndex((seats) => seats.includes(seat));
  const { people, queue } = state.table;
  const mayTake = queue && !play.watched && view.phase === "playing" && view.seat === null && people[name] === "robot" && !(state.me in queue);
  return html`<article class=${classes} style=${place} aria-label=${shown}
    data-name=${name} data-side=${side < 0 ? null : side}>
    <header>
      ${asked && html`<span class="turn-mark" role="img" aria-label=${t("asked now")}>▶</span>`}
      ${!mine && html`<${Face} name=${name} />`}
      <bdi class="name">${shown}</bdi>
      <${Signs} seat=${seat} view=${view} play=${play} />
    </header>
    <p class="counts">
      ${view.phase === "playing" && dealt && !mine && html`<span>${t(plural(view.hands[seat]?.length ?? 0, "1 card", "{n} cards"))}</span>`}
      <span class="points">${t(plural(view.scores[seat] ?? 0, "1 point", "{n:,} points"))}</span>
      <${OwnFacts} seat=${seat} view=${view} />
    </p>
    ${!mine && dealt && html`<${Backs} seat=${seat} play=${play} />`}
    <${OwnPiles} name=${name} view=${view} />
    ${
      mayTake &&
      html`<button type="button" class="small" aria-label=${`${t("Sit here after this game")}: ${shown}`}
      onClick=${() => session.do(`LOGIN ${seat + 1}`)}>${t("Sit here after this game")}</button>`
    }
  </article>`;
}

/** How many a game is for. */
export function playersOf({ least, most }, t) {
  if (least === most) return t(plural(most, "1 player", "{n} players"));
  return t("{least}–{most} players", { least: String(least), most: String(most) });
}

/** Away, a robot, out, partner: in words, not by colour alone. */
function Signs({ seat, view, play }) {
  const { state, declaration, label, t } = useApp();
  const name = view.names[seat];
  const status = view.status[seat];
  const signs = [];
  if (status === "away") signs.push(["away", t("is away")]);
  else if (status === "robot" && isRobot(name)) signs.push(["robot by-name", t("robot")]);
  else if (status === "robot") signs.push(["robot", t("a robot plays")]);
  else if (status === "forfeit") signs.push(["away", t("has given up")]);
  const said = saidBy(play.table, name);
  const out = declaration.words.filter((word) => word.out && said.includes(word.verb));
  for (const text of new Set(out.map((word) => word.out))) signs.push(["folded", t(text)]);
  if (view.seat !== null && partnerOf(view.seat, view, gameAt(state)) === seat) {
    signs.push(["partner", t("partner")]);
  }
  for (const [key, value] of Object.entries(view.facts)) {
    if (value === name) signs.push(["marked", label(key)]); // dealer, declarer
  }
  return signs.map(([kind, text]) => html`<span class="tag ${kind}">${text}</span>`);
}

/** The game that is played here, and whether with partners: that can be set for a table. */
export function gameAt({ games, table }) {
  const { partners = games[table.game]?.partners } = table.options ?? {};
  return { ...games[table.game], partners };
}

/** The sides of a game of partners, one's own first: lists of seats. None in any other game. */
export function sidesOf(view, game) {
  const seats = seatsInOrder(view);
  const pairs = seats.map((seat) => [seat, partnerOf(seat, view, game)]);
  if (pairs.some(([, partner]) => partner === null)) return [];
  return pairs.filter(([seat, partner]) => seats.indexOf(seat) < seats.indexOf(partner));
}

/** The seat across the table, in a game of partners; null in any other. */
export function partnerOf(seat, view, game) {
  const { order, names } = view;
  if (!game?.partners || order.length !== names.length) return null;
  return order[(order.indexOf(seat) + names.length / 2) % names.length];
}

/** By name, who sits across the table, in a game of partners; nobody in any other. */
export function partnersIn(view, game) {
  const pairs = view.names.map((name, seat) => [name, view.names[partnerOf(seat, view, game)]]);
  return Object.fromEntries(pairs.filter(([, partner]) => partner !== undefined));
}

/** Facts of which every player has an own one: bets, titles. */
export function OwnFacts({ seat, view, lists = false }) {
  const { declaration, label, language, t } = useApp();
  const shown = [];
  for (const [key, value] of Object.entries(view.facts)) {
    if (isApart(key, declaration) || !isForEach(view, value)) continue;
    if (lists && !Array.isArray(value)) continue; // titles stand elsewhere
    const one = Array.isArray(value) ? value[seat] : value[view.names[seat]];
    if (one === undefined || one === null || one === "" || one === 0 || one === false) continue;
    const titled = typeof one === "string" && !Array.isArray(value);
    const parts = [titled ? "" : `${label(key)} `, ...inParts(one, t, declaration)];
    shown.push(html`<span class="own-fact" data-fact=${key}><${Sentence} parts=${parts} language=${language} /></span>`);
  }
  return shown;
}

/** A value for a sentence, in which suits and cards are signs: 3 ♠. */
export function inParts(value, t, own) {
  const words = typeof value === "string" ? value.split(" ") : [];
  const isSign = (word) => isSuit(word, own) || isCard(word, own);
  if (!words.some(isSign) || !words.every((word) => isSign(word) || /^[A-Z0-9+]+$/.test(word))) {
    return [{ said: plainly(value, t, own) }];
  }
  return words.flatMap((word, at) => {
    const part = isCard(word, own) ? { card: word } : isSuit(word, own) ? { suit: word } : word;
    return at ? [" ", part] : [part];
  });
}

/** A value in words, however deep it is. */
export function plainly(value, t, own) {
  if (typeof value === "number") return shownNumber(value);
  if (Array.isArray(value)) return value.map((one) => plainly(one, t, own)).join(" ");
  if (typeof value !== "object" || value === null) return isCard(value, own) ? cardSign(value, own) : t(String(value));
  return Object.entries(value)
    .map(([key, one]) => `${t(key)} ${plainly(one, t, own)}`)
    .join(", ");
}

/** Whether a fact is a board, which lies in the middle whatever its size. */
export function isBoard(key, { facts }) {
  return facts[key]?.kind === "board";
}

/** Whether a fact is shown otherwise, as the count of a pile is, or not at all. */
export function isApart(key, { facts, piles }) {
  const isCount = Object.values(piles).some(({ counted }) => counted === key);
  return isCount || ["board", "order", "groups", "marks"].includes(facts[key]?.kind);
}

/** Whether a fact is a list by seat or a table by name. */
export function isForEach(view, value) {
  if (Array.isArray(value)) return value.length === 0 || value.length === view.names.length;
  return typeof value === "object" && value !== null;
}

/** What stands at the cards of a hand, as they are held: what hints have told. */
export function marksAt({ facts, names }, seat, declaration) {
  const marks = Object.keys(facts).find((key) => declaration.facts[key]?.kind === "marks");
  const own = Array.isArray(facts[marks]) && facts[marks].length === names.length ? String(facts[marks][seat]) : "";
  return own.split(" ").map((mark) => (mark === "-" ? "" : mark));
}

/** The cards of another player: backs, or faces where they are seen. */
function Backs({ seat, play }) {
  const { declaration, language, t, called, handOrder } = useApp();
  const { view, moves } = play;
  const name = view.names[seat];
  const cards = view.hands[seat] ?? [];
  const open = moves.some((move) => takeAt([move], name, move.words?.[0]));
  const seen = cards.filter((card) => card !== HIDDEN);
  if (open) {
    return html`<div class="backs open" data-pile=${name}>
      ${cards.map((card, at) => {
        const move = takeAt(moves, name, at + 1);
        const label = t("card {number} of {name}", { number: String(at + 1), name: called(name) });
        return html`<button type="button" class="pick" disabled=${!move} aria-label=${label} data-say=${move?.text}
          onClick=${() => play.do(move)}><${Card} card=${card} at=${name} language=${language} hidden /></button>`;
      })}
    </div>`;
  }
  const backs = cards.filter((card) => card === HIDDEN).slice(0, MOST_BACKS);
  const shown = isHeld(view, cards) ? cards : [...backs, ...sorted(seen, view, handOrder(view))];
  if (!shown.length && view.phase !== "playing") return null;
  const marks = seen.length && !isHeld(view, cards) ? [] : marksAt(view, seat, declaration);
  const bySuit = seen.length > 1 && !backs.length && handOrder(view) === "suit"; // a dummy's
  return html`<div class="backs" data-pile=${name} aria-hidden=${seen.length ? null : "true"}>
    ${shown.map((card, at) => {
      const move = card !== HIDDEN && unseenAt(moves, card); // it is played for its owner
      const apart = bySuit && at > 0 && card[0] !== shown[at - 1][0];
      const drawn = html`<${Card} card=${card} at=${name} language=${language} hidden=${card === HIDDEN} apart=${apart && !move} mark=${marks[at]} />`;
      return move ? html`<button type="button" class=${apart ? "pick apart" : "pick"} data-say=${move.text} onClick=${() => play.do(move)}>${drawn}</button>` : drawn;
    })}
  </div>`;
}

/** Piles that belong to a player: counted, or spread where the cards are seen. */
export function OwnPiles({ name, view, counts = false }) {
  const { declaration, label, language, t } = useApp();
  const shown = [];
  const counting = Object.entries(declaration.piles).filter(([, { counted }]) => Array.isArray(view.facts[counted]));
  const empty = Object.fromEntries(counting.map(([kind]) => [`${kind}:${name}`, []])); // not told yet
  for (const [pile, cards] of Object.entries({ ...empty, ...view.piles })) {
    const [kind, owner] = split(pile);
    const { counted, place } = declaration.piles[kind] ?? {};
    if (owner !== name || place === "hidden") continue;
    if (counts && !counted) continue;
    if (counted || !cards.length || ["stack", "count"].includes(shownAs(declaration.piles[kind], cards))) {
      const told = view.facts[counted]?.[view.names.indexOf(name)];
      const number = Number.isInteger(told) ? told : cards.length;
      shown.push(html`<p class="won" data-pile=${pile}>${label(kind)}
        ${" "}<strong>${number}</strong></p>`);
    } else {
      const look = cards.length > MANY ? "meld many" : "meld";
      const groups = inGroups(cards, declaration.piles[kind], view.facts);
      shown.push(html`<div class=${look} data-pile=${pile} role="group" aria-label=${label(kind)}>
        ${groups.map(
          (group) => html`<span class="group">${group.map(
            (card) => html`<${Card} card=${card} at=${pile} language=${language} />`,
          )}</span>`,
        )}
      </div>`);
    }
  }
  return shown;
}

/** Which cards of a pile lie together: those of one rank, or as a fact has them. */
function inGroups(cards, declared, facts) {
  const grouped = declared?.grouped;
  const ranks = [...new Set(cards.map((card) => card.slice(1)))];
  const listed =
    grouped === "rank" ? ranks.map((rank) => cards.filter((card) => card.slice(1) === rank)) : facts[grouped];
  const groups = Array.isArray(listed) ? listed.map((group) => [group].flat().filter((card) => cards.includes(card))) : [];
  const others = cards.filter((card) => !groups.flat().includes(card));
  return [...groups, others].filter((group) => group.length);
}

/** The kind of a pile, and whose it is: `won:ann` is a pile `won`. */
export function split(pile) {
  const at = pile.indexOf(":");
  return at < 0 ? [pile, ""] : [pile.slice(0, at), pile.slice(at + 1)];
}
