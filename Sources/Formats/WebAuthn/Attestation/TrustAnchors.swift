internal import FoundationEssentials
internal import SwiftASN1
@_spi(FixedExpiryValidationTime) internal import X509

/// The certificates that attestations must lead to, for each format.
public struct TrustAnchors: Sendable {
    private let anchors: [AttestationFormat: [Certificate]]

    /// Creates trust anchors for formats. An authority for TPMs must not be trusted for Apple's devices.
    ///
    /// - Parameter anchors: Certificates in DER: roots, or other certificates to trust directly. A format without an anchor is never trusted.
    /// - Throws: ``WebAuthnError/Code/malformed`` for bytes that are not a certificate.
    public init(_ anchors: [AttestationFormat: [[UInt8]]]) throws(WebAuthnError) {
        var read: [AttestationFormat: [Certificate]] = [:]
        for (format, certificates) in anchors {
            read[format] = try certificates.map { (bytes) throws(WebAuthnError) in
                do {
                    return try Certificate(derEncoded: bytes)
                } catch {
                    throw WebAuthnError(
                        .malformed, "A trust anchor is not a certificate in DER.", in: "trustAnchors.\(format.rawValue)")
                }
            }
        }
        self.anchors = read
    }

    /// Parses certificates in PEM, as authenticator manufacturers publish them.
    ///
    /// - Returns: The certificates in DER, for ``init(_:)``.
    /// - Throws: ``WebAuthnError/Code/malformed`` for a text without certificates or with anything else.
    public static func certificates(pem: String) throws(WebAuthnError) -> [[UInt8]] {
        do {
            let documents = try PEMDocument.parseMultiple(pemString: pem)
            let certificates = try documents.map { try Certificate(pemDocument: $0) }
            guard !certificates.isEmpty else { throw WebAuthnError(.malformed, "The text has no certificate.", in: "trustAnchors") }
            return documents.map(\.derBytes)
        } catch let error as WebAuthnError {
            throw error
        } catch {
            throw WebAuthnError(.malformed, "The text must consist of certificates in PEM.", in: "trustAnchors")
        }
    }

    /// Returns whether the attestation's first certificate has a path to an anchor of its format, over the other certificates, that is valid
    /// at `now` (RFC 5280, section 6). The other certificates must have different subjects.
    func hasTrustedPath(for attestation: Attestation, now: Date) async -> Bool {
        let chain = attestation.certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard let leaf = chain.first, let roots = anchors[attestation.format] else { return false }
        // The verifier tries every order of certificates with the same subject and key: thousands of paths in one statement.
        let intermediates = chain.dropFirst()
        guard Set(intermediates.map(\.subject)).count == intermediates.count else { return false }
        var verifier = Verifier(rootCertificates: CertificateStore(roots)) {
            RFC5280Policy(fixedExpiryValidationTime: now)
            AttestationExtensions()
        }
        switch await verifier.validate(leaf: leaf, intermediates: CertificateStore(intermediates)) {
        case .validCertificate: return true
        case .couldNotValidate: return false
        }
    }
}

/// Permits critical extensions that the procedures of the formats verify.
private struct AttestationExtensions: VerifierPolicy {
    let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage, AttestationCertificate.appleNonce,
        AttestationCertificate.androidKeyDescription,
    ]

    mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult { .meetsPolicy }
}
