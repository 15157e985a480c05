internal import Crypto
internal import FoundationEssentials
package import InternetAddresses
internal import SwiftASN1
internal import X509

/// The report of one fetch, with or without a response.
package struct FetchReport: Sendable {
    package let url: WebURL
    /// The address of the connection; nil if no connection was attempted.
    package var address: IPAddress?
    /// The server's certificate, even if it is untrusted; nil for plain http, and if no handshake took place.
    package var certificate: ShownCertificate?
    package var timings = FetchTimings()
    package var outcome: Result<WebResponse, WebClientError>
}

/// The time at which each phase ended, from the start of the fetch.
package struct FetchTimings: Hashable, Sendable {
    package var resolved: Duration?
    package var connected: Duration?
    package var answered: Duration?
    package var finished: Duration?
}

/// The properties of a server's certificate that explain why it is untrusted.
package struct ShownCertificate: Hashable, Sendable {
    package let subject: String
    package let issuer: String
    /// The DNS names of the certificate.
    package let names: [String]
    /// Seconds since 1970.
    package let notBefore: Double
    package let notAfter: Double
    /// SHA-256 of the DER form, in lower-case hexadecimal digits.
    package let fingerprint: String

    /// Returns nil if the bytes are not a certificate.
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
