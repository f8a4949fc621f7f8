/* Finds the modules of the page, in the folder that is named first on the command line. Import it
   before them. */

import { register } from "node:module";
import { pathToFileURL } from "node:url";

const hooks = `
  const folder = ${JSON.stringify(pathToFileURL(`${process.argv[2]}/`).href)};
  export const resolve = (name, from, next) => name.startsWith("cardkit/")
    ? { url: folder + name.slice(8) + ".js", shortCircuit: true } : next(name, from);
  export const load = (url, how, next) => next(url, { ...how, format: "module" });`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
