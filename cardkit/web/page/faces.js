/* The faces of the cards, drawn as SVG symbols: pips, courts, jokers and a back. Our own work,
   free for any use (CC0). A card is 200 by 280; the page shows one with <use href="#card-S3">. */

import { courtOf, jokerOf } from "cardkit/courts";
import { ownCard, suitSign } from "cardkit/deck";
import { html } from "cardkit/view";

export const SUIT_PATHS = {
  S: "M50 4C38 24 8 40 8 64c0 14 11 22 22 22 8 0 14-4 17-10-1 10-5 16-11 21h28c-6-5-10-11-11-21 3 6 9 10 17 10 11 0 22-8 22-22C92 40 62 24 50 4z",
  H: "M50 95C44 82 6 58 6 32 6 17 17 8 29 8c10 0 18 6 21 16 3-10 11-16 21-16 12 0 23 9 23 24 0 26-38 50-44 63z",
  D: "M50 3c8 17 22 35 37 47-15 12-29 30-37 47-8-17-22-35-37-47C28 38 42 20 50 3z",
  C: "M50 6a20 20 0 0 0-15.500 32.600A20.500 20.500 0 1 0 46 69.500C45 80 41 90 34 96h32c-7-6-11-16-12-26.500a20.500 20.500 0 1 0 11.500-30.900A20 20 0 0 0 50 6z",
};

const [LEFT, MIDDLE, RIGHT] = [66, 100, 134];
const [TOP, HALF, BOTTOM] = [54, 140, 226];
const THIRD = (BOTTOM - TOP) / 3;
const TWO = [
  [MIDDLE, TOP],
  [MIDDLE, BOTTOM],
];
const FOUR = [
  [LEFT, TOP],
  [RIGHT, TOP],
  [LEFT, BOTTOM],
  [RIGHT, BOTTOM],
];
const SIX = [...FOUR, [LEFT, HALF], [RIGHT, HALF]];
const SEVEN = [...SIX, [MIDDLE, (TOP + HALF) / 2]];
const EIGHT = [
  ...FOUR,
  [LEFT, TOP + THIRD],
  [RIGHT, TOP + THIRD],
  [LEFT, BOTTOM - THIRD],
  [RIGHT, BOTTOM - THIRD],
];
const PIPS = {
  A: [[MIDDLE, HALF]],
  2: TWO,
  3: [...TWO, [MIDDLE, HALF]],
  4: FOUR,
  5: [...FOUR, [MIDDLE, HALF]],
  6: SIX,
  7: SEVEN,
  8: [...SEVEN, [MIDDLE, (HALF + BOTTOM) / 2]],
  9: [...EIGHT, [MIDDLE, HALF]],
  T: [...EIGHT, [MIDDLE, TOP + THIRD / 2], [MIDDLE, BOTTOM - THIRD / 2]],
};

/** A suit sign of this size with its middle at x, y; those of the lower half stand on their head. */
export function Pip({ suit, x, y, size, turned = false }) {
  const scale = size / 100;
  const turn = turned ? " rotate(180)" : "";
  const place = `translate(${x} ${y})${turn} scale(${scale}) translate(-50 -50)`;
  return html`<path class="ink-${suit}" transform=${place} d=${SUIT_PATHS[suit]} />`;
}

function Index({ suit, rank }) {
  const ten = rank === "T";
  return html`<g>
    <text class="index ink-${suit}" x=${ten ? 27 : 25} y="48" text-anchor="middle"
      textLength=${ten ? 42 : null} lengthAdjust="spacingAndGlyphs">${ten ? "10" : rank}</text>
    <${Pip} suit=${suit} x="25" y="73" size="34" />
  </g>`;
}

function Twice({ children }) {
  return html`${children}<g transform="rotate(180 100 140)">${children}</g>`;
}

function Paper() {
  return html`<rect class="paper" x="1" y="1" width="198" height="278" rx="14" />`;
}

function Face({ card }) {
  const [suit, rank] = card;
  const court = courtOf(suit, rank);
  const size = rank === "A" ? (suit === "S" ? 110 : 84) : 40;
  return html`<symbol id="card-${card}" viewBox="0 0 200 280">
    <${Paper} />
    <${Twice}><${Index} suit=${suit} rank=${rank} /><//>
    ${
      court ??
      PIPS[rank].map(
        ([x, y]) => html`<${Pip} suit=${suit} x=${x} y=${y} size=${size} turned=${y > HALF} />`,
      )
    }
  </symbol>`;
}

/** A card that only its game knows: its rank and the sign of its suit in the corners, and its picture
    or its sign in the middle; all in its colour. One that nobody knows is its name. */
export function OwnFace({ card, own }) {
  const { face, suit, rank, sign, colour, picture } = ownCard(card, own);
  const ink = colour ? `ink-${colour}` : `ink-${own.suits?.[suit] || !suit ? "S" : suit}`;
  const large = face?.sign || (suit ? suitSign(suit, own) : sign);
  const drawn = picture ?? (own.suits?.[suit] || face?.sign ? null : SUIT_PATHS[suit]);
  return html`<${Paper} />
    ${colour && html`<rect class="panel ${ink}" x="14" y="14" width="172" height="252" rx="10" />`}
    <${Twice}>
      <${Written} ink=${ink} text=${suit ? rank : sign} x="37" y="52" size="40" width="44" />
      ${suit && html`<${Written} ink=${ink} text=${suitSign(suit, own)} x="37" y="88" size="30" width="40" />`}
    <//>
    ${
      drawn
        ? html`<path class=${ink} transform="translate(50 90)" d=${drawn} />`
        : html`<${Written} ink=${ink} text=${large} x="100" y="172" size="92" width="112" />`
    }`;
}

/** A text of this size with its middle at x, narrower where it would be wider than this. */
function Written({ ink, text, x, y, size, width }) {
  const wide = [...text].length * size * 0.6 > width;
  return html`<text class="index ${ink}" x=${x} y=${y} text-anchor="middle" style=${{ fontSize: `${size}px` }}
    textLength=${wide ? width : null} lengthAdjust="spacingAndGlyphs">${text}</text>`;
}

function Joker({ card }) {
  const letters = [..."JOKER"].map(
    (letter, at) =>
      html`<text class="index joker-${card}" x="23" y=${40 + at * 27} font-size="28"
        text-anchor="middle">${letter}</text>`,
  );
  return html`<symbol id="card-${card}" viewBox="0 0 200 280">
    <${Paper} />
    <${Twice}>${letters}<//>
    ${jokerOf(card)}
  </symbol>`;
}

function Back() {
  return html`<symbol id="card-back" viewBox="0 0 200 280">
    <${Paper} />
    <rect class="back" x="11" y="11" width="178" height="258" rx="8" />
    <rect x="11" y="11" width="178" height="258" rx="8" fill="url(#lattice)" />
    <rect class="back-line" x="19" y="19" width="162" height="242" rx="5" />
    <path class="back-mark" d="M100 92 136 140 100 188 64 140z" />
    <path class="back-spot" d="M100 114 119 140 100 166 81 140z" />
  </symbol>`;
}

/** All symbols, to stand once in the page. */
export function Sprite() {
  const cards = [..."SHDC"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => suit + rank));
  return html`<svg class="sprite" aria-hidden="true" width="0" height="0">
    <defs>
      <pattern id="lattice" width="20" height="20" patternUnits="userSpaceOnUse">
        <path class="lattice" d="M0 10 10 0l10 10-10 10z" />
        <circle class="lattice-dot" cx="10" cy="10" r="2" />
      </pattern>
      <clipPath id="upper"><path d="M48 30H152V126L48 154z" /></clipPath>
    </defs>
    ${cards.map((card) => html`<${Face} card=${card} />`)}
    <${Joker} card="J1" /><${Joker} card="J2" />
    <${Back} />
    ${[..."SHDC"].map(
      (suit) => html`<symbol id="suit-${suit}" viewBox="0 0 100 100">
        <path d=${SUIT_PATHS[suit]} />
      </symbol>`,
    )}
  </svg>`;
}
