"""The checks of api_fuzz.py in addition to those of schemathesis, loaded by schemathesis."""

import json
import os
import zlib

import schemathesis

# The accounts and the requests for a deletion, each with its account, that api_fuzz.py created.
ACCOUNTS = json.loads(os.environ.get("FUZZED_ACCOUNTS", "[]"))
REQUESTS = json.loads(os.environ.get("FUZZED_REQUESTS", "{}"))

# Why a request that matches the schemas may be rejected, by operation and by the prefix of the problem's code. JSON Schema
# cannot express these rules.
NAMES = "username-"  # characters that cannot be seen or told apart, complete e-mail addresses, reserved names, lengths after NFKC and case folding
PASSWORDS = "password-"  # lengths after NFC, `passwords.rules`, the estimate, the lists, leaked passwords, the user name and context words
PASSKEYS = "passkey-"  # what the checks of WebAuthn reject
LISTED = {
    "createAccount": [NAMES, PASSWORDS],
    # The time-zone database decides.
    "updateAccount": [NAMES, "time-zone-unknown"],
    "changePassword": [PASSWORDS],
    "setPassword": [NAMES, PASSWORDS],
    "upgradePassword": [PASSWORDS],
    # The point must be on P-256; the TPM 2.0 structures and their statements must be valid.
    "addDeviceKey": ["invalid-fields", "attestation-"],
    # Invisible characters, and the length without white space around it.
    "orderAct": ["invalid-fields"],
    # The same, and the names of the configured targets.
    "replayEvents": ["invalid-fields"],
    # Claims and signature.
    "receiveAppleNotification": ["bad-request"],
    # A visible character.
    "renamePasskey": ["invalid-fields"],
    # A complete address with a domain name.
    "claimAddress": ["email-address-"],
    # The code that was mailed.
    "verifyAddress": ["email-code-rejected"],
    "undoAddressRemoval": ["email-code-rejected"],
    "cancelRecoveryByCode": ["email-code-rejected"],
    "openRecovery": ["email-code-rejected"],
    # The lengths and structures within the base64url members, and the challenge that the server issued.
    "beginPasskeySignUp": [NAMES],
    "signUpWithPasskey": [NAMES, "email-address-", "invalid-fields", PASSKEYS],
    "signInWithPasskey": ["invalid-fields", PASSKEYS],
    "reauthenticateWithPasskey": ["invalid-fields", PASSKEYS],
    "addPasskey": ["invalid-fields", PASSKEYS],
    "addRecoveryPasskey": ["invalid-fields", PASSKEYS],
    "showSecondFactor": ["invalid-fields", PASSKEYS],
}


@schemathesis.check
def rejected_by_a_listed_rule(ctx, response, case):
    is_admitted = case.meta is not None and case.meta.generation.mode.is_positive
    if not is_admitted or response.status_code not in (400, 422):
        return
    operation, code = case.operation.definition.raw["operationId"], response.json()["code"]
    if not any(code.startswith(listed) for listed in LISTED.get(operation, [])):
        raise AssertionError(f"{operation} rejects with {code} what its schema admits: {response.text}")


@schemathesis.hook
def map_case(ctx, case):
    """Replaces three of four random identifiers by one that exists. An approval then repeats what was requested, in three of four."""
    if case.meta is None or not case.meta.generation.mode.is_positive or not case.path_parameters:
        return case
    operation = case.operation.definition.raw["operationId"]
    if operation in ("showAccount", "orderAct"):
        set_identifier(case, ACCOUNTS)
    elif operation in ("approveAct", "declineAct"):
        request = set_identifier(case, list(REQUESTS))
        if request and operation == "approveAct" and zlib.crc32(repr(case.body).encode()) % 4:
            case.body = {"act": "delete-account", "account": REQUESTS[request]}
    return case


def set_identifier(case, choices):
    """Chooses by the random identifier, so that a seed still decides everything. Returns the choice, or None."""
    number = zlib.crc32(str(case.path_parameters["id"]).encode())
    if not choices or number % 4 == 0:
        return None
    case.path_parameters["id"] = choices[number // 4 % len(choices)]
    return case.path_parameters["id"]
