package import Hummingbird
public import Logging
import ServiceLifecycle
import Synchronization

#if !Emulator
#error("AppleIdentityEmulator needs the trait Emulator of the package latchkey; add it to the traits of the dependency.")
#endif

/// A running emulator of Apple's side of Sign in with Apple: the service, its HTTP, its pages.
///
/// In a test, one line:
///
///     let apple = try await AppleIdentityEmulator.start(.allowingLoopback)
///
/// or, so that it cannot be left running, ``withAppleIdentityEmulator(_:_:)``. Set it up through ``service``: teams, apps and people are
/// its values, and everything that a relying party does over HTTP happens in the same service.
public final class AppleIdentityEmulator: Sendable {
    /// What answers: set up teams, apps and people here, move its clock, look at its log.
    public let service: AppleService

    /// The base address of plain HTTP, such as `http://127.0.0.1:51234`, without a slash at its end.
    public let baseURL: String

    /// The base address of HTTPS, such as `https://localhost:51235`; nil where it was left out.
    public let secureBaseURL: String?

    /// The certificate that a relying party must trust to use ``secureBaseURL``, or `https://appleid.apple.com` by a host mapping. PEM.
    public let certificateAuthority: String

    private let deliverer: NotificationDeliverer
    private let group: ServiceGroup
    private let running = Mutex<Task<Void, any Error>?>(nil)

    init(
        service: AppleService, baseURL: String, secureBaseURL: String?, certificateAuthority: String,
        deliverer: NotificationDeliverer,
        group: ServiceGroup
    ) {
        self.service = service
        self.baseURL = baseURL
        self.secureBaseURL = secureBaseURL
        self.certificateAuthority = certificateAuthority
        self.deliverer = deliverer
        self.group = group
    }

    deinit {
        running.withLock { $0 }?.cancel()
    }

    /// Starts an emulator that runs until ``stop()``, or until nothing refers to it any more.
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

    /// Runs an emulator until the task is cancelled, a graceful shutdown begins around it, or ``stop()`` is called.
    ///
    /// - Parameter ready: told once, when the emulator listens.
    /// - Throws: as ``start(_:)``.
    public static func run(
        _ configuration: EmulatorConfiguration, ready: @escaping @Sendable (AppleIdentityEmulator) async -> Void
    ) async throws {
        try await EmulatorParts(configuration).run(ready: ready)
    }

    /// Stops listening, closes all connections, and saves the state where it is kept. Returns when that is done. May be called again.
    public func stop() async {
        await group.triggerGracefulShutdown()
        _ = await running.withLock { $0 }?.result
    }

    /// Posts every notification that is due now and waits for the answers. They are also posted without this, a moment later.
    public func deliverNotifications() async {
        await deliverer.deliverDue()
    }
}

/// Starts an emulator for `body` and stops it afterwards, whatever `body` does.
///
/// - Throws: what ``AppleIdentityEmulator/start(_:)`` and `body` throw.
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
    /// What the hash of an account's password costs. Tests that are not about hashing take less.
    package var passwordRounds = PasswordDigest.standardRounds

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
