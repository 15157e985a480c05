internal import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// A server's certificate, as far as a person who asks why it is not trusted wants to know it.
package struct ShownCertificate: Hashable, Sendable {
    package let subject: String
    package let issuer: String
    /// The DNS names it stands for.
    package let names: [String]
    /// Seconds since 1970.
    package let notBefore: Double
    package let notAfter: Double
    /// SHA-256 of the DER form, in lower-case hexadecimal digits.
    package let fingerprint: String

    /// Nil where the bytes are no certificate.
    init?(der: [UInt8]) {
        guard let certificate = try? Certificate(derEncoded: der) else { return nil }
        subject = "\(certificate.subject)"
        issuer = "\(certificate.issuer)"
        let alternatives = try? certificate.extensions.subjectAlternativeNames
        names = (alternatives ?? SubjectAlternativeNames()).compactMap { name in
            if case .dnsName(let text) = name { text } else { nil }
        }
        notBefore = certificate.notValidBefore.timeIntervalSince1970
        notAfter = certificate.notValidAfter.timeIntervalSince1970
        fingerprint = SHA256.hash(data: der).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
