package import Crypto
package import FoundationEssentials
import NIOSSL
import PrivateFiles
import SwiftASN1
package import X509

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

    /// A certificate with its key for the emulator's own listener: `appleid.apple.com`, `localhost`, `127.0.0.1` and `::1`.
    ///
    /// It never outlives the authority.
    ///
    /// - Parameter hosts: the host names that it is for; peers refuse others than the authority's own.
    package func makeServerCertificate(
        now: Date, hosts: [String] = [appleHost, "localhost"]
    ) throws -> (certificate: Certificate, key: P256.Signing.PrivateKey) {
        let key = P256.Signing.PrivateKey()
        let end = min(now.addingTimeInterval(Self.serverLifetime), certificate.notValidAfter)
        let issued = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: max(now.addingTimeInterval(-3_600), certificate.notValidBefore), notValidAfter: end,
            issuer: certificate.subject,
            subject: try DistinguishedName { CommonName(Self.appleHost) },
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    hosts.map { .dnsName($0) } + [
                        .ipAddress(ASN1OctetString(contentBytes: ArraySlice(Self.loopback4))),
                        .ipAddress(ASN1OctetString(contentBytes: ArraySlice(Self.loopback6))),
                    ])
                try AuthorityKeyIdentifier(
                    keyIdentifier: certificate.extensions.subjectKeyIdentifier?.keyIdentifier)
            },
            issuerPrivateKey: .init(self.key))
        return (issued, key)
    }

    /// What the listener of https needs, with a certificate made for this occasion. TLS 1.2 and later, as Apple's.
    func makeServerTLS(now: Date) throws -> TLSConfiguration {
        let (issued, key) = try makeServerCertificate(now: now)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [
                .certificate(try NIOSSLCertificate(bytes: Array(issued.serializeAsPEM().pemString.utf8), format: .pem))
            ],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
}

/// Why a kept authority was refused.
enum TestCertificateAuthorityError: Error {
    case keyDoesNotMatch
}

/// A folder in which the authority is kept, so that a relying party needs to be told to trust it only once: `ca.pem`, and its private key
/// in `ca-key.pem` that only this user can read.
package struct CertificateFolder: Sendable {
    /// The folder.
    package let path: String

    /// A folder that is there or not; nothing is touched yet.
    package init(path: String) {
        self.path = path
    }

    /// The file that relying parties are given.
    package var certificatePath: String { path + "/ca.pem" }

    var keyPath: String { path + "/ca-key.pem" }

    /// The authority kept there, or a new one where there is none or its time is over.
    ///
    /// - Throws: what the file system says, and the errors of a kept authority that cannot be read: a damaged one is never replaced by
    ///   itself, since somebody trusts it.
    package func authority(now: Date) throws -> TestCertificateAuthority {
        let manager = FileManager.default
        if manager.fileExists(atPath: certificatePath), manager.fileExists(atPath: keyPath) {
            let kept = try TestCertificateAuthority(certificatePEM: text(certificatePath), keyPEM: text(keyPath))
            if kept.isUsable(at: now) { return kept }
        }
        try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        let made = try TestCertificateAuthority(now: now)
        try PrivateFile.replace(keyPath, with: made.keyPEM.utf8)
        try Data(made.certificatePEM.utf8).write(to: URL(filePath: certificatePath), options: .atomic)
        return made
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
}
