"""Apple's key algorithms by another implementation, for IndependentPeerTests: PyPI's `cryptography`.

Reads a JSON list of requests on standard input and answers with a list as long. A request names an operation and, but for `generate`, an
algorithm by Apple's string; keys are Apple's external representations of private keys, everything binary is hexadecimal. An answer has
`result`, or `error` with the name of what went wrong.
"""

import json
import os
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

HASHES = {"SHA1": hashes.SHA1, "SHA224": hashes.SHA224, "SHA256": hashes.SHA256, "SHA384": hashes.SHA384, "SHA512": hashes.SHA512}
CURVES = {97: ec.SECP256R1(), 145: ec.SECP384R1(), 199: ec.SECP521R1()}


def load(representation):
    curve = CURVES.get(len(representation))
    if curve is None or representation[0] != 4:
        return serialization.load_der_private_key(representation, None)
    length = (curve.key_size + 7) // 8
    key = ec.derive_private_key(int.from_bytes(representation[-length:], "big"), curve)
    assert point(key.public_key()) == representation[:-length]
    return key


def point(public):
    return public.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def pkcs1(public):
    return public.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.PKCS1)


def generate(kind, bits):
    if kind == "RSA":
        return rsa.generate_private_key(65537, bits).private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        )
    curve = {256: ec.SECP256R1(), 384: ec.SECP384R1(), 521: ec.SECP521R1()}[bits]
    key = ec.generate_private_key(curve)
    return point(key.public_key()) + key.private_numbers().private_value.to_bytes((bits + 7) // 8, "big")


def hashed(form, names, data):
    """The hash for a signature over `data`: as it is for messages, marked as done for digests."""
    if not names:
        return utils.Prehashed({20: hashes.SHA1, 28: hashes.SHA224, 32: hashes.SHA256, 48: hashes.SHA384, 64: hashes.SHA512}[len(data)]())
    algorithm = HASHES[names[0]]()
    return utils.Prehashed(algorithm) if form.startswith("digest") else algorithm


def rsa_padding(form, names):
    if form.endswith("PSS"):
        # The salt is as long as the hash. Apple's string ends with that length too, but says 24 for SHA-224, which has 28 bytes.
        return padding.PSS(padding.MGF1(HASHES[names[1]]()), HASHES[names[0]].digest_size)
    return padding.PKCS1v15()


def block_length(public):
    return (public.key_size + 7) // 8


def raw_public(public, block):
    numbers = public.public_numbers()
    return pow(int.from_bytes(block, "big"), numbers.e, numbers.n).to_bytes(block_length(public), "big")


def raw_private(key, block):
    numbers = key.private_numbers()
    return pow(int.from_bytes(block, "big"), numbers.d, numbers.public_numbers.n).to_bytes(block_length(key), "big")


def type1(data, length):
    return b"\x00\x01" + b"\xff" * (length - 3 - len(data)) + b"\x00" + data


def sign(parts, key, data):
    family, form, names = parts[2], parts[3], parts[4:]
    if family == "RSA":
        if form == "raw":
            return raw_private(key, data)
        if not names:
            return raw_private(key, type1(data, block_length(key)))
        return key.sign(data, rsa_padding(form, names), hashed(form, names, data))
    signature = key.sign(data, ec.ECDSA(hashed(form, names, data)))
    if form.endswith("X962"):
        return signature
    length = (key.curve.key_size + 7) // 8
    return b"".join(number.to_bytes(length, "big") for number in utils.decode_dss_signature(signature))


def verify(parts, key, data, signature):
    family, form, names, public = parts[2], parts[3], parts[4:], key.public_key()
    if family == "RSA":
        if form == "raw" or not names:
            expected = data if form == "raw" else type1(data, block_length(key))
            assert raw_public(public, signature) == expected
        else:
            public.verify(signature, data, rsa_padding(form, names), hashed(form, names, data))
        return b""
    if not form.endswith("X962"):
        half = len(signature) // 2
        assert half == (key.curve.key_size + 7) // 8
        numbers = [int.from_bytes(part, "big") for part in (signature[:half], signature[half:])]
        signature = utils.encode_dss_signature(*numbers)
    public.verify(signature, data, ec.ECDSA(hashed(form, names, data)))
    return b""


def oaep(name):
    return padding.OAEP(padding.MGF1(HASHES[name]()), HASHES[name](), None)


def ecies_keys(parts, key, secret, ephemeral):
    length = 16 if key.curve.key_size <= 256 else 32
    derives_vector = parts[-1].endswith("KDFIV")
    derived = X963KDF(HASHES[parts[5]](), length + (16 if derives_vector else 0), ephemeral).derive(secret)
    return AESGCM(derived[:length]), derived[length:] if derives_vector else bytes(16)


def encrypt(parts, key, data):
    public = key.public_key()
    if parts[2] == "ECIES":
        ephemeral = ec.generate_private_key(key.curve)
        start = point(ephemeral.public_key())
        cipher, vector = ecies_keys(parts, key, ephemeral.exchange(ec.ECDH(), public), start)
        return start + cipher.encrypt(vector, data, None)
    if parts[3] == "raw":
        return raw_public(public, data)
    if parts[3] == "PKCS1":
        return public.encrypt(data, padding.PKCS1v15())
    if parts[-1] != "AESGCM":
        return public.encrypt(data, oaep(parts[4]))
    session = os.urandom(32 if key.key_size >= 4096 else 16)
    return public.encrypt(session, oaep(parts[4])) + AESGCM(session).encrypt(bytes(16), data, pkcs1(public))


def decrypt(parts, key, data):
    if parts[2] == "ECIES":
        length = 1 + 2 * ((key.curve.key_size + 7) // 8)
        ephemeral = ec.EllipticCurvePublicKey.from_encoded_point(key.curve, data[:length])
        cipher, vector = ecies_keys(parts, key, key.exchange(ec.ECDH(), ephemeral), data[:length])
        return cipher.decrypt(vector, data[length:], None)
    if parts[3] == "raw":
        return raw_private(key, data)
    if parts[3] == "PKCS1":
        return key.decrypt(data, padding.PKCS1v15())
    if parts[-1] != "AESGCM":
        return key.decrypt(data, oaep(parts[4]))
    block = block_length(key)
    session = key.decrypt(data[:block], oaep(parts[4]))
    assert len(session) == (32 if key.key_size >= 4096 else 16)
    return AESGCM(session).decrypt(bytes(16), data[block:], pkcs1(key.public_key()))


def exchange(parts, key, peer, size, information):
    secret = key.exchange(ec.ECDH(), peer.public_key())
    if len(parts) == 3:
        return secret
    return X963KDF(HASHES[parts[4]](), size, information).derive(secret)


def answer(request):
    def binary(name):
        return bytes.fromhex(request[name])

    operation = request["operation"]
    if operation == "generate":
        return generate(request["kind"], request["bits"])
    parts, key = request["algorithm"].split(":"), load(binary("key"))
    if operation == "sign":
        return sign(parts, key, binary("data"))
    if operation == "verify":
        return verify(parts, key, binary("data"), binary("signature"))
    if operation == "encrypt":
        return encrypt(parts, key, binary("data"))
    if operation == "decrypt":
        return decrypt(parts, key, binary("data"))
    if operation == "exchange":
        return exchange(parts, key, load(binary("peer")), request["size"], binary("information"))
    raise ValueError(operation)


def main():
    answers = []
    for request in json.load(sys.stdin):
        try:
            answers.append({"result": answer(request).hex()})
        except Exception as error:  # whatever went wrong is the answer
            answers.append({"error": f"{type(error).__name__}: {error}"})
    json.dump(answers, sys.stdout)


main()
