/* Refusals as people read them: the server words them for those who type, with commands as these are
   written. Pure. */

import { isCard, SIGNS } from "cardkit/deck";

/** The parts of a sentence: what stands on the buttons for commands, and cards and suits to be shown. */
export function inPlainWords(text, declaration, t) {
  const buttons = new Map(declaration.words.map(({ verb, button }) => [verb, button]));
  const parts = [];
  for (const piece of text.replace(/(\d+)\.\.(\d+)/g, "$1–$2").split(/([A-Za-z0-9_+]+)/)) {
    if (isCard(piece, declaration)) parts.push({ card: piece });
    else if (Object.hasOwn(SIGNS, piece)) parts.push({ suit: piece });
    else if (buttons.has(piece)) parts.push(t(buttons.get(piece) || plainly(piece)));
    else if (piece) parts.push(piece);
  }
  return parts;
}

/** What is said of the settings of a table, by what they are called in its form. */
export function withLabels(text, options, labelOf) {
  const known = new Map(options.map((option) => [option.name, option]));
  return text.replace(/(?<![\w.])([a-z][a-z0-9_]*)(=|(?= cannot be))/g, (whole, name, sign) =>
    known.has(name) ? `“${labelOf(known.get(name))}”${sign && " "}` : whole,
  );
}

function plainly(verb) {
  const plain = verb.toLowerCase().replaceAll("_", " ");
  return plain[0].toUpperCase() + plain.slice(1);
}
