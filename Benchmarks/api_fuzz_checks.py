"""The checks of api_fuzz.py in addition to those of schemathesis, loaded by schemathesis."""

import schemathesis

# Why a request that matches the schemas may be rejected, by operation and by the prefix of the problem's code. JSON Schema
# cannot express these rules.
NAMES = "username-"  # characters that cannot be seen or told apart, complete e-mail addresses, reserved names, lengths after NFKC and case folding
PASSWORDS = "password-"  # lengths after NFC, `passwords.rules`, the estimate, the lists, leaked passwords, the user name and context words
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
    # Claims and signature.
    "receiveAppleNotification": ["bad-request"],
}


@schemathesis.check
def rejected_by_a_listed_rule(ctx, response, case):
    is_admitted = case.meta is not None and case.meta.generation.mode.is_positive
    if not is_admitted or response.status_code not in (400, 422):
        return
    operation, code = case.operation.definition.raw["operationId"], response.json()["code"]
    if not any(code.startswith(listed) for listed in LISTED.get(operation, [])):
        raise AssertionError(f"{operation} rejects with {code} what its schema admits: {response.text}")
