extension WebAuthnError {
    /// The type of fault. The raw values are stable, for use by programs.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case truncated
            case tooLarge = "too-large"
            case tooDeep = "too-deep"
            case notCanonical = "not-canonical"
            case unsupportedItem = "unsupported-item"
            case duplicateKey = "duplicate-key"
            case invalidUTF8 = "invalid-utf8"
            case trailingBytes = "trailing-bytes"
            case malformed
            case invalidRelyingPartyID = "invalid-relying-party-id"
            case invalidOrigin = "invalid-origin"
            case invalidChallenge = "invalid-challenge"
            case invalidUserHandle = "invalid-user-handle"
            case invalidCredentialID = "invalid-credential-id"
            case invalidOptions = "invalid-options"
            case unsupportedAlgorithm = "unsupported-algorithm"
            case algorithmNotBuilt = "algorithm-not-built"
            case unusableKey = "unusable-key"
            case wrongCredentialType = "wrong-credential-type"
            case mismatchedCredentialID = "mismatched-credential-id"
            case wrongCeremony = "wrong-ceremony"
            case wrongChallenge = "wrong-challenge"
            case unexpectedOrigin = "unexpected-origin"
            case unexpectedFraming = "unexpected-framing"
            case wrongRelyingParty = "wrong-relying-party"
            case userNotPresent = "user-not-present"
            case userNotVerified = "user-not-verified"
            case inconsistentBackup = "inconsistent-backup"
            case backupNotAccepted = "backup-not-accepted"
            case algorithmNotOffered = "algorithm-not-offered"
            case unknownFormat = "unknown-format"
            case deprecatedFormat = "deprecated-format"
            case invalidAttestation = "invalid-attestation"
            case untrustedAttestation = "untrusted-attestation"
            case attestationNotAccepted = "attestation-not-accepted"
            case credentialRegistered = "credential-registered"
            case credentialNotAllowed = "credential-not-allowed"
            case userHandleMissing = "user-handle-missing"
            case wrongUser = "wrong-user"
            case backupEligibilityChanged = "backup-eligibility-changed"
            case invalidSignature = "invalid-signature"
            case counterRegressed = "counter-regressed"
        }

        private let value: Value

        private init(_ value: Value) { self.value = value }

        /// The raw value.
        public var rawValue: String { value.rawValue }

        /// The raw value.
        public var description: String { rawValue }

        // Parsing

        /// A message ends inside a value.
        public static let truncated = Code(.truncated)
        /// A message has more bytes than the library accepts, 64 KiB.
        public static let tooLarge = Code(.tooLarge)
        /// CBOR is nested deeper than four levels, or five in an attestation object.
        public static let tooDeep = Code(.tooDeep)
        /// CBOR is not in the canonical form of CTAP2.
        public static let notCanonical = Code(.notCanonical)
        /// CBOR contains an item that the canonical form excludes: a tag, a floating-point number or a reserved value.
        public static let unsupportedItem = Code(.unsupportedItem)
        /// A CBOR map has the same key twice.
        public static let duplicateKey = Code(.duplicateKey)
        /// A text is not UTF-8.
        public static let invalidUTF8 = Code(.invalidUTF8)
        /// Unexpected bytes follow a message.
        public static let trailingBytes = Code(.trailingBytes)
        /// A message is malformed: it is not JSON, or a member is missing, has the wrong type or is out of range.
        public static let malformed = Code(.malformed)

        // Values

        /// A relying party ID is not a domain name in lower case.
        public static let invalidRelyingPartyID = Code(.invalidRelyingPartyID)
        /// An expected origin is not in the form that clients send, or the list of origins is empty.
        public static let invalidOrigin = Code(.invalidOrigin)
        /// A challenge has fewer than 16 bytes or more than 1,024.
        public static let invalidChallenge = Code(.invalidChallenge)
        /// A user handle has no bytes or more than 64.
        public static let invalidUserHandle = Code(.invalidUserHandle)
        /// A credential ID has no bytes, or more than 1,023.
        public static let invalidCredentialID = Code(.invalidCredentialID)
        /// A client would reject the options: an extension does not suit the ceremony or the allowed credentials.
        public static let invalidOptions = Code(.invalidOptions)

        // Keys

        /// The library does not support the algorithm of a key or statement.
        public static let unsupportedAlgorithm = Code(.unsupportedAlgorithm)
        /// The algorithm is Ed448, and the package was built without its trait `Ed448`.
        public static let algorithmNotBuilt = Code(.algorithmNotBuilt)
        /// A public key does not have the form of its algorithm, is not on its curve, or is too weak or too large.
        public static let unusableKey = Code(.unusableKey)

        // Checks of both ceremonies

        /// The type of the response is not `public-key`.
        public static let wrongCredentialType = Code(.wrongCredentialType)
        /// The response names two different credentials.
        public static let mismatchedCredentialID = Code(.mismatchedCredentialID)
        /// Client data is for the other ceremony.
        public static let wrongCeremony = Code(.wrongCeremony)
        /// The challenge in client data differs from the issued one.
        public static let wrongChallenge = Code(.wrongChallenge)
        /// The origin is not an expected one.
        public static let unexpectedOrigin = Code(.unexpectedOrigin)
        /// The ceremony ran in a frame on another site, or its top origin is not an expected one.
        public static let unexpectedFraming = Code(.unexpectedFraming)
        /// Authenticator data is for another relying party.
        public static let wrongRelyingParty = Code(.wrongRelyingParty)
        /// No user was present at the authenticator.
        public static let userNotPresent = Code(.userNotPresent)
        /// The authenticator did not verify the user, and the policy requires it.
        public static let userNotVerified = Code(.userNotVerified)
        /// The flags contradict each other: the credential is backed up but not eligible for backup.
        public static let inconsistentBackup = Code(.inconsistentBackup)

        // Checks of a registration

        /// The policy does not accept the credential's backup eligibility.
        public static let backupNotAccepted = Code(.backupNotAccepted)
        /// The algorithm of the key was not offered.
        public static let algorithmNotOffered = Code(.algorithmNotOffered)
        /// The attestation format is not in the standard.
        public static let unknownFormat = Code(.unknownFormat)
        /// The attestation format is deprecated: `android-safetynet`.
        public static let deprecatedFormat = Code(.deprecatedFormat)
        /// The procedure of the format rejects the attestation statement.
        public static let invalidAttestation = Code(.invalidAttestation)
        /// The attestation certificate does not lead to a trust anchor.
        public static let untrustedAttestation = Code(.untrustedAttestation)
        /// The policy does not accept the type of attestation.
        public static let attestationNotAccepted = Code(.attestationNotAccepted)
        /// The credential is already registered, for this account or another.
        public static let credentialRegistered = Code(.credentialRegistered)

        // Checks of an authentication

        /// The challenge does not allow the credential.
        public static let credentialNotAllowed = Code(.credentialNotAllowed)
        /// The response has no user handle, and the challenge names no account.
        public static let userHandleMissing = Code(.userHandleMissing)
        /// The credential belongs to another account.
        public static let wrongUser = Code(.wrongUser)
        /// The credential's backup eligibility differs from that of its registration.
        public static let backupEligibilityChanged = Code(.backupEligibilityChanged)
        /// The signature is invalid or the credential is unknown. The library reports both with the same error.
        public static let invalidSignature = Code(.invalidSignature)
        /// The signature counter did not increase, and the policy rejects that.
        public static let counterRegressed = Code(.counterRegressed)
    }
}
