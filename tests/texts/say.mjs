/* Calls functions of the page's i18n.js: `node say.mjs <page folder>`, with the calls as JSON on its
   input. */

import { readFileSync } from "node:fs";
import "../page_modules.mjs";

const { formFor, plural, say, spoken } = await import("cardkit/i18n");
const known = {
  formFor,
  spoken,
  plural: (n, one, many, language, texts) => say(plural(n, one, many), language, {}, texts),
};
const calls = JSON.parse(readFileSync(0));
console.log(JSON.stringify(calls.map(([name, parts]) => known[name](...parts))));
