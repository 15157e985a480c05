"""Session checks, sign-ins and sign-ups, by password and by passkey, over HTTP: ours over both stores, the peers, an empty route, and argon2id alone.

    BENCH_ROUNDS   how often the contenders take turns (4)
"""

import collections
import contextlib
import os

import load
import peers
import store_figures
from ours import over_postgresql, over_sqlite
from rounds import ROUNDS, Figure, take_turns

# More than a server answers in the time of a round: each is accepted once.
PASSKEY_SIGN_INS = 4_000
SIGN_UPS = 500


def asked(contender, requests, connections, seconds, seed, good, **options):
    """One round of one contender: its rate, and its CPU for each request in milliseconds."""
    cpu, database, hashing = contender.cpu_seconds(), cpu_of(contender, "database"), cpu_of(contender, "hashing")
    outcome = load.run(contender.port, requests, connections, seconds, seed=seed, only=[good], **options)
    answered = outcome["answered"]
    return {
        "perSecond": outcome["recorded"] / outcome["recordedSeconds"],
        "cpuMilliseconds": (contender.cpu_seconds() - cpu) / answered * 1000,
        "databaseCpuMilliseconds": (cpu_of(contender, "database") - database) / answered * 1000,
        "hashingCpuMilliseconds": (cpu_of(contender, "hashing") - hashing) / answered * 1000,
        "p50Milliseconds": outcome["latency"]["p50Nanoseconds"] / 1e6, "p99Milliseconds": outcome["latency"]["p99Nanoseconds"] / 1e6,
    }


def cpu_of(contender, part):
    """The CPU of a part that some contenders lack or cannot measure separately."""
    return getattr(contender, f"{part}_cpu_seconds", lambda: 0)()


def storm(contender, seconds, seed):
    """The latencies of session checks in an open loop of 100 a second: idle, then while 32 connections sign in continuously. A peer
    may fail under it, and then its failures are counted."""
    is_ours = hasattr(contender, "sign_ups")
    options = {"connections": 16, "seconds": seconds, "rate": 100, "seed": seed, "warm": 0.5, "only": [200] if is_ours else None}
    idle = load.run(contender.port, contender.checks, **options)
    signing_in = load.Generator(contender.port, contender.sign_ins, 32, seconds + 1, seed=seed, warm=0)
    stormy = load.run(contender.port, contender.checks, **options)
    # An overloaded server responds with 503.
    signed_in = signing_in.outcome(only=[contender.good, 503] if is_ours else None)

    def failures(outcome, good):
        return outcome["answered"] - outcome["answers"].get(str(good), 0) + load.unheard(outcome)

    return {
        "idle": idle["latency"], "storm": stormy["latency"], "signIns": signed_in["answers"].get(str(contender.good), 0),
        "signInsFailed": failures(signed_in, contender.good), "checksFailed": failures(stormy, 200),
    }


def storms(contenders, seconds, rounds):
    """For each contender the figures of its storms. The times of all rounds count together, because a percentile of one round has few
    times beyond it; what the ratios differ by from round to round is their spread."""
    seen = {each.name: [] for each in contenders}
    for number in range(rounds):
        for each in contenders:
            seen[each.name].append(storm(each, seconds, number + 1))
    return {name: together(found) for name, found in seen.items()}


def together(found):
    figures = {part: sum(each[part] for each in found) for part in ("signIns", "signInsFailed", "checksFailed")}
    for state in ("idle", "storm"):
        buckets = merged(each[state]["buckets"] for each in found)
        figures[f"{state}Buckets"] = buckets
        for part, share in (("P50", 0.5), ("P99", 0.99)):
            figures[f"{state}{part}Milliseconds"] = percentile(buckets, share) / 1e6
    for part, share in (("P50", 0.5), ("P99", 0.99)):
        rounds = [percentile(each["storm"]["buckets"], share) / percentile(each["idle"]["buckets"], share) for each in found]
        ratio = Figure([figures[f"storm{part}Milliseconds"] / figures[f"idle{part}Milliseconds"]])
        ratio.spread = Figure(rounds).spread
        figures[f"times{part}"] = ratio
    return figures


def merged(histograms):
    """One histogram of several: the lower bounds of its buckets in nanoseconds, with their counts."""
    counts = collections.Counter()
    for buckets in histograms:
        for bound, count in buckets:
            counts[bound] += count
    return sorted(counts.items())


def percentile(buckets, share):
    """The lower bound of the bucket that this share of the times does not exceed; a bucket is at most a 128th wide."""
    wanted, seen = share * sum(count for _, count in buckets), 0
    for bound, count in buckets:
        seen += count
        if seen >= wanted:
            return bound
    raise ValueError("a histogram without times")


@contextlib.contextmanager
def contenders(with_peers=True):
    """The available contenders, and why the others are missing."""
    with contextlib.ExitStack() as stack:
        here, absent = [], {}
        for place in (over_sqlite, over_postgresql):
            ours = stack.enter_context(place())
            if ours:
                here.append(ours)
            else:
                absent["ours, PostgreSQL"] = "PostgreSQL is not installed"
        for kind in peers.ALL if with_peers else []:
            try:
                here.append(stack.enter_context(kind()))
            except (peers.Absent, RuntimeError, OSError) as failure:
                absent[kind.name] = str(failure).splitlines()[0]
        yield here, absent


def turns(here, measure, rounds):
    """Like take_turns, with a seed for each round."""
    counts = {each.name: 0 for each in here}

    def once(each):
        counts[each.name] += 1
        return measure(each, counts[each.name])

    return take_turns({each.name: (lambda each=each: once(each)) for each in here}, rounds)


def measure(progress=lambda text: None):
    """Session checks and sign-ins."""
    results = {"rounds": ROUNDS, "generator": load.self_test()}
    with contenders() as (here, absent):
        results["absent"] = absent
        results["start"] = {each.name: {"milliseconds": round(each.started_in * 1000, 1), "idleMiB": round(each.idle_mib, 1)} for each in here}
        progress("session checks, 8 connections")
        results["checks"] = turns(here, lambda each, seed: asked(each, each.checks, 8, 0.8, seed, 200, warm=0.2), ROUNDS)

        progress("sign-ins, 4 connections, and their layers, beside argon2id alone")
        signing = [each for each in here if each.sign_ins] + [Argon2id(), Layer("hash"), Layer("sign-in")]
        seen = turns(signing, lambda each, seed: each.measure() if isinstance(each, (Argon2id, Layer)) else asked(
            each, each.sign_ins, 4, 1, seed, each.good, warm=0.2), ROUNDS)
        results["signInLadder"] = {
            layer: seen[name] for layer, name in (
                ("argon2id alone", "argon2id alone"), ("own hashing threads", "hash"), ("look-ups and commits", "sign-in"),
                ("HTTP", "ours, SQLite"))}
        results["signIns"] = {name: figures for name, figures in seen.items() if name not in ("hash", "sign-in")}
        results["loaded"] = {each.name: {"MiB": round(each.proportional_mib(), 1)} for each in here}
    return results


def measure_sign_ups(progress=lambda text: None):
    """Sign-ups, and sign-ins by passkey, without the peers."""
    results = {}
    with contenders(with_peers=False) as (ours, _), peers.EmptyRoute() as empty:
        hashing = Argon2id()
        progress("sign-ups, 4 connections, beside argon2id alone")
        results["signUps"] = turns(ours + [hashing], lambda each, seed: each.measure() if each is hashing else asked(
            each, each.sign_ups(SIGN_UPS, seed), 4, 1, seed, each.good, in_order=True, warm=0.2), ROUNDS)
        progress("passkeys: options and sign-ins, 4 connections")
        results["emptyRoute"] = turns([empty], lambda each, seed: asked(each, each.checks, 4, 0.6, seed, 200, warm=0.1), ROUNDS)["empty route"]
        results["passkeyOptions"] = turns(ours, lambda each, seed: asked(each, each.passkey_options, 4, 0.6, seed, 201, warm=0.1), ROUNDS)
        results["passkeySignIns"] = turns(ours, lambda each, seed: asked(
            each, each.passkey_sign_ins(PASSKEY_SIGN_INS, seed), 4, 0.6, seed, 201, in_order=True, warm=0.1), ROUNDS)
    return results


def measure_storms(progress=lambda text: None):
    """Session checks during a storm of sign-ins. The peers, which have no goal, have one round."""
    with contenders() as (here, absent):
        ours = [each for each in here if hasattr(each, "sign_ups")]
        others = [each for each in here if each.sign_ins and each not in ours]
        progress("session checks in a storm of 32 connections that sign in")
        return {**storms(ours, 3, ROUNDS), **storms(others, 3, 1)}


class Argon2id:
    """argon2id alone as a contender: as many in parallel as the server has hashing threads."""

    name = "argon2id alone"

    def __init__(self):
        self.hash = peers.Argon2id()

    def measure(self):
        figures = self.hash.measure(os.cpu_count() or 1, 1)
        return {**figures, "databaseCpuMilliseconds": 0, "hashingCpuMilliseconds": figures["cpuMilliseconds"], "p50Milliseconds": 0, "p99Milliseconds": 0}


class Layer:
    """A layer of a sign-in without HTTP, over a store of SQLite: see Benchmarks/Sources/StoreFigures."""

    def __init__(self, subject):
        self.name = subject

    def measure(self):
        with store_figures.scratch() as folder:
            figures = store_figures.ours(self.name, folder / "accounts.sqlite", 4)
        return {"perSecond": figures["perSecond"], "cpuMilliseconds": figures["cpuMicroseconds"] / 1000}


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(measure(lambda text: print(text, file=sys.stderr, flush=True)), indent=2))
