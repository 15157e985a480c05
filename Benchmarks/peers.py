"""The account servers for comparison. Each is started by the bench itself, on loopback, over SQLite in a throw-away folder, with
one account; where its hash can be set it is argon2id at our cost (19 MiB, two passes, one lane).

A peer that is not installed says why, and is not compared: `scripts/setup bench` installs what it can.
"""

import contextlib
import ctypes
import ctypes.util
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from http_client import parse_head
from load import get, post
from processes import cpu_seconds, proportional_mib
from server import ROOT, ReservedPorts

PYTHON = ROOT / ".tools/peers/bin"
SITES = pathlib.Path(__file__).resolve().parent / "peers"
PASSWORD = "velvet-otter 41 harbour"


class Absent(Exception):
    """Why a peer is missing."""


class Peer:
    """A peer's process. `checks` and `sign_ins` are the requests; `good` is the expected status."""

    good = 200

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-peer-", dir=os.environ.get("BENCH_FOLDER")))
        self.ports = ReservedPorts()
        self.port = self.ports.first
        self.process = None
        try:
            command, environment = self.prepare()
            self.log = open(self.folder / "log", "ab")
            started = time.perf_counter()
            self.process = subprocess.Popen(
                list(map(str, command)), stdout=self.log, stderr=self.log, env={**os.environ, **environment}, cwd=self.folder)
            self._wait_until_it_listens(started)
            self.started_in = time.perf_counter() - started
            self.idle_mib = proportional_mib(self.process.pid)
            self.make_account()
            self.sign_ins = [self.sign_in_request()] if self.sign_in_request else []
            self.checks = [self.check_request()]
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.ports.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def cpu_seconds(self):
        return cpu_seconds(self.process.pid)

    def proportional_mib(self):
        return proportional_mib(self.process.pid)

    def make_account(self):
        """Creates the account, unless `prepare` has."""

    def asked(self, request):
        """The headers and body of the response to one request, which must succeed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as client:
            client.sendall(request.replace(b"Host: localhost", b"Host: localhost\r\nConnection: close"))
            answer = b"".join(iter(lambda: client.recv(65536), b""))
        head, _, content = answer.partition(b"\r\n\r\n")
        status, headers = parse_head(head)
        if status != self.good:
            raise RuntimeError(f"{self.name} answers {request.split()[1]} with {status}: {content[:200]}")
        return headers, content

    def _wait_until_it_listens(self, started):
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as client:
                    client.sendall(b"GET /empty HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    if client.recv(16):
                        return
            except OSError:
                pass
            if self.process.poll() is not None or time.perf_counter() - started > 60:
                raise RuntimeError(f"{self.name} did not start:\n" + (self.folder / "log").read_text()[-2000:])
            time.sleep(0.005)


class EmptyRoute(Peer):
    """The cost of Hummingbird alone."""

    name = "empty route"
    program = pathlib.Path(os.environ.get("MEASURED_EMPTY_ROUTE", ROOT / ".build/bench/release/EmptyRoute"))
    sign_in_request = None

    def prepare(self):
        if not self.program.exists():
            raise Absent(f"{self.program.name} is not built")
        return [self.program, self.port], {}

    def check_request(self):
        return get("/empty")


class Glewlwyd(Peer):
    """Debian's glewlwyd. Its hash is fixed: PBKDF2 with SHA-256 and 150,000 rounds."""

    name = "glewlwyd"
    schema = pathlib.Path("/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3")

    def prepare(self):
        program = shutil.which("glewlwyd")
        if not program or not self.schema.exists():
            raise Absent("not installed (Debian package glewlwyd)")
        store = self.folder / "glewlwyd.sqlite3"
        with contextlib.closing(sqlite3.connect(store)) as connection:
            connection.executescript(self.schema.read_text())
        settings = {
            "port": self.port, "external_url": f"http://localhost:{self.port}/", "login_url": "login.html", "api_prefix": "api",
            "log_mode": "console", "log_level": "ERROR", "cookie_secure": 0, "session_expiration": 2419200,
            "session_key": "GLEWLWYD2_SESSION_ID", "admin_scope": "g_admin", "profile_scope": "g_profile",
            "user_module_path": "/usr/lib/glewlwyd/user", "client_module_path": "/usr/lib/glewlwyd/client",
            "user_auth_scheme_module_path": "/usr/lib/glewlwyd/scheme", "plugin_module_path": "/usr/lib/glewlwyd/plugin",
            "hash_algorithm": "SHA256",
        }
        lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
        lines.append(f'database = {{ type = "sqlite3"; path = "{store}"; }};')
        (self.folder / "glewlwyd.conf").write_text("\n".join(lines) + "\n")
        return [program, "--config-file", self.folder / "glewlwyd.conf"], {}

    def make_account(self):
        # The account that its package creates has a password hash of another cost.
        headers, _ = self.asked(post("/api/auth/", {"username": "admin", "password": "password"}))
        person = {"username": "measured", "name": "measured", "password": PASSWORD, "enabled": True, "scope": ["g_profile"]}
        self.asked(post("/api/user/", person, Cookie=headers["set-cookie"].split(";")[0]))

    def sign_in_request(self):
        return post("/api/auth/", {"username": "measured", "password": PASSWORD})

    def check_request(self):
        headers, _ = self.asked(self.sign_in_request())
        return get("/api/profile_list", Cookie=headers["set-cookie"].split(";")[0])


class PythonPeer(Peer):
    def site(self, name, user):
        python = PYTHON / "python"
        if not python.exists():
            raise Absent("not installed (scripts/setup bench)")
        environment = {
            "PEER_FOLDER": str(self.folder), "PEER_USER": user, "PEER_PASSWORD": PASSWORD, "PYTHONPATH": str(SITES),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            [python, SITES / f"{name}.py"], env={**os.environ, **environment}, cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise Absent(f"does not run: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'it says nothing'}")
        return environment


class Allauth(PythonPeer):
    """django-allauth under gunicorn, with two workers of four threads: connections are kept open for threads alone."""

    name = "django-allauth"

    def prepare(self):
        environment = self.site("allauth_site", "measured")
        command = [
            PYTHON / "gunicorn", "allauth_site:application", "--bind", f"127.0.0.1:{self.port}", "--workers", 2, "--worker-class",
            "gthread", "--threads", 4, "--keep-alive", 75, "--log-level", "error", "--backlog", 1024,
        ]
        return command, environment

    def sign_in_request(self):
        return post("/_allauth/app/v1/auth/login", {"username": "measured", "password": PASSWORD})

    def check_request(self):
        _, content = self.asked(self.sign_in_request())
        token = json.loads(content[content.index(b"{"):content.rindex(b"}") + 1])["meta"]["session_token"]
        return get("/_allauth/app/v1/auth/session", X_Session_Token=token)


class FastAPIUsers(PythonPeer):
    """fastapi-users under uvicorn."""

    name = "fastapi-users"

    def prepare(self):
        environment = self.site("fastapi_site", "measured@example.com")
        command = [
            PYTHON / "uvicorn", "fastapi_site:app", "--host", "127.0.0.1", "--port", self.port, "--log-level", "error", "--no-access-log",
        ]
        return command, environment

    def sign_in_request(self):
        return post(
            "/login", f"username=measured%40example.com&password={PASSWORD.replace(' ', '+')}".encode(),
            kind="application/x-www-form-urlencoded")

    def check_request(self):
        _, content = self.asked(self.sign_in_request())
        token = json.loads(content[content.index(b"{"):content.rindex(b"}") + 1])["access_token"]
        return get("/users/me", Authorization=f"Bearer {token}")


ALL = [EmptyRoute, Glewlwyd, Allauth, FastAPIUsers]


class Argon2id:
    """libsodium's argon2id alone, at the server's cost: the minimum cost of a sign-in."""

    def __init__(self):
        found = ctypes.util.find_library("sodium") or "libsodium.so.23"
        self.library = ctypes.CDLL(found)
        self.library.sodium_init()

    def measure(self, threads, seconds):
        """Rate, and CPU of one hash in milliseconds, with this number in parallel."""
        counts, used = [0] * threads, [0.0] * threads
        ends = time.monotonic() + seconds

        def work(index):
            output, salt = ctypes.create_string_buffer(32), os.urandom(16)
            before = time.thread_time()
            while time.monotonic() < ends:
                # During the call Python runs other threads.
                status = self.library.crypto_pwhash(
                    output, ctypes.c_ulonglong(32), PASSWORD.encode(), ctypes.c_ulonglong(len(PASSWORD)), salt, ctypes.c_ulonglong(2),
                    ctypes.c_size_t(19456 * 1024), 2)
                if status != 0:
                    raise MemoryError("argon2id finds no memory")
                counts[index] += 1
            used[index] = time.thread_time() - before

        started = time.monotonic()
        workers = [threading.Thread(target=work, args=(index,)) for index in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return {"perSecond": sum(counts) / (time.monotonic() - started), "cpuMilliseconds": sum(used) / sum(counts) * 1000}
