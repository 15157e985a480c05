"""The picture of a recorded run in docs/pictures: the most important figures, each as a share of its goal, so that what misses it is seen at once."""

import html
import re

# The name in the picture, and the row.
HEADLINES = [
    ("session check / empty route", "session check, ours, SQLite: CPU beside an empty route"),
    ("session check / glewlwyd", "session check, ours, SQLite: CPU beside glewlwyd's"),
    ("sign-in / its hashing", "sign-in, ours, SQLite: CPU compared with that of its hashing"),
    ("sign-ins a second / argon2id alone", "sign-ins, ours, SQLite: rate over 4 connections, beside argon2id with as many threads"),
    ("session check in a storm, p99 / idle", "p99, ours, SQLite"),
    ("accounts a second, 32 writers / batches", "32 writers, SQLite, beside one thread with transactions of 32"),
    ("accounts a second, 128 writers / batches", "128 writers, SQLite, beside one thread with transactions of 128"),
    ("look-ups in PostgreSQL / pgbench", "8 at a time, beside pgbench"),
    ("idle memory", "idle resident memory"),
    ("executable", "executable, stripped"),
    ("identity token / SHA-256 and RSA", "identity tokens verified: CPU beside SHA-256 and RSA alone"),
    ("association files a second", "association files of 1,000 components read"),
    ("keychain read / row of SQLite", "keychain: prompt-free reads beside a row of SQLite"),
    ("enclave signature / swift-crypto", "enclave of software: sign beside swift-crypto"),
    ("TPM signature / bare TPM", "enclave in a TPM: sign beside the bare TPM"),
]

WIDTH, LINE, NAMES, TOP = 800, 26, 290, 64
SCALE = 190  # the width of a bar that just meets its goal
LONGEST = 1.7  # times the goal; a longer bar is cut off there

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1c1c1e; } .title { font-size: 17px; font-weight: 600; } .quiet { fill: #6b6b70; }
.ground { fill: #fff; } .met { fill: #2f855a; } .missed { fill: #c2410c; } .goal { stroke: #1c1c1e; stroke-dasharray: 3 3; }
@media (prefers-color-scheme: dark) { text { fill: #f0f0f2; } .quiet { fill: #a0a0a8; } .ground { fill: #161618; } .met { fill: #5cc08a; }
  .missed { fill: #fb923c; } .goal { stroke: #f0f0f2; } }
"""


def headlines(rows):
    """The name, the row, and the figure as a share of its goal: at most one if it is met."""
    found = []
    for name, what in HEADLINES:
        row = next((row for row in rows if row.what == what and row.goal and row.figure), None)
        limit = row and re.search(r"[\d.,]+", row.goal)
        if limit:
            goal = float(limit[0].replace(",", ""))
            found.append((name, row, goal / row.figure if row.better == "more" else row.figure / goal))
    return found


def drawn(rows, machine):
    found = headlines(rows)
    met = sum(row.met for _, row, _ in found)
    height = TOP + len(found) * LINE + 44
    goal = NAMES + SCALE
    parts = [
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
        f'<text class="title" x="16" y="28">{met} of {len(found)} goals met</text>',
        f'<text class="quiet" x="{goal}" y="{TOP - 10}" text-anchor="middle">goal</text>',
    ]
    for index, (name, row, share) in enumerate(found):
        top = TOP + index * LINE
        length = max(2, min(share, LONGEST) * SCALE)
        more = " …" if share > LONGEST else ""
        parts.append(
            f'<text x="{NAMES - 10}" y="{top + 17}" text-anchor="end">{html.escape(name)}</text>'
            f'<rect class="{"met" if row.met else "missed"}" x="{NAMES}" y="{top + 4}" width="{length:.1f}" height="{LINE - 9}" rx="2"/>'
            f'<text x="{NAMES + max(length, SCALE) + 8:.1f}" y="{top + 17}">{more}{html.escape(figure_of(row))}</text>')
    bottom = TOP + len(found) * LINE
    parts.append(f'<line class="goal" x1="{goal}" x2="{goal}" y1="{TOP - 4}" y2="{bottom}"/>')
    parts.append(
        f'<text class="quiet" x="16" y="{bottom + 26}">A bar that ends before the line meets its goal. '
        f'{html.escape(machine["processor"])}, {machine["cores"]} cores, {machine["date"]}</text>')
    told = ", ".join(f"{name} {figure_of(row)}, {'met' if row.met else 'missed'}" for name, row, _ in found)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{met} of {len(found)} goals met: {html.escape(told)}"><style>{STYLE}</style>{"".join(parts)}</svg>\n')


def figure_of(row):
    return f"{row.ratio:.2f} x ({row.goal})" if row.ratio is not None else f"{row.ours} ({row.goal})"
