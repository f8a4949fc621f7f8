/* Reads messages as the page does: `node read_messages.mjs <page folder>`, with a frame as JSON on
   its input. */

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const hooks = `
  const folder = ${JSON.stringify(pathToFileURL(`${process.argv[2]}/`).href)};
  export const resolve = (name, from, next) => name.startsWith("cardkit/")
    ? { url: folder + name.slice(8) + ".js", shortCircuit: true } : next(name, from);
  export const load = (url, how, next) => next(url, { ...how, format: "module" });`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { readFrame } = await import("cardkit/message_reader");
console.log(JSON.stringify(readFrame(JSON.parse(readFileSync(0)))));
