"""Rows about the libraries and the device."""

from tables import Row

LIBRARIES = "Libraries, one thread"
DEVICE = "The simulated device"


def library_rows(rules, identity, passkeys, domains):
    beside = rules["timesReference"]
    pyjwt = identity["pyJWTPerSecond"]
    of = f'{domains["components"]:,} components'
    return [
        Row(
            LIBRARIES, "password rules parsed", f'{rules["parsedPerSecond"]:,.0f}/s',
            peers=f'the reference under node {rules["referencePerSecond"]:,.0f}/s' if beside else f'not compared: {rules["referenceAbsent"]}',
            ratio=beside, goal=">= 10 x" if beside else "", met=beside is None or beside >= 10, figure=rules["parsedPerSecond"], better="more"),
        Row(
            LIBRARIES, "passwords generated", f'{rules["generatedPerSecond"]:,.0f}/s', goal=">= 500,000/s",
            met=rules["generatedPerSecond"] >= 500_000, figure=rules["generatedPerSecond"], better="more"),
        Row(
            LIBRARIES, "identity tokens verified: CPU beside SHA-256 and RSA alone", f'{identity["verifiedPerSecond"]:,.0f}/s',
            limit=f'{identity["barePerSecond"]:,.0f}/s',
            peers=f'JWTKit {identity["jwtKitPerSecond"]:,.0f}/s, '
            + (f"PyJWT {pyjwt:,.0f}/s" if pyjwt else f'PyJWT not compared: {identity["pyJWTAbsent"]}'),
            ratio=identity["timesBare"], goal="<= 1.2 x", met=identity["timesBare"] <= 1.2, figure=identity["timesBare"],
            spread=identity["timesBare"].spread, is_relative=True),
        Row(
            LIBRARIES, "passkey assertions verified (ES256): CPU beside SHA-256 and P-256 alone", f'{passkeys["verifiedPerSecond"]:,.0f}/s',
            limit=f'{passkeys["barePerSecond"]:,.0f}/s', ratio=passkeys["timesBare"], goal="<= 1.3 x", met=passkeys["timesBare"] <= 1.3,
            figure=passkeys["timesBare"], spread=passkeys["timesBare"].spread, is_relative=True),
        # Half of what two cores of a server did when it was written: a slower machine meets it, and a lost shortcut does not.
        Row(
            LIBRARIES, f"links matched against {of}", f'{domains["matchedPerSecond"]:,.0f}/s', goal=">= 7,000/s",
            met=domains["matchedPerSecond"] >= 7000, figure=domains["matchedPerSecond"], spread=domains["matchedPerSecond"].spread, better="more"),
        Row(
            LIBRARIES, f"association files of {of} read", f'{domains["parsedPerSecond"]:,.0f}/s', goal=">= 8,000/s",
            met=domains["parsedPerSecond"] >= 8000, figure=domains["parsedPerSecond"], spread=domains["parsedPerSecond"].spread, better="more"),
    ]


def device_rows(device):
    rows = []

    def add(name, part, ours, limit, most=None):
        """Rates, and CPU of an operation beside the limit's: rates of a loaded machine say less than CPU. The goal is at most `most` times the limit's."""
        measured, least = device[part][ours], device[part][limit]
        cpu = measured["cpuMicroseconds"].over(least["cpuMicroseconds"])
        rows.append(Row(
            DEVICE, name, f'{measured["perSecond"]:,.0f}/s, {measured["cpuMicroseconds"]:,.0f} us CPU',
            limit=f'{least["perSecond"]:,.0f}/s, {least["cpuMicroseconds"]:,.1f} us CPU', ratio=cpu,
            goal=f"<= {most} x" if most else "", met=most is None or cpu <= most, figure=cpu, spread=cpu.spread, is_relative=True))

    add("keychain: prompt-free reads beside a row of SQLite", "reads", "inProcess", "sqlite", most=8)
    add("keychain: prompt-free reads through the socket beside in process", "reads", "ownProcess", "inProcess")
    reads = device["reads"]
    rows.append(Row(
        DEVICE, "keychain: prompt-free read through the socket, p50 and p99, beside in process",
        f'{reads["ownProcess"]["p50Microseconds"]:,.0f} and {reads["ownProcess"]["p99Microseconds"]:,.0f} us',
        limit=f'{reads["inProcess"]["p50Microseconds"]:,.0f} and {reads["inProcess"]["p99Microseconds"]:,.0f} us'))
    for writers in (1, 8, 32):
        add(f"keychain: durable passwords added, {writers} at a time, beside rows of SQLite", f"writesBy{writers}", "inProcess", "sqlite")
    for operation in ("sign", "exchange"):
        add(f"enclave of software: {operation} beside swift-crypto", f"{operation}InSoftware", "inProcess", "bare", most=3)
        add(f"enclave of software: {operation} through the socket beside in process", f"{operation}InSoftware", "ownProcess", "inProcess")
        if "tpmAbsent" not in device:
            add(f"enclave in a TPM: {operation} beside the bare TPM", f"{operation}InTPM", "inProcess", "bare", most=2 if operation == "sign" else 2.5)
    if "tpmAbsent" in device:
        rows.append(Row(DEVICE, "enclave in a TPM", f'not measured: {device["tpmAbsent"]}'))
    else:
        figures = device["readsWithTPM"]["inProcess"]
        rows.append(Row(
            DEVICE, "keychain: prompt-free reads beside a TPM", f'{figures["perSecond"]:,.0f}/s, {figures["cpuMicroseconds"]:,.0f} us CPU'))
    return rows
