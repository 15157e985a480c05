"""Checks whether the time of a recovery reveals that an account exists: of the request for a code, and of its exchange with a wrong code.

As `sign_in_timing.py`, which it shares the area under the ROC curve with: known and unknown names, in the order of a seed, over one connection, over
SQLite, and over PostgreSQL behind a network of 0.5 ms. A name is that of an account with a verified address, or the address itself. The answers must be
equal too. Mail goes to a mail server of this process.
"""

import collections
import contextlib
import queue
import quopri
import random
import re
import socket
import statistics
import threading
import time

from database import Database, programs
from http_client import Connection
from server import GOOD_PASSWORD, Server
from sign_in_timing import PAIRS, ROUND_TRIP, SAMPLES, area_under_curve, medians
from slow_network import SlowNetwork

WRONG_CODE = "AAAA-AAAA"
SEED = 1


def measure_stores(progress=lambda text: None, pairs=PAIRS):
    """The figures of each store, or why one is missing."""
    with MailServer() as mail:
        progress(f"recovery timing over SQLite, {pairs} requests for each kind of name")
        with Server(in_production=True, settings=mail.settings()) as server:
            results = {"SQLite": measure(server, mail, pairs)}
        if not programs():
            return results | {"absent": "PostgreSQL is not installed"}
        progress(f"recovery timing over PostgreSQL behind {ROUND_TRIP * 1000} ms, {pairs} requests for each kind of name")
        with contextlib.ExitStack() as stack:
            database = stack.enter_context(Database())
            network = stack.enter_context(SlowNetwork(database, ROUND_TRIP))
            server = stack.enter_context(Server(address=network.address(), settings=mail.settings()))
            results["PostgreSQL"] = measure(server, mail, pairs)
    return results


def measure(server, mail, pairs=PAIRS):
    connection = Connection(server.port)
    times = {step: {"known": [], "unknown": []} for step in ["begin", "finish"]}
    answers = collections.defaultdict(set)
    generator = random.Random(SEED)
    for block in range(pairs // SAMPLES):
        names = {"known": account(connection, mail, block), "unknown": [f"timed-nobody-{block}", f"timed-nobody-{block}@example.net"]}
        # In any order, because the mail of a known name is sent during later requests. A fixed order puts those of one kind behind it more often.
        order = ["known", "unknown"] * SAMPLES
        generator.shuffle(order)
        for kind in order:
            name = names[kind][len(times["begin"][kind]) % 2]
            elapsed, status, body = timed(connection, "/v1/recovery", {"account": name})
            answers["begin", kind].add((status, tuple(sorted(body))))
            times["begin"][kind].append(elapsed)
            elapsed, status, body = timed(connection, "/v1/recovery/session", {"secret": body.get("secret", ""), "emailCode": WRONG_CODE})
            answers["finish", kind].add((status, body.get("code"), body.get("detail")))
            times["finish"][kind].append(elapsed)
    connection.close()
    for step in times:
        assert answers[step, "known"] == answers[step, "unknown"] and len(answers[step, "known"]) == 1, answers
    assert {status for status, _ in answers["begin", "known"]} == {201}, answers
    return {step: figures(times[step]) for step in times}


def figures(times):
    return {
        "pairs": len(times["known"]),
        "knownMedianMilliseconds": round(statistics.median(times["known"]) * 1000, 2),
        "unknownMedianMilliseconds": round(statistics.median(times["unknown"]) * 1000, 2),
        "areaUnderCurve": round(area_under_curve(times["known"], times["unknown"]), 3),
        "areaUnderCurveOfMedians": round(area_under_curve(medians(times["known"]), medians(times["unknown"])), 3),
    }


def timed(connection, path, body):
    started = time.perf_counter()
    status, _, answer = connection.request("POST", path, body)
    return time.perf_counter() - started, status, answer or {}


def account(connection, mail, block):
    """The name and the verified address of a new account."""
    name, address = f"timed-person-{block}", f"timed-person-{block}@example.net"
    status, _, created = connection.request("POST", "/v1/accounts", {"username": name, "password": GOOD_PASSWORD})
    assert status == 201, created
    token = created["session"]["token"]
    status, _, claim = connection.request("POST", "/v1/account/addresses", {"email": address}, token)
    assert status == 201, claim
    code = mail.code(address)
    status, _, verified = connection.request("POST", "/v1/account/address-verification", {"secret": claim["secret"], "emailCode": code}, token)
    assert status == 200, verified
    return [name, address]


class MailServer:
    """A mail server on loopback that accepts everything, and keeps the codes of the messages that verify addresses."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.codes = collections.defaultdict(queue.Queue)

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def settings(self):
        port = self.listener.getsockname()[1]
        return ["mail.transport=smtp", "mail.from=accounts@example.com", "mail.host=127.0.0.1", "mail.security=loopback", f"mail.port={port}"]

    def code(self, address):
        return self.codes[address].get(timeout=60)

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        recipient = ""
        with connection, connection.makefile("rwb") as stream:
            reply(stream, b"220 ready")
            while line := stream.readline():
                command = line[:4].upper()
                if command == b"RCPT":
                    recipient = line[line.index(b"<") + 1:line.index(b">")].decode()
                if command == b"DATA":
                    reply(stream, b"354 go ahead")
                    self._keep(recipient, b"".join(iter(stream.readline, b".\r\n")))
                reply(stream, b"221 bye" if command == b"QUIT" else b"250 OK")

    def _keep(self, recipient, message):
        # Only those messages have the code in their subject.
        subject = re.search(rb"^Subject: ([A-Z2-7]{4}-[A-Z2-7]{4}) ", quopri.decodestring(message), re.MULTILINE)
        if subject:
            self.codes[recipient].put(subject[1].decode())


def reply(stream, line):
    stream.write(line + b"\r\n")
    stream.flush()


if __name__ == "__main__":
    print(measure_stores(print))
