"""Checks whether one client can prevent others from signing in.

Honest users, each from a separate address, sign in at a steady rate: first alone, then while a client in another process sends requests
that cost a hash over many connections as fast as they are answered. Prints how many honest sign-ins succeed and their 99th percentile. Goal
for one session and for three accounts at one address: 99 of 100 succeed, and the 99th percentile is at most three times the idle one.
"""

import json
import multiprocessing
import os
import selectors
import socket
import threading
import time
import uuid

from http_client import Connection, encode, parse_head
from server import GOOD_PASSWORD, Server

# The long form has 200 honest sign-ins for each attack, and attacks from many addresses, which have no goal.
IS_LONG = bool(os.environ.get("BENCH_LONG"))
HONEST = 200 if IS_LONG else 100
RATE = 8  # a second: about a ninth of what two cores hash
ACCOUNTS = 50
CONNECTIONS = 100
LEAD = 2  # seconds of attack before the first honest sign-in


def measure(progress=lambda text: None):
    """Every attack uses a separate server: `queue` with very high budgets, `budgets` with the default ones."""
    results = {}
    with Server(raised_budgets=True, settings=["trustedProxies=127.0.0.1"]) as server:
        prepare(server)
        progress("honest sign-ins alone")
        results["idle"] = honest(server)
        for name in ("session", "accounts"):
            progress(f"honest sign-ins beside an attack by {name}, without budgets")
            results[f"{name}, queue"] = attacked(server, name)
    for name in ("session", "accounts", *(("64 addresses", "1000 addresses") if IS_LONG else ())):
        with Server(raised_budgets=False, settings=["trustedProxies=127.0.0.1"]) as server:
            prepare(server)
            progress(f"honest sign-ins beside an attack by {name}")
            results[f"{name}, budgets"] = attacked(server, name)
    return results


def prepare(server):
    for index in range(ACCOUNTS):
        status = post(server, "/v1/accounts", {"username": f"honest-{index}", "password": GOOD_PASSWORD}, address(index))[0]
        assert status == 201, status


def address(index):
    """The address of an honest user; each has a separate network."""
    return f"100.64.{index // 250}.{index % 250 + 1}"


def post(server, path, body, source, token=None):
    connection = Connection(server.port)
    connection.socket.sendall(request(path, body, source, token))
    try:
        return connection.response()
    finally:
        connection.close()


def request(path, body, source, token=None):
    head, _, rest = encode("POST", path, json.dumps(body).encode(), token, True).partition(b"\r\n")
    return head + b"\r\nX-Forwarded-For: " + source.encode() + b"\r\n" + rest


def honest(server):
    """Sign-ins at a steady rate, regardless of earlier responses."""
    outcomes, lock, threads = [], threading.Lock(), []

    def sign_in(index):
        started = time.perf_counter()
        try:
            body = {"username": f"honest-{index % ACCOUNTS}", "password": GOOD_PASSWORD}
            status = post(server, "/v1/sessions", body, address(index))[0]
        except OSError:
            status = 0
        with lock:
            outcomes.append((status, time.perf_counter() - started))

    begun = time.perf_counter()
    for index in range(HONEST):
        time.sleep(max(0, begun + index / RATE - time.perf_counter()))
        threads.append(threading.Thread(target=sign_in, args=(index,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    times = sorted(elapsed for status, elapsed in outcomes if status == 201)
    return {
        "succeeded": len(times),
        "of": HONEST,
        "medianMilliseconds": round(times[len(times) // 2] * 1000, 1) if times else None,
        "p99Milliseconds": round(times[int(len(times) * 0.99)] * 1000, 1) if times else None,
    }


def attacked(server, name):
    requests, connections = attack(server, name)
    stop, counts = multiprocessing.Event(), multiprocessing.Queue()
    attacker = multiprocessing.Process(target=flood, args=(server.port, requests, connections, stop, counts))
    attacker.start()
    time.sleep(LEAD)
    result = honest(server)
    stop.set()
    result["attack"] = counts.get(timeout=30)
    attacker.join()
    return result


def attack(server, name):
    """The requests of an attack, sent in turn, and the number of connections."""
    source = "198.51.100.1"
    if name in ("session", "accounts"):
        tokens = []
        for index in range(3):
            account = {"username": f"attacker-{os.getpid()}-{name}-{index}", "password": GOOD_PASSWORD}
            status, _, answer = post(server, "/v1/accounts", account, source)
            assert status == 201, status
            tokens.append((account, answer["session"]["token"]))
        if name == "accounts":
            return [request("/v1/sessions", account, source) for account, _ in tokens], CONNECTIONS
        upgrade = {"newPassword": "another-velvet otter 41 harbour"}
        return [
            request("/v1/account/upgrade/password", upgrade | {"key": str(uuid.uuid4())}, source, tokens[0][1]) for _ in range(100)
        ], CONNECTIONS
    count = int(name.split()[0])
    return [
        request("/v1/sessions", {"username": f"stranger-{index}", "password": "certainly not it 9"}, f"10.{index // 250}.{index % 250}.1")
        for index in range(count)
    ], min(count, 256)


def flood(port, requests, connections, stop, counts):
    """Sends the requests in turn over a number of connections, each after the previous response."""
    os.nice(10)  # an attacker has separate machines
    selector, answers, sent = selectors.DefaultSelector(), {}, 0
    for _ in range(connections):
        client = socket.create_connection(("127.0.0.1", port), timeout=60)
        selector.register(client, selectors.EVENT_READ, {"buffer": b""})
        client.sendall(requests[sent % len(requests)])
        sent += 1
    while not stop.is_set():
        for key, _ in selector.select(timeout=0.1):
            key.data["buffer"] += key.fileobj.recv(65536)
            head, separator, rest = key.data["buffer"].partition(b"\r\n\r\n")
            if not separator:
                continue
            status, headers = parse_head(head)
            if len(rest) < int(headers.get("content-length", "0")):
                continue
            key.data["buffer"] = b""
            answers[status] = answers.get(status, 0) + 1
            key.fileobj.sendall(requests[sent % len(requests)])
            sent += 1
    counts.put({str(status): count for status, count in sorted(answers.items())})


if __name__ == "__main__":
    for name, result in measure(print).items():
        print(name, json.dumps(result))
