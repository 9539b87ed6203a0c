/** The page's own style: light and dark by the reader's setting, readable on paper and on a narrow screen. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c2128; --soft: #57606a; --page: #ffffff; --panel: #f6f8fa; --rule: #d0d7de;
  --good: #1a7f37; --good-fill: #2da44e; --bad: #9a6700; --part: #6e7781; --link: #57606a; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9198a1; --page: #0d1117; --panel: #161b22;
  --rule: #30363d; --good: #56d364; --good-fill: #2ea043; --bad: #e3b341; --part: #8b949e; --link: #8b949e; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.7rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .25rem 0 .75rem; } .soft { color: var(--soft); } .verdict { font-size: 1.15rem; margin-top: .75rem; }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem; margin: 1.25rem 0; }
dl.facts div { background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; padding: .6rem .8rem; }
dl.facts dt { color: var(--soft); font-size: .85rem; } dl.facts dd { margin: 0; font-size: 1.1rem; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--rule); }
th { color: var(--soft); font-weight: 600; white-space: nowrap; } td.number, th.number { text-align: right; white-space: nowrap; }
details { border: 1px solid var(--rule); border-radius: 8px; padding: .5rem .8rem; margin: .5rem 0; }
summary { cursor: pointer; font-weight: 600; } details ul { margin: .5rem 0; padding-left: 1.2rem; }
details li { margin: .2rem 0; overflow-wrap: anywhere; }
.bar { display: inline-block; height: .7rem; min-width: 2px; background: var(--good-fill); border-radius: 3px; }
.legend { display: flex; flex-wrap: wrap; gap: 1rem; font-size: .85rem; color: var(--soft); }
.legend svg { width: 14px; height: 14px; vertical-align: -2px; overflow: visible; }
svg.map { display: block; width: 100%; height: auto; min-width: 20rem; }
.module rect { fill: var(--panel); stroke: var(--rule); }
.module text { fill: var(--soft); font: 600 11px ui-monospace, Menlo, Consolas, monospace; }
.links path { fill: none; stroke: var(--link); stroke-width: 1; opacity: .35; }
.node text { fill: var(--text); font: 10px system-ui, sans-serif; text-anchor: middle; paint-order: stroke; stroke: var(--panel);
  stroke-width: 3px; stroke-linejoin: round; }
.dense .node text { font-size: 8px; } .dense .links path { opacity: .2; }
.admitted circle { fill: var(--good-fill); stroke: var(--good); stroke-width: 1.5; }
.excluded circle { fill: var(--page); stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 3 2; }
.part circle { fill: var(--part); fill-opacity: .35; stroke: var(--part); }
@media print { body { max-width: none; padding: 0; } details { break-inside: avoid; } }
`;
