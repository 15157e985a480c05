import Accounts
import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Well-known files")
struct WellKnownTests {
    /// Has unusual spacing, so that a reformatted file would differ.
    private static let association = Array(
        #"{ "webcredentials" : {"apps": ["ABCDE12345.com.example.notes"]}, "x":"é" }"#.utf8 + [0x0A])

    @Test("the association file is served unchanged, as application/json and without a redirect")
    func associationFile() async throws {
        try await ServerBench { $0.wellKnown.association = Self.association }.run { client in
            let answer = try await client.send(.get, "/.well-known/apple-app-site-association")
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.body == Self.association)
            #expect(!answer.headers.contains(.location))
            #expect(!answer.headers.contains(.setCookie))
        }
    }

    @Test("a file that is not configured returns 404", arguments: ["apple-app-site-association", "security.txt"])
    func notConfigured(_ file: String) async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/.well-known/\(file)", headers: [.accept: "text/html"])
            #expect(answer.status == .notFound)
        }
    }

    @Test(
        "an unknown file returns 404, for browsers too",
        arguments: [
            "/.well-known", "/.well-known/", "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
            "/.well-known/change-password/", "/.well-known/Change-Password", "/.well-known/jwks.json/x", "/.well-known/%6Awks.json",
            "/.well-known//jwks.json", "/jwks.json", "/change-password",
        ])
    func unknown(_ path: String) async throws {
        try await ServerBench().run { client async throws in
            for accept in ["text/html", "*/*"] {
                #expect(try await client.send(.get, path, headers: [.accept: accept]).status == .notFound)
            }
        }
    }

    @Test("change-password redirects to the page with 302, and the page redirects a signed-out user to sign-in")
    func changePassword() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/.well-known/change-password")
            #expect(answer.status == .found)
            #expect(answer.headers[.location] == "/account/password")
            var browser = Browser(client)
            #expect(try await browser.open("/.well-known/change-password").path == "/sign-in?next=password")
            try await browser.signUp()
            #expect(try await browser.open("/.well-known/change-password").path == "/account/password")
        }
    }

    @Test("HEAD returns the header only, and POST is rejected with the allowed methods")
    func methods() async throws {
        let bench = try ServerBench {
            $0.wellKnown.association = Self.association
            $0.wellKnown.security = SecurityContact(contacts: ["mailto:security@example.com"], expires: ServerBench.start)
        }
        try await bench.run { client in
            for (file, status) in [
                ("apple-app-site-association", 200), ("security.txt", 200), ("jwks.json", 200), ("change-password", 302),
            ] {
                let path = "/.well-known/\(file)"
                let get = try await client.send(.get, path)
                let head = try await client.send(.head, path)
                #expect(get.status.code == status)
                #expect(head.status == get.status)
                #expect(head.body.isEmpty)
                #expect(head.headers[.contentType] == get.headers[.contentType])
                let post = try await client.send(.post, path)
                #expect(post.status == .methodNotAllowed)
                #expect(post.headers[.allow] == "GET, HEAD")
            }
        }
    }
}

@Suite("security.txt")
struct SecurityTextTests {
    private static let expires = ServerBench.start + .seconds(180 * 86_400)

    @Test("security.txt has contacts in order, one Expires, Canonical and Policy, one field a line (RFC 9116, section 2.5)")
    func fields() async throws {
        let bench = try ServerBench {
            $0.wellKnown.security = SecurityContact(
                contacts: ["mailto:security@example.com", "https://example.com/report"], expires: Self.expires,
                policy: "https://example.com/policy")
        }
        try await bench.run { client in
            let answer = try await client.send(.get, "/.well-known/security.txt")
            #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(
                answer.text == """
                    Contact: mailto:security@example.com
                    Contact: https://example.com/report
                    Expires: 2027-07-14T08:00:00.000Z
                    Canonical: https://accounts.example.com/.well-known/security.txt
                    Policy: https://example.com/policy

                    """)
        }
    }

    @Test("without a policy, security.txt has no Policy line")
    func withoutPolicy() {
        let text = SecurityText(
            contacts: ["tel:+1-201-555-0123"], expires: Self.expires, policy: nil, canonical: "https://a.example/x")
        #expect(text.text.split(separator: "\n").map { $0.prefix { $0 != ":" } } == ["Contact", "Expires", "Canonical"])
        #expect(text.text.hasSuffix("\n"))
    }
}
