"""Checks of the bench itself, with made-up figures: ratios and their spread, ladders, tables, storms, the page and the picture.

    python3 Benchmarks/bench_checks.py
"""

import unittest
import xml.etree.ElementTree

from bench import plain, rows_of
from http_figures import merged, percentile, together
from ladders import LAYERS, Ladder
from picture import drawn, headlines
from plot import page
from rounds import Figure, take_turns
from tables import changes, printed, recordable, unsteady

MACHINE = {
    "processor": "a processor", "cores": 2, "memoryGiB": 4, "system": "Linux", "loadAtStart": 1, "loadAtEnd": 1, "date": "2026-01-01"}


def figures(*names, value=1.0):
    return {name: Figure([value, value * 1.01, value * 0.99, value]) for name in names}


def http(value=1.0):
    return figures(
        "perSecond", "cpuMilliseconds", "databaseCpuMilliseconds", "hashingCpuMilliseconds", "p50Milliseconds", "p99Milliseconds", value=value)


def storm(idle=1_000_000, busy=3_000_000):
    return {
        "idle": {"buckets": [[idle, 99], [idle * 2, 1]]}, "storm": {"buckets": [[busy, 99], [busy * 2, 1]]}, "signIns": 5, "signInsFailed": 0,
        "checksFailed": 0}


def device():
    names = ("perSecond", "cpuMicroseconds", "p50Microseconds", "p99Microseconds")

    def part(*contenders):
        return {name: figures(*names, value=float(index + 1)) for index, name in enumerate(contenders)}

    found = {"reads": part("sqlite", "opened", "inProcess", "ownProcess"), "readsWithTPM": part("inProcess")}
    found["reads"]["messages"] = figures(*names, value=0.5)
    found |= {f"writesBy{writers}": part("sqlite", "inProcess", "ownProcess") for writers in (1, 8, 32)}
    for operation in ("sign", "exchange"):
        found[f"{operation}InSoftware"] = part("bare", "enclave", "inProcess", "ownProcess")
        found[f"{operation}InTPM"] = part("bare", "load", "enclave", "inProcess")
    return found


def everything():
    ours = ("ours, SQLite", "ours, PostgreSQL")
    peers = ("glewlwyd", "django-allauth", "fastapi-users")
    rate = figures("verified", "bare", "jwtKit", "parsed", "reference", "generated", "matched", "ratio", value=2.0)
    token = {"microseconds": rate["bare"]}
    store = lambda *names: {name: figures("perSecond") for name in names}  # noqa: E731
    return {
        "machine": MACHINE, "failed": {}, "executableMiB": 59.0,
        "startAndIdle": {"startMedianMilliseconds": 50, "startCPUMilliseconds": 40, "idleResidentMiB": 50.0},
        "http": {
            "absent": {}, "checks": {name: http() for name in (*ours, "empty route", *peers)},
            "signIns": {name: http() for name in (*ours, "argon2id alone", *peers)},
            "signInLadder": {name: http(number + 1.0) for number, name in enumerate(("argon2id alone", "hashing", "commits", "HTTP"))},
            "start": {name: {"milliseconds": 1.0, "idleMiB": 1.0} for name in (*ours, *peers)},
            "loaded": {name: {"MiB": 1.0} for name in (*ours, *peers)},
        },
        "sessionLadder": {name: http(number + 1.0) for number, name in enumerate(LAYERS)},
        "signUps": {
            "signUps": {name: http() for name in (*ours, "argon2id alone")}, "emptyRoute": http(),
            "passkeyOptions": {name: http() for name in ours}, "passkeySignIns": {name: http() for name in ours}},
        "storms": {name: together([storm(), storm()]) for name in (*ours, *peers)},
        "stores": {
            "insertions": {
                "1": store("ours, SQLite", "SQLite, single commits", "ours, PostgreSQL", "pgbench"),
                "32": store("ours, SQLite", "SQLite, transactions of 32", "ours, PostgreSQL", "pgbench", "ours, PostgreSQL, 32 connections"),
                "128": store("ours, SQLite", "SQLite, transactions of 128")},
            "lookUps": {"8": store("ours, PostgreSQL", "pgbench")}},
        "growth": {
            "few": 1_000, "many": 2_000,
            **{name: {"few": http(), "many": http(), "filledInSeconds": 1.0} for name in ("SQLite", "PostgreSQL")}},
        "passwordRules": {
            "parsedPerSecond": rate["parsed"], "referencePerSecond": rate["reference"], "timesReference": rate["ratio"], "referenceAbsent": None,
            "generatedPerSecond": rate["generated"]},
        "identity": {
            "verifiedPerSecond": rate["verified"], "barePerSecond": rate["bare"], "jwtKitPerSecond": rate["jwtKit"], "pyJWTPerSecond": None,
            "pyJWTAbsent": "it is not installed", "timesBare": rate["ratio"], "ladder": {"bare": token, "parse": token, "claims": token}},
        "passkeys": {"verifiedPerSecond": rate["verified"], "barePerSecond": rate["bare"], "timesBare": rate["ratio"]},
        "domains": {"components": 1000, "matchedPerSecond": rate["matched"], "parsedPerSecond": rate["parsed"]},
        "device": device(),
    }


class BenchChecks(unittest.TestCase):
    def test_the_ratio_of_two_figures_is_the_median_of_the_ratios_of_each_round(self):
        # Twice as slow in every second round, as on a machine with other load.
        slowed, limit = Figure([2, 4, 2, 4]), Figure([1, 2, 1, 2])
        self.assertEqual(slowed.over(limit), 2)
        self.assertEqual(slowed.over(limit).spread, 0)
        self.assertGreater(slowed.spread, 0.1)

    def test_one_round_has_no_spread(self):
        self.assertEqual(Figure([3]).spread, 0)

    def test_the_spread_leaves_out_the_outer_rounds(self):
        self.assertEqual(Figure([1, 1, 1, 1, 100]).spread, 0)

    def test_contenders_take_turns_in_rotating_order(self):
        order = []
        take_turns({name: (lambda name=name: order.append(name) or {"a": 1}) for name in "xyz"}, 2)
        self.assertEqual("".join(order), "xyzyzx")

    def test_the_prices_of_the_layers_add_up_to_the_whole(self):
        ladder = Ladder("a thing", {"limit": Figure([10, 11]), "layer": Figure([15, 16]), "top": Figure([18, 19])})
        self.assertEqual([round(price, 6) for _, price, _ in ladder.prices()], [10.5, 5, 3])

    def test_the_times_of_all_rounds_count_together(self):
        self.assertEqual(merged([[[1, 2], [5, 1]], [[1, 1], [3, 4]]]), [(1, 3), (3, 4), (5, 1)])
        self.assertEqual(percentile([(1, 50), (2, 49), (9, 1)], 0.5), 1)
        self.assertEqual(percentile([(1, 50), (2, 49), (9, 1)], 0.99), 2)
        self.assertEqual(together([storm(), storm()])["timesP99"], 3)

    def test_each_missed_goal_is_reported(self):
        results = everything()
        met = {row.key for row in rows_of(results) if not row.met}
        self.assertFalse([key for key in met if "session check, ours, SQLite: CPU beside an empty route" in key])
        results["http"]["checks"]["ours, SQLite"] = http(2.0)
        missed = {row.key for row in rows_of(results) if not row.met} - met
        self.assertTrue([key for key in missed if "CPU beside an empty route" in key])

    def test_every_row_has_its_own_key_and_is_printed(self):
        rows = rows_of(everything())
        self.assertEqual(len({row.key for row in rows}), len(rows))
        self.assertIn("Ladder: a session check, CPU", printed(rows))

    def test_a_change_within_noise_is_not_reported(self):
        rows = rows_of(everything())
        record = {"machine": MACHINE, "figures": recordable(rows)}
        self.assertEqual(changes(rows, MACHINE, record), (True, []))
        record["figures"][0]["figure"] *= 2
        self.assertEqual(len(changes(rows, MACHINE, record)[1]), 1)
        self.assertEqual(unsteady(rows), [])

    def test_the_page_and_the_picture_are_complete_and_load_nothing(self):
        results = everything()
        rows = rows_of(results)
        shown, picture = page(results, rows, ["nothing"]), drawn(rows, MACHINE)
        xml.etree.ElementTree.fromstring(picture)
        for chart in shown.split("<svg")[1:]:
            xml.etree.ElementTree.fromstring("<svg" + chart.split("</svg>")[0] + "</svg>")
        for text in (shown, picture):
            self.assertIn("prefers-color-scheme: dark", text)
            self.assertNotIn("<script", text)
            self.assertNotIn("http", text.replace("http://www.w3.org/2000/svg", "").replace("over HTTP", ""))
        self.assertIn("CPU of a session check", shown)
        self.assertIn("Session checks while 32 connections sign in: ours, SQLite", shown)
        self.assertEqual(len(headlines(rows)), 15)

    def test_the_measurements_have_a_form_for_the_file(self):
        self.assertIn("spread", plain(everything())["sessionLadder"]["route"]["cpuMilliseconds"])


if __name__ == "__main__":
    unittest.main()
