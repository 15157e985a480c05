package import InternetAddresses

/// One sign-in of one account on one device, as it is kept. The token that opens it is not part of it; only its digest is stored.
package struct Session: Hashable, Sendable {
    package let id: SessionID
    package let account: AccountID
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp
    /// When a credential was last shown: at sign-in or at re-authentication. ``beforeCounting`` where that was the former password of an
    /// upgrade, which signs in and counts for nothing else.
    package let authenticatedAt: Timestamp
    package let expiry: SessionExpiry
    package let client: Client
    package let lastAddress: IPAddress
    /// What it was opened with. It stays the same whatever is shown later.
    package let origin: SessionOrigin
    /// When a second factor was last shown; nil where none was.
    package let factorAuthenticatedAt: Timestamp?

    package init(
        id: SessionID, account: AccountID, createdAt: Timestamp, lastUsedAt: Timestamp, authenticatedAt: Timestamp,
        expiry: SessionExpiry, client: Client, lastAddress: IPAddress, origin: SessionOrigin = .password,
        factorAuthenticatedAt: Timestamp? = nil
    ) {
        self.id = id
        self.account = account
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.authenticatedAt = authenticatedAt
        self.expiry = expiry
        self.client = client
        self.lastAddress = lastAddress
        self.origin = origin
        self.factorAuthenticatedAt = factorAuthenticatedAt
    }

    /// How much was shown in it.
    package var assurance: AssuranceLevel { factorAuthenticatedAt == nil ? .oneFactor : .twoFactors }

    /// Whether nothing was shown in it but the former password of an upgrade.
    package var isByFormerPassword: Bool { authenticatedAt == Self.beforeCounting }

    /// So long ago that no step which asks for a recent authentication takes it.
    package static var beforeCounting: Timestamp { Timestamp(milliseconds: 0) }

    /// How many sessions an account may have; the one unused for longest gives way to a new one.
    package static var limit: Int { 100 }

    /// The session after a use.
    func used(at moment: Timestamp, from address: IPAddress, expiry: SessionExpiry) -> Session {
        Session(
            id: id, account: account, createdAt: createdAt, lastUsedAt: moment, authenticatedAt: authenticatedAt, expiry: expiry,
            client: client, lastAddress: address, origin: origin, factorAuthenticatedAt: factorAuthenticatedAt)
    }

    /// The session after a credential was shown again.
    ///
    /// - Parameter factor: when a second factor was, if one was.
    func authenticated(at moment: Timestamp, factor: Timestamp?) -> Session {
        Session(
            id: id, account: account, createdAt: createdAt, lastUsedAt: lastUsedAt, authenticatedAt: moment, expiry: expiry,
            client: client, lastAddress: lastAddress, origin: origin, factorAuthenticatedAt: factor ?? factorAuthenticatedAt)
    }
}

/// What a session was opened with. One opened by an Apple identity ends when the identity is unlinked, and when its consent does.
package enum SessionOrigin: Hashable, Sendable {
    case password
    case apple
}

/// What names a session in a list; it opens nothing.
package typealias SessionID = Identifier<Session>

/// When a session ends by itself. Idle time is counted from the last use, the absolute end from the sign-in; renewal of the token
/// moves neither.
package struct SessionExpiry: Hashable, Sendable {
    /// Moves forward with use.
    package let idle: Timestamp
    /// Never moves.
    package let absolute: Timestamp

    package init(idle: Timestamp, absolute: Timestamp) {
        self.idle = min(idle, absolute)
        self.absolute = absolute
    }

    /// The first moment at which the session no longer opens.
    package var end: Timestamp { idle }

    package func isPast(_ now: Timestamp) -> Bool {
        now >= idle || now >= absolute
    }
}

/// How long sessions live. The reasons for the defaults stand in docs/defaults.md.
package struct SessionLifetimes: Sendable {
    /// Without use.
    package var idle: Duration = .seconds(14 * 86_400)
    /// With any use.
    package var absolute: Duration = .seconds(90 * 86_400)
    /// How long a shown credential counts for sensitive steps.
    package var recentAuthentication: Duration = .seconds(600)
    /// Uses closer together than this are written down once, so that checking a session is a read.
    package var useGranularity: Duration = .seconds(60)

    package init() {}

    func expiry(createdAt: Timestamp, usedAt: Timestamp) -> SessionExpiry {
        SessionExpiry(idle: usedAt + idle, absolute: createdAt + absolute)
    }
}
