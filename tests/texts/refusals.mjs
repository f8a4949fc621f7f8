/* Words refusals as the page does: `node refusals.mjs <page folder>`, with what the games declare and
   the sentences as JSON on its input. */

import { readFileSync } from "node:fs";
import "../page_modules.mjs";

const { inPlainWords } = await import("cardkit/refusal");
const [declared, said] = JSON.parse(readFileSync(0));
console.log(JSON.stringify(said.map(([game, text]) => inPlainWords(text, declared[game], (word) => word))));
