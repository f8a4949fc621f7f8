/* A part of the page that cannot be drawn says so, and the rest goes on. */

import { useApp } from "cardkit/app";
import { html, useEffect, useErrorBoundary } from "cardkit/view";

const MOST_TOLD = 10;
let told = 0;

/** Draws its children; where that fails, a plain sentence until something changes at the table. */
export function Part({ name, children }) {
  const { state, t } = useApp();
  const [error, tryAgain] = useErrorBoundary((wrong) => tellHost(name, wrong));
  const { last, legal } = state.table ?? {};
  useEffect(() => {
    if (error) tryAgain();
  }, [last, legal]);
  if (!error) return children;
  return html`<p class="broken" data-part=${name} role="alert">
    ${t("This part of the page cannot be shown now; the host is told. You can go on.")}</p>`;
}

/** What failed and where, for the host's log. Not what the error says: it may name a card. */
export function tellHost(part, error) {
  told += 1;
  if (told > MOST_TOLD) return;
  const [, at = ""] = /([\w-]+\.m?js[^\s/]*:\d+):\d+/.exec(error?.stack ?? "") ?? [];
  const body = JSON.stringify({ part, error: error?.name ?? "", at: at.replace(/\?[^:]*/, "") });
  fetch("/failed", { method: "POST", body }).catch(() => null); // nobody is there to be told
}
