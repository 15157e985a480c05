"""How long from the start of the process to the first answer over a store that has accounts, and how much memory it takes idle."""

import statistics
import time

from http_client import Connection
from processes import cpu_seconds
from server import GOOD_PASSWORD, Server


def measure(runs=7):
    times, used = [], []
    with Server(raised_budgets=False) as server:
        connection = Connection(server.port)
        connection.request("POST", "/v1/accounts", {"username": "idle-person", "password": GOOD_PASSWORD})
        connection.close()
        for _ in range(runs):
            server.kill()
            times.append(server.start())
            used.append(cpu_seconds(server.process.pid))
        time.sleep(1)
        return {
            "runs": runs,
            "startMedianMilliseconds": round(statistics.median(times) * 1000, 1),
            "startWorstMilliseconds": round(max(times) * 1000, 1),
            "startCPUMilliseconds": round(statistics.median(used) * 1000),
            "idleResidentMiB": round(server.resident() / 1048576, 1),
        }


if __name__ == "__main__":
    print(measure())
