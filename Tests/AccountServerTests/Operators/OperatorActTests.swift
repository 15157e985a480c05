import AccountPages
import Accounts
import HTTPTypes
import JSONText
import Mail
import Markup
import TestKit
import Testing

@testable import AccountServer

@Suite("Acts of operators over the API", .tags(.everyStore))
struct OperatorActTests {
    @Test("a locked account signs in nowhere, and only a client that proves the password learns why")
    func lock() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .support, by: client)
            let anna = try await bench.account("anna.k", by: client)
            #expect(try await client.order(.lock, at: anna.path, by: lead.token).json["state"] == "performed")
            #expect(try await client.send(.get, "/v1/session", token: anna.token).status == .unauthorized)
            let rejected = try await client.signIn("anna.k")
            #expect(rejected.status == .forbidden && rejected.code == "account-locked")
            #expect(try rejected.text("detail").contains("locked"))
            #expect(try await client.signIn("anna.k", password: "not it at all 11").code == "invalid-credentials")

            var browser = Browser(client)
            let page = try await browser.submit(
                try await browser.open("/sign-in"), to: "/sign-in", ["username": "anna.k", "password": ServerBench.password])
            #expect(page.path.hasPrefix("/sign-in") && page.text.contains("data-code=\"account-locked\""))
            #expect(try await browser.open("/account").path.hasPrefix("/sign-in"))

            let again = try await client.order(.lock, at: anna.path, by: lead.token)
            #expect(again.status == .conflict)
            #expect(try await client.send(.get, anna.path, token: lead.token).json["account"]?["lockedAt"]?.string != nil)
            #expect(try await client.order(.unlock, at: anna.path, by: lead.token).status == .ok)
            #expect(try await client.signIn("anna.k").status == .created)
        }
    }

    @Test("the second factor opens no session of an account that was locked while the challenge waited")
    func lockedMeanwhile() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .support, by: client)
            let anna = try await bench.account("anna.k", by: client)
            let authenticator = try await client.turnOn(anna.token, bench.clock)
            bench.clock.advance(by: .seconds(60))
            let asked = try await client.signIn("anna.k")
            #expect(try await client.order(.lock, at: anna.path, by: lead.token).status == .ok)
            let code = try authenticator.code(bench.clock)
            let answer = try await client.answer(try asked.text("challenge"), [("totp", .string(code))])
            #expect(answer.code == "account-locked" && answer.json["session"] == nil)
        }
    }

    @Test("a started recovery mails the owner a way to the code, and the operator sees neither code nor link")
    func recovery() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .support, by: client)
            let anna = try await bench.target("anna.k", by: client)
            await bench.bench.system.sendMail()
            let answer = try await client.order(.startRecovery, at: anna.path, by: lead.token)
            #expect(answer.json == ["state": "performed", "approval": .null])
            await bench.bench.system.sendMail()
            let message = try #require(bench.mailbox.messages.last)
            #expect(message.to.text == "anna.k@example.org")
            #expect(message.content.text.contains("https://accounts.example.com/recovery"))
            // The page sends a code on request, to this address only.
            #expect(!message.content.text.contains("#"))
            #expect(try await client.signIn("anna.k").code == "additional_authentication_required", "the password is unchanged")

            let ben = try await bench.account("ben.t", by: client)
            #expect(try await client.order(.startRecovery, at: ben.path, by: lead.token).status == .conflict)
        }
    }

    @Test("an approval is for one act of another operator: own, other, expired and used ones are rejected")
    func approvals() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let second = try await bench.operating("second", as: .administrator, by: client)
            let anna = try await bench.account("anna.k", by: client)
            let ben = try await bench.account("ben.t", by: client)
            let path = try await client.request(.deleteAccount, at: anna.path, by: lead.token)
            let listed = try await client.send(.get, "/v1/operators/approvals", token: second.token)
            #expect(listed.json["approvals"]?.array?.count == 1 && listed.json["complete"] == .boolean(true))
            #expect(listed.json["approvals"]?[0]?["requester"]?.string == lead.id.description)

            let own = try await client.approve(path, .deleteAccount, of: anna.id, by: lead.token)
            #expect(own.status == .forbidden)
            for (act, account) in [(.lock, anna.id), (.deleteAccount, ben.id)] as [(OperatorAct, AccountID)] {
                #expect(try await client.approve(path, act, of: account, by: second.token).status == .conflict)
            }
            #expect(try await client.signIn("anna.k").status == .created)
            #expect(try await client.signIn("ben.t").status == .created)

            #expect(try await client.approve(path, .deleteAccount, of: anna.id, by: second.token).json["state"] == "performed")
            #expect(try await client.signIn("anna.k").code == "invalid-credentials")
            #expect(try await client.approve(path, .deleteAccount, of: anna.id, by: second.token).status == .notFound)
            let record = try await client.send(.get, "/v1/operators/records?account=\(anna.id)", token: lead.token).json[
                "records"]?[0]
            #expect(record?["operator"]?.string == lead.id.description && record?["approver"]?.string == second.id.description)
            #expect(record?["reason"] == "Case 7" && record?["act"] == "delete-account")

            let late = try await client.request(.deleteAccount, at: ben.path, by: lead.token)
            bench.clock.advance(by: .seconds(86_400))
            let token = try await second.renewed(by: client, bench)
            #expect(try await client.approve(late, .deleteAccount, of: ben.id, by: token).status == .notFound)
            #expect(try await client.signIn("ben.t").status == .created)
        }
    }

    @Test("a support operator removes second factors only with an administrator's approval, and the owner is notified")
    func secondFactors() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let support = try await bench.operating("helper.k", as: .support, by: client)
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let anna = try await bench.target("anna.k", by: client)
            await bench.bench.system.sendMail()
            let sent = bench.mailbox.messages.count
            let path = try await client.request(.removeSecondFactors, at: anna.path, by: support.token)
            // An operator who knows the password cannot sign in with it alone.
            #expect(try await client.signIn("anna.k").code == "additional_authentication_required")
            #expect(try await client.approve(path, .removeSecondFactors, of: anna.id, by: support.token).status == .forbidden)
            #expect(try await client.signIn("anna.k").code == "additional_authentication_required")

            let approved = try await client.approve(path, .removeSecondFactors, of: anna.id, by: lead.token)
            #expect(approved.json["state"] == "performed")
            #expect(try await client.signIn("anna.k").status == .created)
            await bench.bench.system.sendMail()
            #expect(bench.mailbox.messages.dropFirst(sent).contains { $0.to.text == "anna.k@example.org" })
            let events = try await bench.stores.events(of: anna.id, before: nil, limit: 5).map(\.kind)
            #expect(events.contains(.secondFactorsRemoved))
            #expect(
                try await client.trail(of: anna.id, by: lead.token).prefix(2) == [
                    "performed remove-second-factors", "requested remove-second-factors",
                ])
        }
    }

    @Test("an act on an administrator waits for the approval of a third administrator, and no operator acts on their own account")
    func administrators() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let second = try await bench.operating("second", as: .administrator, by: client)
            let third = try await bench.operating("third", as: .administrator, by: client)
            for act in OperatorAct.allCases where act != .unlock {
                let path = try await client.request(act, at: third.path, by: lead.token)
                #expect(try await client.approve(path, act, of: third.id, by: third.token).status == .forbidden)
                #expect(try await client.send(.delete, path, token: third.token).status == .forbidden)
                #expect(try await client.send(.delete, path, token: second.token).status == .noContent)
                #expect(try await client.order(act, at: lead.path, by: lead.token).status == .forbidden)
            }
            #expect(try await client.send(.get, "/v1/session", token: third.token).status == .ok)
            let path = try await client.request(.lock, at: third.path, by: lead.token)
            #expect(try await client.approve(path, .lock, of: third.id, by: second.token).status == .ok)
            #expect(try await client.send(.get, "/v1/operators", token: third.token).status == .unauthorized)
        }
    }

    @Test("a role that the command removes ends at once, also for requests that wait")
    func removedRole() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let second = try await bench.operating("second", as: .administrator, by: client)
            let anna = try await bench.account("anna.k", by: client)
            let path = try await client.request(.deleteAccount, at: anna.path, by: lead.token)
            try await bench.grant(nil, to: lead.id)
            #expect(try await client.send(.get, anna.path, token: lead.token).code == "forbidden")
            #expect(try await client.approve(path, .deleteAccount, of: anna.id, by: second.token).status == .notFound)
        }
    }

    @Test("a reason is required, and an unknown act, account or request changes nothing")
    func malformed() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let anna = try await bench.account("anna.k", by: client)
            for reason in ["", "ab", "  a  ", "a\u{7}bc", "a\u{202E}bc", String(repeating: "x", count: 501)] {
                let answer = try await client.order(.lock, at: anna.path, by: lead.token, reason: reason)
                #expect(answer.status == .badRequest && answer.code == "invalid-fields", "\(reason)")
            }
            for json: JSONValue in [
                ["act": "lock"], ["act": "sign-in", "reason": "Case 7"], ["reason": "Case 7"],
                ["act": "lock", "reason": "Case 7", "password": "velvet-otter 41 harbour"],
            ] {
                #expect(try await client.send(.post, "\(anna.path)/acts", token: lead.token, json: json).status == .badRequest)
            }
            for id in ["none", "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"] {
                #expect(try await client.order(.lock, at: "/v1/operators/accounts/\(id)", by: lead.token).status == .notFound)
                #expect(try await client.send(.get, "/v1/operators/accounts/\(id)", token: lead.token).status == .notFound)
                let approval = try await client.approve("/v1/operators/approvals/\(id)", .lock, of: anna.id, by: lead.token)
                #expect(approval.status == .notFound)
            }
            for query in ["figures?days=0", "figures?days=91", "figures?days=07", "records?limit=0", "records?before=x"] {
                #expect(try await client.send(.get, "/v1/operators/\(query)", token: lead.token).status == .badRequest, "\(query)")
            }
            #expect(try await client.send(.get, "/v1/session", token: anna.token).status == .ok)
            #expect(try await client.trail(of: anna.id, by: lead.token) == [])
        }
    }

    @Test("a search finds accounts by identifier, the beginning of the name in any case, and the address")
    func search() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .auditor, by: client)
            let anna = try await bench.target("anna.k", by: client)
            for (query, expected) in [
                ("", ["anna.k", "lead"]), ("AN", ["anna.k"]), ("nna", []), (anna.id.description, ["anna.k"]),
                ("anna.k%40example.org", ["anna.k"]), ("%25", []),
            ] as [(String, [String])] {
                let found = try await client.send(.get, "/v1/operators/accounts?q=\(query)", token: lead.token)
                #expect(found.json["accounts"]?.array?.compactMap { $0["username"]?.string } == expected, "\(query)")
            }
        }
    }

    @Test("an account shows its credentials without secrets; queue, keys and figures show no address")
    func overview() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .auditor, by: client)
            let anna = try await bench.target("anna.k", by: client)
            _ = try await client.signIn("anna.k", password: "not it at all 11")
            let shown = try await client.send(.get, anna.path, token: lead.token)
            let kinds = shown.json["credentials"]?.array?.compactMap { $0["kind"]?.string }
            #expect(kinds == ["password", "totp", "recovery-codes", "email-address"])
            #expect(shown.json["sessions"]?.array?.count == 1 && shown.json["role"] == .null)
            #expect(shown.json["events"]?[0]?["kind"] == "sign-in-failed")
            #expect(!shown.text.contains(anna.token) && !shown.text.contains("secret") && !shown.text.contains("argon2"))

            let listed = try await client.send(.get, "/v1/operators", token: lead.token).json["operators"]
            #expect(listed?.array?.count == 1 && listed?[0]?["username"]?.string == "lead")
            let queue = try await client.send(.get, "/v1/operators/queue", token: lead.token)
            #expect(queue.json["mail"]?[0]?["kind"] == "notice" && !queue.text.contains("example.org"))
            #expect(queue.json["jobs"]?[0]?["kind"] == "mail")
            let keys = try await client.send(.get, "/v1/operators/keys", token: lead.token)
            #expect(keys.json["underPreviousKeys"] == [])
            let days = try await client.send(.get, "/v1/operators/figures?days=2", token: lead.token).json["days"]
            #expect(days?.array?.count == 2 && days?[1]?["failures"]?.number?.int == 1)
            #expect(days?[1]?["day"]?.string == String(ServerBench.start.description.prefix(10)))
        }
    }
}

extension TestedOperator {
    /// Proves both factors again, and returns the new token.
    fileprivate func renewed(by client: ServerClient, _ bench: OperatorBench) async throws -> String {
        let first = try await client.send(
            .post, "/v1/session/reauthentication", token: token, json: ["password": .string(ServerBench.password)])
        let half = try first.text("session", "token")
        let asked = try await client.send(.post, "/v1/session/factor-challenge", token: half)
        let code = try authenticator.code(bench.clock)
        let second = try await client.answer(try asked.text("challenge"), [("totp", .string(code))], token: half)
        return try second.text("session", "token")
    }
}
