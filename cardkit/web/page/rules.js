/* The rule sheet of a game, or of the table one is at. */

import { useApp, useGame } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { Markdown } from "cardkit/markdown";
import { Presets } from "cardkit/open";
import { html, useEffect, useState } from "cardkit/view";

export function RuleSheet({ game, close }) {
  const { session, state, t, language, title } = useApp();
  const [preset, setPreset] = useState("");
  const [lines, setLines] = useState(null);
  const here = !game;
  const name = game || state.table?.game;
  const about = useGame(name);
  useEffect(() => {
    let wanted = true;
    const load = here ? session.rulesHere() : fetchRules(game, preset, language);
    load.then(
      (found) => wanted && setLines(found),
      () => wanted && setLines([]),
    );
    return () => {
      wanted = false;
    };
  }, [game, preset, language]);
  return html`<${Dialog} title=${`${t("Rules")}: ${title(name)}`} close=${close} wide text>
    ${!here && html`<${Presets} game=${about} preset=${preset} choose=${setPreset} />`}
    ${lines === null && html`<p class="dim">${t("One moment …")}</p>`}
    ${lines?.length === 0 && html`<p class="problem">${t("The rules could not be loaded.")}</p>`}
    <div class="sheet">${lines && html`<${Markdown} lines=${lines} own=${about?.declaration} texts=${about?.texts} />`}</div>
  <//>`;
}

async function fetchRules(game, preset, language) {
  const query = new URLSearchParams({ preset, lang: language });
  const answer = await fetch(`/rules/${encodeURIComponent(game)}?${query}`, {
    headers: { Accept: "text/markdown" },
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.text()).split("\n");
}
