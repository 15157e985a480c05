import AssociatedDomains
import DeviceServices
import FoundationEssentials
import NIOSSL
import TestAuthority
import Testing
import WebClient

/// The association service's connection to sites, over real TLS with a test authority.
@Suite("Loading association files from sites")
struct SiteLoaderTests {
    private static let file = #"{"webcredentials":{"apps":["ABCDE12345.com.example.app"]}}"#
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nApple-Try-Direct: true\r\nContent-Length: \(file.utf8.count)\r\n\r\n\(file)"

    private func load(
        _ server: CannedServer, _ mode: String, roots authority: TestAuthority?, resolver: FixedResolver? = nil,
        timeout: TimeInterval = 600
    ) async throws -> SiteAnswer {
        // Loads immediately in any mode: what the daemon would fetch.
        var daemon = AssociationDaemon(policy: DaemonPolicy(route: .direct, timeout: 600))
        _ = daemon.handle(.developerMode(true), now: .distantPast)
        let app = InstalledApp(
            try AppIdentifier("ABCDE12345.com.example.app"),
            entitlements: [try AssociatedDomainEntitlement("webcredentials:site.example\(mode)")], isSignedForDevelopment: true,
            isManaged: true)
        let effects = daemon.handle(.installed(app), now: .distantPast)
        let fetch = try #require(effects.compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }.first)
        let loader = try SiteLoader(
            userAgent: "test", policy: DaemonPolicy(route: .direct, timeout: timeout), addresses: .any,
            deviceRoots: WebTrust(additionalAuthorities: authority.map { [$0.pem] } ?? []),
            resolver: try resolver ?? FixedResolver(["127.0.0.1"]), port: server.port)
        return await loader.load(fetch)
    }

    @Test(
        "the entitlement's mode decides which certificates are trusted",
        arguments: [
            ("", true, false), ("?mode=managed", true, true), ("?mode=managed", false, false), ("?mode=developer", false, true),
        ])
    func modes(mode: String, trustsRoot: Bool, isTaken: Bool) async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "site.example")) { server async throws in
            let answer = try await load(server, mode, roots: trustsRoot ? authority : nil)
            if isTaken {
                #expect(answer == .response(status: 200, body: Array(Self.file.utf8), triesDirect: true))
                #expect(server.requests.first?.hasPrefix("GET /.well-known/apple-app-site-association HTTP/1.1\r\n") == true)
            } else {
                guard case .certificateRejected = answer else {
                    Issue.record("\(answer)")
                    return
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test(
        "a certificate of another host is rejected, except in developer mode",
        arguments: [("?mode=managed", false), ("?mode=developer", true)])
    func otherHost(mode: String, isTaken: Bool) async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "other.example")) { server async throws in
            let answer = try await load(server, mode, roots: authority)
            let isRejected = if case .certificateRejected = answer { true } else { false }
            #expect(isRejected == !isTaken)
        }
    }

    @Test("an unknown site, or one without TLS, is unreachable")
    func unreachable() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer) { server async throws in
            for resolver in [try FixedResolver([]), try FixedResolver(["127.0.0.1"])] {
                // A server without TLS waits for more data than a TLS hello, so nothing happens until the timeout.
                switch try await load(server, "?mode=developer", roots: authority, resolver: resolver, timeout: 1) {
                case .response: Issue.record("it was loaded")
                default: break
                }
            }
        }
    }
}
