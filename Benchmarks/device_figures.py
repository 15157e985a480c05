"""What the simulated device costs beside the least that its parts could cost: keychain beside rows of SQLite, keys beside swift-crypto and a bare
TPM, a device in a separate process compared with one in the caller's.

Each figure is the median of rounds in which all contenders take turns. Wall times are compared where a disk or another process is waited for.
The CPU of an operation is that of every process that had a part in it. Environment:
    MEASURED_DEVICE_FIGURES  the program that does the work (.build/bench/release/DeviceFigures)
    BENCH_FOLDER             where devices and tables are kept while they are measured (the system's temporary folder): a disk that confirms
                             nothing, as tmpfs, says nothing about writes
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from processes import cpu_seconds as used_by
from rounds import take_turns
from server import EXECUTABLE, ROOT

FIGURES = pathlib.Path(os.environ.get("MEASURED_DEVICE_FIGURES", ROOT / ".build/bench/release/DeviceFigures"))
APP = "TEAM.com.example.app"


def cpu_seconds(processes):
    """The CPU that these processes have used so far."""
    return sum(map(used_by, processes))


def measure(subject, place, writers=1, others=()):
    """One round of one contender, with the CPU of the processes that work for it."""
    before = cpu_seconds(others)
    environment = {**os.environ, "TSS2_LOG": "all+none"}
    answer = subprocess.run(
        [FIGURES, subject, place, str(writers)], capture_output=True, text=True, check=True, timeout=120, env=environment)
    cost = json.loads(answer.stdout)
    done = cost["operations"]
    return {
        "perSecond": done / cost["wallSeconds"], "cpuMicroseconds": (cost["cpuSeconds"] + cpu_seconds(others) - before) / done * 1e6,
        "p50Microseconds": cost["p50Microseconds"], "p99Microseconds": cost["p99Microseconds"],
    }


def compare(contenders):
    """The medians of the rounds, by name."""
    return take_turns({name: (lambda call=call: measure(*call)) for name, call in contenders.items()})


@contextlib.contextmanager
def scratch():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="latchkey-device-", dir=os.environ.get("BENCH_FOLDER")))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_device(folder, enclave="software"):
    """`latchkey device run`: the place of its one app, and its process, whose children count with it."""
    command = [EXECUTABLE, "device", "run", "--state", folder, "--biometry", "none", "--app", APP, "--enclave", enclave, "--json"]
    environment = {**os.environ, "TSS2_LOG": "all+none"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        device = json.loads(process.stdout.readline())["apps"][0]["device"]
        yield device, [process.pid]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


@contextlib.contextmanager
def simulated_tpm(folder):
    """swtpm with a separate state: its socket and its process. It serves one connection at a time."""
    folder.mkdir()
    socket, number = folder / "tpm.sock", folder / "pid"
    subprocess.run(
        ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={folder}", "--ctrl", f"type=unixio,path={socket}.ctrl", "--server",
         f"type=unixio,path={socket}", "--flags", "not-need-init,startup-clear", "--daemon", "--pid", f"file={number}"],
        check=True, capture_output=True, timeout=30)
    process = int(number.read_text())
    try:
        yield socket, process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        time.sleep(0.1)


def measure_device():
    results = {}
    with scratch() as folder:
        with running_device(folder / "own") as (device, processes):
            here, plain = f"folder:{folder}/here", f"folder:{folder}"
            results["reads"] = compare({
                "sqlite": ("sqlite-find", plain), "opened": ("sqlite-find-opened", plain), "messages": ("find-messages", plain),
                "inProcess": ("find", here), "ownProcess": ("find", device, 1, processes)})
            for writers in (1, 8, 32):
                results[f"writesBy{writers}"] = compare({
                    "sqlite": ("sqlite-add", plain, writers), "inProcess": ("add", here, writers),
                    "ownProcess": ("add", device, writers, processes)})
            for operation in ("sign", "exchange"):
                results[f"{operation}InSoftware"] = compare({
                    "bare": (f"crypto-{operation}", plain), "enclave": (f"enclave-{operation}", f"folder:{folder}/enclave"),
                    "inProcess": (operation, here), "ownProcess": (operation, device, 1, processes)})
        if not shutil.which("swtpm"):
            return {**results, "tpmAbsent": "no swtpm here"}
        with simulated_tpm(folder / "tpm") as (socket, process):
            bare, here = f"tpm:{socket}", f"tpm:{socket},{folder}/tpm-device"
            for operation in ("sign", "exchange"):
                results[f"{operation}InTPM"] = compare({
                    "bare": (f"tpm-{operation}", bare, 1, [process]), "load": ("tpm-load", bare, 1, [process]),
                    "enclave": (f"enclave-{operation}", here, 1, [process]), "inProcess": (operation, here, 1, [process])})
            results["readsWithTPM"] = compare({"inProcess": ("find", here, 1, [process])})
    return results


if __name__ == "__main__":
    print(json.dumps(measure_device(), indent=2))
