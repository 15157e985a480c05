/// What an attestation statement said about the authenticator, verified by its format's procedure (section 6.5.4).
public struct Attestation: Sendable, Hashable {
    /// The format of the statement.
    public let format: AttestationFormat

    /// Who vouches for the authenticator.
    public let kind: Kind

    /// The certificates of the statement in DER, the attestation certificate first.
    public let certificates: [[UInt8]]

    /// Whether a trust anchor of the policy vouches for the first certificate.
    public internal(set) var isTrusted: Bool

    init(_ format: AttestationFormat, _ kind: Kind, certificates: [[UInt8]] = []) {
        self.format = format
        self.kind = kind
        self.certificates = certificates
        isTrusted = false
    }

    /// Who vouches for an authenticator (section 6.5.3). The raw values are stable and meant for storing.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Nobody: the authenticator's make is a claim.
        case none
        /// The credential itself, which proves no more than that its key was used.
        case selfSigned = "self"
        /// The maker, by a certificate that many authenticators share, or a certification authority of the maker.
        case basic
        /// A certification authority that knows the authenticator's TPM.
        case certificationAuthority = "attca"
        /// A certification authority that makes a certificate for each credential.
        case anonymizationAuthority = "anonca"
    }
}

/// The formats of attestation statements (section 8). The raw values are the standard's.
public enum AttestationFormat: String, Sendable, Hashable, CaseIterable {
    /// Section 8.2.
    case packed
    /// Section 8.3.
    case tpm
    /// Section 8.4.
    case androidKey = "android-key"
    /// Section 8.5. Google ended the service; statements in it are rejected.
    case androidSafetyNet = "android-safetynet"
    /// Section 8.6.
    case fidoU2F = "fido-u2f"
    /// Section 8.7.
    case none
    /// Section 8.8.
    case apple
    /// Section 8.9: several statements. The attestation is that of each.
    case compound
}

/// Which attestations a registration may have.
public struct AttestationPolicy: Sendable {
    /// The kinds that are accepted.
    public let kinds: Set<Attestation.Kind>

    /// Who must vouch for certificates; nil where any certificate will do.
    public let anchors: TrustAnchors?

    /// A policy. Every statement must verify by its format's procedure, whatever the policy.
    ///
    /// - Parameters:
    ///   - kinds: all by default, since an attestation of a passkey is seldom there and a relying party that asks for none may get one.
    ///   - anchors: without them nobody vouches for the certificates, and their dates are not looked at: an attestation then proves nothing.
    public init(kinds: Set<Attestation.Kind> = Set(Attestation.Kind.allCases), anchors: TrustAnchors? = nil) {
        self.kinds = kinds
        self.anchors = anchors
    }
}
