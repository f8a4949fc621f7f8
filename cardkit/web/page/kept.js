/* What this browser keeps: the visit of this window, who was here last, how a person likes the
   page; and what the link of the page asks for. A browser that keeps nothing is no worse off. */

const VISIT = "cardkit.session";
const LAST = "cardkit.token";
const PAGE = "cardkit.page";
const PROBE = "cardkit.probe";
const MOST_PAGES = 20;

/** The visit of this window, until it is closed: token, name, and the table as it was last seen. */
export const visit = {
  get: () => parsed(read("sessionStorage", VISIT)),
  keep({ token, last, me, table, log }) {
    const whole = { token, last, me, table, log: log.slice(-100) };
    if (!write("sessionStorage", VISIT, whole)) write("sessionStorage", VISIT, { token, me });
  },
  forget: () => write("sessionStorage", VISIT, null),
};

/** Who was here last in any window, and may come back. */
export const lastVisit = {
  get: () => parsed(read("localStorage", LAST)),
  keep: ({ name, token, own = false }) => write("localStorage", LAST, { name, token, own }),
  forget: () => write("localStorage", LAST, null),
};

/** How a person likes the page. */
export const liking = {
  get: (name) => read("localStorage", `cardkit.${name}`),
  keep: (name, value) => write("localStorage", `cardkit.${name}`, value),
};

/** Whether anything is kept, so that one can come back after the page was loaded again. */
export function keepsVisits() {
  return ["sessionStorage", "localStorage"].some((store) => write(store, PROBE, "1") && write(store, PROBE, null));
}

/** Whether the page is of another version than the server has now; told once for each version, so
    that two servers of different versions at one address send nobody back and forth. */
export function isOutdated(version) {
  const own = /\/assets\/([^/]+)\//.exec(import.meta.url)?.[1];
  const told = parsed(read("sessionStorage", PAGE));
  const before = Array.isArray(told) ? told : [];
  if (!version || !own || own === version || before.includes(version)) return false;
  return write("sessionStorage", PAGE, [...before, version].slice(-MOST_PAGES));
}

/** The table that the link leads to. */
export function invitation() {
  const found = /^#table=(.+)$/.exec(location.hash) ?? /^\/table\/([^/]+)$/.exec(location.pathname);
  try {
    return found ? decodeURIComponent(found[1]).slice(0, 100) : "";
  } catch {
    return "";
  }
}

/** The game that the link asks to play at once. */
export function gameToPlay() {
  return (new URLSearchParams(location.search).get("play") ?? "").slice(0, 100);
}

export function linkTo(table) {
  return `/#table=${encodeURIComponent(table)}`;
}

function read(store, key) {
  try {
    return globalThis[store].getItem(key);
  } catch {
    return null;
  }
}

function write(store, key, value) {
  try {
    if (value === null) globalThis[store].removeItem(key);
    else globalThis[store].setItem(key, typeof value === "string" ? value : JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
