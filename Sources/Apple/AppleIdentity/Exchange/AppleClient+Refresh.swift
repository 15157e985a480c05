public import FoundationEssentials

extension AppleClient {
    /// Asks Apple whether a refresh token is still good, and so whether the person still consents.
    ///
    /// - Parameter permission: from ``RefreshTokenSchedule``; it is spent by this.
    /// - Returns: the outcome and when to ask again; never an error, so that no failure loses the schedule.
    public func check(_ permission: consuming RefreshTokenCheck, now: Date) async -> RefreshTokenVerdict {
        let token = permission.token
        let schedule = RefreshTokenSchedule(lastCheckedAt: now)
        do throws(AppleServiceError) {
            return RefreshTokenVerdict(outcome: .valid(try await refresh(token, now: now)), schedule: schedule)
        } catch {
            return RefreshTokenVerdict(
                outcome: error.isAboutTheToken ? .invalid(error) : .undecided(error), schedule: schedule)
        }
    }

    private func refresh(_ token: RefreshToken, now: Date) async throws(AppleServiceError) -> RefreshedTokens {
        let fields = [(name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: token.reveal())]
        let call = AppleCall(operation: .refresh, url: endpoints.token, fields: fields)
        return RefreshedTokens(try TokenAnswer(try await post(call, now: now), to: .refresh), now: now)
    }
}

extension AppleServiceError {
    /// Whether a refusal of a refresh says that the token is not good. `invalid_request` alone may as well be a mistake in the request;
    /// after a withdrawn consent it comes with a description (TN3107).
    fileprivate var isAboutTheToken: Bool {
        switch code {
        case .refused(.invalidGrant): true
        case .refused(.invalidRequest): appleDescription.map(KnownDescription.init) == .consentRevoked
        default: false
        }
    }
}
