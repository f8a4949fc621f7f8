/* What every part of the page may use: the session, its state, and words in the right language. */

import { say } from "cardkit/i18n";
import { createContext, useContext } from "cardkit/view";

export const App = createContext(null);

export function useApp() {
  return useContext(App);
}

/** The words of a page in this state; a game's own texts come first. */
export function wordsFor(state) {
  const { language, games, table } = state;
  const texts = games[table?.game]?.texts ?? {};
  return {
    language,
    texts,
    t: (template, parts) => say(template, language, parts, texts),
    title: (game) => games[game]?.title?.[language] ?? games[game]?.title?.en ?? game,
    both: (text) => (typeof text === "string" ? text : (text?.[language] ?? text?.en ?? "")),
  };
}
