"""Fills a store with accounts that are signed in, in bulk: the token of each session is told by its number, so that any of them can be
checked. The digests come in no order, as real ones do.

The other keys come in order, which makes filling ten times as fast and does not touch what a session check reads.
"""

import base64
import contextlib
import hashlib
import sqlite3
import subprocess
import time

PHC = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
BATCH = 200_000
DAY = 86_400_000


def token(number):
    """The bytes of the token, 32 of them."""
    return b"latchkey-benchmark-%013d" % number


def shown(number):
    """The token in its text form."""
    return base64.urlsafe_b64encode(token(number)).rstrip(b"=").decode()


def fill_sqlite(path, count):
    """Inserts accounts 0 to count into a file with the schema that is not open elsewhere."""
    now = int(time.time() * 1000)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -2000000")
        connection.execute("PRAGMA foreign_keys = OFF")
        # Indexes by account and by expiry, created after all rows.
        indexes = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'sessions' AND sql IS NOT NULL").fetchall()
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        connection.execute("BEGIN")
        for first in range(0, count, BATCH):
            numbers = range(first, min(count, first + BATCH))
            connection.executemany(
                "INSERT INTO accounts (number, id, name, name_key, created_at, password_changed_at) VALUES (?, ?, ?, ?, ?, ?)",
                ((n + 1, _identifier(1, n), f"filled-{n:08d}", f"filled-{n:08d}", now, now) for n in numbers))
            connection.executemany(
                "INSERT INTO passwords (account, hash, version) VALUES (?, ?, 1)", ((n + 1, PHC) for n in numbers))
            connection.executemany(
                """
                INSERT INTO sessions (number, id, digest, account, created_at, last_used_at, authenticated_at, idle_expiry, absolute_expiry,
                    client_name, client_address, last_address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'benchmark', x'7f000001', x'7f000001')
                """,
                ((n + 1, _identifier(2, n), hashlib.sha256(token(n)).digest(), n + 1, now, now, now, now + 14 * DAY, now + 90 * DAY)
                 for n in numbers))
        connection.execute("COMMIT")
        for _, sql in indexes:
            connection.execute(sql)
        connection.execute("ANALYZE")


def fill_postgresql(database, count):
    """Like fill_sqlite, for a database with the schema."""
    now = int(time.time() * 1000)
    _psql(database, f"""
        INSERT INTO accounts (id, name, name_key, created_at, password_changed_at)
            SELECT encode('\\x0000000000004000'::bytea || int8send(n), 'hex')::uuid, 'filled-' || lpad(n::text, 8, '0'),
                'filled-' || lpad(n::text, 8, '0'), {now}, {now} FROM generate_series(0::bigint, {count - 1}) AS n;
        INSERT INTO passwords (account, hash, version) SELECT number, '{PHC}', 1 FROM accounts WHERE name_key LIKE 'filled-%';
        INSERT INTO sessions (id, digest, account, created_at, last_used_at, authenticated_at, idle_expiry, absolute_expiry, client_name,
                client_address, last_address)
            SELECT id, sha256(('latchkey-benchmark-' || lpad(substr(name, 8)::bigint::text, 13, '0'))::bytea), number, {now}, {now}, {now},
                {now + 14 * DAY}, {now + 90 * DAY}, 'benchmark', '\\x7f000001', '\\x7f000001'
            FROM accounts WHERE name_key LIKE 'filled-%';
        VACUUM ANALYZE accounts; VACUUM ANALYZE sessions; VACUUM ANALYZE passwords; CHECKPOINT
        """)


def _psql(database, statements):
    for statement in statements.split(";"):
        if statement.strip():
            done = subprocess.run(
                database.command("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", statement, database.address()), capture_output=True,
                text=True, cwd="/")
            if done.returncode != 0:
                raise RuntimeError(f"filling failed: {done.stderr.strip()}")


def _identifier(kind, number):
    """Sixteen bytes with the bits of a version 4 UUID."""
    return b"\0\0\0\0\0" + bytes([kind]) + b"\x40\0" + b"\x80" + number.to_bytes(7, "big")
