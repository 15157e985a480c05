import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import InternetAddresses
import Markup

/// The accounts on the desk.
extension DeskTool {
    var accountRoutes: [Route] { [accounts, account, endSessions] }

    private var accounts: Route {
        Route(.get, PagePath.deskAccounts.text) { request in
            let query = String((request.query[DeskAccountsPage.queryName] ?? "").prefix(Self.longestQuery))
            let found = try await AccountSearch(query).results(in: service.stores)
            return try page(of: request) { _ in
                DeskAccountsPage(query: query, accounts: found.accounts.map(DeskAccount.init), isComplete: found.isComplete)
            }
        }
    }

    private var account: Route {
        Route(.get, "\(PagePath.deskAccounts)/{id}") { request in
            let account = try await requestedAccount(request)
            let stores = service.stores
            let credentials = try await credentials(of: account)
            let sessions = try await stores.sessions(of: account.id, now: now())
            let events = try await stores.events(of: account.id, before: nil, limit: Self.eventsShown)
            return try page(of: request) {
                DeskAccountPage(
                    account: DeskAccount(account), credentials: credentials, sessions: sessions.map(DeskSession.init),
                    events: events.map(DeskEvent.init), hasEndedSessions: request.query["notice"] == Self.sessionsEnded,
                    formToken: $0)
            }
        }
    }

    private var endSessions: Route {
        Route(.post, "\(PagePath.deskAccounts)/{id}/end-sessions") { request in
            try await requireOwnForm(request)
            let account = try await requestedAccount(request)
            _ = try await service.revokeAll(
                of: account.id, client: Client(address: request.clientAddress, deviceName: "latchkey dev"), now: now())
            let path = PagePath.deskAccount(account.id.description).appending(query: "notice", Self.sessionsEnded)
            return Response(status: .seeOther, headers: [.location: path.text])
        }
    }

    /// Returns the account of the path. Throws 404 if it does not exist.
    private func requestedAccount(_ request: IncomingRequest) async throws -> Account {
        guard let id = AccountID(try request.parameters.required("id")), let account = try await service.stores.account(id) else {
            throw Problem(.notFound)
        }
        return account
    }

    /// Returns the credentials, factors and addresses of the account, without their secrets.
    private func credentials(of account: Account) async throws -> [DeskCredential] {
        let stores = service.stores
        let factors = try await stores.secondFactors(of: account.id)
        var credentials = account.passwordChangedAt.map { [DeskCredential(kind: "Password", added: DisplayTime($0))] } ?? []
        for identity in try await stores.appleIdentities(of: account.id) {
            let state: String? = identity.revokedAt != nil ? "revoked" : identity.suspendedAt != nil ? "suspended" : nil
            credentials.append(
                DeskCredential(
                    kind: "Apple Account", name: identity.email?.address, state: state, added: DisplayTime(identity.linkedAt)))
        }
        credentials += try await stores.passkeys(of: account.id).map { passkey in
            DeskCredential(
                kind: "Passkey", name: passkey.name, state: passkey.suspendedAt == nil ? nil : "suspended",
                added: DisplayTime(passkey.createdAt))
        }
        if let confirmedAt = try await stores.totp(of: account.id)?.confirmedAt {
            credentials.append(DeskCredential(kind: "Authenticator app", added: DisplayTime(confirmedAt)))
        }
        credentials += factors.deviceKeys.map { key in
            DeskCredential(kind: "Device key", name: key.name, added: DisplayTime(key.createdAt))
        }
        if factors.recoveryCodes > 0 {
            credentials.append(DeskCredential(kind: "Recovery codes", state: "\(factors.recoveryCodes) unused"))
        }
        credentials += try await stores.addresses(of: account.id).map { address in
            DeskCredential(
                kind: "E-mail address", name: address.address.text, state: address.verifiedAt == nil ? "not verified" : nil,
                added: DisplayTime(address.claimedAt))
        }
        return credentials
    }

    private static let sessionsEnded = "sessions-ended"
    private static let eventsShown = 50
    /// The longest user name has 254 characters.
    private static let longestQuery = 254
}

/// A search among the accounts of a store under development, which has few. The store has no index for it.
struct AccountSearch {
    /// The accounts, the newest first, and whether these are all that match.
    struct Results {
        let accounts: [Account]
        let isComplete: Bool
    }

    private let text: String
    private let key: String

    /// - Parameter query: a part of a user name, or an identifier; empty for all accounts.
    init(_ query: String) {
        text = query
        key = UserNameKey(query).text
    }

    /// Reads the first accounts of the store, and returns the newest that match.
    func results(in store: any AccountRecordStore) async throws -> Results {
        var found: [Account] = []
        var last: AccountID?
        var read = 0
        while read < Self.readLimit, case let page = try await store.accounts(after: last, limit: Self.pageSize), !page.isEmpty {
            found += page.filter(matches)
            last = page.last?.id
            read += page.count
        }
        let newest = found.sorted { $0.createdAt > $1.createdAt }.prefix(Self.resultLimit)
        return Results(accounts: Array(newest), isComplete: newest.count == found.count && read < Self.readLimit)
    }

    private func matches(_ account: Account) -> Bool {
        key.isEmpty || account.userName?.key.text.contains(key) == true || account.id.description == text
    }

    static let readLimit = 10_000
    static let resultLimit = 50
    private static let pageSize = 500
}

extension DeskAccount {
    fileprivate init(_ account: Account) {
        self.init(id: account.id.description, name: account.userName?.text, created: DisplayTime(account.createdAt))
    }
}

extension DeskSession {
    fileprivate init(_ session: Session) {
        let origin =
            switch session.origin {
            case .password: "password"
            case .apple: "Sign in with Apple"
            case .passkey: "passkey"
            case .mailedCode: "mailed code"
            }
        self.init(
            id: session.id.description, device: session.client.deviceName, address: session.lastAddress.description,
            origin: "\(origin), \(session.assurance.rawValue)", firstUse: DisplayTime(session.createdAt),
            lastUse: DisplayTime(session.lastUsedAt))
    }
}

extension DeskEvent {
    fileprivate init(_ event: AuditEvent) {
        self.init(
            summary: event.kind.summary, kind: event.kind.rawValue, time: DisplayTime(event.at),
            address: event.client.address.description, device: event.client.deviceName)
    }
}
