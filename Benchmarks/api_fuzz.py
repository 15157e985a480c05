"""Fuzzes the API from its own OpenAPI document with schemathesis: no 5xx but a documented 503, no undocumented answer, and no request rejected
that the schemas admit, but by the rules in api_fuzz_checks.py that JSON Schema cannot express.

Two runs over each store: one with a session that nothing ends, over everything but what would end it; one over everything. The session is
that of an administrator with a second factor, so that the operations of operators run to their end.

usage: api_fuzz.py [EXAMPLES [SEED]]      exit code 1 when schemathesis finds anything
"""

import base64
import hmac
import os
import subprocess
import sys
import time
import urllib.parse

from database import Database, programs
from http_client import Connection
from server import EXECUTABLE, GOOD_PASSWORD, ROOT, Server

SCHEMATHESIS = ROOT / ".tools/python/bin/schemathesis"
ENDING = ["signOut", "endSession", "endSessions", "deleteAccount", "changePassword", "reauthenticate"]
OPERATORS = ["operators.enabled=true"]
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method,rejected_by_a_listed_rule"


def totp(uri):
    """The present code of an otpauth URI (RFC 6238, SHA-1, six digits, thirty seconds)."""
    secret = urllib.parse.parse_qs(urllib.parse.urlsplit(uri).query)["secret"][0]
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, (int(time.time()) // 30).to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


def administrator(server):
    """Creates an administrator with a second factor, and returns the token of the session."""
    connection = Connection(server.port)
    _, _, content = connection.request("POST", "/v1/accounts", {"username": "fuzzed-person", "password": GOOD_PASSWORD})
    token = content["session"]["token"]
    store = server.address or server.folder / "accounts.sqlite"
    subprocess.run([EXECUTABLE, "operators", "add", "fuzzed-person", "--role", "administrator", "--store", store], check=True)
    _, _, begun = connection.request("POST", "/v1/account/totp", token=token)
    _, _, confirmed = connection.request("POST", "/v1/account/totp/confirmation", {"code": totp(begun["uri"])}, token=token)
    connection.close()
    return confirmed["session"]["token"]


def run(server, examples, seed):
    with server:
        token = administrator(server)
        base = [
            SCHEMATHESIS, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--checks", CHECKS, "--seed", str(seed),
            "--max-examples", str(examples), "--header", f"Authorization: Bearer {token}", "--continue-on-failure",
            "--suppress-health-check", "all", "--phases", "examples,coverage,fuzzing",
        ]
        excluded = [word for name in ENDING for word in ("--exclude-operation-id", name)]
        environment = os.environ | {"SCHEMATHESIS_HOOKS": "api_fuzz_checks", "PYTHONPATH": str(ROOT / "Benchmarks")}
        codes = [subprocess.run(command, cwd=server.folder, env=environment).returncode for command in (base + excluded, base)]
        return codes == [0, 0] and server.is_alive()


if __name__ == "__main__":
    if not SCHEMATHESIS.exists():
        sys.exit("api_fuzz: schemathesis is missing; scripts/setup soak installs it")
    examples = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    are_clean = [run(Server(settings=OPERATORS), examples, seed)]
    if programs():
        with Database() as database:
            are_clean.append(run(Server(address=database.address(), settings=OPERATORS), examples, seed))
    sys.exit(0 if all(are_clean) else 1)
