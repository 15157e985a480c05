"""Session checks, sign-ins and sign-ups, by password and by passkey, over HTTP: ours over both stores, the peers, an empty route, and argon2id alone.

    BENCH_ROUNDS   how often the contenders take turns (3)
"""

import contextlib
import os

import load
import peers
from ours import over_postgresql, over_sqlite
from rounds import take_turns

ROUNDS = int(os.environ.get("BENCH_ROUNDS", 3))

# More than a server answers in the seconds of a round: each is accepted once.
PASSKEY_SIGN_INS = 10_000


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
    """Latencies of session checks in an open loop of 100 a second: idle, then while 32 connections sign in continuously. A peer
    may fail under it, and then its failures are counted."""
    is_ours = hasattr(contender, "sign_ups")
    options = {"connections": 16, "seconds": seconds, "rate": 100, "seed": seed, "warm": 1, "only": [200] if is_ours else None}
    idle = load.run(contender.port, contender.checks, **options)
    signing_in = load.Generator(contender.port, contender.sign_ins, 32, seconds + 3, seed=seed, warm=0)
    stormy = load.run(contender.port, contender.checks, **options)
    # An overloaded server responds with 503.
    signed_in = signing_in.outcome(only=[contender.good, 503] if is_ours else None)

    def failures(outcome, good):
        return outcome["answered"] - outcome["answers"].get(str(good), 0) + load.unheard(outcome)

    figures = {
        "signIns": signed_in["answers"].get(str(contender.good), 0), "signInsFailed": failures(signed_in, contender.good),
        "checksFailed": failures(stormy, 200),
    }
    for name, outcome in (("idle", idle), ("storm", stormy)):
        for part in ("p50", "p99"):
            figures[f"{name}{part.upper()}Milliseconds"] = outcome["latency"][f"{part}Nanoseconds"] / 1e6
    for part in ("P50", "P99"):
        figures[f"times{part}"] = figures[f"storm{part}Milliseconds"] / figures[f"idle{part}Milliseconds"]
    return figures


@contextlib.contextmanager
def contenders():
    """The available contenders, and why the others are missing."""
    with contextlib.ExitStack() as stack:
        here, absent = [], {}
        for place in (over_sqlite, over_postgresql):
            ours = stack.enter_context(place())
            if ours:
                here.append(ours)
            else:
                absent["ours, PostgreSQL"] = "PostgreSQL is not installed"
        for kind in peers.ALL:
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
    results = {"rounds": ROUNDS, "generator": load.self_test()}
    with contenders() as (here, absent):
        results["absent"] = absent
        results["start"] = {each.name: {"milliseconds": round(each.started_in * 1000, 1), "idleMiB": round(each.idle_mib, 1)} for each in here}
        progress("session checks, 8 connections")
        results["checks"] = turns(here, lambda each, seed: asked(each, each.checks, 8, 3, seed, 200), ROUNDS)

        progress("sign-ins, 4 connections, beside argon2id alone")
        signing = [each for each in here if each.sign_ins]
        hashing = Argon2id()
        kept = turns(signing + [hashing], lambda each, seed: each.measure() if each is hashing else asked(
            each, each.sign_ins, 4, 4, seed, each.good), ROUNDS)
        results["signIns"] = kept
        progress("sign-ups, 4 connections, beside argon2id alone")
        ours = [each for each in here if hasattr(each, "sign_ups")]
        results["signUps"] = turns(ours + [hashing], lambda each, seed: each.measure() if each is hashing else asked(
            each, each.sign_ups(1500, seed), 4, 4, seed, each.good, in_order=True), ROUNDS)
        progress("passkeys: options and sign-ins, 4 connections")
        results["passkeyOptions"] = turns(ours, lambda each, seed: asked(each, each.passkey_options, 4, 2, seed, 201), ROUNDS)
        results["passkeySignIns"] = turns(ours, lambda each, seed: asked(
            each, each.passkey_sign_ins(PASSKEY_SIGN_INS, seed), 4, 2, seed, 201, in_order=True), ROUNDS)
        progress("session checks in a storm of 32 connections that sign in")
        results["storms"] = turns(signing, lambda each, seed: storm(each, 6, seed), ROUNDS)
        results["loaded"] = {each.name: {"MiB": round(each.proportional_mib(), 1)} for each in here}
    return results


class Argon2id:
    """argon2id alone as a contender: as many in parallel as the server has hashing threads."""

    name = "argon2id alone"

    def __init__(self):
        self.hash = peers.Argon2id()

    def measure(self):
        figures = self.hash.measure(os.cpu_count() or 1, 4)
        return {**figures, "databaseCpuMilliseconds": 0, "hashingCpuMilliseconds": figures["cpuMilliseconds"], "p50Milliseconds": 0, "p99Milliseconds": 0}


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(measure(lambda text: print(text, file=sys.stderr, flush=True)), indent=2))
