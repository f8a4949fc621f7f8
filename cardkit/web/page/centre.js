/* The middle of the table: stock, plays, other piles and public facts; between games the result. */

import { useApp } from "cardkit/app";
import { Card, isShown, Sentence } from "cardkit/cards";
import { isSuit, rankSign, ranksIn } from "cardkit/deck";
import { cardSign } from "cardkit/i18n";
import { forCell, fromPile } from "cardkit/moves";
import { Standing } from "cardkit/standing";
import { gameAt, inParts, isApart, isBoard, isForEach, partnerOf, sidesOf, split } from "cardkit/seats";
import { shownAs, sorted } from "cardkit/state";
import { html } from "cardkit/view";

const PLAYS_SHOWN = 4;
const OPEN = ["spread", "fan", "row"]; // all cards are seen

export function Centre({ play, angles }) {
  const { declaration, layout } = useApp();
  const { view } = play;
  if (view.phase !== "playing" && !play.looking)
    return html`<div class="centre">${view.phase === "results" && html`<${Boards} play=${play} />`}
      <${Standing} play=${play} /></div>`;
  const placed = { left: [], right: [], shelf: [] };
  for (const [name, cards] of Object.entries(view.piles)) {
    const [kind, owner] = split(name);
    if (name === "table" || view.names.includes(owner)) continue;
    const { place = "shelf" } = declaration.piles[kind] ?? {};
    if (place !== "hidden") placed[place].push([name, cards]);
  }
  const pile = ([name, cards]) => html`<${Pile} key=${name} name=${name} cards=${cards} play=${play} />`;
  const several = (where, look) => placed[where].length > 0 && html`<div class=${look}>${placed[where].map(pile)}</div>`;
  const shelf = several("shelf", "shelf");
  const { table = [] } = view.piles;
  const seen = table.length > 0 || ((play.looking || play.back) && play.table.cleared.length > 0);
  const none = shelf ? ["none", "stack"] : ["none"]; // other piles have the middle until somebody plays
  const laid = seen || (view.stage && !none.includes(layout(view.stage).table));
  const all = OPEN.includes(declaration.piles.table?.shown);
  const plays = all ? pile(["table", table]) : html`<${Plays} play=${play} angles=${angles} />`;
  return html`<div class="centre">
    <div class="middle">
      ${several("left", "beside")}
      ${laid ? plays : shelf}
      ${several("right", "beside")}
      ${laid && shelf}
    </div>
    <${Boards} play=${play} />
    <${Facts} view=${view} />
  </div>`;
}

/** Facts that are boards: rows of cells, or text. A cell that can be said is a button. */
function Boards({ play }) {
  const { declaration, label, t, called, language } = useApp();
  const { names, seat } = play.view;
  const drawn = (value) => {
    const move = forCell(play.moves, value);
    if (!move && seat !== null && value === names[seat]) return t("You");
    if (!move && !String(value).includes(" ")) return called(t(String(value)));
    if (!move) return html`<${Sentence} parts=${inParts(value, t, declaration)} language=${language} />`;
    const say = `${t(move.word?.button ?? move.verb)} ${value}`;
    return html`<button type="button" aria-label=${say} onClick=${() => play.do(move)}>${t(String(value))}</button>`;
  };
  const boards = Object.entries(play.view.facts).filter(([key]) => isBoard(key, declaration));
  return boards.map(([key, value]) =>
    Array.isArray(value)
      ? html`<table class="board" key=${key} data-fact=${key} aria-label=${label(key)}>
        ${value.map((row) => html`<tr>${[row].flat().map((cell) => html`<td>${drawn(cell)}</td>`)}</tr>`)}
      </table>`
      : html`<pre class="board" key=${key} data-fact=${key} aria-label=${label(key)}>${value}</pre>`,
  );
}

/** A pile with its top card or all, and how many there are; what it says when clicked is a button. */
function Pile({ name, cards, play }) {
  const { declaration, label, t, language } = useApp();
  const [kind, part] = split(name);
  const shown = shownAs(declaration.piles[kind], cards);
  const move = fromPile(play.moves, name);
  if (shown === "rows") return html`<${Rows} name=${name} cards=${cards} view=${play.view} />`;
  if (!cards.length && !move) {
    if (!part) return html`<div class="pile empty" data-pile=${name}></div>`;
    return html`<div class="pile" data-pile=${name}><span class="card free"></span><span class="caption">${label(name)}</span></div>`;
  }
  const open = OPEN.includes(shown);
  const look = open ? `pile spread ${shown}` : "pile";
  const style = { "--n": String(cards.length) };
  const ordered = shown === "row" ? sorted(cards, play.view, "suit") : cards;
  const drawn = open ? ordered : shown === "count" ? [] : [cards.at(-1) ?? "??"];
  const faces = drawn.map((card) => html`<${Card} card=${card} at=${name} language=${language} hidden=${!open} />`);
  const inner = html`${open ? html`<span class="faces">${faces}</span>` : faces}
    <span class="caption">${label(name)} ${(cards.length !== 1 || !isShown(cards[0])) && html`<strong>${cards.length}</strong>`}</span>`;
  if (move) {
    return html`<button type="button" class=${look} style=${style} data-pile=${name} data-say=${move.text}
      onClick=${() => play.do(move)}
      aria-label=${`${t(move.word.button ?? move.verb)}: ${label(name)}, ${cards.length}`}>${inner}</button>`;
  }
  return html`<div class=${look} style=${style} data-pile=${name}>${inner}</div>`;
}

/** A row for each suit, in which every card has its place. */
function Rows({ name, cards, view }) {
  const { declaration, label, t, language } = useApp();
  const places = [...view.suits].map((suit) => ranksIn(view.ranks).map((rank) => suit + rank));
  const others = cards.filter((card) => !places.flat().includes(card)); // a joker has no place of its own
  return html`<table class="rows" data-pile=${name} aria-label=${label(name)}>
    ${places.map(
      (row) => html`<tr key=${row[0]}>
        ${row.map((card) => {
          const there = cards.includes(card);
          return html`<td key=${card}>${
            there
              ? html`<${Card} card=${card} at=${name} language=${language} />`
              : html`<span class="gap" title=${t("not there yet")}>${cardSign(card, declaration)}</span>`
          }</td>`;
        })}
      </tr>`,
    )}
    ${
      others.length > 0 &&
      html`<tr>${others.map((card) => html`<td><${Card} card=${card} at=${name} language=${language} /></td>`)}</tr>`
    }
  </table>`;
}

/** What was laid on the table, by whom; a trick lies as its players sit. */
function Plays({ play, angles }) {
  const { t, layout } = useApp();
  const { view, table } = play;
  const cards = view.piles.table ?? [];
  const known = table.plays.reduce((sum, [, laid]) => sum + laid.length, 0) === cards.length;
  const there = known ? table.plays : cards.length ? [["", cards.slice(-5)]] : [];
  const plays = play.back || (play.looking && !there.length) ? table.cleared : there;
  const names = plays.map(([who]) => who);
  const round =
    layout(view.stage).table === "round" &&
    names.every((who, at) => angles.has(who) && names.indexOf(who) === at);
  const take = fromPile(play.moves, "table");
  if (round) {
    return html`<div class="plays trick" data-pile="table" role="group" aria-label=${t("On the table")}>
      ${plays.map(
        ([who, laid], at) => html`<${Laid} key=${who} who=${who} cards=${laid} view=${view}
        angle=${angles.get(who)} top=${at === plays.length - 1} />`,
      )}
    </div>`;
  }
  const last = plays.slice(-PLAYS_SHOWN);
  return html`<div class="plays stack" data-pile="table" role="group" aria-label=${t("On the table")}>
    ${last.map(
      ([who, laid], at) => html`<${Laid} key=${laid.join()} who=${who} cards=${laid} view=${view}
      depth=${last.length - 1 - at} top=${at === last.length - 1} play=${play}
      take=${at === last.length - 1 ? take : undefined} />`,
    )}
  </div>`;
}

/** One play; if the table can be taken, its last play is a button. */
function Laid({ who, cards, view, angle, depth = 0, top, play, take }) {
  const { t, called, language } = useApp();
  const style = { "--n": String(cards.length), "--depth": String(depth) };
  if (angle !== undefined) {
    style["--x"] = Math.cos((angle * Math.PI) / 180).toFixed(3);
    style["--y"] = (-Math.sin((angle * Math.PI) / 180)).toFixed(3);
  }
  const mine = view.seat !== null && who === view.names[view.seat];
  const row = html`<span class="row-of-cards">
      ${cards.map((card) => html`<${Card} key=${card} card=${card} at="table" language=${language} />`)}
    </span>`;
  return html`<figure class=${top ? "laid newest" : "laid"} style=${style}>
    ${
      take
        ? html`<button type="button" class="pile" data-say=${take.text} onClick=${() => play.do(take)}
          aria-label=${t(take.word.button ?? take.verb)}>${row}</button>`
        : row
    }
    ${who && html`<figcaption><bdi>${mine ? t("You") : called(who)}</bdi></figcaption>`}
  </figure>`;
}

/** Public facts, but not what belongs to a player. */
function Facts({ view }) {
  const { declaration, label, t, language } = useApp();
  const sides = useSides(view);
  const all = Object.entries(view.facts).filter(
    ([key, value]) =>
      !isApart(key, declaration) && !isForEach(view, value) && ![0, "", null].includes(value) &&
      !view.names.includes(value), // that is seen at the player
  );
  const shown = all.filter((fact) => !isToldBy(all, fact, declaration));
  if (!shown.length && !sides.length) return null;
  return html`<ul class="facts" aria-label=${t("Facts")}>
    ${sides.map(
      ([kind, ours, theirs]) => html`<li key=${kind} data-fact=${kind}>
        <span>${kind === "points" ? t("points") : label(kind)}</span> <strong>${t("we {ours}, they {theirs}", { ours: String(ours), theirs: String(theirs) })}</strong>
      </li>`,
    )}
    ${shown.map(([key, value]) => {
      const flag = value === true;
      return html`<li key=${key} data-fact=${key} class=${flag ? "flag" : ""}>
        <span>${label(key)}</span>${!flag && html` <strong><${Value} value=${value} kind=${declaration.facts[key]?.kind} language=${language} /></strong>`}
      </li>`;
    })}
  </ul>`;
}

/** Whether a later fact tells this suit, too, or any fact with more: trump ♥ beside a contract 4 ♥. */
function isToldBy(facts, [key, value], declaration) {
  if (!isSuit(value, declaration)) return false;
  const at = facts.findIndex(([other]) => other === key);
  return facts.some(([, other], place) =>
    other === value ? place > at : typeof other === "string" && other.split(" ").includes(value),
  );
}

/** What one's own side has taken, and what the others have, where partners play round the table. */
function useSides(view) {
  const { state, declaration, layout } = useApp();
  const partner = view.seat === null ? null : partnerOf(view.seat, view, gameAt(state));
  if (partner === null || layout(view.stage).table !== "round") return [];
  const counted = Object.entries(declaration.piles).filter(([, pile]) => Array.isArray(view.facts[pile.counted]));
  const [, them] = sidesOf(view, gameAt(state));
  const points = ["points", view.scores[view.seat] ?? 0, view.scores[them[0]] ?? 0]; // partners have the same
  const taken = counted.map(([kind, pile]) => {
    const each = view.facts[pile.counted];
    const ours = each[view.seat] + each[partner];
    return [kind, ours, each.reduce((sum, one) => sum + one, 0) - ours];
  });
  return points[1] || points[2] ? [points, ...taken] : taken;
}

function Value({ value, kind, language }) {
  const { declaration, t } = useApp();
  if (kind === "rank") return rankSign(String(value), declaration);
  if (typeof value === "number") return value.toLocaleString("en");
  const suits = typeof value === "string" && value && [...value].every((suit) => isSuit(suit, declaration));
  const parts = suits ? [...value].map((suit) => ({ suit })) : inParts(value, t, declaration);
  return html`<${Sentence} parts=${parts} language=${language} />`;
}
