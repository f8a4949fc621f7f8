"""How the report looks. One sheet for light and dark, for a telephone and for a desk."""

STYLE: str = """
:root {
  color-scheme: light dark;
  --page: #f4f3ef; --card: #fff; --ink: #1d2129; --mute: #5d6470; --edge: #dcdad2;
  --felt: #17694d; --more: #0b6bb0; --less: #c8500a;
  --c0: #0b6bb0; --c1: #c8500a; --c2: #0a7d5b; --c3: #a0408f; --c4: #7a6700; --c5: #4a4f5a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151a; --card: #1b2027; --ink: #e9ebf0; --mute: #a2a9b6; --edge: #333b46;
    --felt: #58c79c; --more: #5cb3f2; --less: #ff9352;
    --c0: #5cb3f2; --c1: #ff9352; --c2: #3ecf9e; --c3: #e58ad2; --c4: #d9c74a; --c5: #c3c8d2;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 66rem; padding: 1.5rem 1rem 4rem; background: var(--page);
  color: var(--ink); font: 1rem/1.55 system-ui, "Hiragino Sans", "Noto Sans CJK JP", sans-serif;
  overflow-wrap: anywhere;
}
header { border-top: .4rem solid var(--felt); padding-top: 1rem; }
h1 { font-size: clamp(1.5rem, 5vw, 2.2rem); line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .7rem; }
p { margin: .4rem 0; max-width: 46rem; }
.facts { color: var(--mute); }
.lead-line { font-size: 1.1rem; margin: 1rem 0; }
.grid { columns: 26rem 2; column-gap: 1rem; }
.grid > .card { break-inside: avoid; margin-bottom: 1rem; }
.card {
  background: var(--card); border: 1px solid var(--edge); border-radius: .7rem; margin: 0;
  padding: .9rem 1rem 1rem; min-width: 0;
}
.grid > .wide { column-span: all; margin: 1rem 0 0; }
figcaption { font-weight: 600; margin-bottom: .6rem; }
figcaption small, .note { color: var(--mute); display: block; font-size: .82rem; font-weight: 400; }
.scroll { overflow-x: auto; }
:focus-visible { outline: 2px solid var(--felt); outline-offset: 2px; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
table { width: 100%; }
th, td {
  border-bottom: 1px solid var(--edge); overflow-wrap: normal; padding: .4rem .55rem;
  text-align: right; white-space: nowrap;
}
thead th { color: var(--mute); font-size: .82rem; font-weight: 600; vertical-align: bottom; }
tbody tr:last-child > * { border-bottom: 0; }
th.name, td.name { text-align: left; }
tbody th.name {
  background: var(--card); font-weight: 600; left: 0; max-width: 14rem; overflow: hidden;
  position: sticky; text-overflow: ellipsis;
}
@media (max-width: 36rem) { tbody th.name { max-width: 9rem; } }
tbody th.name b { color: var(--mute); display: inline-block; font-weight: 400; min-width: 1.6em; }
tbody tr:first-child th.name b { color: var(--felt); font-weight: 700; }
details { border-bottom: 1px solid var(--edge); padding: .45rem 0; }
details:last-of-type { border-bottom: 0; }
summary { cursor: pointer; }
summary bdi { font-weight: 600; }
.evidence { margin: .8rem 0 .8rem 1.1rem; }
.soft { color: var(--mute); }
pre, code { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: .88rem; }
pre {
  background: var(--page); border-radius: .5rem; margin: .5rem 0; padding: .7rem .9rem;
  white-space: pre-wrap;
}
pre.command { overflow-x: auto; white-space: pre; }
pre.tall { max-height: 20rem; overflow: auto; }
dl {
  display: grid; gap: .2rem 1.2rem; grid-template-columns: minmax(6rem, max-content) 1fr;
  margin: .5rem 0;
}
dt { color: var(--mute); }
dd { margin: 0; }
footer { color: var(--mute); font-size: .82rem; margin-top: 2.5rem; }

svg { display: block; }
svg.plot { height: auto; overflow: visible; width: 100%; }
svg.map { max-width: none; }
svg.map.small { height: auto; max-width: 100%; }
svg text { fill: var(--ink); font-size: 11px; unicode-bidi: isolate; }
svg text.mid { text-anchor: middle; }
svg text.end { text-anchor: end; }
svg text.mute { fill: var(--mute); font-size: 10.5px; }
svg text.bold { font-weight: 700; }
svg text.figure { font-variant-numeric: tabular-nums; }
svg text.name, svg text.figure { paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
path.tick { fill: none; stroke: var(--edge); stroke-width: .8; }
path.zero { stroke: var(--mute); stroke-dasharray: 3 2; stroke-width: .9; }
path.axis { stroke: var(--mute); stroke-width: .9; }
path.line, path.span, path.lead { fill: none; stroke-linejoin: round; }
path.line { stroke-width: 1.9; }
path.span { stroke-linecap: round; stroke-width: 2.2; }
path.lead { opacity: .6; stroke-dasharray: 1.5 2 !important; stroke-width: 1; }
.d1 { stroke-dasharray: 6 2.5; }
.d2 { stroke-dasharray: 1.6 2.4; }
.solid, .box, .dot, text { stroke-dasharray: none; }
.box { fill-opacity: .25; stroke-width: 1.2; }
.c0 { stroke: var(--c0); } .c1 { stroke: var(--c1); } .c2 { stroke: var(--c2); }
.c3 { stroke: var(--c3); } .c4 { stroke: var(--c4); } .c5 { stroke: var(--c5); }
.dot.c0, .box.c0, svg text.ink.c0 { fill: var(--c0); }
.dot.c1, .box.c1, svg text.ink.c1 { fill: var(--c1); }
.dot.c2, .box.c2, svg text.ink.c2 { fill: var(--c2); }
.dot.c3, .box.c3, svg text.ink.c3 { fill: var(--c3); }
.dot.c4, .box.c4, svg text.ink.c4 { fill: var(--c4); }
.dot.c5, .box.c5, svg text.ink.c5 { fill: var(--c5); }
.dot { stroke: var(--card); stroke-width: 1; }
svg text.ink { stroke: none; }
.cell.more { fill: var(--more); } .cell.less { fill: var(--less); }
.cell.none { fill: var(--page); }
@media print { :root { color-scheme: light; } .card { break-inside: avoid; } }
"""
