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
    /// - Throws: ``EmulatorStartError``; ``EmulatorRefusal`` for settings out of range.
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
