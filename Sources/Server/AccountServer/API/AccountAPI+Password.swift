import Accounts
import HTTPTypes
import JSONText

extension AccountAPI {
    /// What new passwords must be, for apps that let somebody choose or make one. No secret: whoever tries passwords finds it out.
    var passwordPolicy: DescribedRoute {
        DescribedRoute(
            .get, "/v1/password-policy",
            Operation(
                "getPasswordPolicy",
                "What a new password must be. `rules` is for `UITextInputPasswordRules` and the attribute `passwordrules`.",
                tag: .accounts, answers: [.ok("PasswordPolicy")])
        ) { _ in .json(service.passwordPolicy.representation, headers: [.cacheControl: "public, max-age=300"]) }
    }

    var changePassword: DescribedRoute {
        DescribedRoute(
            .put, "/v1/account/password",
            Operation(
                "changePassword",
                "Change the password. All other sessions end; this one gets a new token. It always takes the current password; an account "
                    + "without one gets its first with POST.",
                tag: .accounts, security: .session, body: "PasswordChange", answers: [.ok("RenewedSession")],
                problems: [
                    .invalidCredentials, .additionalAuthenticationRequired, .conflict, .passwordTooShort,
                    .passwordTooLong,
                    .passwordContainsNull, .passwordRules, .passwordCommon, .passwordContainsUserName,
                    .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .passwordUnchanged, .tooManyRequests,
                ])
        ) { request in
            let active = try await sessionForChange(of: request)
            let (new, current) = try await request.json { object throws(JSONReadingError) in
                (try object.string("newPassword"), try object.string("currentPassword"))
            }
            guard active.account.hasPassword else {
                throw Problem(.conflict, detail: "The account has no password. Set one with POST.")
            }
            let change = PasswordChange(
                new: Password(new), proof: .currentPassword(Password(current)), client: request.client())
            switch try await service.changePassword(change, of: active, now: now()) {
            case .changed(let signedIn): return .json(["session": signedIn.openedSession])
            case .refused(let refusals): throw Problem(newPassword: refusals)
            case .wrongCurrentPassword: throw Problem.wrongPassword
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .factorRequired: throw try await factorRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded:
                throw Problem(
                    .conflict, detail: "The password or the session changed at the same moment. Nothing was changed here.")
            }
        }
    }
}
