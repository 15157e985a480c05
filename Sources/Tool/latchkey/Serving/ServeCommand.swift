import AccountServer
import Accounts
import ArgumentParser
import CMalloc
import Foundation
import Hummingbird
import InternetAddresses
import Logging
import NIOCore
import ServiceLifecycle
import Tracing
import UnixSignals

/// `latchkey serve`: the server in production.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the server in production.",
        discussion: """
            Rejects an unsafe configuration and names the key to set; `latchkey config check` makes the same checks without starting. \
            Stops gracefully on SIGTERM and SIGINT.
            """,
        example: "latchkey serve --config latchkey.yaml")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let reading = try ConfigurationReading(try options.sources())
        let unsafe = UnsafeConfiguration(reading)
        guard unsafe.problems.isEmpty else { throw CommandFailure(unsafe) }

        try await runServer(reading.server, store: try OpenedStore.open(reading.store))
    }
}

/// Runs the server until SIGTERM or SIGINT stops it, lets current requests finish, and closes the store.
///
/// - Parameter development: what `latchkey dev` runs with the server; nil in production. A request to restart ends the run too.
/// - Throws: ``CommandFailure`` if the server cannot listen on an address; any other error that stops the server.
func runServer(
    _ configuration: ServerConfiguration, store: OpenedStore, development: DevelopmentParts? = nil
) async throws {
    do {
        try await run(configuration, AccountStorage(store.stores), development)
    } catch {
        try? await store.close()
        throw error
    }
    // Without this, a task that has not ended keeps a connection, and SQLite leaves its write-ahead log behind.
    try await store.close()
}

private func run(
    _ configuration: ServerConfiguration, _ storage: AccountStorage, _ development: DevelopmentParts?
) async throws {
    raiseFileLimit()
    raiseMallocThresholds()
    // Before a client of HTTP exists, because each keeps the tracer of its creation.
    if development != nil || configuration.tracing != nil { _ = instrumentation }
    let logger = development?.logger(configuration.log) ?? configuration.log.logger(label: "latchkey")
    let system = try AccountSystem(
        configuration: configuration, storage: storage, developmentMail: development?.mail, desk: development?.desk, logger: logger)
    try await system.requireKnownSealingKeys()
    try await system.requireKnownRelyingParty()
    try await system.prepareRestoredCopy()
    try await system.warnAboutSignals()
    let demoPassword = try await development?.prepare(system)
    // The printed tokens must reach no server of another user.
    let loopbackHosts = try await development == nil ? [] : LoopbackPort.loopbackHosts(besides: configuration.listener.host)
    let (starts, started) = AsyncStream<Void>.makeStream()
    let metrics = system.metricsServer { started.yield() }
    let others = loopbackHosts.count + (metrics == nil ? 0 : 1)
    let application = try system.application { _ in
        for await _ in starts.prefix(others) {}
        // A server that cannot listen ends all.
        guard !Task.isCancelled else { return }
        guard let development else { return Terminal().result("latchkey is running on \(configuration.site.publicOrigin)") }
        await development.announce(configuration, demoPassword: demoPassword, logger: logger)
    }

    var services = system.services
    if let metrics { services.append(metrics) }
    if let phones = development?.phones { services.append(phones.service(logger: logger)) }
    services.append(application)
    for host in loopbackHosts { services.append(try system.application(at: host) { _ in started.yield() }) }
    var running = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
    if let restart = development?.restart {
        running.append(.init(service: restart, successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var group = ServiceGroupConfiguration(
        services: running, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.bound(by: system.limits)
    do {
        try await ServiceGroup(configuration: group).run()
    } catch let error as IOError {
        var listeners = ([configuration.listener.host] + loopbackHosts).map { ($0, configuration.listener.port) }
        if let metrics = configuration.metrics { listeners.append((metrics.host, metrics.port)) }
        var addresses = listeners.map { host, port in (host.family == .v6 ? "[\(host)]" : "\(host)") + ":\(port)" }
        if let phones = development?.phones { addresses.append("\(phones.address.dropFirst(7).prefix { $0 != "/" })") }
        throw CommandFailure(
            listeningOn: addresses.joined(separator: " or "), error,
            port: "--port, listener.port or metrics.port in a configuration") ?? error
    }
}

/// Records spans of instrumented libraries as steps of traces. The value is computed once in a process, because a second bootstrap would
/// stop it, and `latchkey dev` may run the server several times.
private let instrumentation: Void = InstrumentationSystem.bootstrap(InstrumentedTracer())

/// Raises the limit of open files to the maximum. Each connection needs one file, and the usual limit suffices only for the
/// connections.
private func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// Raises malloc's top pad and trim threshold, so that request threads do not wait behind hashing. Growing the heap takes the lock
/// of the process's memory map, which a hashing thread holds for milliseconds while the kernel fills its 19 MiB.
private func raiseMallocThresholds() {
    mallopt(M_TOP_PAD, 4 << 20)
    mallopt(M_TRIM_THRESHOLD, 64 << 20)
}
