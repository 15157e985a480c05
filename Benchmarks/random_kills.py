"""Kills the server at random moments during sign-ups, password changes and revocations, and looks for lost data.

In each round four clients change things; once some changes are acknowledged the server is killed with SIGKILL, `latchkey store check` is
run, and the server is started again and asked: does every acknowledged account sign in with its last acknowledged password, is every acknowledged
session alive, is every revoked one dead? A request under way at the kill may have happened or not; both are accepted, half is not.

Over PostgreSQL it is the server or the database that is killed, as chance will have it, or both at once. A server whose database was
killed is not started again: it has to find it by itself.

usage: random_kills.py [ROUNDS [SEED [sqlite|postgres]]]      exit code 1 when something was lost
"""

import collections
import contextlib
import random
import sys
import threading
import time

from database import Database
from http_client import Connection
from server import Server

CLIENTS = 4


class Away(Exception):
    """The server reports that its store is unavailable, or that the outcome of a change is unknown."""


class Person:
    """What the server has acknowledged about one account."""

    def __init__(self, name, password, token):
        self.name = name
        self.passwords = {password}  # more than one while a change is unacknowledged
        self.alive = {token}
        self.dead = set()
        self.unknown = set()  # tokens of requests in progress at a kill
        self.history = []  # the requests and their results, for a finding

    def note(self, what, token):
        self.history.append(f"{what} {token[:6]}")

    def finding(self, words, token, status):
        return f"{self.name}: {words}: {token[:6]} is answered {status}; {', '.join(self.history[-20:])}"


class Client(threading.Thread):
    """Changes its own users until the connection breaks. Each action returns whether it ran, because there may be no suitable user."""

    def __init__(self, port, index, round_number, people, seed):
        super().__init__(daemon=True)
        self.port, self.index, self.round, self.people = port, index, round_number, people
        self.random = random.Random(seed)
        self.acknowledged = 0
        self.failure = None

    def run(self):
        try:
            connection = Connection(self.port, timeout=20)
            while True:
                action = self.random.choice([self.sign_up, self.sign_up, self.sign_in, self.change_password, self.revoke])
                if action(connection):
                    self.acknowledged += 1
        except (ConnectionError, OSError, Away):
            pass
        except AssertionError as error:
            self.failure = error

    def new_password(self):
        return "".join(self.random.choice("bcdfghjkmnpqrstvwxz23456789") for _ in range(20))

    def expect(self, answer, *statuses):
        status, _, content = answer
        if status == 503:
            raise Away
        assert status in statuses, f"status {status}: {content}"
        return content

    def sign_up(self, connection):
        name = f"r{self.round}c{self.index}n{len(self.people)}x{self.random.randrange(10**6)}"
        password = self.new_password()
        content = self.expect(connection.request("POST", "/v1/accounts", {"username": name, "password": password}), 201)
        self.people.append(Person(name, password, content["session"]["token"]))
        self.people[-1].note(f"{self.round}: signed up", content["session"]["token"])
        return True

    def settled(self):
        """A user whose password is certain and who has a valid session."""
        candidates = [person for person in self.people if len(person.passwords) == 1 and person.alive]
        return self.random.choice(candidates) if candidates else None

    def sign_in(self, connection):
        if person := self.settled():
            password = next(iter(person.passwords))
            body = {"username": person.name, "password": password}
            content = self.expect(connection.request("POST", "/v1/sessions", body), 201)
            person.alive.add(content["session"]["token"])
            person.note(f"{self.round}: signed in", content["session"]["token"])
            return True

    def change_password(self, connection):
        if person := self.settled():
            token, password = self.random.choice(sorted(person.alive)), self.new_password()
            current = next(iter(person.passwords))
            living = set(person.alive)
            person.passwords.add(password)
            # Until it is acknowledged, no token of this user is certainly valid: the change ends the others and renews this one.
            person.unknown |= living
            person.alive.clear()
            person.note(f"{self.round}: changes the password by", token)
            body = {"newPassword": password, "currentPassword": current}
            content = self.expect(connection.request("PUT", "/v1/account/password", body, token), 200)
            person.passwords = {password}
            person.unknown -= living
            person.dead |= living
            person.alive = {content["session"]["token"]}
            person.note(f"{self.round}: changed it, now", content["session"]["token"])
            return True

    def revoke(self, connection):
        if (person := self.settled()) and len(person.alive) > 1:
            token = self.random.choice(sorted(person.alive))
            person.alive.discard(token)
            person.unknown.add(token)
            person.note(f"{self.round}: ends", token)
            self.expect(connection.request("DELETE", "/v1/session", None, token), 204)
            person.unknown.discard(token)
            person.dead.add(token)
            person.note(f"{self.round}: ended", token)
            return True


def wait_until_ready(port, seconds=60):
    """Waits for a server to recover after its database restarted. Without one the test is inconclusive."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        connection = Connection(port)
        status = connection.request("GET", "/health/ready")[0]
        connection.close()
        if status == 200:
            return
        time.sleep(0.02)
    raise RuntimeError(f"the server is not ready {seconds} seconds after its database")


def ask(connection, *request, seconds=60):
    """Like `request`, until there is a response other than 503, which only means that the store is not reachable yet."""
    end = time.monotonic() + seconds
    while True:
        answer = connection.request(*request)
        if answer[0] != 503 or time.monotonic() > end:
            return answer
        time.sleep(0.05)


def verify(port, people, findings):
    """Asks the restarted server about every changed user, and resolves changes that were in progress."""
    connection = Connection(port)
    for person in people:
        for token in list(person.alive):
            if (status := ask(connection, "GET", "/v1/session", None, token)[0]) != 200:
                findings.append(person.finding("an acknowledged session is gone", token, status))
        for token in person.dead:
            if (status := ask(connection, "GET", "/v1/session", None, token)[0]) != 401:
                findings.append(person.finding("a revoked session is alive", token, status))
        for token in list(person.unknown):
            alive = ask(connection, "GET", "/v1/session", None, token)[0] == 200
            (person.alive if alive else person.dead).add(token)
            person.note("found alive" if alive else "found dead", token)
        person.unknown.clear()
        accepted = []
        for password in person.passwords:
            body = {"username": person.name, "password": password}
            status, _, content = ask(connection, "POST", "/v1/sessions", body)
            if status == 201:
                accepted.append(password)
                person.alive.add(content["session"]["token"])
                person.note("signed in to look", content["session"]["token"])
        if len(accepted) != 1:
            findings.append(f"{person.name}: {len(accepted)} of {len(person.passwords)} passwords sign in")
        person.passwords = set(accepted)
    connection.close()


def run(rounds, seed, store):
    chance = random.Random(seed)
    findings, operations, everybody, kills = [], 0, [], collections.Counter()
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(Database()) if store == "postgres" else None
        server = stack.enter_context(Server(start=False, address=database.address() if database else None))
        victims = [("server",), ("database",), ("server", "database")] if database else [("server",)]
        server.start()
        for number in range(rounds):
            people = [[] for _ in range(CLIENTS)]
            for index in range(CLIENTS):
                people[index] = chance.sample(everybody, min(2, len(everybody)))
                everybody = [person for person in everybody if person not in people[index]]
            clients = [Client(server.port, index, number, people[index], chance.random()) for index in range(CLIENTS)]
            for client in clients:
                client.start()
            enough, pause = chance.randint(1, 12), chance.uniform(0, 0.1)
            while sum(client.acknowledged for client in clients) < enough and any(client.is_alive() for client in clients):
                time.sleep(0.001)
            time.sleep(pause)
            victim = chance.choice(victims)
            kills[" and ".join(victim)] += 1
            if "server" in victim:
                server.kill()
            if "database" in victim:
                database.kill()
            for client in clients:
                client.join()
                operations += client.acknowledged
                if client.failure:
                    findings.append(f"round {number}: {client.failure}")
            if "database" in victim:
                database.start()
            if database and "server" in victim:
                # Otherwise a change in progress would count as lost and still happen.
                database.wait_for_clients_to_leave()
            findings += [f"round {number}: store check: {line}" for line in server.check_store()]
            if "server" in victim:
                server.start()
            wait_until_ready(server.port)
            for person in (person for group in people for person in group):
                person.history.append(f"{number}: {' and '.join(victim)} killed")
            touched = [person for group in people for person in group]
            verify(server.port, touched, findings)
            everybody += touched
            if sys.stderr.isatty():
                print(f"\rround {number + 1}/{rounds}, {operations} changes, {len(findings)} findings", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return {
        "store": store, "kills": dict(kills), "seed": seed, "acknowledgedChanges": operations, "accounts": len(everybody),
        "findings": findings,
    }


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    store = sys.argv[3] if len(sys.argv) > 3 else "sqlite"
    if store not in ("sqlite", "postgres"):
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    result = run(rounds, seed, store)
    print(result)
    sys.exit(1 if result["findings"] else 0)
