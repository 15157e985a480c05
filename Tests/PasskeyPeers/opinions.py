"""What other implementations make of registrations and authentications, and samples that one of them makes.

    opinions.py judge     reads questions from standard input, one a line, and answers each with {"peer","accepted","reason"}
    opinions.py samples   writes questions of python-fido2's making, one a line

A question: {"peer","ceremony","response","challenge","rpId","origin","root","publicKey"}. `response` is the JSON of a browser's toJSON(); `root` the PEM of
the authority that the attestation leads to, or null; `publicKey` the COSE_Key of an authentication, or null. Binary members are base64url.
`ceremony` is "registration", "authentication", or "silent registration": a conditional creation, which needs no user presence. Its key must be valid.

Peers: py_webauthn, python-fido2, and libfido2 by its programs fido2-cred and fido2-assert.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import webauthn
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor
from fido2.attestation import Attestation, AttestationVerifier
from fido2.cose import ES256, ES384, RS256, CoseKey, EdDSA
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData, PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity, RegistrationResponse)
from webauthn.helpers import decode_credential_public_key, decoded_public_key_to_cryptography
from webauthn.helpers.structs import AttestationFormat

ORIGIN = "https://example.org"
RP_ID = "example.org"


def main():
    if sys.argv[1:] == ["judge"]:
        for line in sys.stdin:
            print(json.dumps(judge(json.loads(line))), flush=True)
    elif sys.argv[1:] == ["samples"]:
        for question in samples():
            print(json.dumps(question))
    else:
        sys.exit(__doc__)


# Opinions


def judge(question):
    peer = {"py_webauthn": by_py_webauthn, "python-fido2": by_python_fido2, "libfido2": by_libfido2}[question["peer"]]
    try:
        peer(question)
        return {"peer": question["peer"], "accepted": True, "reason": None}
    except Exception as rejection:
        return {"peer": question["peer"], "accepted": False, "reason": f"{type(rejection).__name__}: {rejection}"}


def by_py_webauthn(question):
    common = dict(
        credential=question["response"], expected_challenge=decode(question["challenge"]), expected_rp_id=question["rpId"],
        expected_origin=question["origin"])
    if question["ceremony"] != "authentication":
        roots, is_silent = [question["root"].encode()] if question["root"] else [], question["ceremony"] == "silent registration"
        verified = webauthn.verify_registration_response(
            **common, supported_pub_key_algs=list(webauthn.helpers.cose.COSEAlgorithmIdentifier), require_user_presence=not is_silent,
            pem_root_certs_bytes_by_fmt={AttestationFormat.PACKED: roots, AttestationFormat.FIDO_U2F: roots})
        if is_silent:
            decoded_public_key_to_cryptography(decode_credential_public_key(verified.credential_public_key))
    else:
        webauthn.verify_authentication_response(
            **common, credential_public_key=decode(question["publicKey"]), credential_current_sign_count=0)


def by_python_fido2(question):
    party = PublicKeyCredentialRpEntity(id=question["rpId"], name="Example")
    server = Fido2Server(
        party, attestation="direct", verify_origin=lambda origin: origin == question["origin"],
        verify_attestation=verify_by(question["root"]))
    challenge = decode(question["challenge"])
    if question["ceremony"] == "registration":
        _, state = server.register_begin(PublicKeyCredentialUserEntity(id=b"user", name="anna", display_name="Anna"), challenge=challenge)
        server.register_complete(state, question["response"])
    elif question["ceremony"] == "silent registration":
        # Fido2Server always requires user presence, so its other checks are here.
        made = RegistrationResponse.from_dict(question["response"]).response
        client_data, data = made.client_data, made.attestation_object.auth_data
        found = (client_data.type, client_data.origin, client_data.challenge, data.rp_id_hash)
        if found != (CollectedClientData.TYPE.CREATE, question["origin"], challenge, party.id_hash):
            raise ValueError("client data, or the hash of the relying party ID")
        verify_by(question["root"])(made.attestation_object, client_data.hash)
        public_key(data.credential_data.public_key)
    else:
        key = CoseKey.parse(cbor.decode(decode(question["publicKey"])))
        credential = AttestedCredentialData.create(bytes(16), decode(question["response"]["id"]), key)
        _, state = server.authenticate_begin([credential], challenge=challenge)
        server.authenticate_complete(state, [credential], question["response"])


def verify_by(root):
    """Verifies statements, and their chains to the authority where there is one."""

    class Verifier(AttestationVerifier):
        def ca_lookup(self, attestation_result, auth_data):
            from cryptography import x509
            return x509.load_pem_x509_certificate(root.encode()).public_bytes(serialization.Encoding.DER) if root else None

    def verify(attestation_object, client_data_hash):
        if attestation_object.att_stmt.get("x5c"):
            Verifier().verify_attestation(attestation_object, client_data_hash)
        else:
            Attestation.for_type(attestation_object.fmt)().verify(
                attestation_object.att_stmt, attestation_object.auth_data, client_data_hash)

    return verify


def by_libfido2(question):
    response = question["response"]["response"]
    client_data = decode(response["clientDataJSON"])
    expected = {"challenge": question["challenge"], "origin": question["origin"]}
    if {name: json.loads(client_data)[name] for name in expected} != expected:
        raise ValueError("client data, which libfido2 does not read")
    client_data_hash = hashlib.sha256(client_data).digest()
    with tempfile.TemporaryDirectory() as folder:
        if question["ceremony"] == "registration":
            statement = AttestationObject(decode(response["attestationObject"]))
            data, proof = statement.auth_data, statement.att_stmt
            lines = [
                standard(client_data_hash), question["rpId"], statement.fmt, standard(cbor.encode(bytes(data))),
                standard(data.credential_data.credential_id), standard(proof["sig"])] + [standard(each) for each in proof.get("x5c", [])[:1]]
            command = ["fido2-cred", "-V", "-i", write(folder, "input", lines), "-o", os.path.join(folder, "output")]
            key = data.credential_data.public_key
        else:
            key = CoseKey.parse(cbor.decode(decode(question["publicKey"])))
            pem = os.path.join(folder, "key")
            with open(pem, "wb") as file:
                file.write(public_key(key).public_bytes(
                    serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
            lines = [
                standard(client_data_hash), question["rpId"], standard(cbor.encode(decode(response["authenticatorData"]))),
                standard(decode(response["signature"]))]
            command = ["fido2-assert", "-V", "-p", "-i", write(folder, "input", lines), pem]
        ran = subprocess.run([*command, {-7: "es256", -35: "es384", -257: "rs256", -8: "eddsa"}[key[3]]], capture_output=True, text=True)
        if ran.returncode:
            raise ValueError(ran.stderr.strip())


def write(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("".join(line + "\n" for line in lines))
    return path


def public_key(key):
    """The key in the form of cryptography, which rejects a point off its curve."""
    match key[3]:
        case -7 | -35:
            curve = {-7: ec.SECP256R1(), -35: ec.SECP384R1()}[key[3]]
            numbers = [int.from_bytes(key[label], "big") for label in (-2, -3)]
            return ec.EllipticCurvePublicNumbers(*numbers, curve).public_key()
        case -8:
            return ed25519.Ed25519PublicKey.from_public_bytes(key[-2])
        case -257:
            return rsa.RSAPublicNumbers(int.from_bytes(key[-2], "big"), int.from_bytes(key[-1], "big")).public_key()


# Samples


def samples():
    makers = [
        (ES256, ec.generate_private_key(ec.SECP256R1()), lambda key, data: key.sign(data, ec.ECDSA(hashes.SHA256()))),
        (ES384, ec.generate_private_key(ec.SECP384R1()), lambda key, data: key.sign(data, ec.ECDSA(hashes.SHA384()))),
        (EdDSA, ed25519.Ed25519PrivateKey.generate(), lambda key, data: key.sign(data)),
        (RS256, rsa.generate_private_key(65537, 2048), lambda key, data: key.sign(data, padding.PKCS1v15(), hashes.SHA256())),
    ]
    for kind, key, sign in makers:
        for extensions in (None, {"credProtect": 2}):
            yield from ceremonies(kind, key, sign, extensions)


def ceremonies(kind, key, sign, extensions):
    """A registration with self attestation, and an authentication with the credential."""
    flag = AuthenticatorData.FLAG
    rp_hash, identifier = hashlib.sha256(RP_ID.encode()).digest(), os.urandom(20)
    cose = kind.from_cryptography_key(key.public_key())
    flags = flag.UP | flag.UV | flag.BE | flag.BS | (flag.ED if extensions else 0)
    challenge = os.urandom(32)
    client_data = CollectedClientData.create("webauthn.create", challenge, ORIGIN)
    data = AuthenticatorData.create(
        rp_hash, flags | flag.AT, 0, AttestedCredentialData.create(os.urandom(16), identifier, cose), extensions)
    statement = {"alg": kind.ALGORITHM, "sig": sign(key, data + client_data.hash)}
    common = {"rpId": RP_ID, "origin": ORIGIN, "root": None, "publicKey": encode(cbor.encode(cose))}
    yield {
        "ceremony": "registration", "challenge": encode(challenge), **common,
        "response": response(identifier, clientDataJSON=client_data, attestationObject=AttestationObject.create("packed", data, statement)),
    }
    challenge = os.urandom(32)
    client_data = CollectedClientData.create("webauthn.get", challenge, ORIGIN)
    data = AuthenticatorData.create(rp_hash, flags, 7, b"", extensions)
    yield {
        "ceremony": "authentication", "challenge": encode(challenge), **common,
        "response": response(
            identifier, clientDataJSON=client_data, authenticatorData=data, signature=sign(key, data + client_data.hash),
            userHandle=b"user"),
    }


def response(identifier, **members):
    name = encode(identifier)
    return {
        "id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {},
        "response": {member: encode(value) for member, value in members.items()},
    }


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def standard(data):
    return base64.b64encode(data).decode()


if __name__ == "__main__":
    main()
