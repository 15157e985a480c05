"""Session checks over one connection: rate and CPU of the server, idle and while 32 connections sign in all the time."""

import pathlib
import statistics
import threading
import time

from http_client import Connection
from server import GOOD_PASSWORD, Server


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def check(port, token, seconds):
    connection = Connection(port)
    times, ends = [], time.monotonic() + seconds
    while time.monotonic() < ends:
        started = time.perf_counter()
        assert connection.request("GET", "/v1/session", None, token)[0] == 200
        times.append(time.perf_counter() - started)
    connection.close()
    return times


def storm(port, stop):
    connection = Connection(port)
    while not stop.is_set():
        connection.request("POST", "/v1/sessions", {"username": "checked-person", "password": GOOD_PASSWORD})
    connection.close()


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(seconds=5):
    with Server() as server:
        connection = Connection(server.port)
        _, _, content = connection.request("POST", "/v1/accounts", {"username": "checked-person", "password": GOOD_PASSWORD})
        token = content["session"]["token"]
        check(server.port, token, 1)
        before = cpu_seconds(server.process)
        idle = check(server.port, token, seconds)
        cpu = cpu_seconds(server.process) - before
        stop = threading.Event()
        signers = [threading.Thread(target=storm, args=(server.port, stop)) for _ in range(32)]
        for signer in signers:
            signer.start()
        time.sleep(1)
        stormy = check(server.port, token, seconds)
        stop.set()
        for signer in signers:
            signer.join()
        return {
            "checks": len(idle),
            "serverCPUMillisecondsPerCheck": round(cpu / len(idle) * 1000, 3),
            "idleP50Milliseconds": round(statistics.median(idle) * 1000, 2),
            "stormP50Milliseconds": round(statistics.median(stormy) * 1000, 2),
            "idleP99Milliseconds": round(percentile(idle, 0.99) * 1000, 2),
            "stormP99Milliseconds": round(percentile(stormy, 0.99) * 1000, 2),
        }


if __name__ == "__main__":
    print(measure())
