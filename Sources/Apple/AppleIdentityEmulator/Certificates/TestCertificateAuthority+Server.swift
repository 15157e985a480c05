package import Crypto
package import FoundationEssentials
import NIOSSL
import SwiftASN1
package import X509

extension TestCertificateAuthority {
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
