"""Rows about the account server: HTTP, storms, stores, growth, start and memory."""

from sign_in_timing import LONG_PAIRS
from tables import Row

SQLITE, POSTGRESQL = "ours, SQLite", "ours, PostgreSQL"
PEERS = ["glewlwyd", "django-allauth", "fastapi-users"]


def beside(figures, part, form, absent):
    """The peers' figures in one cell, with the missing peers."""
    told = [f"{name} {form(figures[name][part])}" for name in PEERS if name in figures]
    return ", ".join(told + [f"{name} not compared" for name in PEERS if name in absent])


MILLISECONDS = "{:.3g} ms".format
RATE = "{:,.0f}/s".format


def of_database(figures):
    return f' (database {figures["databaseCpuMilliseconds"]:.3g} ms)' if figures["databaseCpuMilliseconds"] else ""


def compared(area, what, ours, ratio, most=None, least=None, **cells):
    """A row whose ratio of rounds has a goal: at most `most`, or at least `least`."""
    goal = f"<= {most} x" if most else f">= {least} x" if least else ""
    met = (most is None or ratio <= most) and (least is None or ratio >= least)
    return Row(
        area, what, ours, ratio=ratio, goal=goal, met=met, figure=ratio, spread=ratio.spread, is_relative=True,
        better="more" if least else "less", **cells)


def http_rows(http):
    rows, absent = [], http["absent"]
    area = "Session checks and sign-ins over HTTP"
    checks, sign_ins = http["checks"], http["signIns"]
    peer, empty = checks.get("glewlwyd"), checks.get("empty route")
    for name in (SQLITE, POSTGRESQL):
        if name not in checks:
            rows.append(Row(area, f"session check, {name}", f"not measured: {absent[name]}"))
            continue
        ours = checks[name]
        own = ours["cpuMilliseconds"]
        if empty:
            rows.append(compared(
                area, f"session check, {name}: CPU beside an empty route", MILLISECONDS(own) + of_database(ours),
                own.over(empty["cpuMilliseconds"]), most=1.9 if name == SQLITE else 2.2, limit=MILLISECONDS(empty["cpuMilliseconds"])))
        what, told = f"session check, {name}: CPU beside glewlwyd's", beside(checks, "cpuMilliseconds", MILLISECONDS, absent)
        if peer:
            rows.append(compared(
                area, what, MILLISECONDS(own), own.over(peer["cpuMilliseconds"]), most=0.33 if name == SQLITE else None, peers=told))
        else:
            rows.append(Row(area, what, MILLISECONDS(own), peers=told))
        rows.append(Row(
            area, f"session checks, {name}: rate over 8 connections", RATE(ours["perSecond"]),
            limit=RATE(empty["perSecond"]) if empty else "", peers=beside(checks, "perSecond", RATE, absent), figure=ours["perSecond"],
            spread=ours["perSecond"].spread, better="more"))
    return rows + hashing_rows(area, "sign-in", sign_ins, absent) + absent_rows(area, absent)


def hashing_rows(area, what, figures, absent, has_goals=True):
    """Sign-ins or sign-ups beside argon2id. The server over SQLite has goals, because there only our own work is measured."""
    rows, least = [], figures["argon2id alone"]
    for name in (SQLITE, POSTGRESQL):
        if name not in figures:
            continue
        ours, goal = figures[name], has_goals and name == SQLITE
        own = ours["cpuMilliseconds"]
        rows.append(compared(
            area, f"{what}, {name}: CPU beside argon2id alone", MILLISECONDS(own) + of_database(ours), own.over(least["cpuMilliseconds"]),
            limit=MILLISECONDS(least["cpuMilliseconds"]), peers=beside(figures, "cpuMilliseconds", MILLISECONDS, absent)))
        hashing = ours["hashingCpuMilliseconds"]
        rows.append(compared(
            area, f"{what}, {name}: CPU compared with that of its hashing", MILLISECONDS(own), own.over(hashing),
            most=1.03 if goal else None, limit=MILLISECONDS(hashing)))
        rate = ours["perSecond"]
        rows.append(compared(
            area, f"{what}s, {name}: rate over 4 connections, beside argon2id with as many threads", RATE(rate),
            rate.over(least["perSecond"]), least=0.96 if goal else None, limit=RATE(least["perSecond"]),
            peers=beside(figures, "perSecond", RATE, absent)))
    return rows


def sign_up_rows(measured):
    area = "Sign-ups and passkeys over HTTP"
    rows, empty = hashing_rows(area, "sign-up", measured["signUps"], {}, has_goals=False), measured["emptyRoute"]["cpuMilliseconds"]
    for what, part in (("options for a passkey sign-in", "passkeyOptions"), ("sign-in by passkey", "passkeySignIns")):
        for name, ours in measured[part].items():
            own = ours["cpuMilliseconds"]
            rows.append(compared(
                area, f"{what}, {name}: CPU beside an empty route", MILLISECONDS(own) + of_database(ours), own.over(empty),
                limit=MILLISECONDS(empty)))
            rows.append(Row(
                area, f"{what}, {name}: rate over 4 connections", RATE(ours["perSecond"]), figure=ours["perSecond"],
                spread=ours["perSecond"].spread, better="more"))
    return rows


def absent_rows(area, absent):
    return [Row(area, name, f"not compared: {reason}") for name, reason in absent.items() if not name.startswith("ours")]


def latency(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def storm_rows(storms):
    area = "Session checks 100 times a second, idle and while 32 connections sign in"
    rows = []
    for part in ("P50", "P99"):
        told = [
            f'{name} {latency(figures[f"idle{part}Milliseconds"])} -> {latency(figures[f"storm{part}Milliseconds"])} ms'
            for name, figures in storms.items() if name in PEERS]
        for name in (SQLITE, POSTGRESQL):
            if name not in storms:
                continue
            figures = storms[name]
            most = 2 if part == "P50" else 2.5 if name == SQLITE else 3
            rows.append(compared(
                area, f"{part.lower()}, {name}",
                f'{latency(figures[f"idle{part}Milliseconds"])} -> {latency(figures[f"storm{part}Milliseconds"])} ms',
                figures[f"times{part}"], most=most, peers=", ".join(told)))
    return rows


def store_rows(stores):
    area = "Durable account insertions a second at the store, hash given"
    rows = []
    for writers, figures in stores["insertions"].items():
        ours = figures["ours, SQLite"]["perSecond"]
        at_once = f'{writers} writer{"s" if writers != "1" else ""}'
        of = f"transactions of {writers}" if writers != "1" else "single commits"
        limit = figures[f"SQLite, {of}"]["perSecond"]
        rows.append(compared(
            area, f"{at_once}, SQLite, beside one thread with {of}", RATE(ours), ours.over(limit),
            least=0.8 if writers in ("32", "128") else None, limit=RATE(limit)))
        if "pgbench" in figures:
            rows.append(_beside_pgbench(area, f"{at_once}, PostgreSQL, beside pgbench", figures))
            many = f"ours, PostgreSQL, {writers} connections"
            if many in figures:
                rows.append(_beside_pgbench(area, f"{at_once}, PostgreSQL with {writers} connections, beside pgbench", figures, many))
    area = "Session look-ups a second in PostgreSQL"
    for callers, figures in stores["lookUps"].items():
        rows.append(_beside_pgbench(area, f"{callers} at a time, beside pgbench", figures))
    if "absent" in stores:
        rows.append(Row(area, "PostgreSQL", f'not measured: {stores["absent"]}'))
    return rows


def _beside_pgbench(area, what, figures, name=POSTGRESQL):
    ours, peer = figures[name]["perSecond"], figures["pgbench"]["perSecond"]
    return compared(area, what, RATE(ours), ours.over(peer), least=0.8, limit=RATE(peer))


def growth_rows(growth):
    area = f'A session check with {growth["few"]:,} and with {growth["many"]:,} accounts'
    rows = []
    for name in ("SQLite", "PostgreSQL"):
        if name not in growth:
            continue
        few, many = growth[name]["few"], growth[name]["many"]
        # The goal covers the total cost of a check; the database's part is reported in addition.
        if name == "SQLite":
            costs = [("CPU", ["cpuMilliseconds"], True)]
        else:
            database = "databaseCpuMilliseconds"
            costs = [("CPU, server and database", ["cpuMilliseconds", database], True), ("CPU, the database alone", [database], False)]
        for what, parts, has_goal in costs:
            of_few, of_many = (total(figures[part] for part in parts) for figures in (few, many))
            rows.append(compared(
                area, f"{name}: {what}", MILLISECONDS(of_many), of_many.over(of_few), most=1.3 if has_goal else None,
                limit=MILLISECONDS(of_few)))
        rows.append(Row(
            area, f"{name}: rate over 8 connections", f'{many["perSecond"]:,.0f}/s', limit=f'{few["perSecond"]:,.0f}/s',
            ratio=many["perSecond"] / few["perSecond"]))
    return rows


def total(figures):
    first, *others = figures
    for other in others:
        first = first.plus(other)
    return first


def start_rows(start, storm, http, executable_mib):
    area = "Start, memory and size"
    told = http["start"] if http else {}
    peers = {
        "milliseconds": ", ".join(f'{name} {told[name]["milliseconds"]:.0f} ms' for name in PEERS if name in told),
        "idleMiB": ", ".join(f'{name} {told[name]["idleMiB"]:.0f} MiB' for name in PEERS if name in told),
        "loaded": ", ".join(f'{name} {http["loaded"][name]["MiB"]:.0f} MiB' for name in PEERS if name in told) if http else "",
    }
    rows = [
        Row(
            area, "start to first answer, median", f'{start["startMedianMilliseconds"]} ms', peers=peers["milliseconds"], goal="< 150 ms",
            met=start["startMedianMilliseconds"] < 150, figure=start["startMedianMilliseconds"], spread=0.2),
        Row(
            area, "CPU until the first answer, median", f'{start["startCPUMilliseconds"]} ms', figure=start["startCPUMilliseconds"], spread=0.1),
        Row(
            area, "idle resident memory", f'{start["idleResidentMiB"]} MiB', goal="<= 52 MiB", met=start["idleResidentMiB"] <= 52,
            figure=start["idleResidentMiB"]),
    ]
    if http:
        own, loaded = told[SQLITE]["idleMiB"], http["loaded"][SQLITE]["MiB"]
        rows.append(Row(area, "idle, proportional share", f"{own} MiB", peers=peers["idleMiB"], figure=own))
        rows.append(Row(area, "after session checks and sign-ins, proportional share", f"{loaded} MiB", peers=peers["loaded"], figure=loaded))
    if storm:
        # In a memory cgroup the kernel kills the server beyond the cap; elsewhere its peak is read.
        memory = storm["cappedMemoryPeakMiB"] or storm["residentHighWaterMiB"]
        way = f'in a group capped at {storm["memoryCapMiB"]} MiB' if storm["memoryCapMiB"] else "resident high water"
        rows.append(Row(
            area, f"memory under 1,024 sign-ins, {way}", f"{memory} MiB", goal="<= 128 MiB", met=memory <= 128, figure=memory))
    if executable_mib:
        rows.append(Row(
            area, "executable, stripped", f"{executable_mib} MiB", goal="<= 60 MiB", met=executable_mib <= 60, figure=executable_mib))
    return rows


def fairness_rows(fairness):
    area = "Fairness: honest sign-ins beside an attack"
    idle = fairness["idle"]["p99Milliseconds"]
    rows = [Row(area, "alone: p99", f"{idle} ms")]
    for name, result in fairness.items():
        if name == "idle":
            continue
        share = result["succeeded"] / result["of"]
        ratio = result["p99Milliseconds"] / idle if result["p99Milliseconds"] else None
        has_goal = "addresses" not in name
        text = f"{share:.1%} succeed, p99 {ratio:.2f} x idle" if ratio else "none succeed"
        met = bool(ratio) and share >= 0.99 and ratio <= 3
        rows.append(Row(area, name, text, goal="99 %, 3 x" if has_goal else "", met=met or not has_goal))
    return rows


def overload_rows(storm, timing, recovery_timing):
    area = "Overload, and what time tells"
    rejected_well = storm["rejectedWithoutRetryAfter"] + storm["connectionsBroken"] + storm["unanswered"] == 0
    rows = [
        Row(
            area, "1,024 sign-ins at once: answers", ", ".join(f"{count} x {status}" for status, count in storm["answers"].items()),
            goal="201 and 503 only", met=set(storm["answers"]) <= {"201", "503"} and storm["alive"]),
        Row(area, "1,024 sign-ins at once: each 503 with Retry-After", "all" if rejected_well else "not all", goal="all", met=rejected_well),
    ]
    for store, figures in timing.items():
        rows += timing_rows(area, "failed sign-in", store, figures)
    for store, figures in recovery_timing.items():
        if store == "absent":
            rows += timing_rows(area, "recovery", store, figures)
        else:
            rows += timing_rows(area, "recovery begun", store, figures["begin"]) + timing_rows(area, "wrong recovery code", store, figures["finish"])
    return rows


def timing_rows(area, request, store, figures):
    what = f"{request}, known or unknown name, {store}"
    if store == "absent":
        return [Row(area, f"{request} over PostgreSQL", f"not measured: {figures}")]
    of_one, of_medians = figures["areaUnderCurve"], figures["areaUnderCurveOfMedians"]
    # The short form has too few medians for a goal: with a true 0.5 they would miss it by chance.
    is_long = figures["pairs"] >= LONG_PAIRS
    rows = [timing_row(area, f"{what}: area under ROC of one sample", of_one, has_goal=not is_long)]
    if is_long:
        rows.append(timing_row(area, f"{what}: area under ROC of the median of 20", of_medians))
    return rows + [
        Row(area, f"{what}: medians", f'{figures["knownMedianMilliseconds"]} and {figures["unknownMedianMilliseconds"]} ms'),
    ]


def timing_row(area, what, found, has_goal=True):
    return Row(area, what, str(found), goal="0.45 to 0.55" if has_goal else "", met=not has_goal or 0.45 <= found <= 0.55)
