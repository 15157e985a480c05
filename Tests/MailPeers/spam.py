"""Has rspamd judge messages, without a network.

Input: one JSON object: `messages` (base64), `sender`, `recipient`, `address` of the client, and `records` (DNS name to text). Output: for each message an
object, the symbols that rspamd adds with their scores. rspamd runs with the rules of its package. `names.py` answers its questions. The rules that ask
foreign servers, or about the host of the client, are off.
"""

import base64
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

HOST = "mail.example.com"
OFF = ["fuzzy_check", "rbl", "surbl", "asn", "phishing", "hfilter"]

# The package's options would compile the names of all top-level domains, which takes fifteen seconds.
CONFIGURATION = """
.include "$CONFDIR/common.conf"
options {{
    filters = "chartable,dkim,regexp";
    pidfile = "{folder}/pid";
    control_socket = "{folder}/control mode=0600";
    cache_file = "{folder}/cache";
    hs_cache_dir = "{folder}/";
    disable_hyperscan = true;
    url_tld = "{folder}/domains";
    local_addrs = [];
    dns {{ nameserver = ["127.0.0.1:{port}"]; timeout = 5s; retransmits = 1; }}
}}
logging {{ type = "console"; level = "error"; }}
worker "normal" {{ bind_socket = "{folder}/worker mode=0600"; count = 1; }}
"""


class Worker(http.client.HTTPConnection):
    def __init__(self, path, timeout=600):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def main():
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory(prefix="rspamd-") as folder, open(f"{folder}/log", "w+") as log:
        zone = {name: [[text[start:start + 250] for start in range(0, len(text), 250)]] for name, text in given["records"].items()}
        names = subprocess.Popen(
            [sys.executable, str(pathlib.Path(__file__).with_name("names.py")), json.dumps(zone)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        rspamd = None
        try:
            configure(folder, port=int(names.stdout.readline()))
            variables = [f"--var={name}={folder}" for name in ["DBDIR", "RUNDIR", "LOGDIR", "LOCAL_CONFDIR"]]
            rspamd = subprocess.Popen(
                ["rspamd", "--insecure", "--no-fork", "-c", f"{folder}/rspamd.conf", *variables], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                start_new_session=True)
            wait(rspamd, f"{folder}/worker", log)
            json.dump([scores(f"{folder}/worker", base64.b64decode(message), given) for message in given["messages"]], sys.stdout)
        finally:
            if rspamd:
                end(rspamd)
            names.stdin.close()
            names.wait()


def configure(folder, port):
    os.makedirs(f"{folder}/override.d")
    for module in OFF:
        pathlib.Path(f"{folder}/override.d/{module}.conf").write_text("enabled = false;\n")
    pathlib.Path(f"{folder}/domains").write_text("com\nnet\norg\nexample\n")
    pathlib.Path(f"{folder}/rspamd.conf").write_text(CONFIGURATION.format(folder=folder, port=port))


def wait(rspamd, path, log):
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline and rspamd.poll() is None:
        try:
            # Its listener accepts a connection before there is a worker for it.
            connection = Worker(path, timeout=10)
            connection.request("GET", "/ping")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.05)
    log.seek(0)
    sys.exit(f"rspamd does not start: {log.read()}")


def end(rspamd):
    rspamd.terminate()
    try:
        rspamd.wait(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(rspamd.pid, signal.SIGKILL)
        rspamd.wait()


def scores(path, message, given):
    connection = Worker(path)
    headers = {"IP": given["address"], "From": given["sender"], "Rcpt": given["recipient"], "Helo": HOST, "Hostname": HOST}
    connection.request("POST", "/checkv2", message, headers)
    response = connection.getresponse()
    answer = json.loads(response.read())
    if response.status != 200 or "symbols" not in answer:
        sys.exit(f"rspamd answers {response.status}: {answer}")
    return {name: symbol["score"] for name, symbol in answer["symbols"].items()}


if __name__ == "__main__":
    main()
