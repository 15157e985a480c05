import PasswordManager
import PasswordStrength
import Synchronization
import WebClient

extension DeviceSimulator {
    /// Lets the device know of sites what the files of a folder say, in place of what it knew: which of them share passwords, what rules they have for new ones,
    /// where passwords are changed. The folder is one like `quirks/` of github.com/apple/password-manager-resources; a device knows nothing by default.
    ///
    /// - Throws: where the folder has none of these files, or one is not of its form. What the device knew it then still knows.
    public func readSiteQuirks(inFolder path: String) throws {
        services.sites.quirks = try SiteQuirks(folder: path)
        services.settings.announceChange()
    }

    /// Looks saved passwords up among leaked ones from now on, in a folder in the layout in which these are published: a file for each of the 1,048,576
    /// beginnings of a SHA-1. Nothing of a password leaves the machine. Nil: it looks no longer.
    ///
    /// - Throws: where the folder is none, or lacks ranges.
    public func lookUpLeakedPasswords(inFolder path: String?) throws {
        services.sites.lookUp(in: try path.map { path throws(LeakedPasswordsError) in try LeakedPasswordFolder(path: path) })
        services.settings.announceChange()
    }

    /// Looks saved passwords up from now on at a service of leaked ranges, such as `https://api.pwnedpasswords.com`, in place of a folder. The service learns the
    /// first five digits of a password's SHA-1, asked with padding, and no more. Where a site stands at the host on the device's network, it is asked there.
    ///
    /// - Throws: for what is no https address.
    public func lookUpLeakedPasswords(at origin: String) throws {
        guard let url = try? WebURL(origin), url.scheme == .https else { throw SimulatorFailure.leakService(origin) }
        let service = LeakedPasswordService(
            origin: origin.hasSuffix("/") ? String(origin.dropLast()) : origin, userAgent: "latchkey-device-simulator",
            transport: LeakServiceTransport(network: services.network))
        services.sites.lookUp(in: service)
        services.settings.announceChange()
    }

    /// The passwords that have leaked besides, and how often each was seen. Empty by default.
    public var leakedPasswords: [String: Int] {
        get { services.sites.leaked }
        set { services.sites.leaked = newValue }
    }
}

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

/// What a simulated device knows of sites and of leaks without asking anybody: nothing, until somebody gives it files, or a test says it.
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

    /// What a test says of leaks.
    var leaked: [String: Int] {
        get { state.withLock(\.leaked) }
        set { state.withLock { $0.leaked = newValue } }
    }

    /// Where passwords are looked up among the leaked ones, besides.
    func lookUp(in ranges: (any LeakedPasswordSource)?) {
        state.withLock { $0.ranges = ranges }
    }

    /// In the order in which they are asked.
    var leaks: [any LeakedPasswordSource] {
        state.withLock { state in
            (state.leaked.isEmpty ? [] : [SimulatedLeaks(state.leaked)]) + (state.ranges.map { [$0] } ?? [])
        }
    }
}
