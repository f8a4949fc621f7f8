/* The faces of the robots, drawn as SVG: the shape of the head tells the level, and colour, eyes, mouth
   and crest are a robot's own. Our own work, free for any use (CC0). */

import { useApp } from "cardkit/app";
import { isRobot, levelOf, numberOf, USUAL } from "cardkit/robots";
import { html } from "cardkit/view";

/** From the weakest to the strongest. */
const HEADS = {
  easy: html`<ellipse cx="32" cy="37" rx="26" ry="23" />`,
  normal: html`<path d="M5 32h6v13H5zM53 32h6v13h-6z" /><rect x="9" y="15" width="46" height="44" rx="13" />`,
  strong: html`<path d="M19 14h26q8 0 9.500 8l3 14q1 6-4 10L41 56.500q-9 6-18 0L10.500 46q-5-4-4-10l3-14q1.500-8 9.500-8z" />`,
};
const EXTRAS = {
  easy: html`<g class="cheeks"><circle cx="14.500" cy="43" r="4" /><circle cx="49.500" cy="43" r="4" /></g>`,
  strong: html`<rect x="12" y="25" width="40" height="18" rx="9" />`,
};
/** Far from each other where they follow one another. */
const HUES = [235, 75, 10, 155, 300, 195, 45, 340, 120, 270];
const CRESTS = [
  html`<path d="M32 15V8" /><circle cx="32" cy="6" r="3.500" />`,
  html`<path d="M32 15V9C26 10 21 8 20 2.500c6-.5 10 1.500 12 6.500 2-5 6-7 12-6.500-1 5.500-6 7.500-12 6.500" />`,
  html`<path d="M24 17l-4-10M40 17l4-10" /><circle cx="19.500" cy="6" r="3" /><circle cx="44.500" cy="6" r="3" />`,
  html`<path d="M29 16c-8-3-5-13 6-13-2 3 0 5 4 5 1 5-2 8-5 8z" />`,
  html`<path d="M24 17a8 8 0 0 1 16 0z" />`,
];
const EYES = [
  html`<circle cx="22" cy="34" r="4.500" /><circle cx="42" cy="34" r="4.500" />`,
  html`<path class="line" d="M17 36q5-8 10 0M37 36q5-8 10 0" />`,
  html`<rect x="18.500" y="28" width="7" height="12" rx="3.500" /><rect x="38.500" y="28" width="7" height="12" rx="3.500" />`,
  html`<circle cx="22" cy="34" r="6" /><circle cx="42" cy="34" r="6" /><g class="glint"><circle cx="24" cy="32" r="2" /><circle cx="44" cy="32" r="2" /></g>`,
];
const MOUTHS = [
  html`<path class="line" d="M24 47q8 7 16 0" />`,
  html`<path d="M24 46h16q-1 8-8 8t-8-8z" />`,
  html`<path class="line" d="M27 49q6 3.500 11-1.500" />`,
];

/** A face by the name of its level and a number; what is heard of it is `label`. */
export function RobotFace({ level, number, label = "" }) {
  const head = Object.hasOwn(HEADS, level) ? level : USUAL;
  const mark = number + 3 * Object.keys(HEADS).indexOf(head); // so that levels differ in colour, too
  const one = (some) => some[mark % some.length];
  return html`<svg class="robot-face" viewBox="0 0 64 64" role=${label ? "img" : null} aria-label=${label || null}
    aria-hidden=${label ? null : "true"} focusable="false" data-level=${head} style=${{ "--hue": String(one(HUES)) }}>
    <g class="head">${one(CRESTS)}${HEADS[head]}</g>
    ${EXTRAS[head]}
    <g class="eyes">${one(EYES)}</g>${one(MOUTHS)}
  </svg>`;
}

/** The face of who is called so; people have none here. */
export function Face({ name, label = "" }) {
  const { state } = useApp();
  if (!isRobot(name)) return null;
  const { levels } = state;
  return html`<${RobotFace} level=${levelOf(name, levels)?.name} number=${numberOf(name, levels)} label=${label} />`;
}

/** Somebody by name, a robot with its face; oneself is `you`. */
export function Person({ name, you = "" }) {
  const { called, t } = useApp();
  if (you || !isRobot(name)) return html`<bdi class="name">${you || name}</bdi>`;
  return html`<span class="person"><${Face} name=${name} label=${t("robot")} /><bdi class="name">${called(name)}</bdi></span>`;
}
