/* Words in the language of the person. English templates are the keys; what has no translation
   stays as it is. A game brings texts of its own along. */

import { isFrench, ownCard, SIGNS } from "cardkit/deck";
import { liking } from "cardkit/kept";
import { LANGUAGES } from "cardkit/languages";

/** By language, the words that were loaded; English needs none. */
const known = {};

/** Load the words of a language. The server makes these modules of cardkit/texts. */
export async function learn(language) {
  if (language === "en" || known[language]) return;
  const { TEXTS } = await import(`cardkit/texts_${language}`);
  known[language] = { __proto__: null, ...TEXTS };
}

/** What a game's own texts have for it, or else the page's; no property that every object has. */
function find(template, language, texts) {
  const own = [texts[language], known[language]].find((one) => one && Object.hasOwn(one, template));
  return own?.[template];
}

export function translate(text, language, texts = {}) {
  const found = find(text, language, texts);
  return typeof found === "string" ? found : text;
}

/** A sentence about a number, which is {n} in it: t(plural(3, '1 card', '{n} cards')). */
export function plural(n, one, many) {
  return { n, one, many };
}

const KINDS = ["zero", "one", "two", "few", "many", "other"];

/** Of the forms of a plural, in the order of gettext, the one that a number takes. */
export function formFor(n, forms, language) {
  const rules = new Intl.PluralRules(language);
  const { pluralCategories } = rules.resolvedOptions();
  const kinds = KINDS.filter((kind) => pluralCategories.includes(kind));
  return forms[kinds.indexOf(rules.select(n))] ?? forms.at(-1);
}

function counted({ n, one, many }, language, texts) {
  const said = find(many, language, texts);
  if (said === undefined) return n === 1 ? one : many;
  return Array.isArray(said) ? formFor(n, said, language) : said;
}

/** A sentence as a list of parts, so that names and cards in it stay what they are. */
export function fill(template, language, parts = {}, texts = {}) {
  if (template.many) {
    const number = { n: shownNumber(template.n), ...parts };
    return fill(counted(template, language, texts), "en", number);
  }
  const filled = [];
  for (const piece of translate(template, language, texts).split(/(\{\w+(?::,)?\})/)) {
    const key = /^\{(\w+)(?::,)?\}$/.exec(piece)?.[1];
    if (key === undefined) piece && filled.push(piece);
    else filled.push(...[parts[key] ?? ""].flat());
  }
  return filled;
}

/** A sentence as one text. */
export function say(template, language, parts = {}, texts = {}) {
  return fill(template, language, parts, texts).join("");
}

/** A number as people write it: −1,200. */
export function shownNumber(value) {
  return Number(value).toLocaleString("en").replace("-", "−");
}

/** The language that was chosen, or else the first of the browser's that there is here. */
export function firstLanguage() {
  const wishes = [liking.get("language"), ...(navigator.languages ?? [])];
  return wishes.map((wish) => spoken(wish)).find(Boolean) ?? "en";
}

/** The language for a wish such as pt-br; undefined if it is not spoken here. */
export function spoken(wish, languages = LANGUAGES) {
  let tag = (wish ?? "").toLowerCase();
  const known = (language) => language.toLowerCase() === tag;
  while (tag && !Object.keys(languages).some(known)) tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")));
  return Object.keys(languages).find(known);
}

const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** A card as a screen reader says it; `own` is what the game declares, in its own `texts`. */
export function cardName(card, language, own = {}, texts = {}) {
  if (card === "??") return say("hidden card", language);
  if (!isFrench(card, own)) return ownName(card, language, own, texts);
  if (card[0] === "J") return say("joker", language) + (card === "J2" ? " 2" : "");
  const rank = say(RANKS[card[1]] ?? card[1], language);
  return say("{rank} of {suit}", language, { rank, suit: say(SUITS[card[0]], language) });
}

function ownName(card, language, own, texts) {
  const { face, suit } = ownCard(card, own);
  if (face?.label) return say(face.label, language, {}, texts);
  if (!suit) return String(card);
  const rank = own.ranks?.[card.slice(1)]?.label || RANKS[card.slice(1)] || card.slice(1);
  return say(own.suits?.[suit]?.named || "{rank} of {suit}", language, {
    rank: say(rank, language, {}, texts),
    suit: suitName(suit, language, own, texts),
  }, texts);
}

/** A card as it is written: ♠7, ♥10. */
export function cardSign(card, own = {}) {
  if (!isFrench(card, own)) return String(ownCard(card, own).sign);
  if (card[0] === "J") return card === "J2" ? "JK2" : "JK";
  return SIGNS[card[0]] + card[1].replace("T", "10");
}

export function suitName(suit, language, own = {}, texts = {}) {
  return say(own.suits?.[suit]?.label || SUITS[suit] || suit, language, {}, texts);
}
