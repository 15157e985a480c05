"""Runs the load generator of this package (Sources/LoadGenerator) and reads its output.

    MEASURED_GENERATOR   the program (.build/bench/release/LoadGenerator)
"""

import json
import os
import pathlib
import subprocess
import tempfile

from server import ROOT

GENERATOR = pathlib.Path(os.environ.get("MEASURED_GENERATOR", ROOT / ".build/bench/release/LoadGenerator"))


def get(path, **headers):
    return _encode("GET", path, headers, None)


def post(path, body, kind="application/json", **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return _encode("POST", path, {**headers, "Content-Type": kind, "Content-Length": len(content)}, content)


def _encode(method, path, headers, content):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    lines += [f'{name.replace("_", "-")}: {value}' for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + (content or b"")


class Generator:
    """A run of the generator, which starts immediately. Its result is read at the end."""

    def __init__(self, port, requests, connections, seconds, rate=None, warm=0.5, seed=1, in_order=False):
        self.file = tempfile.NamedTemporaryFile(prefix="latchkey-load-")
        for request in requests:
            self.file.write(len(request).to_bytes(4, "big") + request)
        self.file.flush()
        command = [
            GENERATOR, "--port", port, "--requests", self.file.name, "--connections", connections, "--seconds", seconds, "--warm", warm,
            "--seed", seed, "--draw", "in-order" if in_order else "random",
        ]
        if rate:
            command += ["--rate", rate]
        self.limit = seconds + warm + 90
        self.process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def outcome(self, only=None):
        """The result. With `only`, any other status fails, so that only the intended responses are measured."""
        try:
            said, complained = self.process.communicate(timeout=self.limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.file.close()
        if self.process.returncode != 0:
            raise RuntimeError(f"the load generator failed: {complained.strip()}")
        outcome = json.loads(said)
        if only and (set(outcome["answers"]) - set(map(str, only)) or not outcome["answers"]):
            raise RuntimeError(f'answered {outcome["answers"]}, where {only} was meant')
        if only and unheard(outcome):
            raise RuntimeError(f'{outcome["broken"]} connections broken and {outcome["unanswered"]} requests unanswered')
        return outcome


def unheard(outcome):
    """The number of requests without a response: interrupted, or not within the generator's timeout."""
    return outcome["broken"] + outcome["unanswered"]


def run(*arguments, only=(200,), **options):
    return Generator(*arguments, **options).outcome(only)


def self_test():
    """Tests whether the generator detects a server that stalls; returns its result."""
    done = subprocess.run([GENERATOR, "--self-test"], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError("the load generator does not see a stalling server: " + done.stderr.strip())
    return json.loads(done.stdout)
