extension WebAuthnError {
    /// What is wrong. The raw values are stable and meant for programs.
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

        // Reading

        /// A message ends before its last value does.
        public static let truncated = Code(.truncated)
        /// A message has more bytes than the library reads.
        public static let tooLarge = Code(.tooLarge)
        /// CBOR is nested deeper than four levels.
        public static let tooDeep = Code(.tooDeep)
        /// CBOR is not in the canonical form of CTAP2.
        public static let notCanonical = Code(.notCanonical)
        /// CBOR has an item that the canonical form lacks: a tag, a fraction, a reserved value.
        public static let unsupportedItem = Code(.unsupportedItem)
        /// A map of CBOR has a key twice.
        public static let duplicateKey = Code(.duplicateKey)
        /// A text is not UTF-8.
        public static let invalidUTF8 = Code(.invalidUTF8)
        /// Bytes follow the end of a message.
        public static let trailingBytes = Code(.trailingBytes)
        /// A message is not of its form: no JSON, a member that is missing, of another type or out of range.
        public static let malformed = Code(.malformed)

        // Values

        /// A relying party ID is not a lower-case domain name.
        public static let invalidRelyingPartyID = Code(.invalidRelyingPartyID)
        /// An expected origin is not written as clients write origins.
        public static let invalidOrigin = Code(.invalidOrigin)
        /// A challenge has fewer than 16 bytes or more than 1,024.
        public static let invalidChallenge = Code(.invalidChallenge)
        /// A user handle has no bytes or more than 64.
        public static let invalidUserHandle = Code(.invalidUserHandle)
        /// A credential ID has no bytes, or more than the standard allows.
        public static let invalidCredentialID = Code(.invalidCredentialID)
        /// A client could not carry out the options: an extension does not suit the ceremony or the credentials.
        public static let invalidOptions = Code(.invalidOptions)

        // Keys

        /// The algorithm of a key or statement is not one of the library's.
        public static let unsupportedAlgorithm = Code(.unsupportedAlgorithm)
        /// The algorithm is Ed448, and the package was built without its trait `Ed448`.
        public static let algorithmNotBuilt = Code(.algorithmNotBuilt)
        /// A public key is not of its algorithm's form, not on its curve or too weak.
        public static let unusableKey = Code(.unusableKey)

        // Checks of both ceremonies

        /// The response is not of a public key credential.
        public static let wrongCredentialType = Code(.wrongCredentialType)
        /// The response names its credential in two ways that differ.
        public static let mismatchedCredentialID = Code(.mismatchedCredentialID)
        /// Client data is of the other ceremony.
        public static let wrongCeremony = Code(.wrongCeremony)
        /// Client data has another challenge than the one that was issued.
        public static let wrongChallenge = Code(.wrongChallenge)
        /// The origin is not one of the expected ones.
        public static let unexpectedOrigin = Code(.unexpectedOrigin)
        /// The page was framed by another site, or its top origin is not an expected one.
        public static let unexpectedFraming = Code(.unexpectedFraming)
        /// Authenticator data is of another relying party.
        public static let wrongRelyingParty = Code(.wrongRelyingParty)
        /// The authenticator saw no user.
        public static let userNotPresent = Code(.userNotPresent)
        /// The authenticator did not verify the user, and the policy requires it.
        public static let userNotVerified = Code(.userNotVerified)
        /// The credential is backed up and cannot be: the flags contradict each other.
        public static let inconsistentBackup = Code(.inconsistentBackup)

        // Checks of a registration

        /// The policy does not accept credentials that can, or cannot, be backed up.
        public static let backupNotAccepted = Code(.backupNotAccepted)
        /// The key's algorithm was not among those offered.
        public static let algorithmNotOffered = Code(.algorithmNotOffered)
        /// The attestation format is not one of the standard's.
        public static let unknownFormat = Code(.unknownFormat)
        /// The attestation format is deprecated: `android-safetynet`.
        public static let deprecatedFormat = Code(.deprecatedFormat)
        /// The attestation statement does not verify by its format's procedure.
        public static let invalidAttestation = Code(.invalidAttestation)
        /// No trust anchor vouches for the attestation.
        public static let untrustedAttestation = Code(.untrustedAttestation)
        /// The policy does not accept the kind of attestation.
        public static let attestationNotAccepted = Code(.attestationNotAccepted)
        /// The credential is already registered, for whichever account.
        public static let credentialRegistered = Code(.credentialRegistered)

        // Checks of an authentication

        /// The credential is not among those that the challenge allows.
        public static let credentialNotAllowed = Code(.credentialNotAllowed)
        /// The response has no user handle, and nothing else says which account is meant.
        public static let userHandleMissing = Code(.userHandleMissing)
        /// The credential is another account's.
        public static let wrongUser = Code(.wrongUser)
        /// The credential's backup eligibility differs from that of its registration.
        public static let backupEligibilityChanged = Code(.backupEligibilityChanged)
        /// The signature is not the credential's, or the credential is unknown; the two look the same.
        public static let invalidSignature = Code(.invalidSignature)
        /// The signature counter did not grow, and the policy refuses that.
        public static let counterRegressed = Code(.counterRegressed)
    }
}
