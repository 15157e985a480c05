/// A website on the network of a simulated device, as far as the association service looks at it.
public struct SimulatedSite: Hashable, Sendable {
    /// What the site answers.
    public enum Content: Hashable, Sendable {
        /// This text, with this status, wherever the association file is looked for.
        case file(String, status: Int = 200)
        /// What a server of this machine answers at the same path, by its base address: `http://127.0.0.1:8080`.
        case server(String)
    }

    /// Who trusts the site's certificate.
    public enum Certificate: Hashable, Sendable, CaseIterable {
        /// Everybody.
        case trusted
        /// Devices of one organisation, which has installed its own root: enough for `?mode=managed`.
        case trustedByDevice
        /// Nobody: enough for `?mode=developer`.
        case untrusted
    }

    /// What it answers.
    public var content: Content
    /// Who trusts its certificate.
    public var certificate: Certificate

    /// A site.
    public init(_ content: Content, certificate: Certificate = .trusted) {
        self.content = content
        self.certificate = certificate
    }
}
