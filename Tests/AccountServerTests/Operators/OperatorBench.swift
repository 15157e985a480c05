import Accounts
import HTTPTypes
import InternetAddresses
import JSONText
import Mail
import Secrets
import Testing

@testable import AccountServer

/// A server with operators, and a mailbox.
struct OperatorBench: Sendable {
    let bench: ServerBench
    let mailbox = Mailbox()

    /// - Parameters:
    ///   - changesPerSession: nil for the default.
    ///   - searchesPerSession: nil for the default.
    ///   - delivers: whether events are delivered to the target `crm`.
    init(
        isOn: Bool = true, delivers: Bool = false, changesPerSession: Budget? = nil, searchesPerSession: Budget? = nil
    ) throws {
        let mailbox = mailbox
        bench = try ServerBench(events: EventReceiver()) { configuration in
            if delivers { configuration.events = EventConfiguration(targets: [try EventCourierTests.target()]) }
            configuration.servesOperators = isOn
            if let changesPerSession { configuration.throttles.changesPerSession = changesPerSession }
            if let searchesPerSession { configuration.throttles.searchesPerSession = searchesPerSession }
            // The tests register many accounts from one address.
            configuration.throttles.registrationsPerAddress = configuration.throttles.registrationsInAll
            configuration.mail = MailConfiguration(
                from: try MailAddress("accounts@example.com"), destination: .custom(mailbox))
        }
    }

    var clock: ManualClock { bench.clock }
    var stores: any AccountStores { bench.system.service.stores }

    func run(_ body: @escaping @Sendable (ServerClient) async throws -> Void) async throws { try await bench.run(body) }

    /// Grants a role as the command does, or removes it for nil.
    func grant(_ role: OperatorRole?, to account: AccountID) async throws {
        let record = OperatorRecord.roleChange(
            OperatorRecordID(random: SystemRandomBytes()), to: role, of: account, at: clock.now,
            client: Client(address: .loopback, deviceName: "test"))
        try #require(try await stores.setOperatorRole(record))
    }

    /// Registers an account.
    func account(_ name: String, by client: ServerClient) async throws -> TestedAccount {
        let answer = try await client.send(
            .post, "/v1/accounts", json: ["username": .string(name), "password": .string(ServerBench.password)])
        let id = try #require(AccountID(try answer.text("account", "id")))
        return TestedAccount(id: id, name: name, token: try answer.text("session", "token"))
    }

    /// Registers an account with a role, and turns two-factor authentication on in its session.
    func operating(_ name: String, as role: OperatorRole?, by client: ServerClient) async throws -> TestedOperator {
        let account = try await account(name, by: client)
        if let role { try await grant(role, to: account.id) }
        let authenticator = try await client.turnOn(account.token, clock)
        return TestedOperator(id: account.id, name: name, authenticator: authenticator)
    }

    /// Registers an account that every act changes: with a second factor and a verified address.
    func target(_ name: String, by client: ServerClient) async throws -> TestedAccount {
        let account = try await account(name, by: client)
        await bench.system.sendMail()
        let claim = try await client.send(
            .post, "/v1/account/addresses", token: account.token, json: ["email": .string("\(name)@example.org")])
        try #require(claim.status == .created)
        await bench.system.sendMail()
        let verified = try await client.verify(claim, code: try mailbox.code(), token: account.token)
        try #require(verified.status == .ok)
        let authenticator = try await client.turnOn(account.token, clock)
        return TestedAccount(id: account.id, name: name, token: authenticator.token)
    }
}

struct TestedAccount: Sendable {
    let id: AccountID
    let name: String
    let token: String

    var path: String { "/v1/operators/accounts/\(id)" }
}

struct TestedOperator: Sendable {
    let id: AccountID
    let name: String
    let authenticator: Authenticator

    var token: String { authenticator.token }
    var path: String { "/v1/operators/accounts/\(id)" }
}

extension ServerClient {
    func order(_ act: OperatorAct, at path: String, by token: String, reason: String = "Case 7") async throws -> ServerAnswer {
        try await send(
            .post, "\(path)/acts", token: token, json: ["act": .string(act.rawValue), "reason": .string(reason)])
    }

    /// Orders an act that needs an approval, and returns the path of the request.
    func request(_ act: OperatorAct, at path: String, by token: String) async throws -> String {
        let answer = try await order(act, at: path, by: token)
        try #require(try answer.text("state") == "awaiting-approval")
        return "/v1/operators/approvals/\(try answer.text("approval", "id"))"
    }

    func approve(_ path: String, _ act: OperatorAct, of account: AccountID, by token: String) async throws -> ServerAnswer {
        try await send(
            .post, path, token: token, json: ["act": .string(act.rawValue), "account": .string(account.description)])
    }

    /// Returns the audit trail of an account, the newest first, as `kind act`.
    func trail(of account: AccountID, by token: String) async throws -> [String] {
        let records = try await send(.get, "/v1/operators/records?account=\(account)", token: token).json["records"]?.array ?? []
        return records.map { record in
            [record["kind"]?.string, record["act"]?.string].compactMap(\.self).joined(separator: " ")
        }
    }
}
