internal import Crypto
internal import FoundationEssentials
package import InternetAddresses
internal import SwiftASN1
internal import X509

/// What one visit found out, whether or not there was an answer.
package struct FetchReport: Sendable {
    package let url: WebURL
    /// The address that was connected to; nil where it did not come to that.
    package var address: IPAddress?
    /// The certificate that the server showed; nil for plain http and where it did not come to that. Present where it was not trusted.
    package var certificate: ShownCertificate?
    package var timings = FetchTimings()
    package var outcome: Result<WebResponse, WebClientError>
}

/// How long each part took, from the beginning of the visit.
package struct FetchTimings: Hashable, Sendable {
    package var resolved: Duration?
    package var connected: Duration?
    package var answered: Duration?
    package var finished: Duration?
}

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
