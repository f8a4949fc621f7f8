/* Reads messages as the page does: `node read_messages.mjs <page folder>`, with a frame as JSON on
   its input. */

import { readFileSync } from "node:fs";
import "../page_modules.mjs";

const { readFrame } = await import("cardkit/message_reader");
console.log(JSON.stringify(readFrame(JSON.parse(readFileSync(0)))));
