"""Fuzzes the API from its own OpenAPI document with schemathesis: no 5xx but a documented 503, no undocumented answer, and no request rejected
that the schemas admit, but by the rules in api_fuzz_checks.py that JSON Schema cannot express.

Two runs over each store: one with a session that nothing ends, over everything but what would end it; one over everything. The session is
that of an administrator with a second factor, whose proof remains recent, so that the operations of operators run to their end. Other
accounts wait for acts, and acts of a second administrator for an approval.

usage: api_fuzz.py [EXAMPLES [SEED]]      exit code 1 when schemathesis finds anything
       api_fuzz.py --short                the form of `make test`: the first run over SQLite, with few examples
"""

import base64
import hmac
import json
import os
import subprocess
import sys
import time
import urllib.parse

from database import Database, programs
from http_client import Connection
from server import EXECUTABLE, GOOD_PASSWORD, ROOT, Server

SCHEMATHESIS = ROOT / ".tools/python/bin/schemathesis"
# The last one ends the admission of the administrator.
ENDING = ["signOut", "endSession", "endSessions", "deleteAccount", "changePassword", "reauthenticate", "removeTOTP"]
OPERATORS = ["operators.enabled=true", "sessions.recentAuthentication=1d"]
# Accounts for acts, and requests for a deletion. An operator has at most 50 waiting requests.
TARGETS, REQUESTS = 20, 40
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method,rejected_by_a_listed_rule"


def totp(uri):
    """The present code of an otpauth URI (RFC 6238, SHA-1, six digits, thirty seconds)."""
    secret = urllib.parse.parse_qs(urllib.parse.urlsplit(uri).query)["secret"][0]
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, (int(time.time()) // 30).to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def add_account(connection, name):
    """Creates an account, and returns its identifier and the token of a session."""
    status, _, content = connection.request("POST", "/v1/accounts", {"username": name, "password": GOOD_PASSWORD})
    if status != 201:
        sys.exit(f"api_fuzz: creating {name} failed with {status}: {content}")
    return content["account"]["id"], content["session"]["token"]


def add_administrator(server, connection, name):
    """Creates an administrator with a second factor, and returns the token of the session."""
    _, token = add_account(connection, name)
    store = server.address or server.folder / "accounts.sqlite"
    subprocess.run([EXECUTABLE, "operators", "add", name, "--role", "administrator", "--store", store], check=True)
    _, _, begun = connection.request("POST", "/v1/account/totp", token=token)
    _, _, confirmed = connection.request("POST", "/v1/account/totp/confirmation", {"code": totp(begun["uri"])}, token=token)
    return confirmed["session"]["token"]


def request_deletions(connection, token, count):
    """Creates accounts whose deletion an administrator requests, and returns each request with its account."""
    requests = {}
    for number in range(count):
        account, _ = add_account(connection, f"to-delete-{number}")
        status, _, content = connection.request(
            "POST", f"/v1/operators/accounts/{account}/acts", {"act": "delete-account", "reason": "Case 7"}, token=token)
        if status != 200:
            sys.exit(f"api_fuzz: requesting a deletion failed with {status}: {content}")
        requests[content["approval"]["id"]] = account
    return requests


def run(server, examples, seed, is_short=False):
    with server:
        connection = Connection(server.port)
        token = add_administrator(server, connection, "fuzzed-person")
        second = add_administrator(server, connection, "second-person")
        requests = request_deletions(connection, second, 10 if is_short else REQUESTS)
        accounts = [add_account(connection, f"target-{number}")[0] for number in range(5 if is_short else TARGETS)]
        connection.close()
        base = [
            SCHEMATHESIS, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--checks", CHECKS, "--seed", str(seed),
            "--max-examples", str(examples), "--header", f"Authorization: Bearer {token}", "--continue-on-failure",
            "--suppress-health-check", "all", "--phases", "examples,fuzzing" if is_short else "examples,coverage,fuzzing",
        ]
        excluded = [word for name in ENDING for word in ("--exclude-operation-id", name)]
        environment = os.environ | {
            "SCHEMATHESIS_HOOKS": "api_fuzz_checks", "PYTHONPATH": str(ROOT / "Benchmarks"),
            "FUZZED_ACCOUNTS": json.dumps(accounts), "FUZZED_REQUESTS": json.dumps(requests),
        }
        commands = [base + excluded] if is_short else [base + excluded, base]
        codes = [subprocess.run(command, cwd=server.folder, env=environment).returncode for command in commands]
        return not any(codes) and server.is_alive()


if __name__ == "__main__":
    is_short = sys.argv[1:] == ["--short"]
    if not SCHEMATHESIS.exists():
        # Without PyPI, setup omits the packages of tests, and a developer without network still runs the others.
        if is_short and not os.environ.get("CI"):
            sys.exit(print("api_fuzz: skipped, because schemathesis is missing; scripts/setup test installs it", file=sys.stderr))
        sys.exit("api_fuzz: schemathesis is missing; scripts/setup test installs it")
    if is_short:
        sys.exit(0 if run(Server(settings=OPERATORS), 5, 1, is_short=True) else 1)
    examples = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    are_clean = [run(Server(settings=OPERATORS), examples, seed)]
    if programs():
        with Database() as database:
            are_clean.append(run(Server(address=database.address(), settings=OPERATORS), examples, seed))
    sys.exit(0 if all(are_clean) else 1)
