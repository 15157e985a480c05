"""Rows about the account server: HTTP, storms, stores, growth, start and memory."""

from tables import Row

SQLITE, POSTGRESQL = "ours, SQLite", "ours, PostgreSQL"
PEERS = ["glewlwyd", "django-allauth", "fastapi-users"]


def beside(figures, part, form, absent):
    """The peers' figures in one cell, with the missing peers."""
    told = [f"{name} {form(figures[name][part])}" for name in PEERS if name in figures]
    return ", ".join(told + [f"{name} not compared" for name in PEERS if name in absent])


def http_rows(http):
    rows, absent = [], http["absent"]
    area = "Session checks, sign-ins and sign-ups over HTTP"
    milliseconds, rate = (lambda value: f"{value:.3g} ms"), (lambda value: f"{value:,.0f}/s")
    checks, sign_ins, sign_ups = http["checks"], http["signIns"], http["signUps"]
    peer = checks.get("glewlwyd")
    empty = checks.get("empty route")
    for name in (SQLITE, POSTGRESQL):
        if name not in checks:
            rows.append(Row(area, f"session check, {name}", f"not measured: {absent[name]}"))
            continue
        ours = checks[name]
        own = ours["cpuMilliseconds"]
        of_database = f' (database {ours["databaseCpuMilliseconds"]:.3g} ms)' if ours["databaseCpuMilliseconds"] else ""
        if empty:
            ratio = own / empty["cpuMilliseconds"]
            rows.append(Row(
                area, f"session check, {name}: CPU beside an empty route", milliseconds(own) + of_database,
                limit=milliseconds(empty["cpuMilliseconds"]), ratio=ratio, goal="<= 2 x" if name == SQLITE else "",
                met=name != SQLITE or ratio <= 2, figure=ratio, spread=own.spread + empty["cpuMilliseconds"].spread, is_relative=True))
        ratio = own / peer["cpuMilliseconds"] if peer else None
        rows.append(Row(
            area, f"session check, {name}: CPU beside glewlwyd's", milliseconds(own), peers=beside(checks, "cpuMilliseconds", milliseconds, absent),
            ratio=ratio, goal="<= 0.33 x" if peer and name == SQLITE else "", met=not peer or name != SQLITE or ratio <= 1 / 3,
            figure=ratio, spread=own.spread + (peer["cpuMilliseconds"].spread if peer else 0), is_relative=True))
        rows.append(Row(
            area, f"session checks, {name}: rate over 8 connections", rate(ours["perSecond"]),
            limit=rate(empty["perSecond"]) if empty else "", peers=beside(checks, "perSecond", rate, absent), figure=ours["perSecond"],
            spread=ours["perSecond"].spread, better="more"))
    for what, figures, kind in (("sign-in", sign_ins, 1.05), ("sign-up", sign_ups, None)):
        least = figures["argon2id alone"]
        for name in (SQLITE, POSTGRESQL):
            if name not in figures:
                continue
            ours = figures[name]
            ratio = ours["cpuMilliseconds"] / least["cpuMilliseconds"]
            has_goal = kind is not None and name == SQLITE
            of_database = f' (database {ours["databaseCpuMilliseconds"]:.3g} ms)' if ours["databaseCpuMilliseconds"] else ""
            rows.append(Row(
                area, f"{what}, {name}: CPU beside argon2id alone", milliseconds(ours["cpuMilliseconds"]) + of_database,
                limit=milliseconds(least["cpuMilliseconds"]), peers=beside(figures, "cpuMilliseconds", milliseconds, absent), ratio=ratio,
                goal=f"<= {kind} x" if has_goal else "", met=not has_goal or ratio <= kind, figure=ratio,
                spread=ours["cpuMilliseconds"].spread + least["cpuMilliseconds"].spread, is_relative=True))
            own = ours["hashingCpuMilliseconds"]
            rows.append(Row(
                area, f"{what}, {name}: CPU compared with that of its hashing", milliseconds(ours["cpuMilliseconds"]), limit=milliseconds(own),
                ratio=ours["cpuMilliseconds"] / own, figure=ours["cpuMilliseconds"] / own,
                spread=ours["cpuMilliseconds"].spread + own.spread, is_relative=True))
            rows.append(Row(
                area, f"{what}s, {name}: rate over 4 connections", rate(ours["perSecond"]), limit=rate(least["perSecond"]),
                peers=beside(figures, "perSecond", rate, absent), figure=ours["perSecond"], spread=ours["perSecond"].spread, better="more"))
    for what, part in (("options for a passkey sign-in", "passkeyOptions"), ("sign-in by passkey", "passkeySignIns")):
        for name, ours in http[part].items():
            own = ours["cpuMilliseconds"]
            ratio = own / empty["cpuMilliseconds"] if empty else None
            of_database = f' (database {ours["databaseCpuMilliseconds"]:.3g} ms)' if ours["databaseCpuMilliseconds"] else ""
            rows.append(Row(
                area, f"{what}, {name}: CPU beside an empty route", milliseconds(own) + of_database,
                limit=milliseconds(empty["cpuMilliseconds"]) if empty else "", ratio=ratio, figure=ratio,
                spread=own.spread + (empty["cpuMilliseconds"].spread if empty else 0), is_relative=True))
            rows.append(Row(
                area, f"{what}, {name}: rate over 4 connections", rate(ours["perSecond"]), figure=ours["perSecond"],
                spread=ours["perSecond"].spread, better="more"))
    return rows + storm_rows(http) + absent_rows(area, absent)


def absent_rows(area, absent):
    return [Row(area, name, f"not compared: {reason}") for name, reason in absent.items() if not name.startswith("ours")]


def latency(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def storm_rows(http):
    area = "Session checks 100 times a second, idle and while 32 connections sign in"
    rows = []
    for part, most in (("P50", 2), ("P99", 4)):
        told = [
            f'{name} {latency(figures[f"idle{part}Milliseconds"])} -> {latency(figures[f"storm{part}Milliseconds"])} ms'
            for name, figures in http["storms"].items() if name in PEERS]
        for name in (SQLITE, POSTGRESQL):
            if name not in http["storms"]:
                continue
            figures = http["storms"][name]
            ratio = figures[f"times{part}"]
            rows.append(Row(
                area, f"{part.lower()}, {name}", f'{latency(figures[f"idle{part}Milliseconds"])} -> {latency(figures[f"storm{part}Milliseconds"])} ms',
                peers=", ".join(told), ratio=ratio, goal=f"<= {most} x", met=ratio <= most, figure=ratio, spread=ratio.spread,
                is_relative=True))
    return rows


def store_rows(stores):
    area = "Durable account insertions a second at the store, hash given"
    rows = []
    rate = lambda value: f"{value:,.0f}/s"  # noqa: E731
    for writers, figures in stores["insertions"].items():
        ours, single = figures["ours, SQLite"]["perSecond"], figures["SQLite, single commits"]["perSecond"]
        ratio = ours / single
        at_once = f'{writers} writer{"s" if writers != "1" else ""}'
        rows.append(Row(
            area, f"{at_once}, SQLite, beside single commits", rate(ours), limit=rate(single), ratio=ratio, goal=">= 5 x" if writers == "32" else "",
            met=writers != "32" or ratio >= 5, figure=ratio, spread=ours.spread + single.spread, better="more", is_relative=True))
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
    ratio = ours / peer
    return Row(
        area, what, f"{ours:,.0f}/s", limit=f"{peer:,.0f}/s", ratio=ratio, goal=">= 0.5 x", met=ratio >= 0.5, figure=ratio,
        spread=ours.spread + peer.spread, better="more", is_relative=True)


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
            of_few, of_many = (sum(figures[part] for part in parts) for figures in (few, many))
            ratio = of_many / of_few
            rows.append(Row(
                area, f"{name}: {what}", f"{of_many:.3g} ms", limit=f"{of_few:.3g} ms", ratio=ratio, goal="<= 1.3 x" if has_goal else "",
                met=not has_goal or ratio <= 1.3, figure=ratio, spread=max(few[part].spread + many[part].spread for part in parts),
                is_relative=True))
        rows.append(Row(
            area, f"{name}: rate over 8 connections", f'{many["perSecond"]:,.0f}/s', limit=f'{few["perSecond"]:,.0f}/s',
            ratio=many["perSecond"] / few["perSecond"]))
    return rows


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
            area, "idle resident memory", f'{start["idleResidentMiB"]} MiB', goal="< 60 MiB", met=start["idleResidentMiB"] < 60,
            figure=start["idleResidentMiB"]),
    ]
    if http:
        own, loaded = told[SQLITE]["idleMiB"], http["loaded"][SQLITE]["MiB"]
        rows.append(Row(area, "idle, proportional share", f"{own} MiB", peers=peers["idleMiB"], figure=own))
        rows.append(Row(area, "after all load, proportional share", f"{loaded} MiB", peers=peers["loaded"], figure=loaded))
    if storm:
        # In a memory cgroup the kernel kills the server beyond the cap; elsewhere its peak is read.
        memory = storm["cappedMemoryPeakMiB"] or storm["residentHighWaterMiB"]
        way = f'in a group capped at {storm["memoryCapMiB"]} MiB' if storm["memoryCapMiB"] else "resident high water"
        rows.append(Row(
            area, f"memory under 1,024 sign-ins, {way}", f"{memory} MiB", goal="<= 128 MiB", met=memory <= 128, figure=memory))
    return rows + [Row(area, "executable", f"{executable_mib} MiB", figure=executable_mib)]


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
    of_medians = figures["areaUnderCurveOfMedians"]
    return [
        Row(area, f"{what}: area under ROC of one sample", str(figures["areaUnderCurve"])),
        Row(
            area, f"{what}: area under ROC of the median of 20", str(of_medians), goal="0.45 to 0.55", met=0.45 <= of_medians <= 0.55),
        Row(area, f"{what}: medians", f'{figures["knownMedianMilliseconds"]} and {figures["unknownMedianMilliseconds"]} ms'),
    ]
