package import InternetAddresses

/// One sign-in of one account on one device, as a store keeps it. It does not contain the session token; only the token's digest is
/// stored.
package struct Session: Hashable, Sendable {
    package let id: SessionID
    package let account: AccountID
    package let createdAt: Timestamp
    package let lastUsedAt: Timestamp
    /// The time when a credential was last proved, at sign-in or at reauthentication. ``beforeCounting`` for a session opened by
    /// the former password of an upgrade or by a mailed code, neither of which counts as recent authentication.
    package let authenticatedAt: Timestamp
    package let expiry: SessionExpiry
    package let client: Client
    package let lastAddress: IPAddress
    /// The credential that opened the session. It never changes.
    package let origin: SessionOrigin
    /// The time when a second factor was last proved; nil if never.
    package let factorAuthenticatedAt: Timestamp?
    /// The time when the present password was last verified, at sign-in, sign-up, reauthentication or a change of it; nil if never.
    /// Other proofs do not renew it.
    package let passwordAuthenticatedAt: Timestamp?

    package init(
        id: SessionID, account: AccountID, createdAt: Timestamp, lastUsedAt: Timestamp, authenticatedAt: Timestamp,
        expiry: SessionExpiry, client: Client, lastAddress: IPAddress, origin: SessionOrigin = .password,
        factorAuthenticatedAt: Timestamp? = nil, passwordAuthenticatedAt: Timestamp? = nil
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
        self.passwordAuthenticatedAt = passwordAuthenticatedAt
    }

    /// The number of factors that were proved in the session.
    package var assurance: AssuranceLevel { factorAuthenticatedAt == nil ? .oneFactor : .twoFactors }

    /// Whether the former password of an upgrade is the only credential that was proved in the session.
    package var isByFormerPassword: Bool { origin == .password && authenticatedAt == Self.beforeCounting }

    /// A time so long ago that it never counts as recent authentication.
    package static var beforeCounting: Timestamp { Timestamp(milliseconds: 0) }

    /// The maximum number of sessions of an account. A new one replaces the one that was unused for longest.
    package static var limit: Int { 100 }

    /// Returns the session after a use.
    func used(at moment: Timestamp, from address: IPAddress, expiry: SessionExpiry) -> Session {
        Session(
            id: id, account: account, createdAt: createdAt, lastUsedAt: moment, authenticatedAt: authenticatedAt, expiry: expiry,
            client: client, lastAddress: address, origin: origin, factorAuthenticatedAt: factorAuthenticatedAt,
            passwordAuthenticatedAt: passwordAuthenticatedAt)
    }

    /// Returns the session after a reauthentication.
    ///
    /// - Parameters:
    ///   - factor: when a second factor was proved, if one was.
    ///   - password: when the password was verified, if it was.
    func authenticated(at moment: Timestamp, factor: Timestamp?, password: Timestamp?) -> Session {
        Session(
            id: id, account: account, createdAt: createdAt, lastUsedAt: lastUsedAt, authenticatedAt: moment, expiry: expiry,
            client: client, lastAddress: lastAddress, origin: origin, factorAuthenticatedAt: factor ?? factorAuthenticatedAt,
            passwordAuthenticatedAt: password ?? passwordAuthenticatedAt)
    }
}

/// The credential that opened a session. A session opened by an Apple identity ends when the identity is unlinked or its consent is
/// revoked. A session opened by a passkey ends when the passkey is removed. A session opened by a mailed code ends when its address
/// is removed.
package enum SessionOrigin: Hashable, Sendable {
    case password
    case apple
    case passkey
    case mailedCode
}

/// The public identifier of a session. It is not a secret; the session's token is.
package typealias SessionID = Identifier<Session>

/// The limits after which a session expires. The idle time counts from the last use, the absolute limit from the sign-in. A new
/// token changes neither.
package struct SessionExpiry: Hashable, Sendable {
    /// Moves forward with each use.
    package let idle: Timestamp
    /// The absolute expiry, which never changes.
    package let absolute: Timestamp

    package init(idle: Timestamp, absolute: Timestamp) {
        self.idle = min(idle, absolute)
        self.absolute = absolute
    }

    /// The time from which the session is invalid.
    package var end: Timestamp { idle }
}

/// The lifetimes of sessions. See docs/configuration.md for the reasons for the defaults.
package struct SessionLifetimes: Sendable {
    /// The maximum time without use.
    package var idle: Duration = .seconds(14 * 86_400)
    /// The maximum time since sign-in.
    package var absolute: Duration = .seconds(90 * 86_400)
    /// The time for which a proved credential counts as recent authentication.
    package var recentAuthentication: Duration = .seconds(600)
    /// Uses within this interval are recorded once, so that most session checks only read.
    package var useGranularity: Duration = .seconds(60)

    package init() {}

    func expiry(createdAt: Timestamp, usedAt: Timestamp) -> SessionExpiry {
        SessionExpiry(idle: usedAt + idle, absolute: createdAt + absolute)
    }
}
