import Foundation
import SwiftASN1
import X509

/// Whom a chain may end with.
struct TrustAnchors: Sendable {
    /// Of the app itself. Nothing: it named none.
    var own: [SecCertificate]?
    /// Whether the system's count beside the app's own.
    var takesSystem = true

    var certificates: [Certificate] {
        let own = (self.own ?? []).compactMap { try? Certificate(derEncoded: $0.contents.der) }
        return takesSystem ? own + Self.system : own
    }

    /// The authorities that the system trusts, read once: where OpenSSL of the usual distributions has them. None where it has no such file.
    private static let system: [Certificate] = {
        let files = [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
            "/etc/ssl/cert.pem",
        ]
        guard let text = files.lazy.compactMap({ try? String(contentsOfFile: $0, encoding: .utf8) }).first,
            let documents = try? PEMDocument.parseMultiple(pemString: text)
        else { return [] }
        return documents.compactMap { try? Certificate(pemDocument: $0) }
    }()
}
