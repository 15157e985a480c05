"""Repeats PyJWT's verification of one identity token for about a second and prints what it cost, as JSON.

usage: pyjwt_verify.py <LINES     the two lines that `LibraryFigures identity-sample` prints; exit code 3 without PyJWT
"""

import json
import sys
import time

try:
    import jwt
    from jwt.algorithms import RSAAlgorithm
except ImportError:
    sys.exit(3)


def main():
    token, key_set = sys.stdin.read().split()[:2]
    key = RSAAlgorithm.from_jwk(json.loads(key_set)["keys"][0])

    def batch():
        for _ in range(100):
            claims = jwt.decode(
                token, key, algorithms=["RS256"], audience="com.example.app", issuer="https://appleid.apple.com", leeway=60)
            assert claims["nonce"] == "n-0S6_WzA2Mj"
        return 100

    batch()
    operations, start = 0, time.process_time()
    while time.process_time() - start < 1:
        operations += batch()
    print(json.dumps({"operations": operations, "cpuSeconds": time.process_time() - start}))


if __name__ == "__main__":
    main()
