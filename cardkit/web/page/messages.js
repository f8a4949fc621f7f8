/* What a server says: kinds, and their parts in the order of the wire, each with its
   type; `?` marks one that may be missing. Written from cardkit/protocol by
   `python -m tools.docs`; changes belong there. */

/** What everybody at a table is told, with a number. */
export const EVENTS = [
  ["ACTION", { name: "text", verb: "text", rest: "rest" }],
  ["MOVE", { source: "text", target: "text", cards: "rest" }],
  ["SHOW", { pile: "text", cards: "rest" }],
  ["GATHER", { pile: "text", count: "whole" }],
  ["SHUFFLE", { pile: "text", count: "whole" }],
  ["FACT", { key: "text", value: "any" }],
  ["TURN", { until: "number", names: "rest" }],
  ["SCORE", { points: "pairs" }],
  ["RESULT", { game: "whole", names: "rest" }],
  ["PHASE", { phase: "text", more: "any?" }],
  ["SEATS", { names: "rest" }],
  ["ORDER", { names: "rest" }],
  ["AWAY", { name: "text", policy: "text", until: "number?" }],
  ["STAND_IN", { name: "text", by: "text" }],
  ["FORFEIT", { name: "text" }],
  ["SUSPENDED", { name: "text" }],
  ["RETURNED", { name: "text" }],
  ["RESUMED", {}],
  ["LATE", { name: "text", instead: "text" }],
];

/** What is for one client alone. */
export const MESSAGES = [
  ["HELLO", { program: "text", version: "text", sentence: "text" }],
  ["STATE", { event: "whole", view: "table" }],
  ["STAGE", { stage: "text" }],
  ["HAND", { cards: "rest" }],
  ["ASK", { commands: "list", view: "table?" }],
  ["CHAT", { name: "text", text: "text" }],
  ["HOST", { text: "text" }],
  ["KICK", { name: "text", sentence: "text" }],
  ["CLOSE", { sentence: "text" }],
  ["WARNING", { name: "text", code: "text", sentence: "text" }],
  ["WARNING", { code: "text", sentence: "text" }],
  ["BYE", { code: "text", sentence: "text" }],
  ["GAME", { name: "text", title: "text", least: "whole", most: "whole", presets: "list", summary: "text" }],
  ["OPTION", { name: "text", value: "any", type: "text", values: "text", help: "text" }],
  ["RULES", { text: "text" }],
  ["DESCRIBE", { game: "text", seats: "table", declaration: "table", texts: "table" }],
  ["TABLE", { name: "text", game: "text", title: "text", phase: "text", players: "list", seats: "whole", waiting: "whole", options: "table", watching: "whole?" }],
  ["TABLE_GONE", { name: "text" }],
  ["EXPORT", { stored: "table" }],
  ["HELP", { usage: "text", text: "text" }],
  ["PERSON", { name: "text", address: "text", since: "number", table: "text" }],
  ["HOSTED", { name: "text", game: "text", title: "text", phase: "text", players: "list", others: "list", owner: "text", opened: "number?" }],
  ["BANNED", { who: "text", why: "text", since: "number", until: "number?" }],
  ["LOG", { text: "text" }],
  ["DEAL open", { deal: "whole", about: "table", commitment: "text" }],
  ["DEAL commits", { deal: "whole", commits: "list" }],
  ["DEAL ready", { deal: "whole", given: "list" }],
  ["DEAL root", { deal: "whole", label: "text", size: "whole", root: "text" }],
  ["PROOF", { deal: "whole", label: "text", pile: "text", items: "rest" }],
  ["DEAL secret", { deal: "whole", secret: "text" }],
  ["TRAIL", { match: "whole", entries: "whole", hash: "text" }],
  ["DEAL void", { deal: "whole" }],
  ["DEAL dispute", { deal: "whole", name: "text", text: "text" }],
];

/** What stands after OK. */
export const REPLIES = [
  ["", {}],
  ["ENTER", { name: "text", token: "text" }],
  ["CHALLENGE", { challenge: "text" }],
  ["RESUME", { name: "text" }],
  ["PONG", { time: "number", word: "text?" }],
  ["EXIT", { seat: "text?" }],
  ["QUIT", {}],
  ["OPEN", { table: "text" }],
  ["JOIN", { table: "text" }],
  ["WATCH", { table: "text" }],
  ["HAND", { cards: "rest" }],
  ["STATE", {}],
  ["SCORES", { standings: "rest" }],
  ["LEGAL", { commands: "rest" }],
  ["WHY", {}],
  ["WHO", { people: "rest" }],
  ["GAMES", { count: "whole" }],
  ["OPTIONS", { count: "whole" }],
  ["RULES", { count: "whole" }],
  ["DESCRIBE", { count: "whole" }],
  ["TABLES", { count: "whole" }],
  ["EXPORT", { next: "whole?" }],
  ["HELP", {}],
  ["HOST", { figures: "table" }],
];

/** Further parts than those declared do not fit. */
export const CLOSED = ["WARNING", "DEAL open", "DEAL commits", "DEAL ready", "DEAL root", "DEAL secret"];
