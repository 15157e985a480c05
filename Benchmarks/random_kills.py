"""Kills the server at random moments during sign-ups, password changes and revocations, and looks for what was lost.

Each round starts the server on the same store, lets four clients change things, kills it with SIGKILL, runs `latchkey store check`,
starts it again and asks: does every acknowledged account sign in with its last acknowledged password, is every acknowledged
session alive, is every revoked one dead? A request under way at the kill may have happened or not; both are accepted, half is not.

usage: random_kills.py [ROUNDS [SEED]]      exit code 1 when something was lost
"""

import random
import sys
import threading
import time

from http_client import Connection
from server import Server

CLIENTS = 4


class Person:
    """What the server has acknowledged about one account."""

    def __init__(self, name, password, token):
        self.name = name
        self.passwords = {password}  # more than one while a change is unacknowledged
        self.alive = {token}
        self.dead = set()
        self.unknown = set()  # tokens of requests under way at a kill


class Client(threading.Thread):
    """Changes its own people until the connection breaks."""

    def __init__(self, port, index, round_number, people, seed):
        super().__init__(daemon=True)
        self.port, self.index, self.round, self.people = port, index, round_number, people
        self.random = random.Random(seed)
        self.operations = 0
        self.failure = None

    def run(self):
        try:
            connection = Connection(self.port, timeout=20)
            while True:
                action = self.random.choice([self.sign_up, self.sign_up, self.sign_in, self.change_password, self.revoke])
                action(connection)
                self.operations += 1
        except (ConnectionError, OSError):
            pass
        except AssertionError as error:
            self.failure = error

    def new_password(self):
        return "".join(self.random.choice("bcdfghjkmnpqrstvwxz23456789") for _ in range(20))

    def expect(self, answer, *statuses):
        status, _, content = answer
        assert status in statuses, f"status {status}: {content}"
        return content

    def sign_up(self, connection):
        name = f"r{self.round}c{self.index}n{len(self.people)}x{self.random.randrange(10**6)}"
        password = self.new_password()
        content = self.expect(connection.request("POST", "/v1/accounts", {"username": name, "password": password}), 201)
        self.people.append(Person(name, password, content["session"]["token"]))

    def settled(self):
        """Somebody whose password is known for certain and who has a living session."""
        candidates = [person for person in self.people if len(person.passwords) == 1 and person.alive]
        return self.random.choice(candidates) if candidates else None

    def sign_in(self, connection):
        if person := self.settled():
            password = next(iter(person.passwords))
            body = {"username": person.name, "password": password}
            content = self.expect(connection.request("POST", "/v1/sessions", body), 201)
            person.alive.add(content["session"]["token"])

    def change_password(self, connection):
        if person := self.settled():
            token, password = self.random.choice(sorted(person.alive)), self.new_password()
            current = next(iter(person.passwords))
            living = set(person.alive)
            person.passwords.add(password)
            # Until it is acknowledged, no token of this person is known to live: the change ends the others and renews this one.
            person.unknown |= living
            person.alive.clear()
            body = {"newPassword": password, "currentPassword": current}
            content = self.expect(connection.request("PUT", "/v1/account/password", body, token), 200)
            person.passwords = {password}
            person.unknown -= living
            person.dead |= living
            person.alive = {content["session"]["token"]}

    def revoke(self, connection):
        if (person := self.settled()) and len(person.alive) > 1:
            token = self.random.choice(sorted(person.alive))
            person.alive.discard(token)
            person.unknown.add(token)
            self.expect(connection.request("DELETE", "/v1/session", None, token), 204)
            person.unknown.discard(token)
            person.dead.add(token)


def verify(port, people, findings):
    """Asks the restarted server about everybody touched, and settles what was under way."""
    connection = Connection(port)
    for person in people:
        for token in list(person.alive):
            if connection.request("GET", "/v1/session", None, token)[0] != 200:
                findings.append(f"{person.name}: an acknowledged session is gone")
        for token in person.dead:
            if connection.request("GET", "/v1/session", None, token)[0] != 401:
                findings.append(f"{person.name}: a revoked session is alive")
        for token in list(person.unknown):
            alive = connection.request("GET", "/v1/session", None, token)[0] == 200
            (person.alive if alive else person.dead).add(token)
        person.unknown.clear()
        accepted = []
        for password in person.passwords:
            status, _, content = connection.request("POST", "/v1/sessions", {"username": person.name, "password": password})
            if status == 201:
                accepted.append(password)
                person.alive.add(content["session"]["token"])
        if len(accepted) != 1:
            findings.append(f"{person.name}: {len(accepted)} of {len(person.passwords)} passwords sign in")
        person.passwords = set(accepted)
    connection.close()


def run(rounds, seed):
    chance = random.Random(seed)
    findings, operations, everybody = [], 0, []
    with Server(start=False) as server:
        for number in range(rounds):
            server.start()
            people = [[] for _ in range(CLIENTS)]
            for index in range(CLIENTS):
                people[index] = chance.sample(everybody, min(2, len(everybody)))
                everybody = [person for person in everybody if person not in people[index]]
            clients = [Client(server.port, index, number, people[index], chance.random()) for index in range(CLIENTS)]
            for client in clients:
                client.start()
            time.sleep(chance.uniform(0.05, 0.8))
            server.kill()
            for client in clients:
                client.join()
                operations += client.operations
                if client.failure:
                    findings.append(f"round {number}: {client.failure}")
            findings += [f"round {number}: store check: {line}" for line in server.check_store()]
            server.start()
            touched = [person for group in people for person in group]
            verify(server.port, touched, findings)
            server.kill()
            everybody += touched
            if sys.stderr.isatty():
                print(f"\rround {number + 1}/{rounds}, {operations} changes, {len(findings)} findings", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return {"kills": rounds, "seed": seed, "acknowledgedChanges": operations, "accounts": len(everybody), "findings": findings}


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    result = run(rounds, seed)
    print(result)
    sys.exit(1 if result["findings"] else 0)
