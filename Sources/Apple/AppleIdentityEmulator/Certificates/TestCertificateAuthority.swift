import Crypto
package import FoundationEssentials
import SwiftASN1
import X509

/// The certificate authority that the emulator makes, so that a relying party can reach it as `https://appleid.apple.com` by a host
/// mapping and verify its certificate.
///
/// Whoever trusts it trusts it for little: a critical name constraint (RFC 5280 section 4.2.1.10) lets it vouch for no other host names than
/// Apple's and `localhost`. Its times are those of the real clock, since the peers' TLS does not know the emulated one.
package struct TestCertificateAuthority: Sendable {
    /// The host of Apple's service.
    package static let appleHost = "appleid.apple.com"

    /// How long the authority is valid.
    static let lifetime: TimeInterval = 5 * 365 * 86_400

    /// How long a server certificate is valid: below the 398 days that browsers take.
    static let serverLifetime: TimeInterval = 397 * 86_400

    let certificate: Certificate
    let key: P256.Signing.PrivateKey

    /// Makes an authority with a key of its own, valid from an hour before `now`.
    package init(now: Date) throws {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            CommonName("Latchkey test authority, for development only")
            OrganizationName("Latchkey Sign in with Apple emulator")
        }
        let identifier = SubjectKeyIdentifier(keyIdentifier: ArraySlice(Insecure.SHA1.hash(data: key.publicKey.x963Representation)))
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-3_600), notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: name, subject: name,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(
                    NameConstraints(
                        // No addresses: BoringSSL refuses every certificate that has one beneath an authority that constrains them.
                        permittedSubtrees: [.dnsName(Self.appleHost), .dnsName("localhost")], excludedSubtrees: []))
                identifier
            },
            issuerPrivateKey: .init(key))
        self.key = key
    }

    /// An authority kept before.
    ///
    /// - Throws: what X509 and Crypto say of texts that are no certificate and no P-256 key, and
    ///   ``TestCertificateAuthorityError/keyDoesNotMatch`` for a key that is not the certificate's.
    package init(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try P256.Signing.PrivateKey(pemRepresentation: keyPEM)
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw TestCertificateAuthorityError.keyDoesNotMatch
        }
    }

    /// The certificate, for relying parties to trust.
    package var certificatePEM: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// The private key. Whoever has it can pose as this machine to those who trust the authority.
    var keyPEM: String { key.pemRepresentation + "\n" }

    /// Whether the authority can still issue a certificate at `now` that outlives a day.
    func isUsable(at now: Date) -> Bool {
        certificate.notValidBefore <= now && certificate.notValidAfter > now.addingTimeInterval(86_400)
    }

    static let loopback4: [UInt8] = [127, 0, 0, 1]
    static let loopback6: [UInt8] = Array(repeating: 0, count: 15) + [1]
}

/// Why a kept authority was refused.
enum TestCertificateAuthorityError: Error {
    case keyDoesNotMatch
}
