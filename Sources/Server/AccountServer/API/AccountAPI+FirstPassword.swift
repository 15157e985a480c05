import Accounts
import HTTPTypes
import JSONText

/// A password beside another credential.
extension AccountAPI {
    var setFirstPassword: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/password",
            Operation(
                "setPassword",
                "Give an account that signs in with Apple a password, and a user name if it has none. Within minutes of having shown a "
                    + "credential.",
                tag: .accounts, security: .session, body: "FirstPassword", answers: [.created("AccountEnvelope")],
                problems: [
                    .usernameTaken, .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress,
                    .usernameReserved, .passwordTooShort, .passwordTooLong, .passwordContainsNull, .passwordRules, .passwordCommon,
                    .passwordContainsUserName, .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .invalidFields,
                    .conflict, .reauthenticationRequired, .additionalAuthenticationRequired,
                    .tooManyRequests,
                ])
        ) { request in
            let active = try await sessionForChange(of: request)
            let (name, password) = try await request.json { object throws(JSONReadingError) in
                (try object.optionalString("username"), try object.string("newPassword"))
            }
            let wanted = FirstPassword(userName: name, password: Password(password), client: request.client())
            switch try await service.setFirstPassword(wanted, of: active, now: now()) {
            case .set(let account): return .json(["account": account.representation], status: .created)
            case .refused(let refusals): throw Problem(refusals)
            case .userNameRequired: throw Problem(member: "username", message: "The account has no user name yet: choose one.")
            case .hasPassword: throw Problem(.conflict, detail: "The account has a password. Change it with PUT.")
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded:
                throw Problem(.conflict, detail: "The account or the session changed at the same moment. Nothing was changed here.")
            }
        }
    }

    var removePassword: DescribedRoute {
        DescribedRoute(
            .delete, "/v1/account/password",
            Operation(
                "removePassword",
                "Take the password from an account that has another credential. All other sessions end; this one gets a new token.",
                tag: .accounts, security: .session, answers: [.ok("RenewedSession")],
                problems: [
                    .tooManyRequests, .notFound, .lastCredential, .reauthenticationRequired, .additionalAuthenticationRequired,
                ])
        ) { request in
            let active = try await sessionForChange(of: request)
            try await request.refuseContent()
            switch try await service.removePassword(of: active, client: request.client(), now: now()) {
            case .removed(let signedIn): return .json(["session": signedIn.openedSession])
            case .noPassword: throw Problem(.notFound, detail: "The account has no password.")
            case .lastCredential: throw Problem(.lastCredential)
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }
}
