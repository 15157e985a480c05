import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Signing up on the page")
struct SignUpPageTests {
    @Test("an accepted form redirects with 303 to the account, signed in")
    func signUp() async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            let page = try await browser.signUp("Anna.K")
            #expect(page.redirects.map(\.status) == [.seeOther])
            #expect(page.path.split(separator: "?").first == "/account")
            #expect(page.status == 200)
            #expect(page.text.contains("Anna.K"))
            #expect(page.sessions.map(\.isCurrent) == [true])
        }
    }

    struct Rejected: Sendable, CustomTestStringConvertible {
        let name: String
        let password: String
        let codes: [String]
        var testDescription: String { codes.joined(separator: " ") }
    }

    @Test(
        "a rejected form is shown again with 422, with the name but without the password, and can be submitted again",
        arguments: [
            Rejected(name: "ab", password: ServerBench.password, codes: ["username-too-short"]),
            Rejected(name: "<b>\"'&amp;", password: ServerBench.password, codes: ["username-character-not-allowed"]),
            Rejected(name: "anna.k", password: "harbour", codes: ["password-too-short"]),
            Rejected(name: "root", password: "password1234", codes: ["username-reserved", "password-common"]),
            Rejected(name: "taken.name", password: ServerBench.otherPassword, codes: ["username-taken"]),
        ])
    func rejected(_ rejected: Rejected) async throws {
        try await ServerBench().run { client in
            _ = try await client.register("taken.name")
            var browser = Browser(client)
            let page = try await browser.signUp(rejected.name, password: rejected.password)
            #expect(page.status == 422)
            #expect(page.redirects.isEmpty)
            #expect(page.errorCodes == rejected.codes)
            let form = try page.form(to: "/sign-up")
            #expect(form["username"] == rejected.name)
            #expect(form["password"]?.isEmpty == true)
            #expect(!page.text.contains(rejected.password))

            let second = try await browser.submit(page, to: "/sign-up", ["username": "anna.kay", "password": ServerBench.password])
            #expect(second.redirects.map(\.status) == [.seeOther])
            #expect(try await browser.isSignedIn())
        }
    }

    @Test("a signed-in user is redirected to the account", arguments: ["/sign-up", "/sign-in", "/"])
    func alreadySignedIn(_ path: String) async throws {
        try await ServerBench().run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let page = try await browser.open(path)
            #expect(page.path == "/account")
            #expect(page.redirects.map(\.status) == [.seeOther])
        }
    }

    @Test("the start page redirects a signed-out visitor to sign-in")
    func start() async throws {
        try await ServerBench().run { client async throws in
            var browser = Browser(client)
            #expect(try await browser.open("/").path == "/sign-in")
        }
    }
}
