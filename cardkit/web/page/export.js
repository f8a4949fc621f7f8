/* All that the server stores about a person, as a file for them to keep. */

/** Ask for it page by page, and put the pages together. */
export async function storedAbout(connection) {
  const stored = {};
  let next = 0;
  do {
    const { reply, messages } = await connection.say("EXPORT", String(next));
    const page = messages.find(({ kind }) => kind === "EXPORT").stored;
    for (const [table, rows] of Object.entries(page)) stored[table] = [...(stored[table] ?? []), ...rows];
    next = reply.next;
  } while (next);
  return stored;
}

/** Hand a file to the person. */
export function save(name, data) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
