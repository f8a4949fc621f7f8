/* Words refusals as the page does: `node refusals.mjs <page folder>`, with what the games declare and
   the sentences as JSON on its input. */

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const hooks = `
  const folder = ${JSON.stringify(pathToFileURL(`${process.argv[2]}/`).href)};
  export const resolve = (name, from, next) => name.startsWith("cardkit/")
    ? { url: folder + name.slice(8) + ".js", shortCircuit: true } : next(name, from);
  export const load = (url, how, next) => next(url, { ...how, format: "module" });`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { inPlainWords } = await import("cardkit/refusal");
const [declared, said] = JSON.parse(readFileSync(0));
console.log(JSON.stringify(said.map(([game, text]) => inPlainWords(text, declared[game], (word) => word))));
