/* The matches of a contest, out of files: a list of those that are asked for, and replays. No server is
   needed; cardkit/web/offline.py writes the page, and the link says what is shown. */

import { App, useApp, wordsFor } from "cardkit/app";
import { Sprite } from "cardkit/faces";
import { positionsOf, unpack } from "cardkit/film";
import { learn, plural, shownNumber } from "cardkit/i18n";
import { joined, Show } from "cardkit/replay";
import { html, render, useMemo, useState } from "cardkit/view";

const AT_ONCE = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const asked = Object.fromEntries(new URLSearchParams(location.search));
const link = (query) => `matches.html?${new URLSearchParams(query)}`;
const numbered = (name) => (/^\d{1,9}$/.test(asked[name] ?? "") ? Number(asked[name]) : null);

/** A replay, and from where one comes back to this list. */
const replayOf = (replay, game = 1) => link({ replay, game, from: location.search });

/** The file of a replay is a script that hands it over, as a page out of files may read no other. */
function load(number) {
  return new Promise((done, failed) => {
    globalThis.cardkitReplay = (letters) => done(unpack(letters));
    const script = document.createElement("script");
    script.src = `replays/match-${String(number).padStart(6, "0")}.js`;
    script.onerror = failed;
    document.head.append(script);
  });
}

function Film({ film, back }) {
  const { t } = useApp();
  const [eyes, setEyes] = useState("");
  const about = { ...film, table: t("contest") };
  const states = useMemo(() => joined([], positionsOf(film, eyes), eyes, about), [eyes]);
  const first = film.starts[(numbered("game") ?? 1) - 1] ?? 0;
  return html`<${Show} reel=${{ about, states }} eyes=${eyes} setEyes=${setEyes} first=${first}
    back=${html`<a class="back" href=${back} aria-label=${t("List of matches")}>←</a>`} />`;
}

/** Whether the two played against each other: not as partners, nor when both were sent away. */
function haveMet({ seats, away }, { partners }, one, other) {
  if (away.includes(one)) return seats.includes(other);
  if (away.includes(other)) return seats.includes(one);
  const half = partners ? seats.length / 2 : 0;
  const [here, there] = [seats.indexOf(one), seats.indexOf(other)];
  return here >= 0 && there >= 0 && Math.abs(here - there) !== half;
}

/** The matches that the link asks for. */
function chosen(contest) {
  const [bot, other, match] = ["bot", "other", "match"].map(numbered);
  return contest.matches.filter((one) => {
    if (match !== null) return one.match === match;
    if (bot === null) return true;
    if (asked.faults) return one.faulty.includes(bot);
    if (other !== null) return bot !== other && haveMet(one, contest, bot, other);
    return one.seats.includes(bot) || one.away.includes(bot);
  });
}

function Matches({ contest }) {
  const { t } = useApp();
  const [most, setMost] = useState(AT_ONCE);
  const matches = useMemo(() => chosen(contest), []);
  return html`<main class="lobby past">
    <header class="masthead"><nav><a href="report.html">← ${t("Report")}</a></nav></header>
    <h1><bdi>${contest.heading}</bdi></h1>
    <${Choose} contest=${contest} />
    <p>${asked.faults ? `${t("Only those in which the bot did something wrong.")} ` : ""}
      <strong>${t(plural(matches.length, "1 match", "{n:,} matches"))}</strong>
      <${Course} contest=${contest} matches=${matches} /></p>
    ${contest.notes.map((note) => html`<p class="dim" key=${note}>${note}</p>`)}
    ${
      matches.length > 0 &&
      html`<div class="scroll panel" tabindex="0" role="group" aria-label=${t("List of matches")}>
      <table class="matches contest"><thead><tr><th scope="col">${t("Match")}</th><th scope="col">${t("Deal number")}</th>
        <th scope="col">${t("Games")}</th><th scope="col">${t("Seats and points")}</th>
        <th scope="col">${t("Replay")}</th></tr></thead>
      <tbody>${matches.slice(0, most).map((one) => html`<${Match} key=${one.match} one=${one} contest=${contest} />`)}</tbody>
      </table></div>`
    }
    ${
      most < matches.length &&
      html`<p class="row"><button type="button" onClick=${() => setMost(most + AT_ONCE)}>${t("More matches")}</button></p>`
    }
  </main>`;
}

/** Which bot, and against whom. */
function Choose({ contest }) {
  const { t } = useApp();
  const [bot, other] = ["bot", "other"].map(numbered);
  const go = (query) => location.assign(link(query));
  const bots = (value, none, take, without) => html`<select value=${value ?? ""}
    onChange=${(event) => take(event.target.value)}><option value="">${none}</option>
    ${contest.names.map((name, at) => at !== without && html`<option key=${at} value=${at}>${name}</option>`)}</select>`;
  return html`<p class="row">
    <label class="check">${t("Bot")} ${bots(bot, t("all"), (value) => go(value ? { bot: value } : {}))}</label>
    ${
      bot !== null &&
      html`<label class="check">${t("against")}
      ${bots(other, t("all"), (value) => go(value ? { bot, other: value } : { bot }), bot)}</label>`
    }
  </p>`;
}

/** How the matches between two went. */
function Course({ contest, matches }) {
  const { t } = useApp();
  const [bot, other] = ["bot", "other"].map(numbered);
  if (other === null || asked.faults) return null;
  const place = ({ seats, places }, who) => places[seats.indexOf(who)] ?? Number.POSITIVE_INFINITY;
  const lead = matches.map((one) => Math.sign(place(one, other) - place(one, bot)) || 0);
  const times = (sign) => shownNumber(lead.filter((one) => one === sign).length);
  const name = contest.names[bot];
  return html` · <bdi>${t("{name} was before in {before}, behind in {behind}, level in {level}.", {
    name,
    before: times(1),
    behind: times(-1),
    level: times(0),
  })}</bdi>`;
}

function Match({ one, contest }) {
  const { t } = useApp();
  return html`<tr>
    <th scope="row">${shownNumber(one.match)}</th>
    <td class="dim">${t("deal {number}", { number: shownNumber(one.deal + 1) })}</td>
    <td class="dim">${
      one.games < contest.games
        ? t("{played} of {most}", { played: shownNumber(one.games), most: shownNumber(contest.games) })
        : shownNumber(one.games)
    } <span class="only-narrow">${t("games")}</span></td>
    <td><ol class="sat">${one.seats.map((bot, seat) => html`<${Seat} key=${seat} one=${one} seat=${seat}
      name=${contest.names[bot]} letter=${contest.teams ? "" : LETTERS[seat]} />`)}
      ${one.away.map((bot) => html`<li key=${`away-${bot}`}><bdi>${contest.names[bot]}</bdi>
        <span class="dim">${t("left out")}</span></li>`)}</ol>
      ${one.faults.length > 0 && html`<${Faults} one=${one} contest=${contest} />`}</td>
    <td class="links">${one.replays.map((number, table) => html`<a key=${number}
      href=${replayOf(number)}>${
        contest.teams ? t("table {number}", { number: String(table + 1) }) : t("Replay")
      }</a> `)}
      ${!one.replays.length && html`<span class="dim">${t("not recorded")}</span>`}</td>
  </tr>`;
}

function Seat({ one, seat, name, letter }) {
  const { t } = useApp();
  const won = one.places[seat] === 1;
  return html`<li class=${won ? "won" : null}>${letter && html`<span class="dim">${letter}</span> `}<bdi>${name}</bdi>
    ${" "}<span class="points">${shownNumber(one.scores[seat])}</span>
    ${won && html` <span role="img" aria-label=${t("winner")} title=${t("winner")}>★</span>`}</li>`;
}

function Faults({ one, contest }) {
  const { t } = useApp();
  const more = one.faultCount - one.faults.length;
  return html`<details open=${asked.match || asked.faults}><summary>${t(plural(one.faultCount, "1 fault", "{n:,} faults"))}</summary>
    <ul>${one.faults.map(({ bot, game, words, evidence }, at) => html`<li key=${at}><bdi>${contest.names[bot]}</bdi>:${" "}
      ${one.replays.length === 1 ? html`<a href=${replayOf(one.replays[0], game)}>${words}</a>` : words}
      <pre><bdi>${evidence}</bdi></pre></li>`)}</ul>
    ${more > 0 && html`<p class="dim">${t(plural(more, "and 1 more", "and {n:,} more"))}</p>`}</details>`;
}

function Missing({ back }) {
  const { t } = useApp();
  return html`<main class="lobby past"><p class="problem" role="alert">
    ${t("There is no replay of this match in the folder replays.")}</p><p><a href=${back}>${t("List of matches")}</a></p></main>`;
}

async function open() {
  const contest = await unpack(document.querySelector("#contest").textContent.trim());
  const { language, game, about } = contest;
  await learn(language).catch(() => null);
  const state = { language, games: { [game]: about }, levels: [], table: null, log: [], me: "", link: "up", path: "", fair: null };
  const number = numbered("replay");
  const back = `matches.html${asked.from?.startsWith("?") ? asked.from : ""}`;
  const film = number === null ? null : await load(number).catch(() => null);
  const shown = number === null
    ? html`<${Matches} contest=${contest} />`
    : film ? html`<${Film} film=${film} back=${back} />` : html`<${Missing} back=${back} />`;
  document.documentElement.dataset.theme = "auto";
  document.body.replaceChildren();
  render(html`<${App.Provider} value=${{ session: null, state, ...wordsFor(state) }}><${Sprite} />${shown}<//>`, document.body);
}

await open();
