"""What a session check costs with a thousand accounts and with many: both servers run side by side and take turns, each asked about sessions
drawn from all of its accounts.

    BENCH_ACCOUNTS   how many are many (200,000); ten million take some minutes to put in, and 5 GB on the disk for each store
    BENCH_FOLDER     where the stores are kept (the system's temporary folder)
"""

import contextlib
import os
import random
import subprocess
import time

import load
from database import Database, programs
from filling import fill_postgresql, fill_sqlite, shown
from http_figures import asked
from load import get
from processes import cpu_seconds
from rounds import ROUNDS, take_turns
from server import EXECUTABLE, Server

FEW = 1_000
MANY = int(os.environ.get("BENCH_ACCOUNTS", 200_000))
DRAWN = 10_000


class Filled:
    """A server over a store with this number of accounts."""

    def __init__(self, server, count, filled_in, database=None):
        self.server, self.port, self.database, self.filled_in = server, server.port, database, filled_in
        chance = random.Random(count)
        self.checks = [
            get("/v1/session", Authorization=f"Bearer {shown(chance.randrange(count))}") for _ in range(DRAWN)]

    def cpu_seconds(self):
        return cpu_seconds(self.server.process.pid)

    def database_cpu_seconds(self):
        return cpu_seconds(self.database.process.pid) if self.database else 0


@contextlib.contextmanager
def over_sqlite(count):
    with Server(start=False, raised_budgets=False) as server:
        # It creates the schema.
        server.start()
        server.stop()
        started = time.perf_counter()
        fill_sqlite(server.folder / "accounts.sqlite", count)
        filled_in = time.perf_counter() - started
        server.start()
        yield Filled(server, count, filled_in)


@contextlib.contextmanager
def over_postgresql(count):
    with Database() as database:
        subprocess.run([EXECUTABLE, "store", "migrate", "--store", database.address()], check=True, capture_output=True)
        started = time.perf_counter()
        fill_postgresql(database, count)
        filled_in = time.perf_counter() - started
        with Server(address=database.address(), raised_budgets=False) as server:
            yield Filled(server, count, filled_in, database)


def measure(progress=lambda text: None, many=MANY):
    results = {"few": FEW, "many": many, "rounds": ROUNDS}
    places = {"SQLite": over_sqlite}
    if programs():
        places["PostgreSQL"] = over_postgresql
    for name, place in places.items():
        progress(f"session checks over {name} with {FEW:,} and {many:,} accounts")
        with place(FEW) as few, place(many) as much:
            for each in (few, much):  # once, so that caches are warm
                load.run(each.port, each.checks, 8, 2, in_order=True)
            seen = take_turns({
                "few": lambda: asked(few, few.checks, 8, 1, 1, 200, warm=0.2),
                "many": lambda: asked(much, much.checks, 8, 1, 1, 200, warm=0.2),
            }, ROUNDS)
            results[name] = {**seen, "filledInSeconds": round(much.filled_in, 1)}
    return results


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(measure(lambda text: print(text, file=sys.stderr, flush=True)), indent=2))
