/* The rule sheet of a game, or of the table one is at. */

import { useApp, useGame } from "cardkit/app";
import { Dialog } from "cardkit/dialog";
import { Markdown } from "cardkit/markdown";
import { KindSelect } from "cardkit/options";
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
    <div class="row">
      ${!here && html`<${KindSelect} game=${about} preset=${preset} choose=${setPreset} />`}
      <a class="to-print" href=${linkTo(name, here ? state.table?.options : { preset }, language)}
        target="_blank">${t("Page to print")}</a>
    </div>
    ${lines === null && html`<p class="dim">${t("One moment …")}</p>`}
    ${lines?.length === 0 && html`<p class="problem">${t("The rules could not be loaded.")}</p>`}
    <div class="sheet">${lines && html`<${Markdown} lines=${lines} own=${about?.declaration} texts=${about?.texts} />`}</div>
  <//>`;
}

/** The page with these rules alone; `options` are those of a table. */
function linkTo(game, options, language) {
  const query = new URLSearchParams({ lang: language });
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value !== "") query.set(name, typeof value === "object" ? JSON.stringify(value) : value);
  }
  return `/rules/${encodeURIComponent(game)}?${query}`;
}

async function fetchRules(game, preset, language) {
  const answer = await fetch(linkTo(game, { preset }, language), {
    headers: { Accept: "text/markdown" },
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.text()).split("\n");
}
