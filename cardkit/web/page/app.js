/* What every part of the page may use: the session, its state, and words in the right language. */

import { isSuit, rankSign, suitSign } from "cardkit/deck";
import { say } from "cardkit/i18n";
import { NOTHING_DECLARED } from "cardkit/narrator";
import { calledIn } from "cardkit/robots";
import { createContext, useContext, useEffect } from "cardkit/view";

export const App = createContext(null);

export function useApp() {
  return useContext(App);
}

/** All about a game, also what is loaded only for who needs it; null until that is there. */
export function useGame(name) {
  const { session, state } = useApp();
  const game = state.games[name];
  useEffect(() => {
    session.loadGame(name);
  }, [game?.details]);
  return game?.declaration ? game : null;
}

/** The words of a page in this state; a game's own texts come first. */
export function wordsFor(state) {
  const { language, games, table } = state;
  const { texts = {}, declaration = NOTHING_DECLARED } = games[table?.game] ?? {};
  const t = (template, parts) => say(template, language, parts, texts);
  return {
    language,
    texts,
    declaration,
    t,
    /** What somebody is called on the screen. */
    called: calledIn(t),
    /** How the table looks in this stage. */
    layout: (stage) => ({ hand: "rank", table: "stack", ...declaration.layouts?.[stage] }),
    /** How hands are sorted: by rank, by suit, or as this list of cards. */
    handOrder({ facts, stage }) {
      const [order] = Object.keys(declaration.facts).filter((name) => declaration.facts[name].kind === "order");
      return Array.isArray(facts[order]) ? facts[order] : (declaration.layouts?.[stage]?.hand ?? "rank");
    },
    /** What a pile or a fact is called. */
    label(name) {
      const { piles, facts } = declaration;
      const [kind, part] = name.split(":"); // a pile for each suit, rank or word
      const text = t(piles[kind]?.label ?? facts[kind]?.label ?? kind.replaceAll("_", " "));
      if (!part) return text;
      const sign = isSuit(part, declaration) ? (declaration.suits?.[part]?.label ?? suitSign(part)) : rankSign(part, declaration);
      return `${text} ${t(sign)}`;
    },
    title: (game) => games[game]?.title?.[language] ?? games[game]?.title?.en ?? game,
    both: (text) => (typeof text === "string" ? text : (text?.[language] ?? text?.en ?? "")),
  };
}

/** The colours that a game wishes for its table. */
export function coloursOf(look) {
  const wished = Object.entries(look.colours ?? {});
  return Object.fromEntries(wished.map(([name, colour]) => [`--${name}`, String(colour)]));
}
