"""Reads the passkeys of a document in CXF with the library cryptography, as a password manager would.

    exchange.py           reads a document from standard input, and writes a line for each passkey: {"credentialId","point","signature"}

`point` is the public point of the key, uncompressed (SEC 1); `signature` is an ECDSA signature by it over the bytes "latchkey", with SHA-256, in DER.
Binary members are base64url.
"""

import base64
import json
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


def main():
    document = json.load(sys.stdin)
    for account in document["accounts"]:
        for item in account["items"]:
            for credential in item["credentials"]:
                if credential["type"] == "passkey":
                    print(json.dumps(passkey(credential)))


def passkey(credential):
    key = serialization.load_der_private_key(decoded(credential["key"]), password=None)
    if not isinstance(key.curve, ec.SECP256R1):
        raise ValueError(key.curve.name)
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    signature = key.sign(b"latchkey", ec.ECDSA(hashes.SHA256()))
    return {"credentialId": credential["credentialId"], "point": encoded(point), "signature": encoded(signature)}


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
