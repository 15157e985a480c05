"""The page of a run: charts and tables in one HTML file without scripts and without anything from elsewhere, light or dark as the reader's
screen is."""

import html

from ladder_charts import ladder_chart, storm_chart
from ladders import ladders_of
from tables import COLUMNS, cells

SERVERS = ["ours, SQLite", "ours, PostgreSQL", "empty route", "argon2id alone", "glewlwyd", "django-allauth", "fastapi-users"]

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --text: #1c1c1e; --quiet: #6b6b70; --line: #d9d9de; --ours: #0a66c2; --second: #7ab0e6;
  --other: #a3a3aa; --bad: #b3261e; --good: #1d7a3d; --s0: #9a9aa2; --s1: #0a66c2; --s2: #e08a00; --s3: #2a9d6f; --s4: #b5489a; --s5: #6a5acd;
  --s6: #c8452e; --s7: #3aa6b9; }
@media (prefers-color-scheme: dark) { :root { --ground: #161618; --text: #f0f0f2; --quiet: #a0a0a8; --line: #3a3a40; --ours: #5aa9f5;
  --second: #2f5f91; --other: #6e6e76; --bad: #ff8a80; --good: #6fd08c; --s0: #7c7c85; --s1: #5aa9f5; --s2: #f0b04a; --s3: #5cc79a; --s4: #d783c2;
  --s5: #a79cf0; --s6: #ee8672; --s7: #74cbd9; } }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.25rem 0 .5rem; }
p { margin: .25rem 0; } .quiet { color: var(--quiet); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: 1rem 2rem; }
figure { margin: 0; } figcaption { font-weight: 600; margin: 1rem 0 .25rem; } svg { width: 100%; height: auto; display: block; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); } svg .quiet { fill: var(--quiet); }
.ours { fill: var(--ours); } .second { fill: var(--second); } .other { fill: var(--other); } .axis { stroke: var(--line); }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .s4 { fill: var(--s4); } .s5 { fill: var(--s5); }
.s6 { fill: var(--s6); } .s7 { fill: var(--s7); } .curve { fill: none; stroke-width: 2; } .idle { stroke: var(--other); } .storm { stroke: var(--ours); }
.table { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); }
td:nth-last-child(-n+3) { white-space: nowrap; } th { color: var(--quiet); font-weight: 500; } td:first-child { min-width: 14rem; }
.met { color: var(--good); } .missed { color: var(--bad); font-weight: 600; } pre { white-space: pre-wrap; font-size: 13px; }
"""


def bars(title, entries, unit, names=150):
    """Horizontal bars: (name, value, class)."""
    entries = [entry for entry in entries if entry[1] is not None]
    if not entries:
        return ""
    most = max(value for _, value, _ in entries) or 1
    width, height = 480, 24
    parts = []
    for index, (name, value, kind) in enumerate(entries):
        top = index * height
        length = max(1.5, value / most * (width - names - 90))
        parts.append(
            f'<text x="{names - 8}" y="{top + 16}" text-anchor="end">{html.escape(name)}</text>'
            f'<rect class="{kind}" x="{names}" y="{top + 4}" width="{length:.1f}" height="{height - 8}" rx="2"/>'
            f'<text x="{names + length + 6:.1f}" y="{top + 16}">{told(value, unit)}</text>')
    described = ", ".join(f"{name} {told(value, unit)}" for name, value, _ in entries)
    return (
        f'<figure><figcaption>{html.escape(title)}</figcaption><svg viewBox="0 0 {width} {len(entries) * height}" role="img" '
        f'aria-label="{html.escape(title)}: {html.escape(described)}">{"".join(parts)}</svg></figure>')


def told(value, unit):
    return (f"{value:,.0f}" if value >= 100 else f"{value:.3g}") + ("/s" if unit == "/s" else f" {unit}")


def kind(name):
    return "ours" if name.startswith("ours") else "other"


def of_servers(figures, part):
    return [(name, float(figures[name][part]), kind(name)) for name in SERVERS if name in figures]


def charts(results):
    found = []
    if "http" in results:
        http = results["http"]
        found += [
            bars("CPU of a session check", of_servers(http["checks"], "cpuMilliseconds"), "ms"),
            bars("Session checks over 8 connections", of_servers(http["checks"], "perSecond"), "/s"),
            bars("CPU of a sign-in", of_servers(http["signIns"], "cpuMilliseconds"), "ms"),
            bars("Sign-ins over 4 connections", of_servers(http["signIns"], "perSecond"), "/s"),
        ]
    if "storms" in results:
        found += [storm_chart(name, results["storms"][name]) for name in SERVERS if name in results["storms"]]
    if "stores" in results:
        for writers, figures in results["stores"]["insertions"].items():
            entries = [(name, float(each["perSecond"]), kind(name)) for name, each in figures.items()]
            found.append(bars(f"Durable account insertions, {writers} at a time", entries, "/s", names=160))
    if "growth" in results:
        growth = results["growth"]
        entries = [
            (f"{name}, {growth[part]:,} accounts", float(growth[name][part]["cpuMilliseconds"]), "second" if part == "few" else "ours")
            for name in ("SQLite", "PostgreSQL") if name in growth for part in ("few", "many")]
        found.append(bars("The server's CPU of a session check as accounts grow in number", entries, "ms", names=210))
    return "".join(found)


def table(rows):
    used = [column for column in range(len(COLUMNS)) if any(cells(row)[column] for row in rows)]
    head = "".join(f"<th>{html.escape(COLUMNS[column])}</th>" for column in used)
    lines = []
    for row in rows:
        texts = cells(row)
        marks = {6: ' class="met"' if row.met else ' class="missed"'}
        lines.append("<tr>" + "".join(f"<td{marks.get(column, '')}>{html.escape(texts[column])}</td>" for column in used) + "</tr>")
    return f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def page(results, rows, changed):
    machine = results["machine"]
    tables = "".join(
        f"<h2>{html.escape(area)}</h2>{table([row for row in rows if row.area == area])}" for area in dict.fromkeys(row.area for row in rows))
    goals = [row for row in rows if row.goal]
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Latchkey: figures of {machine["date"]}</title><style>{STYLE}</style></head><body>
<h1>Figures</h1>
<p>{sum(row.met for row in goals)} of {len(goals)} goals met.</p>
<p class="quiet">{html.escape(machine["processor"])}, {machine["cores"]} cores, {machine["memoryGiB"]} GiB, {html.escape(machine["system"])};
{machine["date"]}; load {machine["loadAtStart"]} at the start and {machine["loadAtEnd"]} at the end. Medians of rounds in which all take turns;
what is meant by CPU is that of the server, for each request.</p>
<h2>What each layer costs</h2>
<div class="charts">{"".join(map(ladder_chart, ladders_of(results)))}</div>
<h2>Beside others</h2>
<div class="charts">{charts(results)}</div>
{tables}
<h2>Changes</h2><pre>{html.escape(chr(10).join(line for line in changed if line))}</pre>
</body></html>
"""
