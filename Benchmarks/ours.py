"""This server, measured like the peers: over SQLite, or over PostgreSQL with the database's CPU reported separately."""

import contextlib
import json
import subprocess

from database import Database, programs
from http_client import Connection
from library_figures import EXECUTABLE as LIBRARY_FIGURES
from load import get, post
from processes import cpu_seconds, cpu_seconds_of_hashing, proportional_mib
from server import GOOD_PASSWORD, Server

ACCOUNTS = 16


class Ours:
    good = 201

    def __init__(self, name, server, database=None):
        self.name, self.server, self.database, self.port = name, server, database, server.port
        self.started_in = server.started_in
        self.idle_mib = self.proportional_mib()
        connection = Connection(self.port)
        self.sign_ins, self.checks = [], []
        # Those that sign in are others than those whose sessions are checked: an account has at most 100 sessions.
        for index in range(2 * ACCOUNTS):
            person = {"username": f"person-{index}", "password": GOOD_PASSWORD}
            content = answer(connection, "/v1/accounts", person)
            if index < ACCOUNTS:
                self.sign_ins.append(post("/v1/sessions", person))
            else:
                self.checks.append(get("/v1/session", Authorization=f'Bearer {content["session"]["token"]}'))
        connection.close()

    def sign_ups(self, count, mark):
        """Requests for new accounts, each to be sent once."""
        return [post("/v1/accounts", {"username": f"new-{mark}-{index}", "password": GOOD_PASSWORD}) for index in range(count)]

    passkey_options = [post("/v1/sessions/passkey-options", b"")]

    def passkey_sign_ins(self, count, mark):
        """Sign-ins of a new account by its passkey, each to be sent once. Their options are requested here."""
        connection, name = Connection(self.port), f"passkey-{mark}"
        begun = answer(connection, "/v1/accounts/passkey-options", {"username": name})
        options = [answer(connection, "/v1/sessions/passkey-options") for _ in range(count)]
        to_create = begun["publicKey"]
        lines = [to_create["rp"]["id"], f"http://localhost:{self.port}", to_create["user"]["id"], to_create["challenge"]]
        lines += [each["publicKey"]["challenge"] for each in options]
        made = subprocess.run([LIBRARY_FIGURES, "authenticator"], input="\n".join(lines), capture_output=True, text=True, check=True)
        registration, *assertions = map(json.loads, made.stdout.splitlines())
        answer(connection, "/v1/accounts/passkey", {"username": name, "secret": begun["secret"], "credential": registration})
        connection.close()
        return [
            post("/v1/sessions/passkey", {"secret": each["secret"], "credential": assertion})
            for each, assertion in zip(options, assertions)]

    def cpu_seconds(self):
        """The CPU of the server without the database."""
        return cpu_seconds(self.server.process.pid)

    def hashing_cpu_seconds(self):
        return cpu_seconds_of_hashing(self.server.process.pid)

    def database_cpu_seconds(self):
        return cpu_seconds(self.database.process.pid) if self.database else 0

    def proportional_mib(self):
        return proportional_mib(self.server.process.pid)


def answer(connection, path, body=None):
    """The content of a 201."""
    status, _, content = connection.request("POST", path, body)
    if status != 201:
        raise RuntimeError(f"{path} is answered {status}: {content}")
    return content


@contextlib.contextmanager
def over_sqlite():
    with Server(in_production=True) as server:
        yield Ours("ours, SQLite", server)


@contextlib.contextmanager
def over_postgresql():
    """None if PostgreSQL is not installed."""
    if not programs():
        yield None
        return
    with Database() as database, Server(address=database.address()) as server:
        yield Ours("ours, PostgreSQL", server, database)
