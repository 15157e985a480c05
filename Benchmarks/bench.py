"""Measures the release build and prints one table for each area: ours, the limit, the peers, the ratio, the goal and whether it is met.

usage: bench.py [--record] [AREA...]     areas: start http sign-ups storms stores growth overload fairness libraries device (all)

Results are kept in results/: latest.json with everything that was measured, latest.html to look at. `--record` keeps the figures in
recorded.json too, and the picture of a run of all areas in docs/pictures/benchmarks.svg, without which machine it was but its kind, beside those of other areas from the same kind of machine; nothing is recorded of a
run in which something could not be measured. Each run says what has changed since by more than noise.

Exit codes: 0 all goals met; 1 a figure misses its goal, or could not be measured; 2 wrong usage.
"""

import json
import os
import pathlib
import platform
import signal
import subprocess
import sys
import tempfile
import time

import device_figures
import fairness
import growth_figures
import http_figures
import library_figures
import recovery_timing
import session_ladder
import sign_in_storm
import sign_in_timing
import start_and_idle
import store_figures
from ladders import ladder_rows, ladders_of
from library_rows import device_rows, library_rows
from picture import drawn
from plot import page
from rounds import Figure
from server import EXECUTABLE, Server
from server_rows import (
    fairness_rows, growth_rows, http_rows, overload_rows, sign_up_rows, start_rows, storm_rows, store_rows,
)
from tables import changes, printed, recordable, same_kind, unsteady

RESULTS = pathlib.Path(__file__).resolve().parent / "results"
PICTURE = pathlib.Path(__file__).resolve().parent.parent / "docs/pictures/benchmarks.svg"
AREAS = ["start", "http", "sign-ups", "storms", "stores", "growth", "overload", "fairness", "libraries", "device"]


def machine():
    """Its kind and load, without its name or paths."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":", 1)[1].strip() for line in lines if "model name" in line), platform.machine())
    memory = int(pathlib.Path("/proc/meminfo").read_text().split()[1]) / 1048576
    return {
        "processor": model, "cores": sum(1 for line in lines if line.startswith("processor")), "memoryGiB": round(memory),
        "system": f"{platform.system()} {platform.release().split('-')[0]}", "loadAtStart": load_average(),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def load_average():
    return float(pathlib.Path("/proc/loadavg").read_text().split()[0])


def progress(text):
    print(f"bench: {text} (load {load_average():.1f})", file=sys.stderr, flush=True)


def measure(areas):
    """The figures of each area. A failed area leaves its reason, and the others continue."""
    results = {"machine": machine(), "areas": areas, "failed": {}, "executableMiB": stripped_mib(), "seconds": {}}

    def attempt(area, name, work):
        if area not in areas:
            return
        started = time.monotonic()
        try:
            results[name] = work()
        except Exception as failure:  # noqa: BLE001 - any failure: the other areas still count
            results["failed"][name] = f"{type(failure).__name__}: {failure}"
            progress(f"{name} failed: {failure}")
        results["seconds"][area] = round(results["seconds"].get(area, 0) + time.monotonic() - started, 1)

    progress(f"on {results['machine']['processor']}, {results['machine']['cores']} cores")
    attempt("start", "startAndIdle", lambda: told("start and idle memory", start_and_idle.measure))
    attempt("http", "http", lambda: http_figures.measure(progress))
    attempt("http", "sessionLadder", lambda: session_ladder.measure(progress))
    attempt("sign-ups", "signUps", lambda: http_figures.measure_sign_ups(progress))
    attempt("storms", "storms", lambda: http_figures.measure_storms(progress))
    attempt("stores", "stores", lambda: store_figures.measure(progress))
    attempt("growth", "growth", lambda: growth_figures.measure(progress))
    attempt("overload", "signInTiming", lambda: sign_in_timing.measure_stores(progress))
    attempt("overload", "recoveryTiming", lambda: recovery_timing.measure_stores(progress))
    attempt("overload", "signInStorm", lambda: over_server(
        "1,024 sign-ins at once on two hashing slots", sign_in_storm.measure, in_production=True, settings=["hashing.threads=2"], memory_cap_mib=128))
    attempt("fairness", "fairness", lambda: fairness.measure(progress))
    attempt("libraries", "passwordRules", lambda: told("what the libraries do in a second", library_figures.measure_rules))
    attempt("libraries", "identity", library_figures.measure_identity)
    attempt("libraries", "passkeys", library_figures.measure_passkeys)
    attempt("libraries", "domains", library_figures.measure_domains)
    attempt("device", "device", lambda: told("what the device does, beside SQLite, swift-crypto and a bare TPM", device_figures.measure_device))
    results["machine"]["loadAtEnd"] = load_average()
    return results


def stripped_mib():
    """The size of the executable without its symbols, as it is installed; None if this machine has no strip(1)."""
    with tempfile.NamedTemporaryFile(prefix="latchkey-stripped-") as copy:
        try:
            subprocess.run(["strip", "-o", copy.name, EXECUTABLE], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        return round(pathlib.Path(copy.name).stat().st_size / 1048576, 1)


def told(text, work):
    progress(text)
    return work()


def over_server(text, work, **options):
    progress(text)
    with Server(**options) as server:
        return work(server)


def rows_of(results):
    rows = []
    if "startAndIdle" in results:
        rows += start_rows(results["startAndIdle"], results.get("signInStorm"), results.get("http"), results["executableMiB"])
    if "http" in results:
        rows += http_rows(results["http"])
    if "signUps" in results:
        rows += sign_up_rows(results["signUps"])
    if "storms" in results:
        rows += storm_rows(results["storms"])
    if "stores" in results:
        rows += store_rows(results["stores"])
    if "growth" in results:
        rows += growth_rows(results["growth"])
    if "signInTiming" in results and "signInStorm" in results:
        rows += overload_rows(results["signInStorm"], results["signInTiming"], results.get("recoveryTiming", {}))
    if "fairness" in results:
        rows += fairness_rows(results["fairness"])
    if {"passwordRules", "identity", "passkeys", "domains"} <= set(results):
        rows += library_rows(results["passwordRules"], results["identity"], results["passkeys"], results["domains"])
    if "device" in results:
        rows += device_rows(results["device"])
    return rows + ladder_rows(ladders_of(results))


def plain(value):
    """The JSON form, with the spread of a figure's rounds."""
    if isinstance(value, Figure):
        return {"median": float(f"{value:.5g}"), "spread": round(value.spread, 3)}
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value


def said_of_change(rows, results):
    recorded = RESULTS / "recorded.json"
    if not recorded.exists():
        return ["", "No run is recorded to compare with."]
    old = json.loads(recorded.read_text())
    same, lines = changes(rows, results["machine"], old)
    whose = "" if same else ", on another machine: ratios alone are compared"
    head = f'Since the run recorded on {old["machine"]["date"]} (load {old["machine"]["loadAtStart"]} then){whose}:'
    return ["", head] + [f"  {line}" for line in lines or ["nothing has changed by more than noise"]]


def record(rows, results):
    if results["failed"]:
        print("Not recorded: " + ", ".join(results["failed"]) + " could not be measured")
        return
    recorded = RESULTS / "recorded.json"
    machine = results["machine"]
    figures = {}
    if recorded.exists():
        old = json.loads(recorded.read_text())
        if same_kind(old["machine"], machine):
            figures = {entry["key"]: entry for entry in old["figures"]}
    measured = {entry["key"]: entry for entry in recordable(rows)}
    # A complete run replaces all figures of its areas, so that renamed ones do not stay.
    areas = tuple(f"{row.area}: " for row in rows) if set(results["areas"]) == set(AREAS) else ()
    figures = {key: entry for key, entry in figures.items() if not key.startswith(areas)} | measured
    recorded.write_text(json.dumps({"machine": machine, "figures": list(figures.values())}, indent=1) + "\n")


def main():
    # When terminated, it ends its child processes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    arguments = [each for each in sys.argv[1:] if each != "--record"]
    if set(arguments) - set(AREAS):
        print(__doc__, file=sys.stderr)
        return 2
    results = measure(arguments or AREAS)
    rows = rows_of(results)
    results["missed"] = [row.key for row in rows if not row.met]

    there = results["machine"]
    print(f'{there["processor"]}, {there["cores"]} cores, {there["memoryGiB"]} GiB, {there["system"]}; '
          f'load {there["loadAtStart"]} at the start and {there["loadAtEnd"]} at the end')
    print(printed(rows))
    print("\nThis took " + ", ".join(f"{seconds:.0f} s for {area}" for area, seconds in results["seconds"].items()))
    for row in unsteady(rows):
        print(f"unsteady: {row.key} differs by {row.spread:.0%} between its rounds")
    for name, reason in results["failed"].items():
        print(f"\n{name} could not be measured: {reason}")
    changed = said_of_change(rows, results)
    print("\n".join(changed))

    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "latest.json").write_text(json.dumps(plain(results), indent=2) + "\n")
    (RESULTS / "latest.html").write_text(page(results, rows, changed))
    print(f"\nKept: {os.path.relpath(RESULTS)}/latest.json, and latest.html to look at")
    if "--record" in sys.argv:
        record(rows, results)
        if set(results["areas"]) == set(AREAS) and not results["failed"]:
            PICTURE.write_text(drawn(rows, results["machine"]))
    return 1 if results["missed"] or results["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
