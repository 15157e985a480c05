import Accounts
import HTTPTypes
import TestKit
import Testing
import WebServing

@testable import AccountServer

@Suite("The console of operators")
struct OperatorConsoleTests {
    private static let pages = ["/operators", "/operators/approvals", "/operators/records", "/operators/state"]

    @Test("an operator finds an account, opens it and locks it; the reason is text, and no page has a script")
    func lock() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .support, client)
            let anna = try await bench.account("anna.k", by: client)
            let list = try await lead.open("/operators?q=ann")
            #expect(list.status == 200 && list.text.contains("href=\"/operators/accounts/\(anna.id)\""))
            let page = try await lead.open("/operators/accounts/\(anna.id)")
            let done = try await lead.order(.lock, on: page, of: anna.id, reason: "<b>Case 7")
            #expect(done.text.contains("data-code=\"performed\"") && done.text.contains("Performed: Lock the account"))
            #expect(done.text.contains("&lt;b&gt;Case 7") && !done.text.contains("<b>Case"))
            #expect(try await client.signIn("anna.k").code == "account-locked")
            for path in Self.pages {
                let page = try await lead.open(path)
                #expect(page.status == 200 && !page.text.contains("<script"), "\(path)")
                #expect(page.answer.headers[.contentSecurityPolicy] == ContentSecurityPolicy.page, "\(path)")
            }
            let state = try await lead.open("/operators/state").text
            #expect(state.contains("<svg class=\"plot\""))
            // The operators by name, and times as on the account pages.
            #expect(state.contains("<bdi>lead</bdi></a>") && state.contains("<time datetime="))
        }
    }

    @Test("a deletion waits on the page of approvals, where another administrator performs it")
    func approvals() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .administrator, client)
            var second = try await bench.browser("second", as: .administrator, client)
            let anna = try await bench.account("anna.k", by: client)
            let page = try await lead.open("/operators/accounts/\(anna.id)")
            let requested = try await lead.order(.deleteAccount, on: page, of: anna.id, reason: "Case 7")
            #expect(requested.text.contains("data-code=\"requested\""))
            let request = try #require(try await bench.stores.approvalRequests(now: bench.clock.now, limit: 100).first)
            let path = "/operators/approvals/\(request.id)"
            #expect(!(try await lead.open("/operators/approvals").text.contains("\(path)/approve")))
            let done = try await second.submit(try await second.open("/operators/approvals"), to: "\(path)/approve")
            #expect(done.text.contains("data-code=\"performed\""))
            #expect(try await bench.stores.account(anna.id) == nil)

            let ben = try await bench.account("ben.t", by: client)
            let other = try await lead.open("/operators/accounts/\(ben.id)")
            _ = try await lead.order(.deleteAccount, on: other, of: ben.id, reason: "Case 8")
            let left = try #require(try await bench.stores.approvalRequests(now: bench.clock.now, limit: 100).first)
            let declined = try await lead.submit(
                try await lead.open("/operators/approvals"), to: "/operators/approvals/\(left.id)/decline")
            #expect(declined.text.contains("data-code=\"declined\""))
            #expect(try await bench.stores.account(ben.id) != nil)
        }
    }

    @Test("ten minutes later the page leads to the proof of both factors, and an old form changes nothing")
    func stale() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .support, client)
            let anna = try await bench.account("anna.k", by: client)
            let page = try await lead.open("/operators/accounts/\(anna.id)")
            bench.clock.advance(by: .milliseconds(600_001))
            let later = try await lead.open("/operators/accounts/\(anna.id)")
            #expect(later.text.contains("/account/reauthenticate?next=operators") && !later.text.contains("name=\"reason\""))
            #expect(try await lead.order(.lock, on: page, of: anna.id, reason: "Case 7").path.hasPrefix("/account/reauthenticate"))
            #expect(try await bench.stores.account(anna.id)?.lockedAt == nil)
        }
    }

    @Test("the role decides on each page and form; other visitors are led to sign-in, to a second factor, or rejected")
    func access() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let anna = try await bench.account("anna.k", by: client)
            var auditor = try await bench.browser("auditor", as: .auditor, client)
            let page = try await auditor.open("/operators/accounts/\(anna.id)")
            #expect(page.status == 200 && !page.text.contains("name=\"reason\""))
            let token = try #require(try page.form(to: "/sign-out")["form-token"])
            let fields = [(name: "form-token", value: token), (name: "act", value: "lock"), (name: "reason", value: "Case 7")]
            let answer = try await auditor.post("/operators/accounts/\(anna.id)/acts", fields)
            let location = try #require(answer.location)
            #expect(try await auditor.open(location).text.contains("data-code=\"not-allowed\""))
            #expect(try await bench.stores.account(anna.id)?.lockedAt == nil)

            var user = try await bench.browser("mira", as: nil, client)
            var single = Browser(client)
            try await single.signUp("single")
            try await bench.grant(.administrator, to: try await bench.id(of: "single"))
            var visitor = Browser(client)
            for path in Self.pages + ["/operators/accounts/\(anna.id)"] {
                #expect(try await user.open(path).status == 403, "\(path)")
                #expect(try await single.open(path).path.hasPrefix("/account/second-factors"), "\(path)")
                #expect(try await visitor.open(path).path == "/sign-in?next=operators", "\(path)")
            }
        }
    }

    @Test("the form has the bounds of a reason, and no browser cuts the longest one off, which may have two UTF-16 units a scalar")
    func reasonBounds() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .support, client)
            let anna = try await bench.account("anna.k", by: client)
            let lengths = OperatorReason.lengths
            let page = try await lead.open("/operators/accounts/\(anna.id)")
            #expect(page.text.contains("minlength=\"\(lengths.lowerBound)\""))
            #expect(page.text.contains("maxlength=\"\(2 * lengths.upperBound)\""))
            #expect(page.text.contains("\(lengths.lowerBound) to \(lengths.upperBound) characters"))
            let longest = String(repeating: "\u{1F511}", count: lengths.upperBound)
            #expect(longest.utf16.count == 2 * lengths.upperBound)
            let long = try await lead.order(.lock, on: page, of: anna.id, reason: longest + "x")
            #expect(long.text.contains("data-code=\"reason-missing\""))
            #expect(try await bench.stores.account(anna.id)?.lockedAt == nil)
            let done = try await lead.order(.lock, on: page, of: anna.id, reason: longest)
            #expect(done.text.contains("data-code=\"performed\"") && done.text.contains(longest))
        }
    }

    @Test("an outcome is shown once, and no link shows one")
    func notices() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .support, client)
            let anna = try await bench.account("anna.k", by: client)
            let path = "/operators/accounts/\(anna.id)"
            let done = try await lead.order(.lock, on: try await lead.open(path), of: anna.id, reason: "Case 7")
            #expect(done.path == path && done.text.contains("data-code=\"performed\""))
            for link in [path, "\(path)?notice=performed", "/operators/approvals?notice=performed"] {
                let page = try await lead.open(link)
                #expect(page.status == 200 && !page.text.contains("data-code="), "\(link)")
            }
            // A text that is no outcome is ignored.
            let attributes = ["Path=/", "Secure"]
            lead.plant(BrowserCookie(name: "__Host-latchkey-console-notice", value: "paid", attributes: attributes))
            #expect(!(try await lead.open(path).text.contains("data-code=")))
        }
    }

    @Test("a form without the token of the browser's page, or from another site, changes nothing")
    func foreignForms() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let anna = try await bench.account("anna.k", by: client)
            var lead = try await bench.browser("lead", as: .support, client)
            let path = "/operators/accounts/\(anna.id)/acts"
            let page = try await lead.open("/operators/accounts/\(anna.id)")
            let own = try page.form(to: path).filled(["reason": "Case 7"]) + [(name: "act", value: "lock")]
            #expect(try await lead.post(path, own.filter { $0.name != "form-token" }).status == .forbidden)
            let foreign: HTTPFields = [.origin: "https://evil.example", .secFetchSite: "cross-site"]
            #expect(try await lead.post(path, own, headers: foreign).status == .forbidden)
            #expect(try await bench.stores.account(anna.id)?.lockedAt == nil)
        }
    }

    @Test("opening an account and the state of the service are charged to the session, as in the API; a search has another budget")
    func budget() async throws {
        let budget = try #require(Budget(burst: 20, refill: 1, per: .seconds(3_600)))
        let bench = try OperatorBench(changesPerSession: budget)
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .auditor, client)
            let anna = try await bench.account("anna.k", by: client)
            let path = "/operators/accounts/\(anna.id)"
            #expect(try await lead.open(path).status == 200)
            for _ in 0..<19 { _ = try await lead.open("/operators/state") }
            for path in [path, "/operators/state"] { #expect(try await lead.open(path).status == 429, "\(path)") }
            #expect(try await lead.open("/operators").status == 200)
        }
    }

    @Test("a search is charged to its own budget and recorded, as in the API")
    func search() async throws {
        let budget = try #require(Budget(burst: 4, refill: 1, per: .seconds(3_600)))
        let bench = try OperatorBench(searchesPerSession: budget)
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .auditor, client)
            let anna = try await bench.target("anna.k", by: client)
            #expect(try await lead.open("/operators?q=anna.k%40example.org").status == 200)
            #expect(try await lead.open("/operators/records").text.contains("Found by e-mail address"))
            for _ in 0..<5 { _ = try await lead.open("/operators") }
            #expect(try await lead.open("/operators").status == 429)
            #expect(try await lead.open("/operators/accounts/\(anna.id)").status == 200)
        }
    }

    @Test("the console is off by default")
    func off() async throws {
        let bench = try OperatorBench(isOn: false)
        try await bench.run { client in
            var lead = try await bench.browser("lead", as: .administrator, client)
            for path in Self.pages + ["/operators/accounts/6f9619ff-8b86-4d01-b42d-00cf4fc964ff"] {
                #expect(try await lead.open(path).status == 404, "\(path)")
            }
        }
    }
}

extension OperatorBench {
    func id(of name: String) async throws -> AccountID {
        try #require(try await stores.account(named: UserNameKey(name))).id
    }

    /// Returns a browser that is signed in with two factors, to an account with a role.
    fileprivate func browser(_ name: String, as role: OperatorRole?, _ client: ServerClient) async throws -> Browser {
        var browser = Browser(client)
        try await browser.signUp(name)
        _ = try await browser.turnOnAuthenticator(at: clock.now)
        if let role { try await grant(role, to: try await id(of: name)) }
        return browser
    }
}

extension Browser {
    /// Submits the form for an act, and returns the page that follows.
    fileprivate mutating func order(
        _ act: OperatorAct, on page: ShownPage, of account: AccountID, reason: String
    ) async throws -> ShownPage {
        let path = "/operators/accounts/\(account)/acts"
        let fields = try page.form(to: path).filled(["reason": reason]) + [(name: "act", value: act.rawValue)]
        return try await open(try #require(try await post(path, fields).location))
    }
}
