import AccountPages
import Accounts
import HTTPTypes
import Logging
import Markup
import Testing

@testable import AccountServer

@Suite("The pages of the desk")
struct DeskToolTests {
    @Test("the first page shows which services run, the credentials, and links to all pages that are served")
    func firstPage() async throws {
        let bench = try DeskBench()
        try await bench.run { client async throws in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/").text
            for text in ["Account server", "Apple, emulated", "Motivation", "Not running", "http://localhost:8083"] {
                #expect(page.contains(text), "\(text)")
            }
            for link in ["/dev/open/apple", "/tools/password-rules", "/tools/passkeys", "/docs/api", "/dev/mail", "/dev/log"] {
                #expect(page.contains("href=\"\(link)\""), "\(link)")
            }
            // The configuration turns these off.
            #expect(!page.contains("/dev/open/phones") && !page.contains("/tools/associated-domains"))
            #expect(!page.contains("href=\"/operators\""))
        }
    }

    @Test("the pages of other services have the sections of the desk, phones only if they run", arguments: [true, false])
    func links(hasPhones: Bool) throws {
        let links = DevelopmentDesk.links(to: "http://localhost:8080", from: .apple, hasPhones: hasPhones)
        #expect(links.count == DeskSection.allCases.count - (hasPhones ? 0 : 1))
        #expect(links.filter(\.isCurrent).map(\.name) == ["Apple"])
        let addresses = links.map(\.address.text)
        for path in ["/", "/dev/timeline", "/dev/mail", "/dev/open/apple"] {
            #expect(addresses.contains("http://localhost:8080" + path), "\(path)")
        }
        #expect(addresses.contains("http://localhost:8080/dev/open/phones") == hasPhones)
    }

    @Test("the first page links to the console of operators where it is served")
    func console() async throws {
        let bench = try DeskBench(servesOperators: true)
        try await bench.run { client async throws in
            var developer = try await bench.developer(client)
            #expect(try await developer.open("/").text.contains("href=\"/operators\""))
        }
    }

    @Test("the tools and the API reference have the navigation of the desk, and pages for users do not")
    func navigation() async throws {
        let bench = try DeskBench()
        try await bench.run { client async throws in
            for path in ["/tools/password-rules", "/tools/passkeys", "/docs/api"] {
                #expect(try await client.send(.get, path).text.contains("desk-navigation"), "\(path)")
            }
            #expect(try await !client.send(.get, "/sign-in").text.contains("desk-navigation"))
        }
    }

    @Test(
        "a search finds accounts by the beginning of the name in any case",
        arguments: [
            ("", ["anna.k", "hanna", "ben.t"]), ("ANN", ["anna.k"]), ("ben.t", ["ben.t"]), ("carol", []), ("<script>", []),
        ])
    func search(query: String, expected: [String]) async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            for name in ["anna.k", "hanna", "ben.t"] { _ = try await bench.register(name, by: client) }
            var developer = try await bench.developer(client)
            let path = PagePath.deskAccounts.appending(query: DeskAccountsPage.queryName, query).text
            let page = try await developer.open(path)
            #expect(page.status == 200 && !page.text.contains("<script>"))
            let names = page.text.matches(of: /<bdi>([^<]*)<\/bdi>/).map { String($0.1) }
            #expect(Set(names) == Set(expected) && names.count == expected.count)
        }
    }

    @Test("a search by the identifier finds the account")
    func identifier() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let anna = try await bench.register("anna.k", by: client)
            _ = try await bench.register("ben.t", by: client)
            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/accounts?q=\(anna.id)").text
            #expect(page.contains("/dev/accounts/\(anna.id)") && !page.contains("ben.t"))
        }
    }

    @Test("an account shows its credentials, sessions and events; markup in a client's name is text")
    func account() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let anna = try await bench.register("anna.k", by: client)
            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/accounts/\(anna.id)").text
            for text in ["anna.k", "Password", "password, one-factor", "account-created", "&lt;b&gt;agent"] {
                #expect(page.contains(text), "\(text)")
            }
            #expect(!page.contains("<b>agent") && !page.contains(anna.token))
        }
    }

    @Test("ending the sessions of an account signs it out and records the event; other accounts stay signed in")
    func endSessions() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let anna = try await bench.register("anna.k", by: client)
            let ben = try await bench.register("ben.t", by: client)
            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/accounts/\(anna.id)")
            let after = try await developer.submit(page, to: "/dev/accounts/\(anna.id)/end-sessions")
            #expect(after.text.contains("All sessions of this account have ended.") && after.text.contains("all-sessions-revoked"))
            #expect(after.sessions.isEmpty)
            #expect(try await client.send(.get, "/v1/session", token: anna.token).status == .unauthorized)
            #expect(try await client.send(.get, "/v1/session", token: ben.token).status == .ok)
        }
    }

    @Test("an unknown account is 404", arguments: ["none", "6f1d2c3b-0000-4000-8000-000000000000"])
    func unknownAccount(id: String) async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            #expect(try await developer.send(.get, "/dev/accounts/\(id)").status == .notFound)
        }
    }

    @Test("the log shows a limited number of lines, the newest first, with markup as text")
    func log() async throws {
        let bench = try DeskBench()
        for number in 1...5 {
            bench.log.keep(.info, "line \(number)", details: "agent=<b>x", at: ServerBench.start)
        }
        #expect(bench.log.lines.map(\.message) == ["line 5", "line 4", "line 3"])
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/log").text
            let (newest, oldest) = (page.firstRange(of: "line 5"), page.firstRange(of: "line 3"))
            #expect(try #require(newest).lowerBound < #require(oldest).lowerBound)
            #expect(!page.contains("line 2") && !page.contains("<b>x") && page.contains("&lt;b&gt;x"))
        }
    }

    @Test("a long line of the log is cut")
    func longLine() throws {
        let log = DevelopmentLog()
        log.keep(.info, String(repeating: "m", count: 5_000), details: String(repeating: "d", count: 5_000), at: ServerBench.start)
        let line = try #require(log.lines.first)
        #expect(line.message.count == 2_000 && line.details.count == 2_000)
    }

    @Test("the script and the stylesheet of the desk are served to every visitor, because they are the same for all")
    func assets() async throws {
        let bench = try DeskBench()
        try await bench.run { client async throws in
            for path in [PagePath.deskScript.text, PagePath.stylesheet.text, PagePath.icon.text] {
                #expect(try await client.send(.get, path).status == .ok)
            }
        }
    }
}
