import PasswordManager
import PasswordStrength
import Synchronization
import WebClient

extension DeviceSimulator {
    /// Reads the site quirks of a folder, and replaces earlier ones: which sites share passwords, their rules for new passwords,
    /// and where passwords are changed. The folder has the layout of `quirks/` of github.com/apple/password-manager-resources. A
    /// device has no quirks by default.
    ///
    /// - Throws: If the folder has none of these files, or one is malformed. The device then keeps its earlier quirks.
    public func readSiteQuirks(inFolder path: String) throws {
        services.sites.quirks = try SiteQuirks(folder: path)
        services.settings.announceChange()
    }

    /// Checks saved passwords against leaked ones in a folder, in the published layout: one file for each of the 1,048,576 SHA-1
    /// prefixes. No part of a password leaves the machine. Nil turns the check off.
    ///
    /// - Throws: If the folder does not exist, or lacks ranges.
    public func lookUpLeakedPasswords(inFolder path: String?) throws {
        services.sites.lookUp(in: try path.map { path throws(LeakedPasswordsError) in try LeakedPasswordFolder(path: path) })
        services.settings.announceChange()
    }

    /// Checks saved passwords with a service of leaked-password ranges, such as `https://api.pwnedpasswords.com`, instead of a
    /// folder. The service receives only the first five digits of a password's SHA-1, in a padded request. If the device's
    /// network has a site at the host, the request goes there.
    ///
    /// - Throws: If the address is not an https address.
    public func lookUpLeakedPasswords(at origin: String) throws {
        guard let url = try? WebURL(origin), url.scheme == .https else { throw SimulatorFailure.leakService(origin) }
        let service = LeakedPasswordService(
            origin: origin.hasSuffix("/") ? String(origin.dropLast()) : origin, userAgent: "latchkey-device-simulator",
            transport: LeakServiceTransport(network: services.network))
        services.sites.lookUp(in: service)
        services.settings.announceChange()
    }

    /// The additional leaked passwords, and the number of times that each was seen. Empty by default.
    public var leakedPasswords: [String: Int] {
        get { services.sites.leaked }
        set { services.sites.leaked = newValue }
    }
}

/// A website on the network of a simulated device, as the association service sees it.
public struct SimulatedSite: Hashable, Sendable {
    /// The response of the site.
    public enum Content: Hashable, Sendable {
        /// A text and a status, at every address of the association file.
        case file(String, status: Int = 200)
        /// The response of a server on this machine to the same path, by its base address: `http://127.0.0.1:8080`.
        case server(String)
    }

    /// The trust in the site's certificate.
    public enum Certificate: Hashable, Sendable, CaseIterable {
        /// A certificate that every device trusts.
        case trusted
        /// A certificate that the devices of an organisation trust because they have its root, which is sufficient for
        /// `?mode=managed`.
        case trustedByDevice
        /// A certificate that is not trusted, which is sufficient for `?mode=developer`.
        case untrusted
    }

    /// The response.
    public var content: Content
    /// The trust in the certificate.
    public var certificate: Certificate

    /// Creates a site.
    public init(_ content: Content, certificate: Certificate = .trusted) {
        self.content = content
        self.certificate = certificate
    }
}

/// A simulated device's local data about sites and leaked passwords. Empty until a test sets it or names files.
final class KnownSites: Sendable {
    private struct State {
        var quirks = SiteQuirks()
        var leaked: [String: Int] = [:]
        var ranges: (any LeakedPasswordSource)?
    }

    private let state = Mutex(State())

    var quirks: SiteQuirks {
        get { state.withLock(\.quirks) }
        set { state.withLock { $0.quirks = newValue } }
    }

    /// The leaks that a test sets.
    var leaked: [String: Int] {
        get { state.withLock(\.leaked) }
        set { state.withLock { $0.leaked = newValue } }
    }

    /// Sets an additional source of leaked passwords.
    func lookUp(in ranges: (any LeakedPasswordSource)?) {
        state.withLock { $0.ranges = ranges }
    }

    /// The sources of leaked passwords, in the order in which they are asked.
    var leaks: [any LeakedPasswordSource] {
        state.withLock { state in
            (state.leaked.isEmpty ? [] : [SimulatedLeaks(state.leaked)]) + (state.ranges.map { [$0] } ?? [])
        }
    }
}
