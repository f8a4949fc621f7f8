/* Jacks, queens, kings and jokers: each a half figure that is there twice, head to head. */

import { html } from "cardkit/view";

const SKIN = "#f3cfa8";
const LINE = "#2b2b33";
const GOLD = "#e0a526";
const WHITE = "#fffaf0";
const ROBES = {
  S: { robe: "#27406e", trim: "#c0392b", hair: "#4a3728" },
  H: { robe: "#b3262f", trim: "#27406e", hair: "#c98a2b" },
  D: { robe: "#d9822b", trim: "#7c2f5d", hair: "#8a4b2a" },
  C: { robe: "#2f6b4f", trim: "#d9a02b", hair: "#2f2a28" },
};

/** The picture in the middle of a court card, or nothing. */
export function courtOf(suit, rank) {
  const draw = { J: jack, Q: queen, K: king }[rank];
  if (!draw) return null;
  const half = html`<g clip-path="url(#upper)">${draw(ROBES[suit])}${mark(suit)}</g>`;
  return html`<g stroke-linejoin="round" stroke-linecap="round">
    <rect x="48" y="30" width="104" height="220" rx="4" fill=${WHITE} />
    ${half}
    <g transform="rotate(180 100 140)">${half}</g>
    <path d="M48 154 152 126" stroke=${GOLD} stroke-width="5" />
    <path d="M48 154 152 126" stroke=${LINE} stroke-width="1" />
    <rect class="line-${suit}" x="48" y="30" width="104" height="220" rx="4" fill="none" />
  </g>`;
}

function mark(suit) {
  return html`<use href="#suit-${suit}" class="ink-${suit}" x="53" y="35" width="27" height="27" />`;
}

/** Shoulders, robe with a fur edge, and neck: the same for all, in their own colours. */
function body({ robe, trim }) {
  return html`<path d="M44 160V128Q62 108 86 104h28q24 4 42 24v32z" fill=${robe} stroke=${LINE}
      stroke-width="1.500" />
    <path d="M44 142q18-26 38-36l18 30 18-30q20 10 38 36v20H44z" fill="none" stroke=${GOLD}
      stroke-width="2" />
    <path d="M86 104 100 150 114 104z" fill=${trim} stroke=${LINE} stroke-width="1.200" />
    <path d="M92 96v12q8 8 16 0V96z" fill=${SKIN} stroke=${LINE} stroke-width="1.200" />
    ${[0, 1, 2, 3].map((at) => html`<circle cx="100" cy=${116 + at * 9} r="2.200" fill=${GOLD} />`)}
    ${[60, 70, 130, 140].map(
      (x) => html`<path d=${`M${x} ${x < 100 ? 136 : 124}l4 6-4 6-4-6z`} fill=${GOLD} />`,
    )}`;
}

function face() {
  return html`<ellipse cx="100" cy="80" rx="17" ry="21" fill=${SKIN} stroke=${LINE}
      stroke-width="1.400" />
    <path d="M88 74q4-3 8 0M104 74q4-3 8 0" fill="none" stroke=${LINE} stroke-width="1.800" />
    <circle cx="92.500" cy="78" r="1.900" fill=${LINE} />
    <circle cx="107.500" cy="78" r="1.900" fill=${LINE} />
    <path d="M100 78v7l-3 1" fill="none" stroke=${LINE} stroke-width="1.200" />
    <path d="M95 91q5 3 10 0" fill="none" stroke="#a33" stroke-width="2" />`;
}

function king(colours) {
  return html`<path d="M136 158V58" stroke=${LINE} stroke-width="6" />
    <path d="M136 158V50" stroke="#c9ced8" stroke-width="4" />
    <path d="M136 36 141 52H131z" fill="#c9ced8" stroke=${LINE} stroke-width="1" />
    <path d="M80 66q-8 26 4 40h32q12-14 4-40z" fill=${colours.hair} stroke=${LINE}
      stroke-width="1.200" />
    ${body(colours)}${face()}
    <path d="M84 84q0 30 16 32 16-2 16-32-4 6-8 6-4-4-8-1-4-3-8 1-4 0-8-6z" fill=${colours.hair}
      stroke=${LINE} stroke-width="1.200" />
    <path d="M95 94q5 3 10 0" fill="none" stroke="#a33" stroke-width="2" />
    <path d="M79 66 74 40l14 12 12-18 12 18 14-12-5 26q-21-7-42 0z" fill=${GOLD} stroke=${LINE}
      stroke-width="1.400" />
    <path d="M79 66q21-7 42 0l1-6q-22-7-44 0z" fill=${colours.trim} stroke=${LINE}
      stroke-width="1" />
    ${[74, 100, 126].map(
      (x) => html`<circle cx=${x} cy=${x === 100 ? 34 : 40} r="3.200" fill=${colours.trim}
        stroke=${LINE} />`,
    )}`;
}

function queen(colours) {
  return html`<path d="M78 70q-14 26-8 58 8-6 14-18l-2-30zM122 70q14 26 8 58-8-6-14-18l2-30z"
      fill=${colours.hair} stroke=${LINE} stroke-width="1.200" />
    ${body(colours)}${face()}
    <path d="M82 84q-2-22 18-24 20 2 18 24-4-14-18-17-14 3-18 17z" fill=${colours.hair}
      stroke=${LINE} stroke-width="1.200" />
    <path d="M80 62q-2-10-4-16l10 7 6-13 8 10 8-10 6 13 10-7q-2 6-4 16-20-8-40 0z" fill=${GOLD}
      stroke=${LINE} stroke-width="1.400" />
    ${[76, 92, 108, 124].map(
      (x) => html`<circle cx=${x} cy=${x === 76 || x === 124 ? 46 : 40} r="2.600"
        fill=${colours.trim} stroke=${LINE} />`,
    )}
    <path d="M136 150q-6-24 0-46" fill="none" stroke="#3d7a3d" stroke-width="3" />
    ${[0, 72, 144, 216, 288].map(
      (turn) => html`<ellipse cx="136" cy="88" rx="5.500" ry="8" fill=${colours.trim}
        stroke=${LINE} stroke-width="0.800" transform=${`rotate(${turn} 136 96)`} />`,
    )}
    <circle cx="136" cy="96" r="4.500" fill=${GOLD} stroke=${LINE} />`;
}

function jack(colours) {
  return html`<path d="M136 158V46" stroke="#7a5230" stroke-width="4" />
    <path d="M136 34 142 52H130zM136 56q16-4 16 10-8-4-16 0z" fill="#c9ced8" stroke=${LINE}
      stroke-width="1.200" />
    <path d="M80 70q-6 22 0 34h12V74zM120 70q6 22 0 34h-12V74z" fill=${colours.hair}
      stroke=${LINE} stroke-width="1.200" />
    ${body(colours)}${face()}
    <path d="M76 66q2-24 28-26 22 0 22 16-4 10-50 10z" fill=${colours.robe} stroke=${LINE}
      stroke-width="1.400" />
    <path d="M76 66q24 4 46-3l2 7q-24 7-48 2z" fill=${GOLD} stroke=${LINE} stroke-width="1.200" />
    <path d="M80 56q-18-4-14-22 2 8 8 8-4-8 4-12 0 12 10 16z" fill=${colours.trim} stroke=${LINE}
      stroke-width="1" transform="translate(16 4)" />`;
}

/** A jester; the first joker, the lower one, has no colours. */
export function jokerOf(card) {
  const [one, two, three] =
    card === "J2" ? ["#b3262f", "#27406e", GOLD] : ["#55585f", "#8b8f98", "#c4c7cd"];
  const bell = (x, y) => html`<circle cx=${x} cy=${y} r="6" fill=${three} stroke=${LINE} />`;
  return html`<g stroke-linejoin="round" stroke=${LINE} stroke-width="1.600">
    <circle cx="100" cy="140" r="62" fill=${WHITE} stroke=${three} stroke-width="3" />
    <path d="M66 186q6-22 34-24 28 2 34 24-16 16-34 16t-34-16z" fill=${two} />
    <path d="M70 170 82 196 92 172 100 198 108 172 118 196 130 170q-30-14-60 0z" fill=${three} />
    <ellipse cx="100" cy="142" rx="22" ry="26" fill=${SKIN} />
    <path d="M78 132q-30-6-30-34 22-6 40 18 0-34 12-46 12 12 12 46 18-24 40-18 0 28-30 34-22-10-44 0z"
      fill=${one} />
    <path d="M88 116q0-34 12-46 12 12 12 46-12 4-24 0z" fill=${two} />
    <path d="M77 134q23-12 46 0l1-8q-24-11-48 0z" fill=${three} />
    ${bell(48, 98)}${bell(100, 68)}${bell(152, 98)}
    <circle cx="91" cy="142" r="2.600" fill=${LINE} /><circle cx="109" cy="142" r="2.600" fill=${LINE} />
    <path d="M87 154q13 12 26 0" fill="none" stroke-width="2.400" />
    <path d="M100 142v6" fill="none" />
  </g>`;
}
