import Accounts
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import TestKit
import Testing

@testable import AccountServer

/// One operation of the API of operators, as the matrix sends it.
private struct TestedOperation: Sendable {
    let id: String
    let method: HTTPRequest.Method
    /// The least role that may use it on an account without a role.
    let role: OperatorRole
    let isChange: Bool
    /// What the audit trail of the account has afterwards; nil for an operation that concerns no account.
    var record: String?
    /// The kind of the account's own event; nil for none that remains.
    var event: String?
    /// - Parameter approval: the path of a request to delete the account.
    let request: @Sendable (_ target: TestedAccount, _ approval: String) -> (path: String, json: JSONValue?)

    static let all: [TestedOperation] =
        [
            read("findAccounts", "/v1/operators/accounts?q=a"), read("listApprovals", "/v1/operators/approvals"),
            read("listOperatorRecords", "/v1/operators/records"), read("listOperators", "/v1/operators"),
            read("showQueue", "/v1/operators/queue"), read("showKeys", "/v1/operators/keys"),
            read("showFigures", "/v1/operators/figures"),
            TestedOperation(id: "showAccount", method: .get, role: .auditor, isChange: false, record: "viewed") { target, _ in
                (target.path, nil)
            },
            TestedOperation(
                id: "replayEvents", method: .post, role: .administrator, isChange: true, record: "replayed"
            ) { target, _ in
                (
                    "/v1/operators/events/replay",
                    ["target": "crm", "account": .string(target.id.description), "reason": "Case 7"]
                )
            },
            TestedOperation(
                id: "approveAct", method: .post, role: .administrator, isChange: true, record: "performed delete-account"
            ) { target, approval in
                (approval, ["act": "delete-account", "account": .string(target.id.description)])
            },
            TestedOperation(
                id: "declineAct", method: .delete, role: .administrator, isChange: true, record: "declined delete-account"
            ) { _, approval in (approval, nil) },
        ]
        + OperatorAct.allCases.map { act -> TestedOperation in
            let outcome = act.needsApproval(forAccountWith: nil) ? "requested" : "performed"
            return TestedOperation(
                id: "orderAct", method: .post, role: act == .deleteAccount ? .administrator : .support, isChange: true,
                record: "\(outcome) \(act.rawValue)", event: events[act]
            ) { target, _ in ("\(target.path)/acts", ["act": .string(act.rawValue), "reason": "Case 7"]) }
        }

    private static let events: [OperatorAct: String] = [
        .endSessions: "all-sessions-revoked", .lock: "account-locked", .unlock: "account-unlocked",
        .startRecovery: "recovery-started",
    ]

    private static func read(_ id: String, _ path: String) -> TestedOperation {
        TestedOperation(id: id, method: .get, role: .auditor, isChange: false) { _, _ in (path, nil) }
    }
}

@Suite("Roles of operators over the API")
struct OperatorMatrixTests {
    private static let missingApproval = "/v1/operators/approvals/6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
    private static let roles: [OperatorRole?] = [nil, .auditor, .support, .administrator]

    /// Returns whether a role includes what another one may do.
    private static func includes(_ role: OperatorRole?, _ least: OperatorRole) -> Bool {
        let order = OperatorRole.allCases
        guard let role, let have = order.firstIndex(of: role), let need = order.firstIndex(of: least) else { return false }
        return have >= need
    }

    @Test("the matrix has every operation of the API")
    func complete() throws {
        let routes = try OperatorBench().bench.system.tables.first?.routes ?? []
        let count = routes.filter { $0.path.hasPrefix("/v1/operators") }.count
        #expect(count == 12)
        #expect(Set(TestedOperation.all.map(\.id)).count == count)
    }

    @Test("each operation by each role, with both factors proved recently, long ago, and with one factor", arguments: roles)
    func matrix(role: OperatorRole?) async throws {
        let bench = try OperatorBench(delivers: true)
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            let actor = try await bench.operating("actor", as: role, by: client)
            let single = try await bench.account("single", by: client)
            if let role { try await bench.grant(role, to: single.id) }
            for (index, operation) in TestedOperation.all.enumerated() {
                let target = try await bench.target("target\(index)", by: client)
                let approval = try await client.request(.deleteAccount, at: target.path, by: lead.token)
                if operation.event == "account-unlocked" {
                    #expect(try await client.order(.lock, at: target.path, by: lead.token).status == .ok)
                }
                let (path, json) = operation.request(target, approval)
                func send(_ token: String?) async throws -> ServerAnswer {
                    try await client.send(operation.method, path, token: token, json: json)
                }
                let label = "\(operation.id) \(json?.text() ?? "")"
                #expect(try await send(nil).status == .unauthorized, "\(label)")
                // A locked account has no session.
                let unprivileged = try await send(target.token)
                #expect([.unauthorized, .forbidden].contains(unprivileged.status), "\(label)")
                let oneFactor = try await send(single.token)
                #expect(oneFactor.status == .forbidden, "\(label)")
                #expect(oneFactor.code == (role == nil ? "forbidden" : "second-factor-enrolment-required"), "\(label)")

                // The lead's own request for the deletion must not be in the way of the actor's.
                if operation.id == "orderAct" {
                    #expect(try await client.send(.delete, approval, token: lead.token).status == .noContent)
                }
                let before = try await client.trail(of: target.id, by: lead.token)
                let answer = try await send(actor.token)
                let after = try await client.trail(of: target.id, by: lead.token)
                if Self.includes(role, operation.role) {
                    #expect(answer.status.kind == .successful, "\(label): \(answer.text)")
                    #expect(!answer.text.contains("\"token\"") && !answer.text.contains("argon2"), "\(label)")
                    #expect(after.count == before.count + (operation.record == nil ? 0 : 1), "\(label)")
                    if let record = operation.record { #expect(after.first == record, "\(label)") }
                    if let event = operation.event {
                        #expect(try await bench.stores.events(of: target.id, before: nil, limit: 1).first?.kind.rawValue == event)
                    }
                } else {
                    #expect(answer.status == .forbidden && answer.code == "forbidden", "\(label): \(answer.text)")
                    #expect(after == before, "\(label)")
                }
            }

            let target = try await bench.target("late", by: client)
            bench.clock.advance(by: .milliseconds(600_001))
            for operation in TestedOperation.all {
                let (path, json) = operation.request(target, Self.missingApproval)
                let answer = try await client.send(operation.method, path, token: actor.token, json: json)
                let label = "\(operation.id) \(json?.text() ?? "")"
                if role == nil {
                    #expect(answer.code == "forbidden", "\(label)")
                } else if operation.isChange {
                    #expect(answer.code == "reauthentication-required", "\(label): \(answer.text)")
                } else {
                    #expect(answer.status == .ok, "\(label): \(answer.text)")
                }
            }
        }
    }

    @Test("after the password alone, a change still requires the second factor, and is possible after both")
    func stepUp() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .support, by: client)
            let anna = try await bench.account("anna.k", by: client)
            bench.clock.advance(by: .seconds(3_600))
            let first = try await client.send(
                .post, "/v1/session/reauthentication", token: lead.token, json: ["password": .string(ServerBench.password)])
            let token = try first.text("session", "token")
            let asked = try await client.order(.lock, at: anna.path, by: token)
            #expect(asked.status == .unauthorized && asked.code == "additional_authentication_required")
            let code = try lead.authenticator.code(bench.clock)
            let second = try await client.answer(try asked.text("challenge"), [("totp", .string(code))], token: token)
            let fresh = try second.text("session", "token")
            #expect(try await client.order(.lock, at: anna.path, by: fresh).status == .ok)
        }
    }

    @Test("a passkey with user verification is both factors, and a change after ten minutes requires it again")
    func passkey() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            var passkey = EmulatedPasskey.ofBench
            let signedUp = try await client.signUp("lead", with: &passkey)
            try await bench.grant(.support, to: try #require(AccountID(try signedUp.text("account", "id"))))
            let anna = try await bench.account("anna.k", by: client)
            let token = try await client.signIn(with: passkey).text("session", "token")
            #expect(try await client.order(.lock, at: anna.path, by: token).status == .ok)
            bench.clock.advance(by: .milliseconds(600_001))
            #expect(try await client.order(.unlock, at: anna.path, by: token).code == "reauthentication-required")
            let options = try await client.send(.post, "/v1/session/reauthentication/passkey-options", token: token)
            let renewed = try await client.send(
                .post, "/v1/session/reauthentication/passkey", token: token, json: ["credential": try passkey.answer(to: options)])
            let fresh = try renewed.text("session", "token")
            #expect(try await client.order(.unlock, at: anna.path, by: fresh).status == .ok)
        }
    }

    @Test("opening an account and reading figures are charged to the session; a search has another budget")
    func budget() async throws {
        let budget = try #require(Budget(burst: 20, refill: 1, per: .seconds(3_600)))
        let bench = try OperatorBench(changesPerSession: budget)
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .auditor, by: client)
            let anna = try await bench.account("anna.k", by: client)
            #expect(try await client.send(.get, anna.path, token: lead.token).status == .ok)
            let figures = "/v1/operators/figures?days=90"
            #expect(try await client.send(.get, figures, token: lead.token).status == .ok)
            for _ in 0..<18 { _ = try await client.send(.get, figures, token: lead.token) }
            for path in [figures, anna.path] {
                #expect(try await client.send(.get, path, token: lead.token).status == .tooManyRequests, "\(path)")
            }
            #expect(try await client.send(.get, "/v1/operators/accounts", token: lead.token).status == .ok)
        }
    }

    @Test("searches of a session have their own budget, and opening an account is possible after it")
    func searchBudget() async throws {
        let budget = try #require(Budget(burst: 3, refill: 1, per: .seconds(3_600)))
        let bench = try OperatorBench(searchesPerSession: budget)
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .auditor, by: client)
            let other = try await bench.operating("other", as: .auditor, by: client)
            let anna = try await bench.account("anna.k", by: client)
            let paths = ["", "?q=anna", "?q=anna%40example.org"].map { "/v1/operators/accounts" + $0 }
            for path in paths { #expect(try await client.send(.get, path, token: lead.token).status == .ok) }
            for path in paths {
                let answer = try await client.send(.get, path, token: lead.token)
                #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil, "\(path)")
            }
            #expect(try await client.send(.get, paths[1], token: other.token).status == .ok)
            #expect(try await client.send(.get, anna.path, token: lead.token).status == .ok)
        }
    }

    @Test("a search for an e-mail address is in the trail of the account that has it; other searches are not")
    func searchRecord() async throws {
        let bench = try OperatorBench()
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .auditor, by: client)
            let anna = try await bench.target("anna.k", by: client)
            let other = try await bench.account("anna.k@example.org.uk", by: client)
            for query in ["", "anna", "\(anna.id)", "nobody%40example.org"] {
                let answer = try await client.send(.get, "/v1/operators/accounts?q=\(query)", token: lead.token)
                #expect(answer.status == .ok)
                #expect(try await client.trail(of: anna.id, by: lead.token) == [], "\(query)")
            }
            let answer = try await client.send(.get, "/v1/operators/accounts?q=anna.k%40example.org", token: lead.token)
            let found = answer.json["accounts"]?.array?.compactMap { $0["id"]?.string }
            #expect(found == [anna, other].map(\.id.description))
            #expect(try await client.trail(of: anna.id, by: lead.token) == ["searched"])
            #expect(try await client.trail(of: other.id, by: lead.token) == [])
        }
    }

    @Test("operators are off by default: no path of the API exists, and the document describes none")
    func off() async throws {
        #expect(try !ServerBench().system.configuration.servesOperators)
        let routes = try OperatorBench().bench.system.tables.first?.routes ?? []
        let bench = try OperatorBench(isOn: false)
        try await bench.run { client in
            let lead = try await bench.operating("lead", as: .administrator, by: client)
            for route in routes where route.path.hasPrefix("/v1/operators") {
                let path = route.path.replacing("{id}", with: lead.id.description)
                let answer = try await client.send(route.method, path, token: lead.token)
                #expect(answer.status == .notFound, "\(route.method) \(path)")
            }
            #expect(try await !client.send(.get, "/openapi.json").text.contains("/v1/operators"))
        }
    }
}
