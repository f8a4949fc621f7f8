/* A match that was played, shown again: step by step, through whose eyes one likes. */

import { marked, Mistakes, Opinion, useAnalysis } from "cardkit/analysis";
import { App, coloursOf, useApp, useGame, wordsFor } from "cardkit/app";
import { SoundSwitch } from "cardkit/attention";
import { copyText } from "cardkit/copy";
import { Hand } from "cardkit/hand";
import { EVERYTHING } from "cardkit/film";
import { useKeydown } from "cardkit/keys";
import { readFrame } from "cardkit/message_reader";
import { animate, snapshot } from "cardkit/motion";
import { ask, Past } from "cardkit/past";
import { Side } from "cardkit/side";
import { soundOf, sounds } from "cardkit/sound";
import { hear, unknownTable, withPlaces } from "cardkit/state";
import { Felt, useGameStyle } from "cardkit/table";
import { PageLink } from "cardkit/top";
import { html, useEffect, useLayoutEffect, useRef, useState } from "cardkit/view";

const AT_ONCE = 300;
const PACE = 900;
const LONGEST = 1 << 20;

export function Replay({ match }) {
  const { t } = useApp();
  const [file, setFile] = useState(null);
  const [eyes, setEyes] = useState("");
  const reel = useReel(match, file, eyes);
  const game = useGame(reel.about?.game);
  const analysis = useAnalysis(match, linkedKey());
  if (reel.about && game)
    return html`<${Show} reel=${reel} eyes=${eyes} setEyes=${setEyes} close=${() => setFile(null)} analysis=${match ? analysis : null}
      first=${linkedGame(reel.about)} shared=${!file}
      back=${html`<${PageLink} to="/history" label=${t("Past matches")} look="back">←<//>`} />`;
  if (match) return html`<${Past} title=${t("Replay")} found=${reel} />`;
  return html`<${Choose} setFile=${setFile} waits=${file && !reel.problem} problem=${reel.problem} />`;
}

function Choose({ setFile, waits, problem }) {
  const { t } = useApp();
  const [tooLarge, setTooLarge] = useState(false);
  const [over, setOver] = useState(false);
  const take = async (chosen) => {
    setOver(false);
    if (!chosen) return;
    setTooLarge(chosen.size > LONGEST);
    if (chosen.size <= LONGEST) setFile({ text: await chosen.text() });
  };
  const drop = (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  };
  const drag = (event) => {
    event.preventDefault();
    setOver(true);
  };
  const wrong = tooLarge ? t("That file is too large: a record has at most 1 MiB here.") : problem;
  return html`<${Past} title=${t("Replay a record")} found=${{ data: true }}>
    <div class=${over ? "panel dropping over" : "panel dropping"} onDragOver=${drag} onDrop=${drop}
      onDragLeave=${() => setOver(false)}>
      <label>${t("A record of a match, as a file")} <input type="file" accept=".jsonl,.json,.txt"
        onChange=${(event) => take(event.target.files[0])} /></label>
      <p class="dim">${t("Or drop it here. Who played at this server finds it among the past matches.")}</p>
      ${waits && html`<p role="status">${t("One moment …")}</p>`}
      ${wrong && !waits && html`<p class="problem" role="alert"><bdi>${wrong}</bdi></p>`}
    </div>
    <p><${PageLink} to="/history">${t("Past matches")}<//></p>
  <//>`;
}

/** The positions of a match as these eyes saw them, fetched as far as they are needed. */
function useReel(match, file, eyes) {
  const { t } = useApp();
  const [reel, setReel] = useState({ states: [] });
  useEffect(() => {
    let wanted = true;
    if (!match) setReel((now) => (file && now.file === file ? now : { states: [] }));
    const fetchFrom = async (start) => {
      const query = new URLSearchParams({ eyes, start: String(start), most: String(AT_ONCE), ...linkedKey() });
      const how = file ? { method: "POST", body: file.text } : {};
      return ask(`${match ? `/replay/${match}.json` : "/replay"}?${query}`, how, t);
    };
    (async () => {
      let states = [];
      if (!match && !file) return;
      for (let start = 0; wanted; start = states.length) {
        const about = await fetchFrom(start);
        states = joined(states, about.positions, eyes, about);
        if (wanted) setReel({ about, states, file });
        if (states.length > about.last) return;
      }
    })().catch((wrong) => wanted && setReel({ states: [], problem: wrong.message }));
    return () => {
      wanted = false;
    };
  }, [match, file, eyes]);
  return reel;
}

/** The table at every position; who laid what is told by the frames before. */
export function joined(states, positions, eyes, about) {
  const found = [...states];
  for (const { at, frame: words, view } of positions) {
    if (at < found.length) continue;
    const frame = readFrame(words);
    const before = found.at(-1)?.table ?? {
      ...unknownTable(eyes),
      table: about.table,
      game: about.game,
    };
    const table = { ...hear(before, frame), view: withPlaces(view), legal: [], exact: true };
    found.push({ table, entry: { id: `at-${at}`, frame } });
  }
  return found;
}

/** `back` leads to where other matches are, `first` is the position that is shown first; what is `shared`
    has a link for others. With an `analysis` the decisions are judged when one wishes. */
export function Show({ reel, eyes, setEyes, close, back, first = 0, shared = false, analysis = null }) {
  const outer = useApp();
  const { about, states } = reel;
  const [at, setAt] = useState(first);
  const [runs, setRuns] = useState(false);
  const [side, setSide] = useState(false);
  const before = useRef(null);
  const here = Math.min(at, states.length - 1);
  const { table, entry } = states[here];
  const go = (to) => {
    const next = to === here + 1 && states[to];
    before.current = next ? snapshot() : null;
    if (next) sounds.play(soundOf(next.entry.frame, next.table.view.names));
    setAt(Math.max(0, Math.min(to, about.last, states.length - 1)));
  };
  useLayoutEffect(() => {
    if (before.current) animate(before.current, entry.frame, outer.state.games[about.game]?.declaration);
    before.current = null;
  }, [here]);
  useRun(runs, setRuns, here, about.last, go);
  useArrows(here, about, go);
  useGameStyle(outer.state.games[about.game]);
  const start = Math.max(0, here - 120);
  const judged = analysis?.wanted ? analysis.judged : new Map();
  const log = states.slice(start, here + 1).map((one, at) => marked(one.entry, judged.get(start + at - 1), outer.t));
  const jump = ({ position, player }) => {
    setEyes(player);
    setAt(position + 1);
    setSide(false);
  };
  const state = { ...outer.state, table, log, me: eyes, link: "up" };
  const play = {
    table,
    view: table.view,
    moves: [],
    selection: [],
    watched: true,
    toggle() {},
    drop() {},
  };
  const look = state.games[about.game]?.look ?? {};
  return html`<${App.Provider} value=${{ ...outer, ...wordsFor(state), state }}>
    <main class="table replay" data-game=${about.game} data-phase=${table.view.phase} data-at=${here} data-eyes=${eyes}
      style=${coloursOf(look)}>
      <${Bar} reel=${reel} at=${here} eyes=${eyes} setEyes=${setEyes} close=${close} back=${back} shared=${shared} side=${side} setSide=${setSide} analysis=${analysis} />
      <${Felt} play=${play} />
      <${Steps} at=${here} about=${about} loaded=${states.length - 1} go=${go} runs=${runs} setRuns=${setRuns}>
        <${Opinion} one=${judged.get(here - 1)} eyes=${eyes} view=${table.view} />
      <//>
      <${Hand} play=${play} />
      <${Side} title=${outer.t("What happened")} open=${side} close=${() => setSide(false)}>
        ${analysis?.wanted && html`<${Mistakes} analysis=${analysis} at=${here} jump=${jump} />`}
      <//>
    </main>
  <//>`;
}

/** Where the game begins that the link of the page names, or the match. */
function linkedGame({ starts }) {
  const game = Number(new URLSearchParams(location.search).get("game"));
  return starts[game - 1] ?? 0;
}

/** What opens a match of a private table, where the link of the page has it. */
function linkedKey() {
  const key = new URLSearchParams(location.search).get("key");
  return key ? { key } : {};
}

/** A link to this match and the game that is shown, for whoever is to see it. */
function Share({ about, at }) {
  const { t } = useApp();
  const [copied, setCopied] = useState("");
  const game = about.starts.filter((start) => start <= at).length;
  const query = new URLSearchParams({ ...(game ? { game } : {}), ...linkedKey() }).toString();
  const link = `${location.origin}/replay/${about.match}${query && `?${query}`}`;
  const copy = async () => setCopied((await copyText(link)) ? link : "");
  return html`<button type="button" title=${link} onClick=${copy}>${copied === link ? t("Copied") : t("Copy the link")}</button>`;
}

function Bar({ reel, at, eyes, setEyes, close, back, shared, side, setSide, analysis }) {
  const { t, called, title } = useApp();
  const { about, file } = reel;
  const analyse = () => {
    analysis.want(!analysis.wanted);
    setSide(!analysis.wanted);
  };
  return html`<header class="bar">
    ${!file && back}
    <h1>${title(about.game)}</h1>
    <span class="dim place">${about.match ? `${t("match")} ${about.match}` : ""} <code>${about.table}</code></span>
    <label class="check">${t("Seen by")}
      <select value=${eyes} onChange=${(event) => setEyes(event.target.value)}>
        <option value="">${t("a watcher")}</option>
        <option value=${EVERYTHING}>${t("all cards")}</option>
        ${about.players.map((name) => html`<option value=${name}>${called(name)}</option>`)}
      </select></label>
    <${SoundSwitch} />
    ${analysis && html`<button type="button" class="analyse" aria-pressed=${String(analysis.wanted)} onClick=${analyse}>${t("Analysis")}</button>`}
    <button type="button" class="only-narrow" aria-expanded=${String(side)}
      onClick=${() => setSide(!side)}>${t("Log")}</button>
    ${shared && html`<${Share} about=${about} at=${at} />`}
    ${file && html`<button type="button" onClick=${close}>${t("Another file")}</button>`}
  </header>`;
}

function Steps({ at, about, loaded, go, runs, setRuns, children }) {
  const { t } = useApp();
  const previous = about.starts.findLast((start) => start < at) ?? 0;
  const next = about.starts.find((start) => start > at) ?? about.last;
  const step = (
    label,
    sign,
    to,
    off,
  ) => html`<button type="button" aria-label=${t(label)} disabled=${off}
    onClick=${() => go(to)}>${sign}</button>`;
  return html`<section class="controls steps" aria-label=${t("Steps")}>
    ${step("the game before", "⇤", previous, at === 0)}
    ${step("one step back", "◀", at - 1, at === 0)}
    <button type="button" class="primary" onClick=${() => setRuns(!runs)}>${runs ? t("Stop") : t("Run")}</button>
    ${step("one step on", "▶", at + 1, at >= loaded)}
    ${step("the next game", "⇥", next, at >= loaded)}
    <input type="range" min="0" max=${about.last} value=${at} aria-label=${t("position")}
      onInput=${(event) => go(Number(event.target.value))} />
    <span class="at" role="status">${at} / ${about.last}</span>
    ${children}
  </section>`;
}

function useRun(runs, setRuns, at, last, go) {
  useEffect(() => {
    if (!runs) return undefined;
    if (at >= last) {
      setRuns(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1), PACE);
    return () => clearTimeout(timer);
  }, [runs, at]);
}

function useArrows(at, about, go) {
  useKeydown((event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, select, .held")) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: about.last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
}
