"""A separate PostgreSQL server in a temporary folder, for measurements and long runs. It can be killed."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

USER = "tester"


def programs():
    """The folder of the newest installed server's programs, or None."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def buffers_mib():
    """A quarter of this machine's memory, as in docs/deployment.md; PostgreSQL's default is 128 MiB."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4 >> 20


class Database:
    """A database server, reached by a socket in its folder. PostgreSQL does not run as root; Debian's package has an account for it."""

    def __init__(self):
        self.programs = programs()
        if not self.programs:
            raise SystemExit("PostgreSQL is not installed")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-db-", dir=os.environ.get("BENCH_FOLDER")))
        self.account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if self.account:
            os.chown(self.folder, self.account.pw_uid, self.account.pw_gid)
        self._run("initdb", "-D", self.folder / "data", "-U", USER, "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8")
        self.process = None
        self.start()
        self._run("psql", "-X", "-q", "-c", "CREATE DATABASE accounts", self.address("postgres"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name="accounts"):
        return f"postgres:///{name}?host={self.folder}&user={USER}"

    def wait_for_clients_to_leave(self):
        """Waits until the accounts database has no connections: requests of a killed client are still executed."""
        question = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'accounts'"
        while self._run("psql", "-X", "-A", "-t", "-c", question, self.address("postgres")).strip() != b"0":
            time.sleep(0.01)

    def start(self):
        """Restarts the server over its data, and returns once it accepts connections."""
        (self.folder / "data/postmaster.pid").unlink(missing_ok=True)
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                self.command(
                    "postgres", "-D", self.folder / "data", "-c", "listen_addresses=",
                    "-c", f"unix_socket_directories={self.folder}", "-c", f"shared_buffers={buffers_mib()}MB"),
                stdout=log, stderr=log, start_new_session=True, cwd="/")
        while self._status("pg_isready", "-q", "-h", self.folder) != 0:
            if self.process.poll() is not None:
                raise RuntimeError("the database did not start:\n" + (self.folder / "log").read_text()[-2000:])
            time.sleep(0.02)

    def kill(self):
        """Kills the server and all its processes with SIGKILL, like a power cut without a loss of the disk."""
        if self.process and self.process.poll() is None:
            children = self._children()
            self.process.send_signal(signal.SIGKILL)
            for child in children:
                try:
                    os.kill(child, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            self.process.wait()
            # A remaining child process holds the shared memory, and the next server would not start.
            while any(pathlib.Path(f"/proc/{child}").exists() for child in children):
                time.sleep(0.002)

    def _children(self):
        """The server's processes, all of which it started."""
        listed = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(child) for child in listed.split()]

    def command(self, program, *arguments):
        prefix = []
        if self.account:
            prefix = ["setpriv", "--reuid", str(self.account.pw_uid), "--regid", str(self.account.pw_gid), "--clear-groups"]
        return prefix + [str(self.programs / program), *map(str, arguments)]

    def _run(self, *command):
        return subprocess.run(self.command(*command), check=True, capture_output=True, cwd="/").stdout

    def _status(self, *command):
        return subprocess.run(self.command(*command), capture_output=True, cwd="/").returncode
