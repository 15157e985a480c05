import AssociatedDomains
import DeviceServices
import FoundationEssentials
import NIOSSL
import Testing
import WebClient

/// The association service's way to sites, over real TLS with an authority of the test's own.
@Suite("Loading association files from sites")
struct SiteLoaderTests {
    private static let file = #"{"webcredentials":{"apps":["ABCDE12345.com.example.app"]}}"#
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nApple-Try-Direct: true\r\nContent-Length: \(file.utf8.count)\r\n\r\n\(file)"

    private func load(
        _ server: CannedServer, _ mode: String, roots authority: TestAuthority?, resolver: FixedResolver? = nil,
        timeout: TimeInterval = 600
    ) async throws -> SiteAnswer {
        // Loaded at once, whatever the mode: what the daemon itself would ask for.
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
        "a certificate counts for what the entitlement's mode says",
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
                guard case .certificateRefused = answer else {
                    Issue.record("\(answer)")
                    return
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test(
        "a certificate of another host is refused, but to developers",
        arguments: [("?mode=managed", false), ("?mode=developer", true)])
    func otherHost(mode: String, isTaken: Bool) async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer, tls: try authority.server(for: "other.example")) { server async throws in
            let answer = try await load(server, mode, roots: authority)
            let isRefused = if case .certificateRefused = answer { true } else { false }
            #expect(isRefused == !isTaken)
        }
    }

    @Test("a site that is nowhere, or speaks no TLS, is not reached")
    func unreachable() async throws {
        let authority = try TestAuthority()
        try await CannedServer.serving(Self.answer) { server async throws in
            for resolver in [try FixedResolver([]), try FixedResolver(["127.0.0.1"])] {
                // A server without TLS waits for more than a greeting of TLS: nothing happens until the time is over.
                switch try await load(server, "?mode=developer", roots: authority, resolver: resolver, timeout: 1) {
                case .response: Issue.record("it was loaded")
                default: break
                }
            }
        }
    }
}
