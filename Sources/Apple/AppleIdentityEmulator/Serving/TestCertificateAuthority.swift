package import Crypto
package import FoundationEssentials
package import NIOSSL
import PrivateFiles
import SwiftASN1
package import X509

/// The emulator's certificate authority. A relying party that trusts it can reach the emulator as `https://appleid.apple.com` with
/// a host mapping and verify its certificate.
///
/// A critical name constraint (RFC 5280, section 4.2.1.10) limits it to the host names of Apple and `localhost`. Its dates follow
/// the real clock, because TLS clients do not know the emulated one.
package struct TestCertificateAuthority: Sendable {
    /// The host of Apple's service.
    package static let appleHost = "appleid.apple.com"

    /// The lifetime of the authority.
    static let lifetime: TimeInterval = 5 * 365 * 86_400

    /// The lifetime of a server certificate, below the 398 days that browsers accept.
    static let serverLifetime: TimeInterval = 397 * 86_400

    let certificate: Certificate
    let key: P256.Signing.PrivateKey

    /// Creates an authority with a new key, valid from an hour before `now`.
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
                        // No addresses: BoringSSL rejects every certificate with addresses under an authority that constrains them.
                        permittedSubtrees: [.dnsName(Self.appleHost), .dnsName("localhost")], excludedSubtrees: []))
                identifier
            },
            issuerPrivateKey: .init(key))
        self.key = key
    }

    /// Creates an authority from its stored form.
    ///
    /// - Throws: the errors of X509 and Crypto for a malformed certificate or P-256 key, and
    ///   ``TestCertificateAuthorityError/keyDoesNotMatch`` for a key of another certificate.
    package init(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try P256.Signing.PrivateKey(pemRepresentation: keyPEM)
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw TestCertificateAuthorityError.keyDoesNotMatch
        }
    }

    /// The certificate, which relying parties trust.
    package var certificatePEM: String {
        get throws { try certificate.serializeAsPEM().pemString + "\n" }
    }

    /// The private key. A program that has it can impersonate this machine to clients that trust the authority.
    var keyPEM: String { key.pemRepresentation + "\n" }

    /// Returns whether the authority can issue a certificate at `now` that is valid for more than a day.
    func isUsable(at now: Date) -> Bool {
        certificate.notValidBefore <= now && certificate.notValidAfter > now.addingTimeInterval(86_400)
    }

    static let loopback4: [UInt8] = [127, 0, 0, 1]
    static let loopback6: [UInt8] = Array(repeating: 0, count: 15) + [1]

    /// Creates a certificate and key for the emulator's listener: `appleid.apple.com`, `localhost`, `127.0.0.1` and `::1`.
    ///
    /// It expires no later than the authority.
    ///
    /// - Parameter hosts: its host names. Clients reject names outside the authority's constraint.
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

    /// Returns the TLS configuration of an HTTPS listener with a new certificate. TLS 1.2 and later, like Apple's.
    package func makeServerTLS(now: Date) throws -> TLSConfiguration {
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

/// The reason why a stored authority is rejected.
enum TestCertificateAuthorityError: Error {
    case keyDoesNotMatch
}

/// A folder that stores the authority, so that relying parties need to trust it only once: `ca.pem`, and its private key in
/// `ca-key.pem`, which only this user can read.
package struct CertificateFolder: Sendable {
    /// The folder.
    package let path: String

    /// Creates a reference to a folder, which need not exist. Nothing is written yet.
    package init(path: String) {
        self.path = path
    }

    /// The certificate file, for relying parties.
    package var certificatePath: String { path + "/ca.pem" }

    var keyPath: String { path + "/ca-key.pem" }

    /// Returns the stored authority, or a new one if none is stored or it has expired.
    ///
    /// - Throws: the errors of the file system and of a malformed stored authority. A damaged authority is never replaced
    ///   automatically, because relying parties trust it.
    package func authority(now: Date) throws -> TestCertificateAuthority {
        let manager = FileManager.default
        // A key without a certificate is left by a start that was killed, and no relying party trusts it.
        if manager.fileExists(atPath: certificatePath) {
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
