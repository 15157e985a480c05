"""Starts and stops a separate `latchkey` over a temporary store, for measurements and long runs.

With raised budgets it is `latchkey dev`, because `latchkey serve` rejects unlimited budgets; with the default ones, over
a database, and `in_production`, it is `latchkey serve`. Over a database, and in production, its budgets are raised as far as it allows.

    MEASURED_EXECUTABLE   the program (.build/release/latchkey)
    BENCH_FOLDER          where the store is kept (the system's temporary folder)
"""

import base64
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXECUTABLE = pathlib.Path(os.environ.get("MEASURED_EXECUTABLE", ROOT / ".build/release/latchkey"))
GOOD_PASSWORD = "velvet-otter 41 harbour"
THROTTLES = [
    "failuresPerName", "failuresPerNameAndAddress", "failuresPerSession", "failuresPerKnownDevices", "failuresPerAddress", "failuresInAll",
    "registrationsPerAddress", "registrationsInAll", "challengesPerAddress", "challengesInAll", "appleFailuresPerAddress",
    "appleFailuresInAll", "hashesPerClient", "hashesPerAddress", "changesPerSession", "mailsPerRecipient", "recoveriesPerNameAndAddress",
    "mailsPerAccount", "mailsPerAddress", "mailsInAll", "searchesPerSession", "passkeySignInsPerAccount",
]

# As far as `serve` lets a budget be raised, where that differs from others of its kind.
MOST_IN_A_DAY = {
    "failuresPerNameAndAddress": 1_000, "failuresPerSession": 100, "changesPerSession": 100_000, "hashesPerClient": 1_000_000,
    "hashesPerAddress": 10_000_000, "recoveriesPerNameAndAddress": 1_000, "searchesPerSession": 100_000,
    "passkeySignInsPerAccount": 1_000_000,
}


class Server:
    """A server process and its folder. With `memory_cap_mib` it runs in a memory cgroup where this machine has one to give, with
    `address` over that PostgreSQL database."""

    def __init__(self, memory_cap_mib=None, start=True, raised_budgets=True, address=None, in_production=False,
                 settings=()):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-bench-", dir=os.environ.get("BENCH_FOLDER")))
        # `latchkey dev` also listens on the next port, with the emulator.
        self.ports = ReservedPorts(2)
        self.port = self.ports.first
        self.raised_budgets = raised_budgets
        self.settings = settings
        self.serves = bool(address) or in_production or not raised_budgets
        self.address = address
        self.process = None
        self.group = make_memory_group(memory_cap_mib) if memory_cap_mib else None
        self.memory_cap_mib = memory_cap_mib if self.group else None
        self._write_configuration()
        self.started_in = self.start() if start else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.stop()
        if self.group:
            os.rmdir(self.group)
        self.ports.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self):
        """Starts the process and returns the seconds until its first response."""
        log = open(self.folder / "log", "ab")
        started = time.perf_counter()
        self.process = subprocess.Popen(
            [EXECUTABLE, *self._arguments()], stdout=log, stderr=log, preexec_fn=self._join_group)
        log.close()
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as client:
                    client.sendall(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    if client.recv(64).startswith(b"HTTP/1.1 200"):
                        return time.perf_counter() - started
            except OSError:
                pass
            if self.process.poll() is not None or time.perf_counter() - started > 30:
                raise RuntimeError("the server did not start:\n" + (self.folder / "log").read_text()[-2000:])
            time.sleep(0.001)

    def stop(self):
        """Stops it gracefully."""
        self.process.terminate()
        self.process.wait(timeout=30)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def is_alive(self):
        return self.process.poll() is None

    def resident(self):
        """The current resident memory in bytes."""
        return self._status("VmRSS")

    def resident_high_water(self):
        """The peak of resident memory, in bytes."""
        return self._status("VmHWM")

    def capped_memory_peak(self):
        """The peak of memory charged to the group, in bytes, or None without one. Pages of the executable that other processes
        have in memory too are not charged, as they are not to a container either."""
        for name in ("memory.max_usage_in_bytes", "memory.peak"):
            if self.group and (self.group / name).exists():
                return int((self.group / name).read_text())
        return None

    def check_store(self):
        """The findings of `latchkey store check`, one a line."""
        done = subprocess.run(
            [EXECUTABLE, "store", "check", "--store", self.address or self.folder / "accounts.sqlite"], capture_output=True, text=True)
        return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines()

    def _status(self, name):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
        return 0

    def _join_group(self):
        if self.group:
            (self.group / "cgroup.procs").write_text(str(os.getpid()))

    def _arguments(self):
        if self.serves:
            return ["serve", "--config", self.folder / "latchkey.yaml"] + [word for value in self.settings for word in ("--set", value)]
        settings = ["log.level=warning", *self.settings]
        # Very high budgets, because the measurement is about everything behind them.
        for name in THROTTLES:
            settings += [f"throttles.{name}.attempts=3000000", f"throttles.{name}.period=1h"]
        # Without phones, which are not used here, and whose ports may be in use.
        return ["dev", "--no-phones", "--data", self.folder, "--port", str(self.port)] + [word for value in settings for word in ("--set", value)]

    def _write_configuration(self):
        key = self.folder / "master.key"
        key.write_text(base64.b64encode(os.urandom(32)).decode())
        key.chmod(0o600)
        lines = [
            "site:", f"  publicOrigin: http://localhost:{self.port}",
            "listener:", f"  port: {self.port}",
            "store:", f'  address: "{self.address}"' if self.address else f"  path: {self.folder}/accounts.sqlite",
            "keys:", f"  currentFile: {key}",
            "metrics:", "  enabled: false",
            "log:", "  level: warning",
        ]
        if self.serves and self.raised_budgets:
            lines.append("throttles:")
            for name in THROTTLES:
                attempts = 10_000_000 if name.endswith("InAll") else 100_000 if name.endswith("Address") else 1_000
                attempts = MOST_IN_A_DAY.get(name, attempts)
                lines += [f"  {name}:", f"    attempts: {attempts}", "    period: 1d"]
        (self.folder / "latchkey.yaml").write_text("\n".join(lines) + "\n")


class ReservedPorts:
    """Consecutive loopback ports, reserved while this object is open, also when the server that uses them is killed and started again.

    A socket that is bound and does not listen reserves a port. A server that sets SO_REUSEADDR can still listen there.
    """

    def __init__(self, count=1):
        while True:
            self._sockets = [bound(0)]
            self.first = self._sockets[0].getsockname()[1]
            try:
                self._sockets += [bound(self.first + offset) for offset in range(1, count)]
                return
            except (OSError, OverflowError):
                self.close()

    def close(self):
        for each in self._sockets:
            each.close()


def bound(port):
    """A socket that is bound to a port; 0 for any."""
    held = socket.socket()
    try:
        held.bind(("127.0.0.1", port))
    except BaseException:
        held.close()
        raise
    # Set after binding: before, it would share a port that another socket reserves in the same way.
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return held


def make_memory_group(mib):
    """A memory cgroup of this size (version 1 or 2), or None if this machine supports none."""
    for base, limit in [("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")]:
        group = pathlib.Path(base) / f"latchkey-bench-{os.getpid()}"
        try:
            group.mkdir()
            (group / limit).write_text(str(mib * 1048576))
            return group
        except OSError:
            if group.exists():
                group.rmdir()
    return None


def allow_many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, hard), hard))


allow_many_files()
