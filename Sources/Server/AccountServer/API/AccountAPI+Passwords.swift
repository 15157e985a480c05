import AccountPages
import Accounts
import HTTPTypes
import JSONText

extension AccountAPI {
    /// The requirements for new passwords, for apps that suggest or check passwords. They are public: a client could find them by
    /// trial.
    var passwordPolicy: DescribedRoute {
        DescribedRoute(
            .get, "/v1/password-policy",
            Operation(
                "getPasswordPolicy",
                "Get the requirements for new passwords. `rules` suits `UITextInputPasswordRules` and the attribute `passwordrules`.",
                tag: .accounts, answers: [.ok("PasswordPolicy")])
        ) { _ in .json(service.passwordPolicy.representation, headers: [.cacheControl: "public, max-age=300"]) }
    }

    var changePassword: DescribedRoute {
        route(
            .put, "/v1/account/password", for: .changing,
            Operation(
                "changePassword",
                "Change the password. All other sessions end; this one gets a new token. The current password is always required. An account "
                    + "without a password gets its first one with POST. `alsoSignsIn` lists the credentials that stay valid, in the form that "
                    + "their DELETE operations use.",
                tag: .accounts, body: "PasswordChange", answers: [.ok("ChangedPassword")],
                problems: [
                    .invalidCredentials, .additionalAuthenticationRequired, .conflict, .passwordTooShort,
                    .passwordTooLong,
                    .passwordContainsNull, .passwordRules, .passwordCommon, .passwordContainsUserName,
                    .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .passwordUnchanged, .tooManyRequests,
                ])
        ) { request, active in
            let (new, current) = try await request.json { object throws(JSONReadingError) in
                (try object.string("newPassword"), try object.string("currentPassword"))
            }
            let change = PasswordChange(new: Password(new), current: Password(current), client: request.client())
            switch try await service.changePassword(change, of: active, now: now()) {
            case .changed(let signedIn):
                return .json(["session": signedIn.openedSession, "alsoSignsIn": try await otherCredentials(of: signedIn.active)])
            case .rejected(let rejections): throw Problem(newPassword: rejections)
            case .wrongCurrentPassword: throw Problem.wrongPassword
            case .noPassword:
                throw Problem(
                    .conflict, detail: "The account has no password. Set one with POST /v1/account/password.",
                    texts: [.text(.problemNoPassword)])
            case .factorRequired: throw try await factorRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded:
                throw Problem(
                    .conflict, detail: "The password or the session changed during this request. Nothing was changed; try again.",
                    texts: [.text(.problemSuperseded)])
            }
        }
    }

    /// Returns the remaining credentials, as `OtherCredentials` of the OpenAPI document. Only kinds that are on can sign in and are
    /// listed.
    private func otherCredentials(of active: ActiveSession) async throws -> JSONValue {
        let identities = try await apple?.service.identities(of: active) ?? []
        return [
            "apple": .array(identities.map(\.representation)),
            "passkeys": .array(try await passkeys?.service.passkeys(of: active).map(\.representation) ?? []),
            "secondFactors": try await factors.factors(of: active).representation,
        ]
    }
}

/// Adding a first password and removing a password.
extension AccountAPI {
    var setFirstPassword: DescribedRoute {
        route(
            .post, "/v1/account/password", for: .changing,
            Operation(
                "setPassword",
                "Set the first password of an account that signs in without one, and its user name if that is missing. Requires recent "
                    + "authentication.",
                tag: .accounts, body: "FirstPassword", answers: [.created("AccountEnvelope")],
                problems: [
                    .usernameTaken, .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress,
                    .usernameReserved, .passwordTooShort, .passwordTooLong, .passwordContainsNull, .passwordRules, .passwordCommon,
                    .passwordContainsUserName, .passwordContainsContextWord, .passwordWeak, .passwordLeaked, .invalidFields,
                    .conflict, .reauthenticationRequired, .additionalAuthenticationRequired,
                    .tooManyRequests,
                ])
        ) { request, active in
            let (name, password) = try await request.json { object throws(JSONReadingError) in
                (try object.optionalString("username"), try object.string("newPassword"))
            }
            let wanted = FirstPassword(userName: name, password: Password(password), client: request.client())
            switch try await service.setFirstPassword(wanted, of: active, now: now()) {
            case .set(let account): return .json(["account": account.representation], status: .created)
            case .rejected(let rejections): throw Problem(rejections)
            case .userNameRequired: throw Problem(member: "username", message: "The account has no user name. Choose one.")
            case .hasPassword:
                throw Problem(
                    .conflict, detail: "The account already has a password. Change it with PUT /v1/account/password.",
                    texts: [.text(.problemHasPassword)])
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .superseded:
                throw Problem(
                    .conflict, detail: "The account or the session changed during this request. Nothing was changed; try again.",
                    texts: [.text(.problemSuperseded)])
            }
        }
    }

    var removePassword: DescribedRoute {
        route(
            .delete, "/v1/account/password", for: .changing,
            Operation(
                "removePassword",
                "Remove the password of an account that has another credential. All other sessions end; this one gets a new token.",
                tag: .accounts, answers: [.ok("RenewedSession")],
                problems: [
                    .tooManyRequests, .notFound, .lastCredential, .reauthenticationRequired, .additionalAuthenticationRequired,
                ])
        ) { request, active in
            switch try await service.removePassword(of: active, client: request.client(), now: now()) {
            case .removed(let signedIn): return .json(["session": signedIn.openedSession])
            case .noPassword: throw Problem(.notFound, detail: "The account has no password.", texts: [.text(.problemNoPassword)])
            case .lastCredential: throw Problem(.lastCredential)
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }
}
