/* Tells the vectors to the page's implementation: `node run_vectors.mjs <page folder> <faults> <vectors>`.

   `faults` is the link of the module that the server makes. Prints the table of states, and what is
   made of each vector. */

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const [, , page, faults, vectors] = process.argv;
const hooks = `
  const folder = ${JSON.stringify(pathToFileURL(`${page}/`).href)};
  export const resolve = (name, from, next) => {
    if (!name.startsWith("cardkit/")) return next(name, from);
    const made = name === "cardkit/faults" && ${JSON.stringify(faults)};
    return { url: made || folder + name.slice(8) + ".js", shortCircuit: true };
  };
  export const load = (url, how, next) => next(url, { ...how, format: "module" });`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { PlayerRole } = await import("cardkit/player_role");
const { readFrame } = await import("cardkit/message_reader");
const { TRANSITIONS } = await import("cardkit/deal");
const heard = {};
for (const { name, player, contributions, frames } of JSON.parse(readFileSync(vectors)).player) {
  const drawn = [...contributions];
  const role = new PlayerRole(player, () => drawn.shift());
  heard[name] = [];
  for (const frame of frames) {
    const { answers, found } = await role.hear(readFrame(frame));
    heard[name].push({ answers, found: found.map(({ deal, fault }) => [deal, fault]) });
  }
}
console.log(JSON.stringify({ transitions: TRANSITIONS, heard }));
