/* Which words are cards, suits and ranks, and how they are shown. Everybody knows the French cards;
   what else a game has it declares, and what nobody knows is shown by its name. */

export const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const FRENCH = /^(?:[SHDC][2-9TJQKA]|J[12])$/;
const NONE = {};

/** What the game declares of a suit, a rank or a face; undefined where it declares nothing. */
function declared(table, name) {
  return Object.hasOwn(table ?? NONE, name) ? table[name] : undefined;
}

function hasOwnCards({ suits, ranks, faces }) {
  return [suits, ranks, faces].some((each) => Object.keys(each ?? NONE).length > 0);
}

/** The ranks that are written so, from low to high: each a letter, or a word among spaces. */
export function ranksIn(order) {
  return order.includes(" ") ? order.split(" ") : [...order];
}

/** Whether a word is a card whose face is seen. */
export function isCard(word, own = NONE) {
  if (typeof word !== "string") return false;
  if (FRENCH.test(word) || declared(own.faces, word)) return true;
  return hasOwnCards(own) && isSuit(word.slice(0, 1), own) && isRank(word.slice(1), own);
}

export function isSuit(word, own = NONE) {
  return Object.hasOwn(SIGNS, word) || declared(own.suits, word) !== undefined;
}

export function isRank(word, own = NONE) {
  if (hasOwnCards(own) && (declared(own.ranks, word) || /^[0-9]+$/.test(word))) return true;
  return word.length === 1 && "23456789TJQKA".includes(word);
}

/** Whether a card is one that everybody knows, and has its picture. */
export function isFrench(card, own = NONE) {
  return FRENCH.test(card) && !declared(own.suits, card[0]) && !declared(own.faces, card);
}

/** How a suit is shown. */
export function suitSign(suit, own = NONE) {
  return declared(own.suits, suit)?.sign || SIGNS[suit] || suit;
}

/** How a rank is shown. */
export function rankSign(rank, own = NONE) {
  return declared(own.ranks, rank)?.sign || (rank === "T" ? "10" : rank);
}

/** How a card of the game's own is shown, or one that nobody knows: its parts, and all of it. */
export function ownCard(card, own = NONE) {
  const face = declared(own.faces, card);
  const known = isCard(card, own) && isSuit(card.slice(0, 1), own) && isRank(card.slice(1), own);
  if (!known) {
    return { face, suit: "", rank: "", sign: face?.sign || card, colour: face?.colour ?? "" };
  }
  const [suit, rank] = [declared(own.suits, card[0]), declared(own.ranks, card.slice(1))];
  return {
    face,
    suit: card[0],
    rank: rank?.sign || card.slice(1),
    sign: face?.sign || suitSign(card[0], own) + (rank?.sign || card.slice(1)),
    colour: face?.colour || suit?.colour || "",
    picture: face?.picture || suit?.picture,
  };
}

/** The class that gives a card or a suit its colour. */
export function inkOf(word, own = NONE) {
  if (isFrench(word, own) || (Object.hasOwn(SIGNS, word) && !declared(own.suits, word))) {
    return `ink-${word[0]}`;
  }
  const { colour } = declared(own.suits, word) ?? ownCard(word, own);
  return colour ? `ink-${colour}` : "ink-S";
}
