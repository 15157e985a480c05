package import Hummingbird
public import Logging
package import Markup
import ServiceLifecycle
import Synchronization
package import Traces

#if !Emulator
#error("AppleIdentityEmulator needs the trait Emulator of the package latchkey; add it to the traits of the dependency.")
#endif

/// A running emulator of Apple's side of Sign in with Apple: the service, its endpoints and its pages.
///
/// A test starts it with one line:
///
///     let apple = try await AppleIdentityEmulator.start(.allowingLoopback)
///
/// ``withAppleIdentityEmulator(_:isolation:_:)`` also stops it. Configure teams, apps and users through ``service``; requests over
/// HTTP use the same service.
public final class AppleIdentityEmulator: Sendable {
    /// The service. Create teams, apps and users here, move its clock, and read its log.
    public let service: AppleService

    /// The base URL for plain HTTP, such as `http://127.0.0.1:51234`, without a trailing slash.
    public let baseURL: String

    /// The base URL for HTTPS, such as `https://localhost:51235`; nil if HTTPS is disabled.
    public let secureBaseURL: String?

    /// The port of the private e-mail relay, which accepts mail by SMTP; nil if it is disabled.
    public let relayPort: Int?

    /// The PEM certificate that a relying party must trust to use ``secureBaseURL``, or `https://appleid.apple.com` with a host
    /// mapping.
    public let certificateAuthority: String

    private let deliverer: NotificationDeliverer
    private let group: ServiceGroup
    private let running = Mutex<Task<Void, any Error>?>(nil)

    init(
        service: AppleService, baseURL: String, secureBaseURL: String?, relayPort: Int?, certificateAuthority: String,
        deliverer: NotificationDeliverer, group: ServiceGroup
    ) {
        self.service = service
        self.baseURL = baseURL
        self.secureBaseURL = secureBaseURL
        self.relayPort = relayPort
        self.certificateAuthority = certificateAuthority
        self.deliverer = deliverer
        self.group = group
    }

    deinit {
        running.withLock { $0 }?.cancel()
    }

    /// Starts an emulator that runs until ``stop()`` or until it is released.
    ///
    /// - Throws: ``EmulatorError``.
    public static func start(_ configuration: EmulatorConfiguration = EmulatorConfiguration()) async throws -> AppleIdentityEmulator
    {
        let (started, announcement) = AsyncThrowingStream<AppleIdentityEmulator, any Error>.makeStream()
        let task = Task {
            do {
                try await run(configuration) { announcement.yield($0) }
                announcement.finish(throwing: CancellationError())
            } catch {
                announcement.finish(throwing: error)
                throw error
            }
        }
        for try await emulator in started {
            emulator.running.withLock { $0 = task }
            return emulator
        }
        task.cancel()
        throw CancellationError()
    }

    /// Runs an emulator until the task is cancelled, a graceful shutdown begins, or ``stop()`` is called.
    ///
    /// - Parameter ready: called once, when the emulator listens.
    /// - Throws: the errors of ``start(_:)``.
    public static func run(
        _ configuration: EmulatorConfiguration, ready: @escaping @Sendable (AppleIdentityEmulator) async -> Void
    ) async throws {
        try await EmulatorParts(configuration).run(ready: ready)
    }

    /// Stops listening, closes all connections, and saves the state if it has a file. Returns when that is done. Further calls do
    /// nothing.
    public func stop() async {
        await group.triggerGracefulShutdown()
        _ = await running.withLock { $0 }?.result
    }

    /// Posts every due notification and waits for the responses. The emulator also posts them by itself, shortly after they are
    /// due.
    public func deliverNotifications() async {
        await deliverer.deliverDue()
    }
}

/// Starts an emulator for `body` and stops it afterwards, even if `body` throws.
///
/// - Throws: the errors of ``AppleIdentityEmulator/start(_:)`` and `body`.
public func withAppleIdentityEmulator<Result>(
    _ configuration: EmulatorConfiguration = EmulatorConfiguration(), isolation: isolated (any Actor)? = #isolation,
    _ body: (AppleIdentityEmulator) async throws -> sending Result
) async throws -> sending Result {
    let emulator = try await AppleIdentityEmulator.start(configuration)
    do {
        let result = try await body(emulator)
        await emulator.stop()
        return result
    } catch {
        await emulator.stop()
        throw error
    }
}

/// The configuration of an emulator. The defaults suit tests: this machine only, ports that the system chooses, state in memory.
public struct EmulatorConfiguration: Sendable {
    /// The address to listen on. Addresses other than loopback require ``allowsOthers``.
    public var host = "127.0.0.1"
    /// The port for plain HTTP; 0 lets the system choose.
    public var port = 0
    /// The port for HTTPS; 0 lets the system choose, nil disables HTTPS.
    public var securePort: Int? = 0
    /// The port of the private e-mail relay; 0 lets the system choose, nil disables the relay.
    public var relayPort: Int?
    /// Whether other machines may connect. The emulator confirms any identity: allow it only on a network that you control.
    public var allowsOthers = false
    /// A bearer token that permits programs on other machines to use the console and admin interface; nil permits none.
    public var adminToken: String?
    /// An additional access check for operators. Returns nil to permit a request, otherwise its response. It runs before every
    /// route except those of ``WirePath`` and of the sheet. Nil permits every user of this machine.
    package var operatorGate: (@Sendable (Request) async throws -> Response?)?
    /// Records the requests of traces that it began itself; nil records none.
    package var recorder: (any SpanRecorder)?
    /// The links to the other parts of `latchkey dev`, which pages with a navigation show.
    package var parts: [PartLink] = []
    /// The host names of the pages, in addition to this machine's and `appleid.apple.com`.
    public var hostNames: Set<String> = []
    /// Whether requests without `User-Agent` are rejected, as Apple was observed to do.
    public var requiresUserAgent = true

    /// The issuer in discovery and tokens.
    public enum Issuer: String, Sendable, CaseIterable {
        /// `https://appleid.apple.com`, the only issuer that a relying party of Apple accepts.
        case apple
        /// The emulator's base URL for plain HTTP, for a generic OpenID client that uses discovery.
        case own
    }

    /// The issuer in discovery and tokens. With Apple's issuer, a client that uses discovery reaches the real Apple.
    public var issuer = Issuer.apple

    /// The settings of the service, unless a stored state has others.
    public var settings = AppleServiceSettings()
    /// The service's clock; nil for the machine's, which can be moved and, with a stored state, keeps its stored offset.
    public var clock: EmulatedClock?
    /// The source of codes and tokens. A seed makes them repeatable, and predictable.
    public var randomness = EmulatedRandomness.system
    /// The source of the service's RSA keys. Generating one takes time; tests that start many emulators can reuse keys.
    public var keyMaker = SigningKeyMaker.generating
    /// The number of rounds for hashing an account's password. Tests that do not concern hashing use fewer.
    package var passwordRounds = PasswordDigest.standardRounds

    /// The file for the state; nil keeps the state in memory. The file contains private keys and only its owner can read it.
    public var stateFile: String?
    /// The folder for the certificate authority, with `ca.pem` and `ca-key.pem`; nil creates a new authority at each start.
    public var certificateFolder: String?

    /// The addresses to which notifications connect, by host name, like a host mapping of a relying party.
    public var notificationHosts: [String: String] = [:]
    /// The PEM certificates that notifications trust, in addition to the system's and the emulator's.
    public var notificationAuthorities: [String] = []

    /// The logger for errors of the servers, which discards them by default. Requests of relying parties are in the request log.
    public var logger = Logger(label: "apple-identity-emulator") { _ in SwiftLogNoOpLogHandler() }

    /// Creates the default configuration.
    public init() {}

    /// The defaults, with loopback hosts allowed in return URLs and notification URLs, as most tests need. Apple rejects such URLs;
    /// the emulator's responses name the exception.
    public static var allowingLoopback: EmulatorConfiguration {
        var configuration = EmulatorConfiguration()
        configuration.settings.allowsLoopbackURLs = true
        return configuration
    }
}
