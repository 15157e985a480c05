"""1,024 sign-ins at once against two hashing slots: every rejected one is a 503 with Retry-After, nothing crashes, and memory
stays under 128 MiB (a memory cgroup if the machine supports one, otherwise the resident peak is read)."""

import selectors
import socket
import time

from http_client import encode, parse_head
from server import GOOD_PASSWORD, Server

REQUESTS = 1024


def measure(server, requests=REQUESTS):
    import json

    from http_client import Connection

    setup = Connection(server.port)
    for index in range(8):
        status, _, _ = setup.request("POST", "/v1/accounts", {"username": f"storm-{index}", "password": GOOD_PASSWORD})
        assert status == 201, status
    setup.close()

    selector = selectors.DefaultSelector()
    sockets = []
    for index in range(requests):
        client = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        client.setblocking(False)
        sockets.append(client)
        body = json.dumps({"username": f"storm-{index % 8}", "password": GOOD_PASSWORD}).encode()
        selector.register(client, selectors.EVENT_READ, {"buffer": b"", "request": encode("POST", "/v1/sessions", body, None, True)})
    started = time.perf_counter()
    for key in list(selector.get_map().values()):
        key.fileobj.sendall(key.data["request"])

    counts, without_retry, broken = {}, 0, 0
    open_clients = requests
    deadline = time.monotonic() + 120
    while open_clients and time.monotonic() < deadline:
        for key, _ in selector.select(timeout=1):
            try:
                data = key.fileobj.recv(65536)
            except ConnectionError:
                data = b""
            key.data["buffer"] += data
            head, separator, rest = key.data["buffer"].partition(b"\r\n\r\n")
            complete = False
            if separator:
                status, headers = parse_head(head)
                complete = len(rest) >= int(headers.get("content-length", "0"))
            if complete:
                counts[status] = counts.get(status, 0) + 1
                if status == 503 and "retry-after" not in headers:
                    without_retry += 1
            elif data:
                continue
            else:
                broken += 1
            selector.unregister(key.fileobj)
            key.fileobj.close()
            open_clients -= 1
    elapsed = time.perf_counter() - started
    peak = server.capped_memory_peak()
    return {
        "requests": requests,
        "answers": {str(status): count for status, count in sorted(counts.items())},
        "rejectedWithoutRetryAfter": without_retry,
        "connectionsBroken": broken,
        "unanswered": open_clients,
        "seconds": round(elapsed, 2),
        "residentHighWaterMiB": round(server.resident_high_water() / 1048576, 1),
        "memoryCapMiB": server.memory_cap_mib,
        "cappedMemoryPeakMiB": round(peak / 1048576, 1) if peak else None,
        "alive": server.is_alive(),
    }


if __name__ == "__main__":
    with Server(in_production=True, settings=["hashing.threads=2"], memory_cap_mib=128) as server:
        print(measure(server))
