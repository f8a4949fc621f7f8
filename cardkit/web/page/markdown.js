/* Rules: the little Markdown they are written in, as elements; cards in it are drawn. Nothing
   foreign is ever read as HTML. */

import { SmallCards } from "cardkit/cards";
import { isCard } from "cardkit/deck";
import { html } from "cardkit/view";

/** `own` is what the game declares of its cards, `texts` what it calls them. */
export function Markdown({ lines, own = {}, texts = {} }) {
  return blocks(lines, { own, texts });
}

function blocks(lines, game) {
  const found = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      found.push(headingOf(heading[1].length, heading[2], game));
      at += 1;
    } else if (isItem(line)) {
      const end = endOf(lines, at, (l) => isItem(l) || /^\s+\S/.test(l));
      found.push(listOf(lines.slice(at, end), game));
      at = end;
    } else if (line.startsWith("|")) {
      const end = endOf(lines, at, (l) => l.startsWith("|"));
      found.push(tableOf(lines.slice(at, end), game));
      at = end;
    } else if (line.trim()) {
      const end = endOf(lines, at, (l) => l.trim() && !isItem(l) && !/^[#|]/.test(l));
      found.push(html`<p>${inline(lines.slice(at, end).join(" "), game)}</p>`);
      at = end;
    } else {
      at += 1;
    }
  }
  return found;
}

function endOf(lines, start, fits) {
  let at = start + 1;
  while (at < lines.length && fits(lines[at])) at += 1;
  return at;
}

function isItem(line) {
  return /^(?:[-*]|\d+\.) /.test(line);
}

function headingOf(depth, text, game) {
  if (depth === 1) return html`<h3>${inline(text, game)}</h3>`;
  return depth === 2 ? html`<h4>${inline(text, game)}</h4>` : html`<h5>${inline(text, game)}</h5>`;
}

function listOf(lines, game) {
  const items = [];
  for (const line of lines) {
    if (isItem(line)) items.push({ text: line.replace(/^\S+ /, ""), more: [] });
    else items.at(-1).more.push(line.trimStart());
  }
  const inner = items.map(({ text, more }) => html`<li>${inline(text, game)}${blocks(more, game)}</li>`);
  return /^\d/.test(lines[0]) ? html`<ol>${inner}</ol>` : html`<ul>${inner}</ul>`;
}

function tableOf(lines, game) {
  const rows = lines.map((line) => cells(line));
  const [head, , ...body] = rows;
  return html`<div class="scroll" tabindex="0" role="group"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell, game)}</th>`)}</tr></thead>
    <tbody>${body.map(
      (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell, game)}</td>`)}</tr>`,
    )}</tbody>
  </table></div>`;
}

function cells(line) {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function inline(text, { own, texts }) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith("**")) return html`<strong>${inline(piece.slice(2, -2), { own, texts })}</strong>`;
    if (!piece.startsWith("`")) return piece;
    const words = piece.slice(1, -1).split(" ").filter(Boolean);
    if (!words.every((word) => isCard(word, own))) return html`<code>${piece.slice(1, -1)}</code>`;
    return html`<${SmallCards} cards=${words} own=${own} texts=${texts} />`;
  });
}
