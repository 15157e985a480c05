import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Problems on pages")
struct PageProblemTests {
    private static let policy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    struct Wrong: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        var type: String? = "application/x-www-form-urlencoded"
        var body = ""
        let status: Int
        var header: (name: String, value: String)?
        var testDescription: String { "\(method) \(path) \(status)" }
    }

    @Test(
        "each problem is a page with the right status and the strict policy",
        arguments: [
            Wrong(method: .delete, path: "/sign-in", status: 405, header: ("Allow", "GET, HEAD, POST")),
            Wrong(method: .get, path: "/sign-out", status: 405, header: ("Allow", "POST")),
            Wrong(method: .post, path: "/account", status: 405, header: ("Allow", "GET, HEAD")),
            Wrong(method: .post, path: "/sign-in", type: "application/json", body: "{}", status: 415),
            Wrong(method: .post, path: "/sign-in", type: nil, body: "username=a", status: 415),
            Wrong(method: .post, path: "/sign-in", body: "username=%ZZ", status: 400),
            Wrong(method: .post, path: "/sign-in", body: "username=a&username=b", status: 400),
            Wrong(method: .post, path: "/sign-in", body: "username=a&admin=1", status: 400),
            Wrong(method: .post, path: "/sign-in", body: "password=%FF", status: 400),
            Wrong(method: .post, path: "/sign-in", body: "username=" + String(repeating: "a", count: 65_536), status: 413),
            Wrong(method: .get, path: "/sign-in?next=%ZZ", status: 400),
            Wrong(method: .get, path: "/sign-in/", status: 404),
            Wrong(method: .get, path: "/SIGN-IN", status: 404),
            Wrong(method: .get, path: "/nothing/here", status: 404),
        ])
    func pages(_ wrong: Wrong) async throws {
        try await ServerBench().run { client in
            var headers: HTTPFields = [.accept: "text/html"]
            headers[.contentType] = wrong.type
            let answer = try await client.send(wrong.method, wrong.path, body: Array(wrong.body.utf8), headers: headers)
            #expect(answer.status.code == wrong.status)
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.headers[.contentSecurityPolicy] == Self.policy)
            #expect(answer.headers[.cacheControl] == "no-store")
            #expect(answer.text.contains("Error \(wrong.status)"))
            #expect(answer.text.contains(try #require(answer.headers[.requestIdentifier])))
            if let header = wrong.header { #expect(answer.headers[try #require(HTTPField.Name(header.name))] == header.value) }
        }
    }

    @Test("an unknown path is a page for browsers and a document for programs")
    func unknownPath() async throws {
        try await ServerBench().run { client in
            for (accept, type) in [
                ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"), ("*/*", "application/problem+json"),
                ("application/json", "application/problem+json"), (nil, "application/problem+json"),
            ] {
                var headers: HTTPFields = [:]
                headers[.accept] = accept
                let answer = try await client.send(.get, "/nothing", headers: headers)
                #expect(answer.status == .notFound)
                #expect(answer.headers[.contentType] == type)
            }
        }
    }

    @Test("an overloaded server rejects a sign-in with 503 and the time to retry, not as a wrong password")
    func overloaded() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            let page = try await browser.open("/sign-in")
            try await StoppedServices.run(bench.system)
            let answer = try await browser.submitOnce(
                page, to: "/sign-in", ["username": "anna.k", "password": ServerBench.password])
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.headers[.retryAfter] == "5")
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.text.contains("Try again in 5 seconds"))
            #expect(!answer.text.contains("invalid-credentials"))
        }
    }

    @Test(
        "stylesheet and icon have a path that changes with their content, and are cached permanently",
        arguments: [("stylesheet", "text/css; charset=utf-8"), ("icon", "image/svg+xml")])
    func assets(_ relation: String, _ type: String) async throws {
        try await ServerBench().run { client in
            let page = try await client.send(.get, "/sign-in")
            let link = try #require(page.text.matches(of: /<link rel="([a-z]+)"[^>]* href="([^"]+)"/).first { $0.1 == relation })
            let path = String(link.2)
            let answer = try await client.send(.get, path)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == type)
            #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(!answer.headers.contains(.setCookie))
            #expect(answer.body.count > 100)
            #expect(try await client.send(.head, path).body.isEmpty)
            let other = path.replacing(/\.[0-9a-f]+\./, with: ".0123456789ab.")
            #expect(other != path)
            #expect(try await client.send(.get, other).status == .notFound)
        }
    }
}
