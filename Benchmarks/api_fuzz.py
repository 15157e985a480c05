"""Fuzzes the API from its own OpenAPI document with schemathesis: no 5xx but a documented 503, no undocumented answer.

Two runs: one with a session that nothing ends, over everything but what would end it; one over everything.

The schemas are as strict as the server, apart from rules that JSON Schema cannot express. A request that they admit and one of these rules
rejects is answered 400 or 422:

- user names: characters that cannot be seen or told apart, complete e-mail addresses, reserved names, lengths after NFKC and case folding
- new passwords: lengths after NFC, `passwords.rules`, the estimate, the lists, leaked passwords, the user name and context words
- publicKey: the point is on P-256
- identityToken, authorizationCode: which of the two is needed follows from `apple.verification`; claims and signatures
- payload of a notification: claims and signature
- attestation.statement: the structures of TPM 2.0 and what they state

usage: api_fuzz.py [EXAMPLES [SEED]]      exit code 1 when schemathesis finds anything
"""

import subprocess
import sys

from http_client import Connection
from server import GOOD_PASSWORD, ROOT, Server

SCHEMATHESIS = ROOT / ".tools/python/bin/schemathesis"
ENDING = ["signOut", "endSession", "endSessions", "deleteAccount", "changePassword", "reauthenticate"]
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,unsupported_method"


def run(examples, seed):
    with Server() as server:
        connection = Connection(server.port)
        _, _, content = connection.request("POST", "/v1/accounts", {"username": "fuzzed-person", "password": GOOD_PASSWORD})
        token = content["session"]["token"]
        connection.close()
        base = [
            SCHEMATHESIS, "run", f"http://127.0.0.1:{server.port}/openapi.json", "--checks", CHECKS, "--seed", str(seed),
            "--max-examples", str(examples), "--header", f"Authorization: Bearer {token}", "--workers", "2", "--continue-on-failure",
            "--suppress-health-check", "all", "--phases", "examples,coverage,fuzzing",
        ]
        excluded = [word for name in ENDING for word in ("--exclude-operation-id", name)]
        codes = [subprocess.run(command, cwd=server.folder).returncode for command in (base + excluded, base)]
        return 0 if codes == [0, 0] and server.is_alive() else 1


if __name__ == "__main__":
    if not SCHEMATHESIS.exists():
        sys.exit("api_fuzz: schemathesis is missing; scripts/setup soak installs it")
    examples = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sys.exit(run(examples, seed))
