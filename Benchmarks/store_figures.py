"""Durable account insertions at the store and look-ups of sessions: ours over SQLite and over PostgreSQL, beside one thread that inserts the same
rows through SQLite's own interface in transactions of as many accounts as there are writers, and beside pgbench with the same statements.

    MEASURED_STORE_FIGURES   the program that does the work (.build/bench/release/StoreFigures)
    BENCH_FOLDER             where the files are kept (the system's temporary folder): a disk that confirms nothing says nothing
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from database import USER, Database, programs
from filling import fill_postgresql
from processes import cpu_seconds
from rounds import ROUNDS, take_turns
from server import EXECUTABLE, ROOT

FIGURES = pathlib.Path(os.environ.get("MEASURED_STORE_FIGURES", ROOT / ".build/bench/release/StoreFigures"))
WRITERS = (1, 8, 32, 128)
# PostgreSQL has 100 connections, which pgbench needs one each of.
MOST_CLIENTS = 32
SECONDS = 1
SESSIONS = 100_000


def ours(subject, address, callers, sessions=1, database=None, connections=8):
    before = cpu_seconds(database.process.pid) if database else 0
    command = [FIGURES, subject, address, callers, SECONDS, sessions, connections]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=SECONDS + 60)
    if done.returncode != 0:
        raise RuntimeError(f"{subject} over {address}: {done.stderr.strip() or done.stdout.strip()}")
    cost = json.loads(done.stdout)
    figures = {
        "perSecond": cost["operations"] / cost["wallSeconds"], "cpuMicroseconds": cost["cpuSeconds"] / cost["operations"] * 1e6,
        "p50Microseconds": cost["p50Microseconds"], "p99Microseconds": cost["p99Microseconds"],
    }
    if database:
        figures["databaseCpuMicroseconds"] = (cpu_seconds(database.process.pid) - before) / cost["operations"] * 1e6
    return figures


def pgbench(database, script, callers):
    """The same statements, prepared, sent by PostgreSQL's own load generator."""
    before = cpu_seconds(database.process.pid)
    command = database.command(
        "pgbench", "--no-vacuum", "--protocol", "prepared", "--client", callers, "--jobs", min(2, callers), "--time", SECONDS, "--file",
        script, "--host", database.folder, "--username", USER, "accounts")
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS + 60, cwd="/")
    found = re.search(r"^tps = ([0-9.]+)", done.stdout, re.M)
    count = re.search(r"actually processed: (\d+)", done.stdout)
    if done.returncode != 0 or not found or not count:
        raise RuntimeError(f"pgbench failed: {done.stderr.strip()[-500:]}")
    return {
        "perSecond": float(found.group(1)),
        "databaseCpuMicroseconds": (cpu_seconds(database.process.pid) - before) / max(1, int(count.group(1))) * 1e6,
    }


# Our statements as the store sends them, the answers that it does not wait for sent together.
CREATION = r"""
\set a random(1, 4000000000000000000)
\set b random(1, 4000000000000000000)
\set now 1764000000000
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
INSERT INTO accounts (id, name, name_key, created_at, password_changed_at)
    VALUES (encode(int8send(:a) || int8send(:b), 'hex')::uuid, 'bench-' || :a || :b, 'bench-' || :a || :b, :now, :now)
    ON CONFLICT (name_key) DO NOTHING RETURNING number AS account \gset
\startpipeline
INSERT INTO passwords (account, hash, version) VALUES
    (:account, '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 1);
INSERT INTO sessions (
        id, digest, account, created_at, last_used_at, authenticated_at, idle_expiry, absolute_expiry, client_name, client_address,
        last_address, apple_identity, factor_at
    ) VALUES (
        encode(int8send(:b) || int8send(:a), 'hex')::uuid, int8send(:a) || int8send(:b) || int8send(:b) || int8send(:a), :account, :now,
        :now, :now, :now::bigint + 1209600000, :now::bigint + 7776000000, 'benchmark', '\x7f000001', '\x7f000001', NULL, NULL
    );
INSERT INTO devices (digest, account, session, last_used_at) VALUES (
    int8send(:b) || int8send(:a) || int8send(:b) || int8send(:a), :account, encode(int8send(:b) || int8send(:a), 'hex')::uuid, :now);
INSERT INTO events (id, kind, account, at, client_name, client_address) VALUES (
    encode(int8send(:a) || int8send(:b), 'hex')::uuid, (SELECT number FROM event_kinds WHERE name = 'account-created'), :account, :now,
    'benchmark', '\x7f000001');
COMMIT;
\endpipeline
"""

CHECK = rf"""
\set number random(0, {SESSIONS - 1})
SELECT accounts.id, accounts.name, accounts.name_key, accounts.created_at, accounts.password_changed_at, accounts.second_factor_since,
    sessions.id, sessions.created_at, sessions.last_used_at, sessions.authenticated_at, sessions.idle_expiry, sessions.absolute_expiry,
    sessions.client_address, sessions.client_name, sessions.last_address, sessions.apple_identity IS NOT NULL, sessions.factor_at
FROM sessions JOIN accounts ON accounts.number = sessions.account
WHERE sessions.digest = sha256(('latchkey-benchmark-' || lpad((:number)::text, 13, '0'))::bytea) AND sessions.idle_expiry > 1764000000000;
"""


@contextlib.contextmanager
def scratch():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-store-", dir=os.environ.get("BENCH_FOLDER")))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measure(progress=lambda text: None):
    results = {"rounds": ROUNDS, "seconds": SECONDS, "insertions": {}, "lookUps": {}}
    if not programs():
        results["absent"] = "PostgreSQL is not installed"
    with scratch() as folder, contextlib.ExitStack() as stack:
        database = stack.enter_context(Database()) if programs() else None
        creation, check = folder / "create.sql", folder / "check.sql"
        creation.write_text(CREATION)
        check.write_text(CHECK)
        folder.chmod(0o755)
        if database:
            subprocess.run([EXECUTABLE, "store", "migrate", "--store", database.address()], check=True, capture_output=True)
            fill_postgresql(database, SESSIONS)
        for writers in WRITERS:
            progress(f"account insertions, {writers} at a time")
            contenders = {
                "ours, SQLite": lambda: ours("create", folder / "ours.sqlite", writers),
                f"SQLite, transactions of {writers}" if writers > 1 else "SQLite, single commits": lambda: ours(
                    "bare-create", folder / "bare.sqlite", writers),
            }
            if database and writers <= MOST_CLIENTS:
                contenders["ours, PostgreSQL"] = lambda: ours("create", database.address(), writers, database=database)
                contenders["pgbench"] = lambda: pgbench(database, creation, writers)
                if writers > 8:  # as many connections as pgbench has
                    contenders[f"ours, PostgreSQL, {writers} connections"] = lambda: ours(
                        "create", database.address(), writers, database=database, connections=writers)
            results["insertions"][str(writers)] = take_turns(contenders, ROUNDS)
        if database:
            for callers in (8, 32):
                progress(f"session look-ups in PostgreSQL, {callers} at a time")
                results["lookUps"][str(callers)] = take_turns({
                    "ours, PostgreSQL": lambda: ours("check", database.address(), callers, SESSIONS, database),
                    "pgbench": lambda: pgbench(database, check, callers),
                }, ROUNDS)
    return results


if __name__ == "__main__":
    import sys

    print(json.dumps(measure(lambda text: print(text, file=sys.stderr, flush=True)), indent=2))
