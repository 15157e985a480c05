public import FoundationEssentials

extension AppleClient {
    /// Asks Apple whether a refresh token is still valid, and so whether the user still consents.
    ///
    /// - Parameter permission: from ``RefreshTokenSchedule``. The call consumes it.
    /// - Returns: the outcome, and when to check again. It does not throw, so that no failure loses the schedule.
    public func check(_ permission: consuming RefreshTokenCheck, now: Date) async -> RefreshTokenVerdict {
        let token = permission.token
        let schedule = RefreshTokenSchedule(lastCheckedAt: now)
        do throws(AppleIdentityError) {
            return RefreshTokenVerdict(outcome: .valid(try await refresh(token, now: now)), schedule: schedule)
        } catch {
            return RefreshTokenVerdict(
                outcome: error.isAboutTheToken ? .invalid(error) : .undecided(error), schedule: schedule)
        }
    }

    private func refresh(_ token: RefreshToken, now: Date) async throws(AppleIdentityError) -> RefreshedTokens {
        let fields = [(name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: token.reveal())]
        let call = AppleCall(operation: .refresh, url: endpoints.token, fields: fields)
        return RefreshedTokens(try TokenResponse(try await post(call, now: now), to: .refresh), now: now)
    }
}

extension AppleIdentityError {
    /// Whether the rejection of a refresh request means that the token is invalid. `invalid_request` alone may also be an error in
    /// the request; after revoked consent it has a description (TN3107).
    fileprivate var isAboutTheToken: Bool {
        isRejection(.invalidGrant)
            || isRejection(.invalidRequest) && (call?.appleDescription).map(KnownDescription.init) == .consentRevoked
    }
}

/// Permits one check of one refresh token. It cannot be copied, and a check consumes it.
public struct RefreshTokenCheck: ~Copyable, Sendable {
    let token: RefreshToken
}

/// Limits checks of a refresh token to one a day, because Apple throttles more frequent ones.
///
/// Asking Apple requires a ``RefreshTokenCheck``, which only this type creates.
public struct RefreshTokenSchedule: Sendable, Hashable {
    /// The seconds between two checks: one day.
    public static let interval: TimeInterval = 86_400

    /// The time when Apple issued or last checked the token, with any result. Store it with the token.
    public let lastCheckedAt: Date?

    /// - Parameter lastCheckedAt: nil for a token with an unknown history. For a new token, the time of the exchange.
    public init(lastCheckedAt: Date?) {
        self.lastCheckedAt = lastCheckedAt
    }

    /// The time from which the next check is allowed; nil if a check is always allowed.
    public var nextCheck: Date? { lastCheckedAt?.addingTimeInterval(Self.interval) }

    /// Returns permission to check a token once.
    ///
    /// - Returns: nil before ``nextCheck``. A last check more than a day in the future is a clock error and is ignored.
    public func permission(for token: RefreshToken, now: Date) -> RefreshTokenCheck? {
        if let lastCheckedAt, let nextCheck, now < nextCheck, lastCheckedAt <= now.addingTimeInterval(Self.interval) { return nil }
        return RefreshTokenCheck(token: token)
    }
}

/// The result of checking a refresh token.
public struct RefreshTokenVerdict: Sendable {
    /// The possible outcomes.
    public enum Outcome: Sendable {
        /// The user still consents.
        case valid(RefreshedTokens)
        /// The token is invalid. The user revoked consent, changed the password of the Apple Account or deleted that account, or
        /// the token never belonged to this client. The diagnosis of the error says which is likely.
        case invalid(AppleIdentityError)
        /// The state of the token is unknown: Apple was unreachable, failed, or rejected the client instead of the token.
        case undecided(AppleIdentityError)
    }

    /// The outcome of the check.
    public let outcome: Outcome

    /// The schedule of the next check. A failed check counts too, because Apple may have counted it.
    public let schedule: RefreshTokenSchedule
}

/// Apple's response for a valid refresh token. The refresh token does not change.
public struct RefreshedTokens: Sendable {
    /// A new identity token, unverified, if Apple sent one. It has no nonce of a new request.
    public let identityToken: UnverifiedIdentityToken?

    /// An access token, which is valid only for revocation.
    public let accessToken: AccessToken

    /// The time when the access token expires, by the local clock.
    public let accessTokenExpiresAt: Date

    /// A refresh token that replaces the checked one. Apple sends none today; if it does, store this one.
    public let replacement: RefreshToken?

    init(_ answer: TokenResponse, now: Date) {
        identityToken = answer.identityToken
        accessToken = answer.accessToken
        accessTokenExpiresAt = now.addingTimeInterval(TimeInterval(answer.lifetime))
        replacement = answer.refreshToken
    }
}
