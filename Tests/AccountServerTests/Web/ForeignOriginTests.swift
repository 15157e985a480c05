import HTTPTypes
import Testing
import WebServing

@testable import AccountServer

@Suite("Forms from other sites with a valid token")
struct ForeignOriginTests {
    @Test(
        "a foreign Origin is rejected; the public one and a missing one are accepted",
        arguments: [
            ("https://accounts.example.com", true), (nil, true), ("https://evil.example", false), ("null", false), ("", false),
            ("http://accounts.example.com", false), ("https://accounts.example.com:8443", false),
            ("https://accounts.example.com.evil.example", false), ("https://evil.accounts.example.com", false),
            ("https://example.com", false), ("https://accounts.example.com/", false),
            ("https://accounts.example.com, https://evil.example", false),
        ] as [(String?, Bool)])
    func origin(_ origin: String?, _ isTaken: Bool) async throws {
        try await expect([.origin: origin, .secFetchSite: nil], isTaken: isTaken)
    }

    @Test(
        "the browser's Sec-Fetch-Site is checked too",
        arguments: [("same-origin", true), ("none", true), (nil, true), ("same-site", false), ("cross-site", false), ("", false)]
            as [(String?, Bool)])
    func fetchSite(_ site: String?, _ isTaken: Bool) async throws {
        try await expect([.origin: "https://accounts.example.com", .secFetchSite: site], isTaken: isTaken)
    }

    @Test(
        "in development this machine has several names, but scheme and port must agree",
        arguments: [
            ("http://localhost:8080", true), ("http://127.0.0.1:8080", true), ("http://[::1]:8080", true),
            ("http://localhost:8081", false), ("https://localhost:8080", false), ("http://localhost", false),
            ("http://localhost.evil.example:8080", false), ("https://evil.example", false), ("null", false),
        ])
    func loopback(_ origin: String, _ isTaken: Bool) async throws {
        try await expect(
            [.origin: origin, .secFetchSite: nil], publicOrigin: "http://localhost:8080", isTaken: isTaken)
    }

    @Test("names of this machine are rejected for a public service")
    func loopbackIsNotPublic() async throws {
        try await expect([.origin: "http://localhost:8080", .secFetchSite: nil], isTaken: false)
    }

    private func expect(
        _ fields: [HTTPField.Name: String?], publicOrigin: String = "https://accounts.example.com", isTaken: Bool
    ) async throws {
        try await ServerBench(origin: publicOrigin).run { client in
            _ = try await client.register()
            var browser = Browser(client, origin: publicOrigin)
            let form = try (try await browser.open("/sign-in")).form(to: "/sign-in")
            let filled = try form.filled(["username": "anna.k", "password": ServerBench.password])
            var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            for (name, value) in fields { headers[name] = value }
            let answer = try await browser.send(.post, "/sign-in", body: FormEncoding.encode(filled), headers: headers)
            #expect(answer.status == (isTaken ? .seeOther : .forbidden))
            #expect(answer.headers.contains(.setCookie) == isTaken)
        }
    }
}
