import AssociatedDomains
import FoundationEssentials
import PasswordStrength
import Synchronization
import Testing

@testable import PasswordManager

@Suite("Security recommendations")
struct RecommendationTests {
    private static let judge = WeaknessCheck()
    private static let strong = ["dumhys-5xavfo-vYtgyw", "vekrut-wAzpo4-cifmax", "Hitbop-sodxu8-raznyj"]

    private func credentials(_ list: [(String, String, String)]) throws -> [SavedCredential] {
        let bench = try Bench()
        for (user, server, password) in list { try bench.save(user, server, password) }
        return try bench.store.credentials()
    }

    private func report(
        _ list: [(String, String, String)], leaks: [any LeakedPasswordSource] = [],
        sharing: SharedCredentials = SharedCredentials(),
        extensions: any UpgradeExtensions = NoUpgradeExtensions(), pages: [DomainName: ChangePasswordPage] = [:]
    ) async throws -> RecommendationReport {
        try await SecurityRecommendations(judge: Self.judge, leaks: leaks, sharing: sharing, extensions: extensions)
            .report(on: credentials(list), pages: pages)
    }

    @Test("unique strong passwords have no recommendation")
    func nothing() async throws {
        let report = try await report([("a", "a.example", Self.strong[0]), ("b", "b.example", Self.strong[1])])
        #expect(report == RecommendationReport(recommendations: [], unanswered: 0))
    }

    @Test("a password at two sites is reused, and at one site for two names it is not")
    func reused() async throws {
        let password = Self.strong[0]
        let two = try await report([("a", "a.example", password), ("b", "b.example", password)])
        #expect(two.recommendations.map(\.credential) == [try id("a", "a.example"), try id("b", "b.example")])
        #expect(two.recommendations.first?.findings == [.reused(with: [try id("b", "b.example")], count: 1)])
        #expect(two.recommendations.first?.severity == .medium)
        #expect(two.recommendations.first?.reason.contains("b at b.example") == true)
        #expect(try await report([("a", "a.example", password), ("b", "a.example", password)]).recommendations == [])
        for host in ["www.a.example", "login.a.example", "a.b.c.a.example"] {
            #expect(try await report([("a", "a.example", password), ("a", host, password)]).recommendations == [])
        }
        #expect(try await report([("a", "www.example", password), ("a", "example", password)]).recommendations.count == 2)
    }

    @Test(
        "a site is the registrable domain of a host",
        arguments: [
            ("example.com", "example.com"), ("a.b.example.com", "example.com"), ("login.example.co.uk", "example.co.uk"),
            // Names below an owner's name belong to that owner.
            ("pages.alice.github.io", "alice.github.io"), ("www.ck", "www.ck"), ("x.y.other.ck", "y.other.ck"),
            // A public suffix is its own site, and an unknown suffix is one label.
            ("co.uk", "co.uk"), ("com", "com"), ("localhost", "localhost"), ("x.y.intern", "y.intern"),
            ("a.xn--85x722f.xn--55qx5d.cn", "xn--85x722f.xn--55qx5d.cn"),
        ])
    func registrable(host text: String, domain: String) throws {
        #expect(try host(text).registrableDomain.text == domain)
    }

    @Test("sites of one group share a password without reuse, and a third site with it reuses it")
    func sharing() async throws {
        let password = Self.strong[0]
        let sharing = SharedCredentials([
            .init(shared: [try host("a.example"), try host("b.example")]),
            .init(from: [try host("old.example")], to: [try host("a.example")]),
        ])
        let list = [("u", "www.a.example", password), ("u", "b.example", password), ("u", "old.example", password)]
        let related = try await report(Array(list.prefix(2)), sharing: sharing)
        #expect(related.recommendations == [])
        let obsolete = try await report([list[0], list[2]], sharing: sharing)
        #expect(obsolete.recommendations == [])
        let third = try await report(Array(list.prefix(2)) + [("u", "c.example", password)], sharing: sharing)
        #expect(third.recommendations.count == 3)
        #expect(
            third.recommendation(for: try id("u", "b.example"))?.findings == [.reused(with: [try id("u", "c.example")], count: 1)])
        #expect(
            third.recommendation(for: try id("u", "c.example"))?.findings.first
                == .reused(
                    with: [try id("u", "www.a.example"), try id("u", "b.example")], count: 2))
    }

    @Test("many accounts with one password are counted, and a few of them are named")
    func manyReused() async throws {
        let list = (0..<2_000).map { ("u", "site\($0).example", Self.strong[0]) }
        let report = try await report(list)
        #expect(report.recommendations.count == 2_000)
        guard case .reused(let named, let count) = try #require(report.recommendations.first?.findings.first) else {
            Issue.record("not reused")
            return
        }
        #expect(named.count == SecurityRecommendations.namedAtMost)
        #expect(count == 1_999)
    }

    @Test("a leak is the most severe finding, and each password is looked up once")
    func leaked() async throws {
        let leaks = FixedLeaks([Self.strong[0]: 7])
        let list = [("a", "a.example", Self.strong[0]), ("b", "b.example", Self.strong[0]), ("c", "c.example", Self.strong[1])]
        let report = try await report(list, leaks: [leaks])
        #expect(report.recommendations.map(\.severity) == [.high, .high])
        #expect(report.recommendations.first?.findings.first == .leaked(times: 7))
        #expect(report.recommendations.first?.findings.count == 2)
        #expect(report.unanswered == 0)
        #expect(leaks.count == 2)
    }

    @Test("codes of four and six digits are not looked up, because all of them have leaked; other digits are")
    func leakedCodes() async throws {
        let leaks = FixedLeaks(["4937": 9, "739184": 9, "49371046825": 9])
        let report = try await report(
            [("a", "a.example", "4937"), ("b", "b.example", "739184"), ("c", "c.example", "49371046825")], leaks: [leaks])
        #expect(report.recommendations.map(\.credential) == [try id("c", "c.example")])
        #expect(leaks.count == 1)
    }

    @Test("sources are queried in order until one has the password, and a failure never counts as not leaked")
    func sources() async throws {
        let list = [("a", "a.example", Self.strong[0])]
        let (knows, silent, clean) = (FixedLeaks([Self.strong[0]: 1]), SilentLeaks(), FixedLeaks([:]))
        var answer = try await report(list, leaks: [knows, silent])
        #expect(answer.recommendations.count == 1 && answer.unanswered == 0)
        answer = try await report(list, leaks: [silent, knows])
        #expect(answer.recommendations.count == 1 && answer.unanswered == 0)
        answer = try await report(list, leaks: [clean, silent])
        #expect(answer.recommendations == [] && answer.unanswered == 1)
        answer = try await report(list, leaks: [clean, clean])
        #expect(answer.recommendations == [] && answer.unanswered == 0)
    }

    @Test("nothing that is sent or returned contains a password or its digest")
    func secrecy() async throws {
        let password = "hunter2hunter2"
        let transport = RecordingTransport()
        let service = LeakedPasswordService(userAgent: "a", transport: transport)
        let report = try await report(
            [("a", "a.example", password), ("b", "b.example", password)], leaks: [service])
        var dumped = ""
        dump(report, to: &dumped)
        let words = report.recommendations.map { $0.reason + $0.remedies.map(\.whatHappens).joined() }.joined()
        #expect(report.recommendations.count == 2)
        for text in [dumped, "\(report)", words, transport.sent] {
            #expect(!text.isEmpty)
            #expect(!text.contains("hunter2"))
            // A range request contains five digits; the sixth to tenth digit of the password's SHA-1 must not leave.
            #expect(!text.uppercased().contains(Self.digestBeyondRange))
        }
        #expect(transport.sent.contains("/range/\(LeakedPasswordDigest(of: password).range)"))
        #expect(transport.sent.contains("Add-Padding: true"))
    }

    /// Of `hunter2hunter2`.
    private static let digestBeyondRange = "EB194"

    @Test("remedies are ordered: by extension, then on the site's page, then by hand, each with its effect")
    func remedies() async throws {
        struct One: UpgradeExtensions {
            let app: AppIdentifier
            func extensions(for host: DomainName) -> [UpgradeExtension] {
                host.text == "a.example"
                    ? [UpgradeExtension(app: app, supportsStrongPassword: true, supportsSignInWithApple: true)] : []
            }
        }
        let page = ChangePasswordPage(host: try host("b.example"), address: "https://b.example/x", source: .known)
        let wrong = ChangePasswordPage(host: try host("evil.test"), address: "https://evil.test/x", source: .known)
        let report = try await report(
            [("u", "a.example", "password"), ("u", "b.example", "123456789"), ("u", "c.example", "qwerty12")],
            extensions: One(app: try app()), pages: [try host("b.example"): page, try host("c.example"): wrong])
        func remedies(_ server: String) throws -> [Remedy]? { report.recommendation(for: try id("u", server))?.remedies }
        #expect(
            try remedies("a.example") == [
                .upgradeToSignInWithApple(app: app()), .upgradeToStrongPassword(app: app()), .byHand(host("a.example")),
            ])
        #expect(try remedies("b.example") == [.changeOnSite(page), .byHand(host("b.example"))])
        #expect(try remedies("c.example") == [.byHand(host("c.example"))])
        let words = Set(report.recommendations.flatMap(\.remedies).map(\.whatHappens))
        #expect(words.count == 6)
    }

    @Test("a password that was just filled in is checked immediately, alone and against the others")
    func atOnce() throws {
        let all = try credentials([
            ("a", "a.example", Self.strong[0]), ("b", "b.example", Self.strong[0]), ("c", "c.example", "password"),
            ("d", "d.example", Self.strong[1]),
        ])
        let recommendations = SecurityRecommendations(judge: Self.judge, leaks: [SilentLeaks()])
        let found = all.map { recommendations.recommendation(for: $0, among: all)?.findings.count }
        #expect(found == [1, 1, 1, nil])
        #expect(recommendations.recommendation(for: all[0], among: []) == nil)
    }

    @Test("the most severe findings come first")
    func order() async throws {
        let report = try await report([
            ("a", "a.example", "umbrellas7q"), ("b", "b.example", "password"), ("c", "c.example", "hildegunst"),
        ])
        #expect(report.recommendations.map(\.severity) == report.recommendations.map(\.severity).sorted(by: >))
        #expect(report.recommendations.first?.credential == (try id("b", "b.example")))
    }
}

/// Leaks that a test sets.
private final class FixedLeaks: LeakedPasswordSource {
    private let known: [String: Int]
    private let asked = Mutex(0)

    /// By password.
    init(_ counts: [String: Int]) {
        known = Dictionary(uniqueKeysWithValues: counts.map { (LeakedPasswordDigest(of: $0.key).range, $0.value) })
    }

    var count: Int { asked.withLock { $0 } }

    func count(of digest: LeakedPasswordDigest) async throws -> Int {
        asked.withLock { $0 += 1 }
        return known[digest.range] ?? 0
    }
}

private struct SilentLeaks: LeakedPasswordSource {
    struct Offline: Error {}
    func count(of digest: LeakedPasswordDigest) async throws -> Int { throw Offline() }
}

private final class RecordingTransport: LeakedPasswordTransport {
    private let requests = Mutex<[String]>([])

    var sent: String { requests.withLock { $0.joined(separator: "\n") } }

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        let headers = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        requests.withLock { $0.append("\(request.url)\n\(headers)") }
        return LeakedPasswordResponse(status: 200, body: Array("1E4C9B93F3F0682250B6CF8331B7EE68FD8:0".utf8))
    }
}
