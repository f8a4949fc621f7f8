/* The tables in the lobby: told whole when somebody comes to look, and then as they change. */

import { useEffect } from "cardkit/view";

/** Hear of the tables while the page is looked at; again from the start for somebody else, or after
    a lost connection. */
export function useTables(session, { link, me }) {
  const there = link !== "lost";
  useEffect(() => {
    if (!there) return undefined;
    const look = () => session.hearTables(document.visibilityState === "visible");
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      session.hearTables(false);
    };
  }, [session, there, me]);
}

export function isOfLobby({ kind }) {
  return kind === "TABLE" || kind === "TABLE_GONE";
}

/** The tables after these messages; null where none were known, or nothing was said of any. */
export function tablesAfter(tables, messages) {
  const told = messages.filter((message) => isOfLobby(message) && !message.other);
  if (!tables || !told.length) return null;
  const known = new Map(tables.map((table) => [table.name, table]));
  for (const message of told) {
    if (message.kind === "TABLE") known.set(message.name, message);
    else known.delete(message.name);
  }
  return [...known.values()];
}
