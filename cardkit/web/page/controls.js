/* What can be done now: a button for what is legal, and the reason for what is not. */

import { adviceFor, AdviceText, isWondering } from "cardkit/advice";
import { useApp } from "cardkit/app";
import { isShown, Sentence } from "cardkit/cards";
import { Turn } from "cardkit/clock";
import { isCard, isSuit, rankSign } from "cardkit/deck";
import { cardSign, plural, suitName } from "cardkit/i18n";
import {
  aimed,
  amounts,
  choices,
  faceOf,
  inTwoParts,
  isByPlace,
  isStuck,
  isZero,
  keysOf,
  labelOf,
  lettersOf,
  likelyVerb,
  ofMany,
  onlyMove,
  sizesOf,
  startOf,
  wholeMove,
  withCards,
  withoutCards,
} from "cardkit/moves";
import { ByItself } from "cardkit/preferences";
import { Ended, isStaked, Seek } from "cardkit/standing";
import { html, useEffect, useState } from "cardkit/view";

const MANY = 4; // buttons of one verb, which then stands before them once

export function Controls({ play }) {
  const { state, declaration, t } = useApp();
  const { moves, selection, view } = play;
  const acts = actsOf(play);
  const shown = acts.filter((move) => !isInOpenHand(move, view)); // those are clicked where they lie
  const comesAndGoes = state.table.queue && view.seat === null && view.phase === "playing";
  const keys = keysOf(acts, declaration);
  const many = ofMany(moves);
  const groups = aimed(moves).filter((group) => !byPlace(group));
  if (many.length) groups.push({ verb: many[0].verb, name: "", moves: many });
  const verbs = [...new Set(groups.map(({ verb }) => verb))];
  const parted = inTwoParts(moves);
  const bids = [...new Set(parted.map(({ verb }) => verb))];
  if (play.looking)
    return html`<section class="controls" aria-label=${t("What you can do")}><${Ended} play=${play} /></section>`;
  return html`<section class="controls" aria-label=${t("What you can do")}>
    <div class="say"><${Turn} /><${Hint} play=${play} acts=${acts} /></div>
    <div class="acts">
      ${comesAndGoes && html`<${Seek} />`}
      ${alike(shown).map((some) => {
        const buttons = some.map(
          (move) => html`<${Act} key=${move.text} move=${move} play=${play} press=${keys[acts.indexOf(move)]}
          first=${move === acts[0] && move.cards?.length > 0} short=${some.length >= MANY} />`,
        );
        return some.length < MANY ? buttons : html`<${Alike} key=${some[0].verb} move=${some[0]}>${buttons}<//>`;
      })}
      ${bids.map((verb) => html`<${InTwoParts} key=${verb} moves=${parted.filter((move) => move.verb === verb)} play=${play} />`)}
      ${verbs.map((verb) => html`<${Ask} key=${verb} groups=${groups.filter((group) => group.verb === verb)} play=${play} />`)}
      ${amounts(moves).map((move) => html`<${Amount} key=${move.verb} move=${move} play=${play} />`)}
      ${onlyMove(moves) && html`<${ByItself} />`}
      ${
        selection.length > 0 &&
        html`<button type="button" class="quiet" onClick=${play.clear}>
        ${t("Clear")} <kbd>Esc</kbd></button>`
      }
    </div>
  </section>`;
}

/** What is a button now: what fits the selection first, then what needs no cards; what nobody
    should do by mistake comes last. */
export function actsOf({ moves, selection }) {
  const apart = [...ofMany(moves), ...inTwoParts(moves)];
  const plain = withoutCards(moves).filter((move) => !apart.includes(move));
  const grave = ({ word }) => word?.grave;
  return [
    ...withCards(moves, selection),
    ...plain.filter((move) => !grave(move)),
    ...plain.filter(grave),
  ];
}

/** A card of somebody else that lies open and is played for them, as a dummy's is. */
function isInOpenHand({ cards, word, words }, view) {
  const isOther = (hand, seat) => seat !== view.seat && hand.includes(words[0]);
  return !cards?.length && Boolean(word?.cards) && words?.length === 1 && view.hands.some(isOther);
}

/** GET bob 3 is done by clicking the card. */
function byPlace(group) {
  return group.moves.every(isByPlace);
}

/** What follows one another with the same verb, as bids do; cards that are selected stand alone. */
function alike(moves) {
  const isAlike = (one, other) => one.verb === other.verb && one.words?.length > 0 && !one.cards?.length && !one.name;
  const found = [];
  for (const move of moves) {
    if (found.length && isAlike(move, found.at(-1)[0])) found.at(-1).push(move);
    else found.push([move]);
  }
  return found;
}

function Alike({ move, children }) {
  const word = wordOf(move, useApp());
  return html`<div class="alike" role="group" aria-label=${word} data-word=${labelOf(move)}>
    <span>${word} <${Letter} move=${move} /></span>${children}</div>`;
}

function Act({ move, play, press, first, short = false }) {
  const app = useApp();
  const word = wordOf(move, app);
  const told = short && press === move.words.at(-1); // the button says which key it has
  const keys = [first && "Enter", press.toUpperCase()].filter(Boolean);
  const [asked, say] = useSure(() => play.do(move));
  const { grave, mild } = move.word ?? {};
  const look = [grave && "grave", asked ? "sure" : first && "primary", move.text === play.advised && "advised"];
  return html`<button type="button" class=${look.filter(Boolean).join(" ")} data-say=${move.text}
    data-word=${labelOf(move)} aria-keyshortcuts=${keys.join(" ") || null}
    aria-label=${short ? `${word} ${move.words.join(" ")}` : null} onClick=${() => say(move.text, grave && !mild)}>
    ${!short && word}<${Sure} asked=${asked} /> <${Rest} move=${move} language=${app.language} />${" "}
    ${!told && keys.length > 0 && html`<kbd>${keys[0]}</kbd>`}
  </button>`;
}

function wordOf(move, { t }) {
  return t(labelOf(move));
}

/** The letter that leads to where a word is said, where that is more than a button. */
function Letter({ move }) {
  const { declaration } = useApp();
  const letter = lettersOf(declaration).get(labelOf(move));
  return letter ? html`<kbd>${letter.toUpperCase()}</kbd>` : null;
}

/** What is said besides the verb: cards, to whom, a suit, a number. */
export function Rest({ move, language }) {
  const { declaration, t } = useApp();
  const parts = [];
  if (move.of && !move.cards.length) parts.push(t("nothing"));
  for (const card of move.cards ?? []) parts.push({ card }, " ");
  if (move.name) parts.push("→ ", { name: move.name }, " ");
  const { choice, number: [least, most] = [] } = move.word ?? {};
  const only = Array.isArray(choice) && choice.length === 1 ? choice[0] : least === most && `${least}`;
  for (const word of move.words ?? []) {
    if (word === only || (word === "0" && isZero(move))) continue; // there is nothing else to choose or say
    if (isCard(word, declaration)) parts.push({ card: word }, " ");
    else if (isSuit(word, declaration)) parts.push({ suit: word }, " ");
    else parts.push(`${t(word)} `);
  }
  return html`<${Sentence} parts=${parts} language=${language} />`;
}

/** Why there is no button for these cards, or what to select. */
function Hint({ play, acts }) {
  const { session, state, declaration, layout, t, called, language } = useApp();
  const { moves, selection, view } = play;
  const key = selection.map(faceOf).join(" ");
  const fits = withCards(moves, selection).length > 0;
  const [why, setWhy] = useState({ key: "", text: "" });
  useEffect(() => {
    if (!key || fits || !moves.length) return undefined;
    const verb = likelyVerb(moves, declaration);
    if (!verb) return undefined;
    let wanted = true;
    session
      .why(`${verb} ${key}`)
      .then((text) => wanted && setWhy({ key, text }));
    return () => {
      wanted = false;
    };
  }, [key, fits, moves]);
  let text = "";
  const choice = choices(moves)[0];
  if (selection.length && !moves.length) {
    text = view.awaited.length ? t("It is not your turn.") : "";
  } else if (selection.length && !fits) {
    const plain =
      selection.length > 1
        ? t("These cards cannot be played together now.")
        : t("This card cannot be played now.");
    text = (why.key === key && withoutOffers(why.text, moves)) || (choice ? needed(choice, t, called) : plain);
  } else if (view.seat === null && view.phase === "playing") {
    text = play.table.queue
      ? t("You watch; whoever asks for a seat has it as soon as one is free.")
      : t("You watch; after this game you can take a seat.");
  } else if (moves.length && !selection.length) {
    const stuck = view.hand.some(isShown) && isStuck(moves, layout(view.stage));
    const open = moves.some((move) => isInOpenHand(move, view));
    const taps = state.oneTap && view.hand.some((card) => wholeMove(moves, card));
    text = choice ? needed(choice, t, called) : taps ? t("Tap a card to play it.") : open ? t("Play a card of the open hand.") : hintFor(moves, acts, stuck, t);
  }
  const isRefused = selection.length && !fits;
  const advice = isRefused ? null : adviceFor(play.table);
  if (isWondering(play.table)) text = t("A strong robot thinks about it …");
  return html`<p class=${isRefused ? "hint why" : advice ? "hint advice" : "hint"} aria-live="polite">
    <bdi>${advice ? html`<${AdviceText} advice=${advice} />` : html`<${Sentence} parts=${withSigns(text, declaration)} language=${language} />`}</bdi></p>`;
}

/** The reason alone: what may be said instead is there to be clicked. */
function withoutOffers(sentence, moves) {
  const at = Math.min(...moves.map(({ text }) => sentence.indexOf(text)).filter((n) => n >= 0));
  if (at === Infinity) return sentence;
  const end = Math.max(...[". ", "。", "; "].map((stop) => sentence.lastIndexOf(stop, at)));
  return end > 0 ? sentence.slice(0, end + 1).replace(/;$/, ".") : sentence;
}

/** A sentence of the server, with cards and suits as signs. */
function withSigns(text, own) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return whole.split(/\b([A-Z][0-9A-Z+]*)\b/).map((part) => {
    if (isCard(part, own)) return { card: part };
    return isSuit(part) ? { suit: part } : part; // a letter of the game may be a word
  });
}

function needed(choice, t, called) {
  const { least, most } = choice;
  const count = least === most ? `${most}` : `${least}–${most}`;
  const template = choice.name
    ? plural(most, "Select {count} card for {name}.", "Select {count} cards for {name}.")
    : "Select {count} of your cards.";
  return t(template, { count, name: called(choice.name) });
}

function hintFor(moves, acts, stuck, t) {
  if (moves.some((move) => move.cards?.length)) return t("Select cards to play.");
  if (aimed(moves).some(byPlace)) return t("Choose a card of another player.");
  if (stuck) return t("None of your cards can be played now.");
  return acts.length && moves.length === acts.length ? "" : t("Choose what to do.");
}

const ASKED = 4_000;

/** What cannot be taken back and stakes all is done at the second press only, within some seconds. */
function useSure(act) {
  const [asked, ask] = useState("");
  useEffect(() => {
    if (!asked) return undefined;
    const timer = setTimeout(() => ask(""), ASKED);
    return () => clearTimeout(timer);
  }, [asked]);
  const press = (text, heavy) => {
    if (heavy && asked !== text) return ask(text);
    ask("");
    return act();
  };
  return [asked, press];
}

/** Asks on the button itself, which is read out. */
function Sure({ asked }) {
  const { t } = useApp();
  return html`<span aria-live="polite">${asked ? ` – ${t("sure?")}` : ""}</span>`;
}

/** An amount, by slider, by field, and by its part of the pot. */
function Amount({ move, play }) {
  const app = useApp();
  const { declaration, t } = app;
  const { view } = play;
  const { verb, least, most } = move;
  const start = startOf(move, view, declaration);
  const [value, setValue] = useState(start);
  useEffect(() => setValue(start), [least, most, verb]);
  const id = `amount-${verb}`;
  const set = (event) => setValue(event.target.value === "" ? "" : Number(event.target.value));
  const valid = Number.isInteger(value) && value >= least && value <= most;
  const text = `${verb} ${value}`;
  const [asked, press] = useSure(() => play.do({ text }));
  const heavy = value === most && least < most && isStaked(view, declaration);
  const act = (event) => {
    event.preventDefault();
    if (valid) press(text, heavy);
  };
  const word = wordOf(move, app);
  const range = { least: least.toLocaleString("en"), most: most.toLocaleString("en") };
  const sizes = sizesOf(move, view, declaration);
  const offer = `${word} ${value.toLocaleString("en")}`;
  return html`<form class="amount" onSubmit=${act} novalidate data-word=${labelOf(move)}>
    ${
      sizes.length > 1 &&
      html`<span class="sizes">${sizes.map(
        ([name, size]) => html`<button type="button" class="small" key=${name} aria-pressed=${String(value === size)}
          aria-label=${`${word}: ${t(name)}, ${size.toLocaleString("en")}`} onClick=${() => setValue(size)}>${t(name)}</button>`,
      )}</span>`
    }
    <input type="range" min=${least} max=${most} value=${value} onInput=${set}
      aria-label=${`${word}: ${t("amount")}`} />
    <input type="number" id=${id} min=${least} max=${most} value=${value} onInput=${set}
      aria-label=${`${word}: ${t("amount, {least} to {most}", range)}`}
      aria-invalid=${valid ? null : "true"} />
    <button class=${asked === text ? "sure" : null} disabled=${!valid} data-say=${text}>
      ${valid ? offer : t("{least} to {most}", range)}<${Sure} asked=${asked === text} /> <${Letter} move=${move} />
    </button>
  </form>`;
}

/** A number first, and then what goes with it: bids, of which there are many. */
function InTwoParts({ moves, play }) {
  const app = useApp();
  const [chosen, choose] = useState("");
  const numbers = [...new Set(moves.map(({ words }) => words[0]))];
  const number = numbers.includes(chosen) ? chosen : numbers[0];
  const word = wordOf(moves[0], app);
  const ways = moves.filter(({ words }) => words[0] === number);
  return html`<div class="in-two" role="group" aria-label=${word} data-word=${labelOf(moves[0])}>
    <div>${numbers.map(
      (each) => html`<button type="button" key=${each} aria-pressed=${String(each === number)}
        aria-label=${`${word} ${each} …`} onClick=${() => choose(each)}>${each}</button>`,
    )}</div>
    <div>${ways.map(
      (move) => html`<button type="button" key=${move.text} data-say=${move.text}
        aria-label=${`${word} ${move.words.join(" ")}`} onClick=${() => play.do(move)}>
        <${Rest} move=${move} language=${app.language} /></button>`,
    )}</div>
  </div>`;
}

/** Something asked of somebody, or named, one of many: GET bob HQ, CALL S3. What was chosen stays for
    another player. */
function Ask({ groups, play }) {
  const app = useApp();
  const { declaration, language, texts, t, called } = app;
  const [whom, setWhom] = useState("");
  const [chosen, choose] = useState("");
  const group = groups.find(({ name }) => name === whom) ?? groups[0];
  const saidIn = (move) => move.words.join(" ");
  const current = group.moves.find((move) => saidIn(move) === chosen) ?? group.moves[0];
  const act = (event) => {
    event.preventDefault();
    play.do(current);
  };
  const labelOf = (move) =>
    move.words
      .map((word) =>
        isCard(word, declaration)
          ? cardSign(word, declaration)
          : isSuit(word, declaration)
            ? suitName(word, language, declaration, texts)
            : move.word?.choice === "rank"
              ? rankSign(word, declaration)
              : t(word),
      )
      .join(" ");
  const word = wordOf(current, app);
  return html`<form class="ask" onSubmit=${act} data-word=${labelOf(current)}>
    <span>${word}${group.name && " →"}${groups.length === 1 && html` <bdi>${called(group.name)}</bdi>`}</span>
    ${
      groups.length > 1 &&
      html`<select value=${group.name} aria-label=${`${word}: ${t("player")}`} onChange=${(e) => setWhom(e.target.value)}>
      ${groups.map(({ name }) => html`<option value=${name}>${called(name)}</option>`)}
    </select>`
    }
    <select value=${saidIn(current)} aria-label=${`${word} ${called(group.name)}`}
      onChange=${(e) => choose(e.target.value)}>
      ${group.moves.map((move) => html`<option value=${saidIn(move)}>${labelOf(move)}</option>`)}
    </select>
    <button data-say=${current.text}>${word} <${Letter} move=${current} /></button>
  </form>`;
}
