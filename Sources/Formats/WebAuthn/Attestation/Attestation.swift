/// The result of an attestation statement, verified by the procedure of its format (section 6.5.4).
public struct Attestation: Sendable, Hashable {
    /// The format of the statement.
    public let format: AttestationFormat

    /// The type of the attestation.
    public let kind: Kind

    /// The certificates of the statement in DER, the attestation certificate first.
    public let certificates: [[UInt8]]

    /// Whether the first certificate leads to a trust anchor of the policy.
    public internal(set) var isTrusted: Bool

    init(_ format: AttestationFormat, _ kind: Kind, certificates: [[UInt8]] = []) {
        self.format = format
        self.kind = kind
        self.certificates = certificates
        isTrusted = false
    }

    /// The type of an attestation: who signed it (section 6.5.3). The raw values are stable and can be stored.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No signature: the model of the authenticator is an unverified claim.
        case none
        /// The credential's own key, which proves possession of that key only.
        case selfSigned = "self"
        /// The manufacturer: a key that many authenticators share, or one that the manufacturer's certification authority certifies.
        case basic
        /// A certification authority that knows the authenticator's TPM.
        case certificationAuthority = "attca"
        /// A certification authority that issues a certificate for each credential.
        case anonymizationAuthority = "anonca"
    }
}

/// The formats of attestation statements (section 8). The raw values are the standard's.
public enum AttestationFormat: String, Sendable, Hashable, CaseIterable {
    /// The format for WebAuthn in general (section 8.2).
    case packed
    /// The format of a TPM (section 8.3).
    case tpm
    /// The format of Android's key store (section 8.4).
    case androidKey = "android-key"
    /// The format of Google's SafetyNet, a discontinued service (section 8.5). Statements in this format are rejected.
    case androidSafetyNet = "android-safetynet"
    /// The format of FIDO U2F security keys (section 8.6).
    case fidoU2F = "fido-u2f"
    /// The format of an empty statement (section 8.7).
    case none
    /// The format of Apple's anonymous attestation (section 8.8).
    case apple
    /// The format that contains several statements (section 8.9). Verification returns one attestation for each.
    case compound
}

/// The attestations that a registration accepts.
public struct AttestationPolicy: Sendable {
    /// The kinds that are accepted.
    public let kinds: Set<Attestation.Kind>

    /// The trust anchors that certificates must lead to. Nil accepts any certificate.
    public let anchors: TrustAnchors?

    /// Creates a policy. Under any policy, a statement must verify by the procedure of its format.
    ///
    /// - Parameters:
    ///   - kinds: The accepted types. Passkeys seldom have an attestation, and clients may send one unrequested, so the default is all.
    ///   - anchors: The trust anchors. Without them, certificates and their validity dates are not verified, and an attestation proves nothing.
    public init(kinds: Set<Attestation.Kind> = Set(Attestation.Kind.allCases), anchors: TrustAnchors? = nil) {
        self.kinds = kinds
        self.anchors = anchors
    }
}
