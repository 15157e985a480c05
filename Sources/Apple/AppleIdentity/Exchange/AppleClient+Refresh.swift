public import FoundationEssentials

extension AppleClient {
    /// Asks Apple whether a refresh token is still good, and so whether the person still consents.
    ///
    /// - Parameter permission: from ``RefreshTokenSchedule``; it is spent by this.
    /// - Returns: the outcome and when to ask again; never an error, so that no failure loses the schedule.
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
        return RefreshedTokens(try TokenAnswer(try await post(call, now: now), to: .refresh), now: now)
    }
}

extension AppleIdentityError {
    /// Whether a refusal of a refresh says that the token is not good. `invalid_request` alone may as well be a mistake in the request;
    /// after a withdrawn consent it comes with a description (TN3107).
    fileprivate var isAboutTheToken: Bool {
        isRefusal(.invalidGrant)
            || isRefusal(.invalidRequest) && (call?.appleDescription).map(KnownDescription.init) == .consentRevoked
    }
}

/// The permission to check one refresh token once. It cannot be copied, and checking takes it away.
public struct RefreshTokenCheck: ~Copyable, Sendable {
    let token: RefreshToken
}

/// When a refresh token may be checked: at most once a day, since Apple throttles those who ask more often.
///
/// There is no way to ask Apple about a refresh token but with a ``RefreshTokenCheck``, and none to get one but here.
public struct RefreshTokenSchedule: Sendable, Hashable {
    /// The seconds between two checks: a day.
    public static let interval: TimeInterval = 86_400

    /// The last time when Apple said something about the token: its issue or the last check, whatever came of that. Keep it beside
    /// the token.
    public let lastCheckedAt: Date?

    /// - Parameter lastCheckedAt: nil for a token of which nothing is known. One from an exchange is as good as checked then.
    public init(lastCheckedAt: Date?) {
        self.lastCheckedAt = lastCheckedAt
    }

    /// When the next check is allowed; nil where it is now, whenever that is.
    public var nextCheck: Date? { lastCheckedAt?.addingTimeInterval(Self.interval) }

    /// The permission to check a token once.
    ///
    /// - Returns: nil before ``nextCheck``. A last check that lies more than a day ahead is the mistake of a clock and does not bind.
    public func permission(for token: RefreshToken, now: Date) -> RefreshTokenCheck? {
        if let lastCheckedAt, let nextCheck, now < nextCheck, lastCheckedAt <= now.addingTimeInterval(Self.interval) { return nil }
        return RefreshTokenCheck(token: token)
    }
}

/// What a check of a refresh token came to.
public struct RefreshTokenVerdict: Sendable {
    /// The outcomes.
    public enum Outcome: Sendable {
        /// The person still consents.
        case valid(RefreshedTokens)
        /// The token is not good any more: the person withdrew their consent, changed the password of the Apple account or deleted
        /// it, or the token was never this client's; the diagnosis says which fits.
        case invalid(AppleIdentityError)
        /// Nothing is known about the token: Apple could not be asked, failed, or refused this client rather than the token.
        case undecided(AppleIdentityError)
    }

    /// What came of it.
    public let outcome: Outcome

    /// When the next check is allowed. A check counts whatever came of it, since Apple may have counted it.
    public let schedule: RefreshTokenSchedule
}

/// What Apple answers about a refresh token that is good. It stays the same; Apple issues no other.
public struct RefreshedTokens: Sendable {
    /// A new identity token, as yet unverified, where Apple sent one. It carries no nonce of a new request.
    public let identityToken: UnverifiedIdentityToken?

    /// An access token, good for nothing but revocation.
    public let accessToken: AccessToken

    /// When the access token ends, by this machine's clock.
    public let accessTokenExpiresAt: Date

    /// A refresh token in the place of the one that was checked. Apple sends none; if it ever does, keep this one.
    public let replacement: RefreshToken?

    init(_ answer: TokenAnswer, now: Date) {
        identityToken = answer.identityToken
        accessToken = answer.accessToken
        accessTokenExpiresAt = now.addingTimeInterval(TimeInterval(answer.lifetime))
        replacement = answer.refreshToken
    }
}
