import Accounts
import JSONText

extension Schemas {
    /// Of second factors.
    static var ofFactors: JSONValue {
        [
            "FactorAnswer": [
                "type": "object",
                "properties": [
                    "challenge": token, "totp": text, "recoveryCode": text, "deviceKey": identifier,
                    "signature": [
                        "type": "string", "pattern": .string(base64URL), "minLength": 11, "maxLength": 96,
                        "description": "ECDSA with SHA-256 of the 32 bytes of the challenge, in DER, in base64url without padding.",
                    ],
                    "deviceName": deviceName,
                ],
                "required": ["challenge"], "additionalProperties": false,
                "dependentRequired": ["deviceKey": ["signature"], "signature": ["deviceKey"]],
                "oneOf": [
                    ["required": ["totp"]], ["required": ["recoveryCode"]], ["required": ["deviceKey", "signature"]],
                ],
            ],
            "FactorChallenge": open([
                "challenge": token, "methods": ["type": "array", "items": factorMethod],
                "deviceKeys": ["type": "array", "items": identifier], "expiresAt": moment, "signatureExpiresAt": moment,
            ]),
            "SecondFactors": open([
                "totp": ["type": "boolean"], "recoveryCodes": ["type": "integer", "minimum": 0],
                "deviceKeys": list(of: "DeviceKey"),
            ]),
            "TOTPEnrolment": open(["uri": text, "secret": text]),
            "TOTPConfirmation": closed(["code": text]),
            "ConfirmedFactor": open(
                ["session": reference("OpenedSession"), "recoveryCodes": ["type": "array", "items": text]],
                optional: ["recoveryCodes"]),
            "RecoveryCodes": open(["recoveryCodes": ["type": "array", "items": text]]),
            "NewDeviceKey": closed(
                [
                    "publicKey": ["type": "string", "pattern": "^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$"], "name": text,
                    "attestation": reference("NewAttestation"),
                ], optional: ["attestation"]),
            "NewAttestation": closed([
                "challenge": token,
                "statement": [
                    "type": "string", "pattern": .string(base64URL), "minLength": 1, "maxLength": 1366,
                    "description": .string(
                        "TPMS_ATTEST of TPM2_CertifyCreation over the SHA-256 of the challenge, TPMT_SIGNATURE, TPMT_PUBLIC of the key and "
                            + "of the attestation key, each behind its length in two bytes; in base64url without padding."),
                ],
            ]),
            "AttestationChallenge": open(["challenge": token, "expiresAt": moment]),
            "DeviceKey": open([
                "id": identifier, "name": text, "publicKey": text, "createdAt": moment,
                "lastUsedAt": ["type": ["string", "null"], "format": "date-time"],
                "attestation": [
                    "enum": ["hardware", "none"],
                    "description": "Whether a TPM that the operator trusts vouched for the key when it was added.",
                ],
            ]),
            "DeviceKeyList": open(["deviceKeys": list(of: "DeviceKey")]),
            "AddedDeviceKey": open(
                ["deviceKey": reference("DeviceKey"), "recoveryCodes": ["type": "array", "items": text]],
                optional: ["recoveryCodes"]),
        ]
    }

    static var factorMethod: JSONValue { ["enum": .array(FactorMethod.allCases.map { .string($0.rawValue) })] }
}
