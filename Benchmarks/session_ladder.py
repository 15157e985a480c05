"""What each layer of a session check costs: servers that do one layer more each (Sources/SessionLadder), which take turns.

    MEASURED_SESSION_LADDER   the program (.build/bench/release/SessionLadder)
"""

import contextlib
import os
import pathlib

import peers
from filling import fill_sqlite, shown
from http_figures import asked
from ladders import LAYERS
from load import get
from rounds import ROUNDS, take_turns
from server import ROOT, Server

PROGRAM = pathlib.Path(os.environ.get("MEASURED_SESSION_LADDER", ROOT / ".build/bench/release/SessionLadder"))
SESSIONS = 16


class Rung(peers.Peer):
    """A server of one rung. All receive the same requests."""

    sign_in_request = None

    def __init__(self, name, store):
        self.name, self.store = name, store
        super().__init__()
        self.checks = [get("/v1/session", Authorization=f"Bearer {shown(number)}") for number in range(SESSIONS)]

    def prepare(self):
        return [PROGRAM, self.name, self.port, self.store], {}

    def check_request(self):
        return b""


def filled_store(stack):
    """A store with sessions, which exists as long as `stack`. Each rung that opens one has its own."""
    server = stack.enter_context(Server(in_production=True))
    # It has created the schema.
    server.stop()
    path = server.folder / "accounts.sqlite"
    fill_sqlite(path, SESSIONS)
    return path


def measure(progress=lambda text: None):
    progress("the layers of a session check, 8 connections")
    with contextlib.ExitStack() as stack:
        rungs = [
            stack.enter_context(Rung(name, filled_store(stack) if name in ("read", "server") else "none")) for name in LAYERS]
        for rung in rungs:  # once, so that caches are warm
            asked(rung, rung.checks, 8, 0.5, 1, 200, warm=0)
        return take_turns({
            rung.name: (lambda rung=rung: asked(rung, rung.checks, 8, 1, 1, 200, warm=0.1)) for rung in rungs}, ROUNDS)


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(measure(lambda text: print(text, file=sys.stderr, flush=True)), indent=2))
