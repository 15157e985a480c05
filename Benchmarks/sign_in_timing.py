"""Does the time of a failed sign-in tell whether the account exists?

Interleaves failed sign-ins for a known and an unknown name over one connection and prints the area under the ROC curve of
"known takes longer": 0.5 means that time tells nothing, 1 that it tells all. Goal: 0.45 to 0.55 over 500 pairs.
"""

import statistics
import time

from http_client import Connection
from server import GOOD_PASSWORD, Server

PAIRS = 500


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
    status, _, _ = connection.request("POST", "/v1/accounts", {"username": "timed-person", "password": GOOD_PASSWORD})
    assert status == 201, status
    times = {"known": [], "unknown": []}
    for index in range(pairs + 10):
        # Which goes first alternates, so that a drift of the machine falls on both alike.
        order = ["known", "unknown"] if index % 2 == 0 else ["unknown", "known"]
        for kind in order:
            name = "timed-person" if kind == "known" else "timed-nobody"
            started = time.perf_counter()
            status, _, _ = connection.request("POST", "/v1/sessions", {"username": name, "password": "certainly not it 9"})
            elapsed = time.perf_counter() - started
            assert status == 401, status
            if index >= 10:
                times[kind].append(elapsed)
    connection.close()
    return {
        "pairs": pairs,
        "knownMedianMilliseconds": round(statistics.median(times["known"]) * 1000, 2),
        "unknownMedianMilliseconds": round(statistics.median(times["unknown"]) * 1000, 2),
        "areaUnderCurve": round(area_under_curve(times["known"], times["unknown"]), 3),
    }


if __name__ == "__main__":
    with Server() as server:
        print(measure(server))
