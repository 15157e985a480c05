"""Fuzzes the API from its own OpenAPI document with schemathesis: no 5xx but a documented 503, no undocumented answer, and no request rejected
that the schemas admit, but by the rules in api_fuzz_checks.py that JSON Schema cannot express.

Two runs over each store: one with a session that nothing ends, over everything but what would end it; one over everything.

usage: api_fuzz.py [EXAMPLES [SEED]]      exit code 1 when schemathesis finds anything
"""

import os
import subprocess
import sys

from database import Database, programs
from http_client import Connection
from server import GOOD_PASSWORD, ROOT, Server

SCHEMATHESIS = ROOT / ".tools/python/bin/schemathesis"
ENDING = ["signOut", "endSession", "endSessions", "deleteAccount", "changePassword", "reauthenticate"]
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method,rejected_by_a_listed_rule"


def run(server, examples, seed):
    with server:
        connection = Connection(server.port)
        _, _, content = connection.request("POST", "/v1/accounts", {"username": "fuzzed-person", "password": GOOD_PASSWORD})
        token = content["session"]["token"]
        connection.close()
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
    are_clean = [run(Server(), examples, seed)]
    if programs():
        with Database() as database:
            are_clean.append(run(Server(address=database.address()), examples, seed))
    sys.exit(0 if all(are_clean) else 1)
