"""Stops the emulated Apple, kills the server meanwhile, restarts Apple, and looks for requests to Apple that were never sent.

Each round: some people sign in while all is well. Then the emulator answers neither exchanges nor revocations, while clients sign
new people in and let the first ones delete their accounts, and the server is killed with SIGKILL a few times at random moments, each
time started again on its store. Then Apple is back, and in the end every acknowledged account is there with its session, every
authorization code has become a refresh token (which shows when its owner leaves), and no deleted user is still listed at Apple. A
request under way at a kill may have happened or not.

usage: apple_outages.py [ROUNDS [SEED]]      exit code 1 when something was lost
"""

import hashlib
import json
import random
import socket
import sqlite3
import subprocess
import sys
import threading
import time

from http_client import Connection
from server import EXECUTABLE, ReservedPorts, Server

CLIENTS = 3
KILLS = 3
NEWCOMERS = 6
# A code is valid for five minutes, an interrupted lease for ninety seconds.
PATIENCE = 280


class Apple:
    """An emulator of Apple's service, with an app and a key."""

    def __init__(self, folder):
        self.ports = ReservedPorts()
        self.port = self.ports.first
        self.key = folder / "apple.p8"
        self.process = subprocess.Popen(
            [EXECUTABLE, "apple", "serve", "--port", str(self.port), "--https-port", "0", "--seed-demo", "--demo-key", self.key,
             "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.party = json.loads(self.process.stdout.readline())

    def ask(self, method, path, body=None, status=None):
        connection = Connection(self.port)
        answer, _, content = connection.request(method, "/emulator" + path, body)
        connection.close()
        if status is not None and answer != status:
            raise RuntimeError(f"the emulator answered {method} {path} with {answer}: {content}")
        return content

    def add(self, name):
        account = {"id": name, "givenName": name, "familyName": "L", "email": f"{name}@example.com"}
        self.ask("POST", "/accounts", account, 201)

    def forget(self, name):
        self.ask("DELETE", f"/accounts/{name}")

    def credential(self, name, nonce):
        request = {
            "client": self.party["app"], "account": name, "nonce": hashlib.sha256(nonce.encode()).hexdigest(),
            "scopes": ["name", "email"]}
        return self.ask("POST", "/native/sign-ins", request)

    def fail(self, chance):
        """Nothing is exchanged: each fault prevents the request from being processed, so that no code is used up without a response."""
        for endpoint in ("token", "revoke"):
            status = str(chance.choice([500, 502, 503]))
            self.ask("POST", "/faults", {"endpoint": endpoint, "kind": "status", "value": status}, 201)

    def recover(self):
        self.ask("DELETE", "/faults", status=204)

    def consenting(self):
        return {consent["account"] for consent in self.ask("GET", "/consents", status=200)["consents"]}

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.ports.close()


class AppleServer(Server):
    """`latchkey serve` with Sign in with Apple at an emulator."""

    def __init__(self):
        self.apple = None
        super().__init__(start=False, raised_budgets=False)

    def _write_configuration(self):
        super()._write_configuration()
        self.apple = Apple(self.folder)
        party = self.apple.party
        lines = [
            "apple:", f"  team: {party['team']}", f"  keyID: {party['keyID']}", f"  keyFile: {self.apple.key}",
            f"  nativeClients: [{party['app']}]", f"  serviceURL: {party['baseURL']}", "  serviceIsTest: true",
        ]
        with open(self.folder / "latchkey.yaml", "a") as file:
            file.write("\n".join(lines) + "\n")

    def __exit__(self, *failure):
        self.apple.stop()
        super().__exit__(*failure)

    def waiting(self):
        """The number of codes that wait for exchange and tokens that wait for revocation. Checks of consent always wait."""
        store = sqlite3.connect(f"file:{self.folder}/accounts.sqlite?mode=ro", uri=True, timeout=30)
        try:
            return store.execute("SELECT count(*) FROM jobs WHERE kind IN (1, 3)").fetchone()[0]
        finally:
            store.close()


class Visitor(Connection):
    """A connection from a unique address, with separate budgets."""

    def __init__(self, port, number, timeout=20):
        address = (f"127.{1 + number // 65536 % 250}.{number // 256 % 256}.{number % 256}", 0)
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout, source_address=address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""


class Person:
    """What the server has acknowledged about a user."""

    def __init__(self, name):
        self.name = name
        self.token = None  # of the session, once acknowledged
        self.leaving = False  # the deletion was requested
        self.left = False  # and acknowledged


def sign_in(apple, connection, person):
    status, _, content = connection.request("POST", "/v1/challenges", {"purpose": "apple-sign-in"})
    assert status == 201, f"challenge: {status} {content}"
    nonce = content["nonce"]
    credential = apple.credential(person.name, nonce)
    proof = {"identityToken": credential["identityToken"], "authorizationCode": credential["authorizationCode"], "nonce": nonce}
    status, _, content = connection.request("POST", "/v1/sessions/apple", proof)
    assert status == 201, f"{person.name} signs in: {status} {content}"
    person.token = content["session"]["token"]


def leave(connection, person):
    person.leaving = True
    status, _, content = connection.request("DELETE", "/v1/account", None, person.token)
    assert status == 200, f"{person.name} leaves: {status} {content}"
    assert content["appleTokens"] == "being-revoked", f"{person.name} leaves: no refresh token is stored"
    person.left = True


class Client(threading.Thread):
    """Signs new users in and deletes settled ones, until the connection breaks."""

    def __init__(self, server, number, newcomers, leavers, seed):
        super().__init__(daemon=True)
        self.server, self.number, self.newcomers, self.leavers = server, number, newcomers, leavers
        self.random = random.Random(seed)
        self.failure = None

    def run(self):
        try:
            connection = Visitor(self.server.port, self.number)
            while self.newcomers or self.leavers:
                if self.newcomers and (not self.leavers or self.random.random() < 0.6):
                    sign_in(self.server.apple, connection, self.newcomers.pop())
                else:
                    leave(connection, self.leavers.pop())
                time.sleep(self.random.uniform(0, 0.2))
        except (ConnectionError, OSError):
            pass
        except AssertionError as error:
            self.failure = error


def until(condition, timeout):
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False


def play(server, number, chance, findings):
    """One outage. Returns the number of users."""
    apple = server.apple
    visitors = iter(range(number * 64, number * 64 + 64))
    settled = [Person(f"r{number}-settled-{index}") for index in range(CLIENTS * 2)]
    newcomers = [Person(f"r{number}-new-{index}") for index in range(CLIENTS * NEWCOMERS)]
    for person in settled + newcomers:
        apple.add(person.name)

    server.start()
    connection = Visitor(server.port, next(visitors))
    for person in settled:
        sign_in(apple, connection, person)
    connection.close()
    if not until(lambda: server.waiting() == 0, PATIENCE):
        findings.append(f"round {number}: codes wait though Apple is there")

    apple.fail(chance)
    shares = [(newcomers[index::CLIENTS], settled[index::CLIENTS]) for index in range(CLIENTS)]
    for kill in range(KILLS):
        if kill:
            server.start()
        clients = [Client(server, next(visitors), *share, chance.random()) for share in shares]
        for client in clients:
            client.start()
        time.sleep(chance.uniform(0.1, 2.5))
        server.kill()
        for client in clients:
            client.join()
            if client.failure:
                findings.append(f"round {number}: {client.failure}")
        findings += [f"round {number}: store check: {line}" for line in server.check_store()]

    apple.recover()
    server.start()
    if not until(lambda: server.waiting() == 0, PATIENCE):
        findings.append(f"round {number}: {server.waiting()} jobs wait though Apple is back")
    verify(server, number, settled + newcomers, Visitor(server.port, next(visitors)), findings)
    server.kill()
    for person in settled + newcomers:
        apple.forget(person.name)
    return len([person for person in settled + newcomers if person.token])


def verify(server, number, people, connection, findings):
    """Every acknowledged user exists, and is not listed at Apple after leaving."""
    for person in [person for person in people if person.token and not person.left]:
        status, _, _ = connection.request("GET", "/v1/session", None, person.token)
        if person.leaving and status == 401:
            person.left = True
        elif status != 200:
            findings.append(f"round {number}: {person.name}: an acknowledged session is gone")
        else:
            try:
                leave(connection, person)
            except AssertionError as error:
                findings.append(f"round {number}: {error}")
    connection.close()
    left = {person.name for person in people if person.left}
    if not until(lambda: not left & server.apple.consenting(), PATIENCE):
        findings += [f"round {number}: {name} left and is still listed" for name in sorted(left & server.apple.consenting())]


def run(rounds, seed):
    chance = random.Random(seed)
    findings, people = [], 0
    with AppleServer() as server:
        for number in range(rounds):
            people += play(server, number, chance, findings)
            if sys.stderr.isatty():
                print(f"\rround {number + 1}/{rounds}, {people} people, {len(findings)} findings", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return {"outages": rounds, "kills": rounds * KILLS, "seed": seed, "people": people, "findings": findings}


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    result = run(rounds, seed)
    print(result)
    sys.exit(1 if result["findings"] else 0)
