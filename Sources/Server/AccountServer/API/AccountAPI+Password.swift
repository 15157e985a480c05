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
                    + "without one gets its first with POST. `alsoSignsIn` has what the change leaves as it is, with what the DELETE "
                    + "operations of each take.",
                tag: .accounts, security: .session, body: "PasswordChange", answers: [.ok("ChangedPassword")],
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
            let change = PasswordChange(new: Password(new), current: Password(current), client: request.client())
            switch try await service.changePassword(change, of: active, now: now()) {
            case .changed(let signedIn):
                return .json(["session": signedIn.openedSession, "alsoSignsIn": try await otherCredentials(of: signedIn.active)])
            case .refused(let refusals): throw Problem(newPassword: refusals)
            case .wrongCurrentPassword: throw Problem.wrongPassword
            case .noPassword: throw Problem(.conflict, detail: "The account has no password. Set one with POST.")
            case .factorRequired: throw try await factorRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded:
                throw Problem(
                    .conflict, detail: "The password or the session changed at the same moment. Nothing was changed here.")
            }
        }
    }

    /// `OtherCredentials` of the OpenAPI document: without Sign in with Apple no Apple identity signs in.
    private func otherCredentials(of active: ActiveSession) async throws -> JSONValue {
        let identities = try await apple?.service.identities(of: active) ?? []
        return [
            "apple": .array(identities.map(\.representation)),
            "secondFactors": try await factors.factors(of: active).representation,
        ]
    }
}
