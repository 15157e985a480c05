#!/usr/bin/env python3
"""Makes chains.json: certificate chains, what they are judged for, and the judgement of OpenSSL's command beside the one that is expected.

    python3 make.py > chains.json

Keys are made anew each time, so that every byte of the file changes. Needs the package `cryptography` and the command `openssl`.
"""
import base64
import datetime
import ipaddress
import json
import pathlib
import subprocess
import tempfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = datetime.timedelta(days=1)
NOW = datetime.datetime(2026, 6, 1, tzinfo=datetime.timezone.utc)


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Latchkey Tests"), x509.NameAttribute(NameOID.COMMON_NAME, text)])


def parts(der):
    """The elements of a DER sequence."""
    def header(at):
        length, size = der[at + 1], 2
        if length & 0x80:
            size += length & 0x7F
            length = int.from_bytes(der[at + 2:at + size], "big")
        return size, length

    at, found = header(0)[0], []
    while at < len(der):
        size, length = header(at)
        found.append(der[at:at + size + length])
        at += size + length
    return found


def element(tag, content):
    """A DER element of at most 65,535 bytes."""
    length = len(content)
    encoded = bytes([length]) if length < 0x80 else b"\x82" + length.to_bytes(2, "big") if length > 0xFF else bytes([0x81, length])
    return bytes([tag]) + encoded + content


def version_1(certificate, signing):
    """The certificate without its version and extensions, signed again."""
    signed, algorithm, _ = parts(certificate.public_bytes(serialization.Encoding.DER))
    signed = element(0x30, b"".join(part for part in parts(signed) if part[0] not in (0xA0, 0xA3)))
    signature = signing.sign(signed, ec.ECDSA(hashes.SHA256()))
    return x509.load_der_x509_certificate(element(0x30, signed + algorithm + element(0x03, b"\0" + signature)))


class Party:
    """A certificate with its key."""

    def __init__(self, subject, issuer=None, *, ca=None, hosts=(), usage=None, key=None, start=-30, days=365, digest=None,
                 key_usage=None, constraints=None, critical=None, signer=None, constrained=True,
                 version=3):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        builder = (x509.CertificateBuilder().subject_name(name(subject))
                   .issuer_name(issuer.certificate.subject if issuer else name(subject))
                   .public_key(self.key.public_key()).serial_number(x509.random_serial_number())
                   .not_valid_before(NOW + start * DAY).not_valid_after(NOW + (start + days) * DAY))
        if constrained:
            length = ca if isinstance(ca, int) and not isinstance(ca, bool) else None
            builder = builder.add_extension(x509.BasicConstraints(ca=ca is not None, path_length=length), critical=True)
        if hosts:
            names = []
            for host in hosts:
                try:
                    names.append(x509.IPAddress(ipaddress.ip_address(host)))
                except ValueError:
                    names.append(x509.DNSName(host))
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        if usage is not None:
            builder = builder.add_extension(x509.ExtendedKeyUsage(usage), critical=False)
        if key_usage is not None:
            flags = dict.fromkeys(["digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
                                   "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"], False)
            flags[key_usage] = True
            builder = builder.add_extension(x509.KeyUsage(**flags), critical=True)
        if constraints is not None:
            builder = builder.add_extension(
                x509.NameConstraints(permitted_subtrees=[x509.DNSName(constraints)], excluded_subtrees=None), critical=True)
        if critical is not None:
            builder = builder.add_extension(x509.UnrecognizedExtension(x509.ObjectIdentifier(critical), b"\x05\x00"), critical=True)
        signing = signer or (issuer.key if issuer else self.key)
        algorithm = None if isinstance(signing, ed25519.Ed25519PrivateKey) else (digest or hashes.SHA256())
        self.certificate = builder.sign(signing, algorithm)
        if version == 1:
            self.certificate = version_1(self.certificate, signing)

    @property
    def der(self):
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def pem(self):
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()


SERVER = [ExtendedKeyUsageOID.SERVER_AUTH]
CLIENT = [ExtendedKeyUsageOID.CLIENT_AUTH]
HOST = "shop.example.com"
rows = []


def openssl(leaf, others, anchors, host, server):
    """Whether `openssl verify` takes the chain at security level 2, with the numbers of its errors."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "leaf").write_text(leaf.pem)
        (place / "others").write_text("".join(c.pem for c in others) or "\n")
        (place / "anchors").write_text("".join(c.pem for c in anchors) or "\n")
        command = ["openssl", "verify", "-auth_level", "2", "-partial_chain", "-no-CAfile", "-no-CApath", "-attime", str(int(NOW.timestamp()))]
        if anchors:
            command += ["-trusted", str(place / "anchors")]
        if others:
            command += ["-untrusted", str(place / "others")]
        if server is not None:
            command += ["-purpose", "sslserver" if server else "sslclient"]
        if host:
            try:
                ipaddress.ip_address(host)
                command += ["-verify_ip", host]
            except ValueError:
                command += ["-verify_hostname", host]
        result = subprocess.run(command + [str(place / "leaf")], capture_output=True, text=True)
        errors = [line.split("error ", 1)[1].split()[0] for line in result.stderr.splitlines() if line.startswith("error ")]
        return {"isTrusted": result.returncode == 0, "errors": [int(number) for number in errors if number.isdigit()]}


def row(title, expected, leaf, others=(), anchors=(), host=HOST, server=True, days=0):
    global NOW
    now, NOW = NOW, NOW + days * DAY
    judged = openssl(leaf, list(others), list(anchors), host, server)
    rows.append({
        "name": title, "expected": expected, "openssl": judged, "date": int(NOW.timestamp()),
        "host": host, "isServer": server,
        "certificates": [base64.b64encode(c.der).decode() for c in [leaf, *others]],
        "anchors": [base64.b64encode(c.der).decode() for c in anchors],
    })
    NOW = now


root = Party("Root", ca=True, start=-100, days=3650)
middle = Party("Middle", root, ca=0, start=-90, days=1000)
leaf = Party("Shop", middle, hosts=[HOST], usage=SERVER)
row("a server behind an intermediate", [], leaf, [middle], [root])
row("the certificates in any order, with one that does not belong", [], leaf, [Party("Other", root, ca=True), root, middle], [root])
row("a name that is written otherwise", [], leaf, [middle], [root], host="SHOP.Example.com.")
row("no host is asked for", [], leaf, [middle], [root], host=None)
row("basic X.509", [], leaf, [middle], [root], host=None, server=None)
row("another host", ["hostName"], leaf, [middle], [root], host="evil.example.com")
row("a host below it", ["hostName"], leaf, [middle], [root], host="a.shop.example.com")
row("a client is asked for", ["extendedKeyUsage"], leaf, [middle], [root], host=None, server=False)
row("expired", ["expired"], leaf, [middle], [root], days=400)
row("not valid yet", ["notYetValid"], leaf, [middle], [root], days=-31)
row("the last second", [], Party("Shop", middle, hosts=[HOST], usage=SERVER, start=-30, days=30), [middle], [root])
row("no intermediate", ["missingIssuer"], leaf, [], [root])
row("an unknown root", ["untrustedAnchor"], leaf, [middle, root], [Party("Root", ca=True)])
row("no anchor at all", ["untrustedAnchor"], leaf, [middle, root], [])
row("the intermediate is an anchor", [], leaf, [], [middle])
row("the leaf is an anchor", [], leaf, [], [leaf])

alone = Party("Shop", hosts=[HOST], usage=SERVER)
row("self-signed", ["untrustedAnchor"], alone, [], [root])
row("self-signed and an anchor", [], alone, [], [alone])
row("self-signed, expired, for another host", ["hostName", "expired", "untrustedAnchor"], alone, [], [root], host="evil.example", days=400)

wild = Party("Wild", middle, hosts=["*.example.com"], usage=SERVER)
row("a wildcard", [], wild, [middle], [root])
row("a wildcard for two labels", ["hostName"], wild, [middle], [root], host="a.shop.example.com")
row("a wildcard for none", ["hostName"], wild, [middle], [root], host="example.com")
address = Party("Address", middle, hosts=["192.0.2.7", "2001:db8::7"], usage=SERVER)
row("an IPv4 address", [], address, [middle], [root], host="192.0.2.7")
row("an IPv6 address", [], address, [middle], [root], host="2001:db8::7")
row("another address", ["hostName"], address, [middle], [root], host="192.0.2.8")
row("a common name alone", ["hostName"], Party(HOST, middle, usage=SERVER), [middle], [root])
row("a name with a zero in it", ["hostName"], Party("Shop", middle, hosts=["shop.example.com\0.evil.example"], usage=SERVER),
    [middle], [root])

client = Party("Anna", middle, usage=CLIENT)
row("a client", [], client, [middle], [root], host=None, server=False)
row("a client in the place of a server", ["hostName", "extendedKeyUsage"], client, [middle], [root])
row("no extended key usage", ["extendedKeyUsage"], Party("Shop", middle, hosts=[HOST]), [middle], [root])
row("any usage", [], Party("Shop", middle, hosts=[HOST], usage=[ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE]), [middle], [root])
confined = Party("Confined", root, ca=0, usage=CLIENT)
row("an intermediate for clients alone", ["1 extendedKeyUsage"], Party("Shop", confined, hosts=[HOST], usage=SERVER), [confined], [root])

row("a leaf that issues", ["1 notAuthority", "2 pathLength"], Party("Evil", leaf, hosts=["evil.example"], usage=SERVER), [leaf, middle], [root],
    host="evil.example")
silent = Party("Silent", root, constrained=False)
row("an issuer that does not say it is an authority", ["1 notAuthority"], Party("Shop", silent, hosts=[HOST], usage=SERVER), [silent],
    [root])
first = Party("First", root, version=1)
row("a version 1 leaf that issues", ["1 notAuthority"], Party("Evil", first, hosts=["evil.example"], usage=SERVER), [first], [root],
    host="evil.example")
ancient = Party("Ancient", version=1)
row("a version 1 anchor", [], Party("Shop", ancient, hosts=[HOST], usage=SERVER), [], [ancient])
second = Party("Second", middle, ca=True)
row("an authority below one that allows none", ["2 pathLength"], Party("Shop", second, hosts=[HOST], usage=SERVER), [second, middle],
    [root])
reader = Party("Reader", root, ca=True, key_usage="digital_signature")
row("an authority whose key is not for that", ["1 keyUsage"], Party("Shop", reader, hosts=[HOST], usage=SERVER), [reader], [root])
signs = Party("Signs", root, ca=True, key_usage="key_cert_sign")
row("an authority whose key is for that", [], Party("Shop", signs, hosts=[HOST], usage=SERVER), [signs], [root])
late = Party("Late", root, ca=True, start=-900, days=880)
row("an intermediate that has expired", ["1 expired"], Party("Shop", late, hosts=[HOST], usage=SERVER), [late], [root])
named = Party("Named", root, ca=True, constraints="example.com")
row("a name that its authority may give", [], Party("Shop", named, hosts=[HOST], usage=SERVER), [named], [root])
row("a name that its authority may not give", ["1 names"], Party("Evil", named, hosts=["evil.example"], usage=SERVER), [named], [root],
    host="evil.example")
row("a critical extension that nobody knows", ["criticalExtension"],
    Party("Shop", middle, hosts=[HOST], usage=SERVER, critical="1.3.6.1.4.1.55555.1"), [middle], [root])

forged = Party("Shop", middle, hosts=[HOST], usage=SERVER, signer=ec.generate_private_key(ec.SECP256R1()))
row("signed with another key", ["missingIssuer"], forged, [middle], [root])
row("valid for too long", ["validityTooLong"], Party("Shop", middle, hosts=[HOST], usage=SERVER, days=826), [middle], [root])
row("valid for 825 days", [], Party("Shop", middle, hosts=[HOST], usage=SERVER, days=825), [middle], [root])
old = datetime.datetime(2019, 6, 1, tzinfo=datetime.timezone.utc) - NOW
row("from before July 2019, for long, without a usage", [], Party("Shop", middle, hosts=[HOST], start=old.days, days=4000), [middle],
    [root])

large = Party("Large", ca=True, key=rsa.generate_private_key(65537, 2048))
row("RSA keys of 2,048 bits", [],
    Party("Shop", large, hosts=[HOST], usage=SERVER, key=rsa.generate_private_key(65537, 2048)), [], [large])
row("an RSA key of 1,024 bits", ["unsupported"],
    Party("Shop", large, hosts=[HOST], usage=SERVER, key=rsa.generate_private_key(65537, 1024)), [], [large])
small = Party("Small", large, ca=True, key=rsa.generate_private_key(65537, 1024))
row("an authority with an RSA key of 1,024 bits", ["1 unsupported"], Party("Shop", small, hosts=[HOST], usage=SERVER), [small], [large])
edwards = Party("Edwards", ca=True, key=ed25519.Ed25519PrivateKey.generate())
row("an authority with Ed25519", [], Party("Shop", edwards, hosts=[HOST], usage=SERVER), [], [edwards])

# Two roots with one name, and one intermediate's key signed by both: the chain that is good is found.
twin = Party("Root", ca=True)
crossed = Party("Middle", twin, ca=0, key=middle.key)
row("cross-signed, the wrong one first", [], leaf, [crossed, middle], [root])
row("cross-signed, one of them expired", [], leaf, [Party("Middle", root, ca=0, key=middle.key, start=-300, days=200), middle], [root])
loop = Party("Loop", ca=True)
back = Party("Loop", loop, ca=True)
row("authorities that issued one another", ["untrustedAnchor"], Party("Shop", back, hosts=[HOST], usage=SERVER), [back, loop], [root])

print(json.dumps({"chains": rows}, indent=1))
