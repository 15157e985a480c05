import Crypto
import FoundationEssentials
package import NIOSSL
import SwiftASN1
import X509

/// A certificate authority for one test.
package struct TestAuthority {
    /// The certificate of the authority.
    package let pem: String
    /// The SHA-256 of its public key, in Base64.
    package let fingerprint: String
    private let name: DistinguishedName
    private let key: Certificate.PrivateKey

    package init() throws {
        let pair = P256.Signing.PrivateKey()
        key = Certificate.PrivateKey(pair)
        fingerprint = Data(SHA256.hash(data: pair.publicKey.derRepresentation)).base64EncodedString()
        name = try DistinguishedName { CommonName("Test authority") }
        let extensions = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        }
        pem = try Self.certificate(subject: name, issuer: name, key: key.publicKey, signedBy: key, extensions).serializeAsPEM()
            .pemString
    }

    /// Returns the configuration of a server with a new certificate for `host`. It sends the certificate of the authority too.
    package func server(for host: String) throws -> TLSConfiguration {
        let (certificate, key) = try identity(for: host)
        return .makeServerConfiguration(
            certificateChain: try [certificate, pem].map {
                .certificate(try NIOSSLCertificate(bytes: Array($0.utf8), format: .pem))
            },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)))
    }

    /// Returns a new certificate for `host` and its key, PEM.
    package func identity(for host: String) throws -> (certificate: String, key: String) {
        let serverKey = P256.Signing.PrivateKey()
        let extensions = try Certificate.Extensions { SubjectAlternativeNames([.dnsName(host)]) }
        let certificate = try Self.certificate(
            subject: try DistinguishedName { CommonName(host) }, issuer: name, key: Certificate.PrivateKey(serverKey).publicKey,
            signedBy: key, extensions)
        return (try certificate.serializeAsPEM().pemString, serverKey.pemRepresentation)
    }

    private static func certificate(
        subject: DistinguishedName, issuer: DistinguishedName, key: Certificate.PublicKey, signedBy signer: Certificate.PrivateKey,
        _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        // A century around any clock that runs these tests.
        try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: 1_577_836_800), notValidAfter: Date(timeIntervalSince1970: 4_733_510_400),
            issuer: issuer, subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions, issuerPrivateKey: signer
        )
    }
}
