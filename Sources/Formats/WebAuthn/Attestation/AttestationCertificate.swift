internal import SwiftASN1
internal import X509

/// The first certificate of a statement, and the requirements that several formats share.
struct AttestationCertificate {
    let certificate: Certificate
    let key: SignatureKey

    /// All certificates of the statement in DER, this one first.
    let chain: [[UInt8]]

    /// Parses the member `x5c`, a list of one to eight certificates.
    init(_ chain: CBOR?) throws(WebAuthnError) {
        guard let items = chain?.array, !items.isEmpty, items.count <= Self.maximumChainLength else {
            throw .invalidAttestation("x5c is not a list of one to \(Self.maximumChainLength) certificates.", "x5c")
        }
        var certificates: [Certificate] = []
        var encodings: [[UInt8]] = []
        for item in items {
            guard let bytes = item.bytes, let certificate = try? Certificate(derEncoded: bytes) else {
                throw .invalidAttestation("x5c has an element that is not a certificate in DER.", "x5c")
            }
            certificates.append(certificate)
            encodings.append(bytes)
        }
        certificate = certificates[0]
        self.chain = encodings
        guard let key = SignatureKey(certificate) else {
            throw .invalidAttestation("The algorithm of the attestation certificate's key is not supported.", "x5c")
        }
        self.key = key
    }

    /// Requires version 3 and basic constraints that exclude a certification authority (sections 8.2.1 and 8.3.1).
    func verifyIsEndEntity() throws(WebAuthnError) {
        guard certificate.version == .v3 else {
            throw .invalidAttestation("The version of the attestation certificate is not 3.", "x5c")
        }
        guard case .notCertificateAuthority? = try? certificate.extensions.basicConstraints else {
            throw .invalidAttestation("The attestation certificate must not be a certification authority.", "x5c")
        }
    }

    /// Verifies the extension with the AAGUID: if present, it must equal `aaguid` and must not be critical (section 8.2.2).
    func verify(_ aaguid: AAGUID) throws(WebAuthnError) {
        guard let found = certificate.extensions[oid: Self.fidoAAGUID] else { return }
        guard !found.critical, found.value.elementsEqual([0x04, 0x10] + aaguid.bytes) else {
            throw .invalidAttestation("The certificate's AAGUID differs from the authenticator's, or is critical.", "x5c")
        }
    }

    /// Returns the content of an extension, or nil if it is missing.
    func content(of extensionID: ASN1ObjectIdentifier) -> ArraySlice<UInt8>? {
        certificate.extensions[oid: extensionID]?.value
    }

    /// Returns the values of an attribute type in a name.
    static func values(of type: ASN1ObjectIdentifier, in name: DistinguishedName) -> [String] {
        name.flatMap { part in part.filter { $0.type == type }.map { String(describing: $0.value) } }
    }

    static let fidoAAGUID: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 45_724, 1, 1, 4]
    static let appleNonce: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 8, 2]
    static let androidKeyDescription: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11_129, 2, 1, 17]

    /// The longest accepted chain. Chains of manufacturers have two or three certificates.
    private static let maximumChainLength = 8
}

extension WebAuthnError {
    static func invalidAttestation(_ reason: String, _ member: String) -> WebAuthnError {
        WebAuthnError(.invalidAttestation, reason, in: "attStmt.\(member)")
    }
}
