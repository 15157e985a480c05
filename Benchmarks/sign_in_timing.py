"""Checks whether the time of a failed sign-in reveals that the account exists.

Interleaves failed sign-ins for a known and an unknown name over one connection and prints the area under the ROC curve of
"known takes longer": 0.5 means that time reveals nothing, 1 that it reveals everything. An attacker who measures repeatedly learns more, so the goal, 0.45
to 0.55, is of the median of 20 samples. It is measured over SQLite, and over PostgreSQL behind a network of 0.5 ms, where a round trip
more for one of the names would show.
"""

import contextlib
import os
import statistics
import time

from database import Database, programs
from http_client import Connection
from server import GOOD_PASSWORD, Server
from slow_network import SlowNetwork

# The long form: with a true 0.5 the medians of 20 then give 0.5 +- 0.024. One sample of the short form gives 0.5 +- 0.02.
LONG_PAIRS = 6_000
PAIRS = int(os.environ.get("BENCH_PAIRS", 400))
SAMPLES = 20
ROUND_TRIP = 0.0005


def measure_stores(progress=lambda text: None):
    """The figures of each store, or why one is missing."""
    progress(f"sign-in timing over SQLite, {PAIRS} interleaved pairs")
    with Server(in_production=True) as server:
        results = {"SQLite": measure(server)}
    if not programs():
        return results | {"absent": "PostgreSQL is not installed"}
    progress(f"sign-in timing over PostgreSQL behind {ROUND_TRIP * 1000} ms, {PAIRS} interleaved pairs")
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(Database())
        network = stack.enter_context(SlowNetwork(database, ROUND_TRIP))
        results["PostgreSQL"] = measure(stack.enter_context(Server(address=network.address())))
    return results


def medians(values):
    """Of each ``SAMPLES`` values in turn."""
    return [statistics.median(values[start:start + SAMPLES]) for start in range(0, len(values) - SAMPLES + 1, SAMPLES)]


def area_under_curve(positives, negatives):
    """The probability that a positive exceeds a negative, ties counting half (Mann-Whitney U over the product)."""
    ranked = sorted([(value, 1) for value in positives] + [(value, 0) for value in negatives])
    wins, seen, index = 0.0, 0, 0
    while index < len(ranked):
        end = index
        while end < len(ranked) and ranked[end][0] == ranked[index][0]:
            end += 1
        tied_negatives = sum(1 for value in ranked[index:end] if value[1] == 0)
        tied_positives = (end - index) - tied_negatives
        wins += tied_positives * (seen + tied_negatives / 2)
        seen += tied_negatives
        index = end
    return wins / (len(positives) * len(negatives))


def measure(server, pairs=PAIRS):
    connection = Connection(server.port)
    times = {"known": [], "unknown": []}
    for index in range(pairs):
        if index % SAMPLES == 0:
            person = {"username": f"timed-person-{index}", "password": GOOD_PASSWORD}
            status, _, _ = connection.request("POST", "/v1/accounts", person)
            assert status == 201, status
            names = {"known": person["username"], "unknown": f"timed-nobody-{index}"}
        # The order alternates, so that a drift of the machine affects both equally.
        for kind in ["known", "unknown"] if index % 2 == 0 else ["unknown", "known"]:
            started = time.perf_counter()
            status, _, _ = connection.request("POST", "/v1/sessions", {"username": names[kind], "password": "certainly not it 9"})
            elapsed = time.perf_counter() - started
            assert status == 401, status
            times[kind].append(elapsed)
    connection.close()
    return {
        "pairs": pairs,
        "knownMedianMilliseconds": round(statistics.median(times["known"]) * 1000, 2),
        "unknownMedianMilliseconds": round(statistics.median(times["unknown"]) * 1000, 2),
        "areaUnderCurve": round(area_under_curve(times["known"], times["unknown"]), 3),
        "areaUnderCurveOfMedians": round(area_under_curve(medians(times["known"]), medians(times["unknown"])), 3),
    }


if __name__ == "__main__":
    print(measure_stores(print))
