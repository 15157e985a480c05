import FoundationEssentials
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle

/// The components of one emulator, assembled from its configuration.
struct EmulatorParts {
    private let configuration: EmulatorConfiguration
    private let service: AppleService
    private let authority: TestCertificateAuthority
    private let authorityPEM: String
    private let deliverer: NotificationDeliverer
    private let addresses = ListeningAddresses()
    private let file: StateFile?

    /// The listeners of an emulator.
    private enum Listener {
        case plain, secure, relay
    }

    /// The time for which open connections may continue after a shutdown begins.
    private static let shutdownLimit = Duration.seconds(2)

    init(_ configuration: EmulatorConfiguration) async throws {
        self.configuration = configuration
        try Self.requireLoopback(configuration)
        file = configuration.stateFile.map(StateFile.init(path:))
        let saved = try file?.load()
        let clock = configuration.clock ?? EmulatedClock(offset: saved?.clockOffset ?? 0) { Date() }
        if let saved {
            service = try await AppleService(
                restoring: saved, clock: clock, randomness: configuration.randomness, keyMaker: configuration.keyMaker,
                passwordRounds: configuration.passwordRounds)
        } else {
            service = try await AppleService(
                clock: clock, settings: configuration.settings, randomness: configuration.randomness,
                keyMaker: configuration.keyMaker, passwordRounds: configuration.passwordRounds)
        }
        authority = try Self.authority(configuration)
        authorityPEM = try authority.certificatePEM
        deliverer = try NotificationDeliverer(
            service: service, authorities: [authorityPEM] + configuration.notificationAuthorities,
            hosts: configuration.notificationHosts)
    }

    func run(ready: @escaping @Sendable (AppleIdentityEmulator) async -> Void) async throws {
        let rules = ServingRules(
            requiresUserAgent: configuration.requiresUserAgent, adminToken: configuration.adminToken,
            operatorGate: configuration.operatorGate, recorder: configuration.recorder, isOpenToOthers: configuration.allowsOthers,
            hostNames: configuration.hostNames, parts: configuration.parts)
        var server = EmulatorServer(
            service: service, rules: rules, browsers: BrowserSessions(), notifications: deliverer, authorityPEM: authorityPEM,
            addresses: addresses)
        let (ports, announcement) = AsyncStream<(listener: Listener, port: Int)>.makeStream()
        let announce: @Sendable (Listener) -> @Sendable (any Channel) async -> Void = { listener in
            { channel in announcement.yield((listener, channel.localAddress?.port ?? 0)) }
        }
        let plain = Application(
            router: server.router(), configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: announce(.plain), logger: configuration.logger)
        var services: [any Service] = [deliverer, plain]
        if let file { services.insert(StateSaver(file: file, service: service), at: 0) }
        if let securePort = configuration.securePort {
            server.isSecure = true
            services.append(
                Application(
                    router: server.router(), server: try .tls(tlsConfiguration: try authority.makeServerTLS(now: Date())),
                    configuration: .init(address: .hostname(configuration.host, port: securePort)),
                    onServerRunning: announce(.secure), logger: configuration.logger))
        }
        if let relayPort = configuration.relayPort {
            services.append(
                RelayListener(service, host: configuration.host, port: relayPort) { announcement.yield((Listener.relay, $0)) })
        }
        let group = group(of: services)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await listen(group) }
            tasks.addTask {
                guard let emulator = await emulator(from: ports, group: group) else { return }
                await ready(emulator)
            }
            defer { announcement.finish() }
            // The second task ends after reporting the ports, the first together with the emulator.
            try await tasks.next()
            announcement.finish()
            try await tasks.waitForAll()
        }
    }

    private func group(of services: [any Service]) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) }, logger: configuration.logger)
        // No limit on cancellation: exceeding it would terminate the process, which belongs to the caller.
        configuration.maximumGracefulShutdownDuration = Self.shutdownLimit
        return ServiceGroup(configuration: configuration)
    }

    private func listen(_ group: ServiceGroup) async throws {
        do {
            try await group.run()
        } catch let error as IOError {
            throw EmulatorError(
                .address,
                "\(configuration.host):\(configuration.port), its HTTPS port or its relay port is unavailable: \(error.description)"
            )
        }
    }

    /// Waits until every listener has a port.
    private func emulator(
        from ports: AsyncStream<(listener: Listener, port: Int)>, group: ServiceGroup
    ) async -> AppleIdentityEmulator? {
        var known: [Listener: Int] = [:]
        for await (listener, port) in ports {
            known[listener] = port
            guard let plain = known[.plain], known[.secure] != nil || configuration.securePort == nil,
                known[.relay] != nil || configuration.relayPort == nil
            else { continue }
            let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
            let base = "http://\(host):\(plain)"
            let secureBase = known[.secure].map { "https://localhost:\($0)" }
            addresses.set(plain: base, secure: secureBase, relay: known[.relay].map { "\(host):\($0)" })
            if configuration.issuer == .own { service.issue(as: base) }
            return AppleIdentityEmulator(
                service: service, baseURL: base, secureBaseURL: secureBase, relayPort: known[.relay],
                certificateAuthority: authorityPEM, deliverer: deliverer, group: group)
        }
        return nil
    }

    private static func requireLoopback(_ configuration: EmulatorConfiguration) throws {
        guard configuration.allowsOthers || ["127.0.0.1", "::1", "localhost"].contains(configuration.host) else {
            throw EmulatorError(
                .notLoopback,
                "\(configuration.host) is reachable from other machines, and the emulator confirms any identity; allow other machines explicitly"
            )
        }
    }

    private static func authority(_ configuration: EmulatorConfiguration) throws -> TestCertificateAuthority {
        // TLS uses the machine's time, not the emulated clock.
        let now = Date()
        guard let folder = configuration.certificateFolder else { return try TestCertificateAuthority(now: now) }
        do {
            return try CertificateFolder(path: folder).authority(now: now)
        } catch {
            throw EmulatorError(.certificates, "the certificates in \(folder) are unusable: \(error)")
        }
    }
}
