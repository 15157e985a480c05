"""Operations a second of the libraries on one thread, compared with the available peers.

Each figure is the median of rounds; ours and the peers' take turns within a round. Environment:
    REFERENCE_RULES_PARSER   path of Apple's PasswordRulesParser.js, run under node; absent: no comparison
    PYJWT_PYTHON             a Python that has PyJWT and cryptography; absent: this one, if it has them
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from rounds import Figure, take_turns

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXECUTABLE = pathlib.Path(os.environ.get("MEASURED_FIGURES", ROOT / ".build/bench/release/LibraryFigures"))

def site_rules():
    entries = json.loads((ROOT / "Tests/Conformance/password-rules/quirks-parsed.json").read_text())
    return [entry["input"] for entry in entries if "\n" not in entry["input"]]


def run(command, lines=()):
    answer = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True, timeout=120)
    cost = json.loads(answer.stdout)
    return cost["operations"] / cost["cpuSeconds"]


def rates(contenders):
    """Operations a second of CPU: for each name, the median of the rounds."""
    turns = {name: (lambda command=command, lines=lines: {"rate": run(command, lines)}) for name, (command, lines) in contenders.items()}
    return {name: figures["rate"] for name, figures in take_turns(turns).items()}


def measure_rules():
    rules = site_rules()
    contenders = {"ours": ([EXECUTABLE, "rules-parse"], rules)}
    parser = os.environ.get("REFERENCE_RULES_PARSER")
    node = shutil.which("node") or shutil.which("nodejs")
    absent = None
    if parser and node:
        contenders["reference"] = ([node, ROOT / "Benchmarks/reference_rules.js", parser], rules)
    else:
        absent = "no node here" if parser else "REFERENCE_RULES_PARSER names no parser"
    parsing = rates(contenders)
    generating = rates({"ours": ([EXECUTABLE, "passwords-generate"], [])})
    ratio = parsing["ours"].over(parsing["reference"]) if "reference" in parsing else None
    return {
        "rules": len(rules), "parsedPerSecond": parsing["ours"], "referencePerSecond": parsing.get("reference"),
        "timesReference": ratio, "referenceAbsent": absent, "generatedPerSecond": generating["ours"],
    }


def has_pyjwt(python):
    return subprocess.run([python, "-c", "import jwt.algorithms, cryptography"], capture_output=True).returncode == 0


def measure_identity():
    """One token, verified by all: the complete verification, the arithmetic alone, and the peers."""
    lines = sample("identity")
    contenders = {
        "ours": ([EXECUTABLE, "identity-verify"], lines),
        "bare": ([EXECUTABLE, "rsa-verify"], lines),
        "parse": ([EXECUTABLE, "identity-parse"], lines),
        "jwtKit": ([EXECUTABLE, "jwt-kit-verify"], lines),
    }
    python = os.environ.get("PYJWT_PYTHON", sys.executable)
    if has_pyjwt(python):
        contenders["pyJWT"] = ([python, ROOT / "Benchmarks/pyjwt_verify.py"], lines)
    seen = rates(contenders)
    return {
        "verifiedPerSecond": seen["ours"], "barePerSecond": seen["bare"], "jwtKitPerSecond": seen["jwtKit"],
        "pyJWTPerSecond": seen.get("pyJWT"), "pyJWTAbsent": None if "pyJWT" in seen else f"{python} has no PyJWT",
        "timesBare": seen["bare"].over(seen["ours"]),
        "ladder": {
            layer: {"microseconds": Figure(1e6 / rate for rate in seen[name].rounds)} for layer, name in (
                ("SHA-256 and RSA alone", "bare"), ("parts, base64url and header", "parse"), ("claims", "ours"))},
    }


def measure_passkeys():
    """One ES256 assertion: the whole verification from a browser's JSON, and the arithmetic alone."""
    lines = sample("assertion")
    seen = rates({"ours": ([EXECUTABLE, "assertion-verify"], lines), "bare": ([EXECUTABLE, "p256-verify"], lines)})
    return {
        "verifiedPerSecond": seen["ours"], "barePerSecond": seen["bare"], "timesBare": seen["bare"].over(seen["ours"]),
    }


def sample(subject):
    """The lines that the subjects read."""
    return subprocess.run([EXECUTABLE, f"{subject}-sample"], capture_output=True, text=True, check=True, timeout=120).stdout.split()


def measure_domains():
    seen = rates({name: ([EXECUTABLE, f"domains-{name}"], []) for name in ("match", "json", "parse")})
    return {
        "components": 1000, "matchedPerSecond": seen["match"], "parsedPerSecond": seen["parse"],
        "ladder": {
            layer: {"microseconds": Figure(1e6 / rate for rate in seen[name].rounds)}
            for layer, name in (("the JSON text", "json"), ("apps, patterns and positions", "parse"))},
    }


if __name__ == "__main__":
    figures = {
        "passwordRules": measure_rules(), "identity": measure_identity(), "passkeys": measure_passkeys(), "domains": measure_domains(),
    }
    print(json.dumps(figures, indent=2))
