"""Reads a message as other programs do, and says what it found.

Input: one JSON object, `message` (base64) and `records` (DNS name to text). Output: one JSON object with the headers and parts as Python's `email` package
reads them, its defects, and for each DKIM signature whether dkimpy accepts it.
"""

import base64
import email
import email.errors
import email.policy
import json
import re
import sys

import dkim


def main():
    given = json.load(sys.stdin)
    message = base64.b64decode(given["message"])
    records = {name.rstrip(".") + ".": text for name, text in given["records"].items()}
    parsed = email.message_from_string(message.decode(), policy=email.policy.SMTPUTF8)
    parts = [part for part in parsed.walk() if not part.is_multipart()]
    signatures = len(parsed.get_all("DKIM-Signature", []))
    json.dump(
        {
            "headers": {name: [str(value) for value in parsed.get_all(name)] for name in parsed.keys()},
            "from": [[each.display_name, each.addr_spec] for each in parsed["From"].addresses],
            "to": [[each.display_name, each.addr_spec] for each in parsed["To"].addresses],
            "date": parsed["Date"].datetime.timestamp(),
            "parts": [[part.get_content_type(), part.get_content().replace("\r\n", "\n")] for part in parts],
            "defects": [repr(defect) for defect in defects(parsed)],
            "bareLineEnds": len(re.findall(rb"\r(?!\n)|(?<!\r)\n", message)),
            "signatures": [is_accepted(message, index, records) for index in range(signatures)],
        },
        sys.stdout)


def defects(parsed):
    for part in parsed.walk():
        yield from part.defects
    for value in parsed.values():
        # What SMTPUTF8 permits, Python calls a defect.
        yield from (defect for defect in value.defects if not isinstance(defect, email.errors.NonASCIILocalPartDefect))


def is_accepted(message, index, records):
    try:
        return dkim.DKIM(message).verify(idx=index, dnsfunc=lambda name, **_: records.get(name.decode(), "").encode())
    except dkim.DKIMException:
        return False


if __name__ == "__main__":
    main()
