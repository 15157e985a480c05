internal import NIOSSL

/// Whose certificates are believed.
package struct WebTrust: Hashable, Sendable {
    /// Certificates of further authorities, PEM, beside those of the system: a test authority, a company's own.
    package var additionalAuthorities: [String]

    package init(additionalAuthorities: [String] = []) {
        self.additionalAuthorities = additionalAuthorities
    }

    /// The authorities that this system trusts.
    package static let system = WebTrust()

    /// Throws where an authority is no certificate.
    func configuration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        let authorities = try additionalAuthorities.flatMap { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) }
        if !authorities.isEmpty { configuration.additionalTrustRoots = [.certificates(authorities)] }
        return configuration
    }
}
