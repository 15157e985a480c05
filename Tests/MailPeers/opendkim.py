"""Has OpenDKIM verify the signatures of messages, with keys from a file in place of the DNS.

Input: one JSON object, `messages` (base64) and `records` (DNS name to text). Output: for each message, its signatures in order, each as the selector, the
algorithm and the result (pass, fail, permerror and so on).
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SIGNATURE = re.compile(r"\bdkim=(\w+)[^;]*? header\.a=([\w-]+) header\.s=([\w.-]+)")


def main():
    given = json.load(sys.stdin)
    with tempfile.TemporaryDirectory(prefix="opendkim-") as name:
        folder = pathlib.Path(name)
        (folder / "keys").write_text("".join(f"{record} {text}\n" for record, text in given["records"].items()))
        (folder / "conf").write_text(f"Mode v\nAlwaysAddARHeader yes\nAuthservID judge\nTestPublicKeys {folder}/keys\nTemporaryDirectory {folder}\n")
        json.dump([signatures(folder, base64.b64decode(message)) for message in given["messages"]], sys.stdout)


def signatures(folder, message):
    (folder / "message").write_bytes(message)
    run = subprocess.run(
        ["/usr/sbin/opendkim", "-x", str(folder / "conf"), "-t", str(folder / "message"), "-vv"], capture_output=True, text=True, timeout=600)
    found = re.search(r"hname='Authentication-Results' hvalue='(.*?)'\n", run.stdout, re.DOTALL)
    if run.returncode != 0 or not found:
        sys.exit(f"opendkim ends with {run.returncode}: {run.stdout}{run.stderr}")
    return [[selector, algorithm, result] for result, algorithm, selector in SIGNATURE.findall(found[1].replace("\n\t", " "))]


if __name__ == "__main__":
    main()
