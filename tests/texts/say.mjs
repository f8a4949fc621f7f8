/* Calls functions of the page's i18n.js: `node say.mjs <page folder>`, with the calls as JSON on its
   input. */

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const hooks = `
  const folder = ${JSON.stringify(pathToFileURL(`${process.argv[2]}/`).href)};
  export const resolve = (name, from, next) => name.startsWith("cardkit/")
    ? { url: folder + name.slice(8) + ".js", shortCircuit: true } : next(name, from);
  export const load = (url, how, next) => next(url, { ...how, format: "module" });`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { formFor, plural, say, spoken } = await import("cardkit/i18n");
const known = {
  formFor,
  spoken,
  plural: (n, one, many, language, texts) => say(plural(n, one, many), language, {}, texts),
};
const calls = JSON.parse(readFileSync(0));
console.log(JSON.stringify(calls.map(([name, parts]) => known[name](...parts))));
