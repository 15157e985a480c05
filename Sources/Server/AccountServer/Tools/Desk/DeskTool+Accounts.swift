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
            let found = try await service.stores.accounts(
                matching: AccountSearch(typed: query), limit: AccountSearch.resultLimit + 1)
            return try page(of: request) { _ in DeskAccountsPage(query: query, found: found) }
        }
    }

    private var account: Route {
        Route(.get, "\(PagePath.deskAccounts)/{id}") { request in
            guard let id = AccountID(try request.parameters.required("id")),
                let overview = try await AccountOverview(of: id, in: service.stores, now: now())
            else { throw Problem(.notFound) }
            return try page(of: request) {
                DeskAccountPage(
                    overview, hasEndedSessions: request.query["notice"] == Self.sessionsEnded, formToken: $0)
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

    private static let sessionsEnded = "sessions-ended"
    /// The longest user name has 254 characters.
    private static let longestQuery = 254
}

// What the desk and the console of operators show of accounts.

extension DeskAccountsPage {
    /// - Parameter found: at most one account more than the page shows.
    init(query: String, found: [Account], place: AccountsPlace = .desk) {
        let limit = AccountSearch.resultLimit
        self.init(
            query: query, accounts: found.prefix(limit).map(DeskAccount.init), isComplete: found.count <= limit, place: place)
    }
}

extension DeskAccountPage {
    init(
        _ overview: AccountOverview, hasEndedSessions: Bool = false, formToken: FormToken, operation: OperatedAccount? = nil
    ) {
        self.init(
            account: DeskAccount(overview.account), credentials: overview.credentials.map(DeskCredential.init),
            sessions: overview.sessions.map(DeskSession.init), events: overview.events.map(DeskEvent.init),
            hasEndedSessions: hasEndedSessions, formToken: formToken, operation: operation)
    }
}

extension DeskCredential {
    fileprivate init(_ credential: OverviewCredential) {
        let kind =
            switch credential.kind {
            case .password: "Password"
            case .apple: "Apple Account"
            case .passkey: "Passkey"
            case .totp: "Authenticator app"
            case .deviceKey: "Device key"
            case .recoveryCodes: "Recovery codes"
            case .emailAddress: "E-mail address"
            }
        let state: String? =
            switch credential.state {
            case .unverified: "not verified"
            case .revoked, .suspended, .undeliverable: credential.state?.rawValue
            case nil: credential.count.map { "\($0) unused" }
            }
        self.init(kind: kind, name: credential.name, state: state, added: credential.addedAt.map { DisplayTime($0) })
    }
}

extension DeskAccount {
    fileprivate init(_ account: Account) {
        self.init(
            id: account.id.description, name: account.userName?.text, created: DisplayTime(account.createdAt),
            locked: account.lockedAt.map { DisplayTime($0) })
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
