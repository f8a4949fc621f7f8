/* Rule sheets: the little Markdown they are written in, as elements. Nothing foreign is ever read
   as HTML. */

import { html } from "cardkit/view";

export function Markdown({ lines }) {
  return blocks(lines);
}

function blocks(lines) {
  const found = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      found.push(headingOf(heading[1].length, heading[2]));
      at += 1;
    } else if (isItem(line)) {
      const end = endOf(lines, at, (l) => isItem(l) || /^\s+\S/.test(l));
      found.push(listOf(lines.slice(at, end)));
      at = end;
    } else if (line.startsWith("|")) {
      const end = endOf(lines, at, (l) => l.startsWith("|"));
      found.push(tableOf(lines.slice(at, end)));
      at = end;
    } else if (line.trim()) {
      const end = endOf(lines, at, (l) => l.trim() && !isItem(l) && !/^[#|]/.test(l));
      found.push(html`<p>${inline(lines.slice(at, end).join(" "))}</p>`);
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

function headingOf(depth, text) {
  if (depth === 1) return html`<h3>${inline(text)}</h3>`;
  return depth === 2 ? html`<h4>${inline(text)}</h4>` : html`<h5>${inline(text)}</h5>`;
}

function listOf(lines) {
  const items = [];
  for (const line of lines) {
    if (isItem(line)) items.push({ text: line.replace(/^\S+ /, ""), more: [] });
    else items.at(-1).more.push(line.trimStart());
  }
  const inner = items.map(({ text, more }) => html`<li>${inline(text)}${blocks(more)}</li>`);
  return /^\d/.test(lines[0]) ? html`<ol>${inner}</ol>` : html`<ul>${inner}</ul>`;
}

function tableOf(lines) {
  const rows = lines.map((line) => cells(line));
  const [head, , ...body] = rows;
  return html`<div class="scroll" tabindex="0" role="group"><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
    <tbody>${body.map(
      (row) => html`<tr>${row.map((cell) => html`<td>${inline(cell)}</td>`)}</tr>`,
    )}</tbody>
  </table></div>`;
}

function cells(line) {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith("**")) return html`<strong>${piece.slice(2, -2)}</strong>`;
    if (piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
    return piece;
  });
}
