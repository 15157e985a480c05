package import Hummingbird
public import Logging

/// How an emulator is started. The defaults are for tests: this machine only, ports that the system chooses, nothing kept.
public struct EmulatorConfiguration: Sendable {
    /// The address to listen on. Anything but loopback is refused unless ``allowsOthers`` says otherwise.
    public var host = "127.0.0.1"
    /// The port of plain HTTP; 0 lets the system choose.
    public var port = 0
    /// The port of HTTPS; 0 lets the system choose, nil leaves HTTPS out.
    public var securePort: Int? = 0
    /// Whether others than this machine may connect. The emulator vouches for anybody: say yes only where the network is yours.
    public var allowsOthers = false
    /// Opens console and admin interface to programs elsewhere that send it as a bearer token; nil keeps them closed to others.
    public var adminToken: String?
    /// Decides who operates the emulator, besides the rule of this machine: returns nil to admit a request, and else its response. It is
    /// asked before every route but those of ``WirePath`` and of the sheet. Nil admits every user of this machine.
    package var operatorGate: (@Sendable (Request) async throws -> Response?)?
    /// Names besides this machine's and `appleid.apple.com` under which browsers may open the pages.
    public var hostNames: Set<String> = []
    /// Whether requests to the service without `User-Agent` are refused, as Apple was seen to do (facts 1.1).
    public var requiresUserAgent = true

    /// Which issuer discovery and tokens name, and where discovery leads.
    public enum Issuer: String, Sendable, CaseIterable {
        /// `https://appleid.apple.com`, as Apple's own: what a relying party of Apple's must accept, and no other.
        case apple
        /// The emulator's base address of plain HTTP, for a generic OpenID client, which is set up by an address and follows discovery.
        case own
    }

    /// Which issuer discovery and tokens name. With Apple's, a client that follows discovery is led to the real Apple.
    public var issuer = Issuer.apple

    /// How the service behaves, where no kept state says so.
    public var settings = AppleServiceSettings()
    /// The service's time; nil for the machine's, movable, and where a state is kept moved as it was when it was saved.
    public var clock: EmulatedClock?
    /// Where codes and tokens come from; a seed makes them repeatable and guessable.
    public var randomness = EmulatedRandomness.system
    /// Where the service's RSA keys come from. Making them takes a moment; a test that starts many emulators may reuse some.
    public var keyMaker = SigningKeyMaker.generating

    /// Where the state is kept; nil keeps it in memory. The file holds private keys and is readable by its owner only.
    public var stateFile: String?
    /// Where the certificate authority is kept, as `ca.pem` and `ca-key.pem`; nil makes a new one at each start.
    public var certificateFolder: String?

    /// For notifications: host names and the address to connect to instead, as a host mapping does for relying parties.
    public var notificationHosts: [String: String] = [:]
    /// For notifications: certificates in PEM to trust besides the system's and the emulator's own.
    public var notificationAuthorities: [String] = []

    /// Where the servers' own troubles are logged; nowhere by default. What relying parties ask is in the request log.
    public var logger = Logger(label: "apple-identity-emulator") { _ in SwiftLogNoOpLogHandler() }

    /// The defaults.
    public init() {}

    /// The defaults with loopback return URLs and notification URLs allowed, as most tests need them. Apple accepts none of those; the
    /// emulator's answers name the exception.
    public static var allowingLoopback: EmulatorConfiguration {
        var configuration = EmulatorConfiguration()
        configuration.settings.allowsLoopbackURLs = true
        return configuration
    }
}
