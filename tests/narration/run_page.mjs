/* Tells frames with the page's narrator: `node run_page.mjs <folder with the modules of the page>`.

   Reads from its input what to tell, a case in each line, and writes the lines of each. */

import { createInterface } from "node:readline";
import "../page_modules.mjs";

const { narrate } = await import("cardkit/narrator");
const { readMessage } = await import("cardkit/message_reader");
const { learn } = await import("cardkit/i18n");
await learn("ja");

/** A message of the server, or one that the session tells by itself. */
function read(words) {
  const [kind, code, sentence] = words;
  return ["LOST", "BACK"].includes(kind) ? { kind, code, sentence } : readMessage(words);
}

/** By name, what the games declare and their texts; the first line brings them along. */
let games;
for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  if (!games) {
    games = told;
    continue;
  }
  const { game, frame, me, language, partners } = told;
  const { declaration, texts } = games[game];
  console.log(JSON.stringify(narrate(frame.map(read), me, language, declaration, texts, partners)));
}
