import Accounts
import AppleIdentity

extension Problem {
    /// 401: what was brought from Apple proves nothing here. `detail` is for whoever writes the app.
    static func appleRefused(_ detail: String) -> Problem {
        Problem(.appleTokenRefused, detail: detail)
    }

    /// 401: the nonce answers no challenge that is alive, or the token has no nonce and was used before.
    static var challengeRefused: Problem {
        Problem(
            .challengeRefused,
            detail:
                "The nonce was never given out for this, was used before, or has expired; or the identity token has no nonce and "
                + "was used before. Ask for a new nonce and a new token.")
    }

    init(_ refusal: TokenRefusal) {
        if refusal.isTemporary {
            self.init(
                .appleUnavailable, detail: "Apple's keys cannot be had at the moment.",
                retryAfter: .seconds(refusal.retryAfterSeconds ?? 5), cause: refusal.description)
        } else {
            self = .appleRefused(refusal.reason)
        }
    }

    init(_ error: AppleServiceError) {
        switch error.code {
        case .refused(.invalidGrant): self = .appleRefused("Apple does not take the authorization code.")
        case .localMistake, .refused:
            // Ours to mend: the log has Apple's words and the diagnosis, the other end has neither.
            self.init(.appleUnavailable, detail: "Apple refuses this service at the moment.", cause: error.description)
        default:
            self.init(
                .appleUnavailable, detail: "Apple cannot be asked at the moment.",
                retryAfter: .seconds(error.retryAfterSeconds ?? 5),
                cause: error.description)
        }
    }
}
