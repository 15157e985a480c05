"""Rows of figures, one table for each area, and what has changed since the recorded run."""

import dataclasses


@dataclasses.dataclass
class Row:
    area: str
    what: str
    ours: str
    limit: str = ""
    peers: str = ""
    # The figure that the goal limits: compared with the limit, or with a peer.
    ratio: float | None = None
    goal: str = ""
    met: bool = True
    # The comparison with the recorded run: a figure, the spread of its rounds as a share of it, and which direction is better.
    figure: float | None = None
    spread: float = 0
    better: str = "less"
    # Whether it holds on any machine: a ratio of two figures of one run.
    is_relative: bool = False

    @property
    def key(self):
        return f"{self.area}: {self.what}"


COLUMNS = ["what", "ours", "limit", "peers", "ratio", "goal", ""]


def cells(row):
    return [
        row.what, row.ours, row.limit, row.peers, "" if row.ratio is None else f"{row.ratio:.2f} x", row.goal,
        ("met" if row.met else "MISSED") if row.goal else "",
    ]


def printed(rows):
    """The tables as text."""
    lines = []
    for area in dict.fromkeys(row.area for row in rows):
        table = [COLUMNS] + [cells(row) for row in rows if row.area == area]
        used = [column for column in range(len(COLUMNS)) if any(line[column] for line in table[1:])]
        widths = {column: max(len(line[column]) for line in table) for column in used}
        lines += ["", area]
        for line in table:
            lines.append("  " + "  ".join(line[column].ljust(widths[column]) for column in used).rstrip())
    return "\n".join(lines)


# Two runs of one program can differ by this much by chance.
LEAST_NOISE = 0.1


def unsteady(rows):
    """The ratios whose rounds differ by more than noise: too much else was running, or more rounds are needed."""
    return [row for row in rows if row.is_relative and row.goal and row.spread > LEAST_NOISE]


def same_kind(machine, other):
    return (machine["processor"], machine["cores"]) == (other["processor"], other["cores"])


def changes(rows, machine, recorded):
    """Differences from the recorded run beyond noise: half of the distance between the quartiles in each run, and at least a tenth. For another
    machine, only ratios are compared."""
    same_machine = same_kind(recorded["machine"], machine)
    before = {entry["key"]: entry for entry in recorded["figures"]}
    lines = []
    for row in rows:
        old = before.get(row.key)
        if old is None or row.figure is None or not old["figure"] or not (same_machine or row.is_relative):
            continue
        change = row.figure / old["figure"]
        if abs(change - 1) <= max(LEAST_NOISE, row.spread + old["spread"]):
            continue
        is_better = (change < 1) == (row.better == "less")
        lines.append(f'{"better" if is_better else "WORSE "}  {row.key}: {old["figure"]:.4g} -> {row.figure:.4g} ({change:.2f} x)')
    return same_machine, lines


def recordable(rows):
    return [
        {"key": row.key, "figure": float(f"{row.figure:.4g}"), "spread": round(row.spread, 3)} for row in rows if row.figure is not None]
