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
            LIBRARIES, "password rules parsed", f'{rules["parsedPerSecond"]:,}/s',
            peers=f'the reference under node {rules["referencePerSecond"]:,}/s' if beside else f'not compared: {rules["referenceAbsent"]}',
            ratio=beside, goal=">= 10 x" if beside else "", met=beside is None or beside >= 10, figure=rules["parsedPerSecond"], better="more"),
        Row(
            LIBRARIES, "passwords generated", f'{rules["generatedPerSecond"]:,}/s', goal=">= 500,000/s",
            met=rules["generatedPerSecond"] >= 500_000, figure=rules["generatedPerSecond"], better="more"),
        Row(
            LIBRARIES, "identity tokens verified: CPU beside SHA-256 and RSA alone", f'{identity["verifiedPerSecond"]:,}/s',
            limit=f'{identity["barePerSecond"]:,}/s',
            peers=f'JWTKit {identity["jwtKitPerSecond"]:,}/s, '
            + (f"PyJWT {pyjwt:,}/s" if pyjwt else f'PyJWT not compared: {identity["pyJWTAbsent"]}'),
            ratio=identity["timesBare"], goal="<= 1.5 x", met=identity["timesBare"] <= 1.5, figure=identity["timesBare"], is_relative=True),
        Row(
            LIBRARIES, "passkey assertions verified (ES256): CPU beside SHA-256 and P-256 alone", f'{passkeys["verifiedPerSecond"]:,}/s',
            limit=f'{passkeys["barePerSecond"]:,}/s', ratio=passkeys["timesBare"], goal="<= 1.3 x", met=passkeys["timesBare"] <= 1.3,
            figure=passkeys["timesBare"], is_relative=True),
        # Half of what two cores of a server did when these were written: a slower machine meets them, and a lost shortcut does not.
        Row(
            LIBRARIES, f"links matched against {of}", f'{domains["matchedPerSecond"]:,}/s', goal=">= 7,000/s",
            met=domains["matchedPerSecond"] >= 7000, figure=domains["matchedPerSecond"], better="more"),
        Row(
            LIBRARIES, f"association files of {of} read", f'{domains["parsedPerSecond"]:,}/s', goal=">= 750/s",
            met=domains["parsedPerSecond"] >= 750, figure=domains["parsedPerSecond"], better="more"),
    ]


def device_rows(device):
    rows = []

    def add(name, part, ours, limit, most=None):
        """Rates, and CPU of an operation beside the limit's: rates of a loaded machine say less than CPU. The goal is at most `most` times the limit's."""
        measured, least = device[part][ours], device[part][limit]
        cpu = measured["cpuMicroseconds"] / least["cpuMicroseconds"]
        rows.append(Row(
            DEVICE, name, f'{measured["perSecond"]:,.0f}/s, {measured["cpuMicroseconds"]:,.0f} us CPU',
            limit=f'{least["perSecond"]:,.0f}/s, {least["cpuMicroseconds"]:,.1f} us CPU', ratio=cpu,
            goal=f"<= {most} x" if most else "", met=most is None or cpu <= most, figure=cpu, spread=0.1, is_relative=True))

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
        add(f"enclave of software: {operation} beside swift-crypto", f"{operation}InSoftware", "inProcess", "bare", most=3 if operation == "sign" else None)
        add(f"enclave of software: {operation} through the socket beside in process", f"{operation}InSoftware", "ownProcess", "inProcess")
        if "tpmAbsent" not in device:
            add(f"enclave in a TPM: {operation} beside the bare TPM", f"{operation}InTPM", "inProcess", "bare", most=2 if operation == "sign" else None)
    if "tpmAbsent" in device:
        rows.append(Row(DEVICE, "enclave in a TPM", f'not measured: {device["tpmAbsent"]}'))
    else:
        figures = device["readsWithTPM"]["inProcess"]
        rows.append(Row(
            DEVICE, "keychain: prompt-free reads beside a TPM", f'{figures["perSecond"]:,.0f}/s, {figures["cpuMicroseconds"]:,.0f} us CPU'))
    return rows
