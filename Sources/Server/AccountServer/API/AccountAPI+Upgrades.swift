import AccountPages
import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import Secrets

/// Upgrades of weak passwords. The client identifies an upgrade by a key that it chooses, and repeats a request unchanged if the
/// response was lost. No response contains a stored password.
extension AccountAPI {
    var upgradePassword: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/upgrade/password",
            Operation(
                "upgradePassword",
                "Replace the password with a stronger one. Requires the current password, or a session with recent authentication. "
                    + "`committed`: the new password signs in; the former one stays valid until `formerPasswordUntil` or the confirmation. "
                    + "`offered`: the service proposes another password and does not store it. Send it as `newPassword` with the same key.",
                tag: .accounts, security: .optionalSession, body: "PasswordUpgrade", answers: [.ok("PasswordUpgradeState")],
                problems: [
                    .invalidCredentials, .reauthenticationRequired, .additionalAuthenticationRequired, .conflict, .invalidFields,
                    .tooManyRequests,
                ])
        ) { request in
            let (body, new) = try await request.json { object throws(JSONReadingError) in
                (try UpgradeBody(reading: &object), try object.string("newPassword"))
            }
            let key = try body.upgradeKey()
            let upgrade = PasswordUpgrade(
                key: key, authority: try await authority(of: request, body), new: Password(new), client: request.client())
            switch try await service.upgradePassword(upgrade, now: now()) {
            case .committed(let end):
                return .json([
                    "upgrade": [
                        "key": .string(key.description), "status": "committed",
                        "formerPasswordUntil": end.map { .string($0.description) } ?? .null,
                    ]
                ])
            case .offered(let password):
                return .json(
                    [
                        "upgrade": [
                            "key": .string(key.description), "status": "offered", "password": .string(password.revealText()),
                        ]
                    ], headers: [.cacheControl: "no-store"])
            case .denied(let denial): throw Problem(denial)
            case .superseded: throw Problem.upgradeSuperseded
            case .noPassword:
                throw Problem(.conflict, detail: "The account has no password.", texts: [.text(.problemNoPassword)])
            }
        }
    }

    var confirmUpgrade: DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/upgrade/password/confirmation",
            Operation(
                "confirmPasswordUpgrade",
                "Confirm that the client saved the new password; the former one becomes invalid. Requires the new password or a session.",
                tag: .accounts, security: .optionalSession, body: "UpgradeConfirmation", answers: [.ok("UpgradeState")],
                problems: [
                    .invalidCredentials, .reauthenticationRequired, .additionalAuthenticationRequired, .conflict, .invalidFields,
                    .tooManyRequests,
                ])
        ) { request in
            let body = try await request.json { object throws(JSONReadingError) in try UpgradeBody(reading: &object) }
            let key = try body.upgradeKey()
            switch try await service.confirmUpgrade(key, authority: try await authority(of: request, body), now: now()) {
            case .confirmed: return .json(["upgrade": ["key": .string(key.description), "status": "confirmed"]])
            case .denied(let denial): throw Problem(denial)
            case .superseded: throw Problem.upgradeSuperseded
            }
        }
    }

    func upgradeToApple(_ apple: AppleCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/account/upgrade/apple",
            Operation(
                "upgradeToApple",
                "Replace the password with Sign in with Apple. Without `nonce`, the request begins the upgrade and returns a nonce, as "
                    + "`POST /v1/challenges` does. With Apple's credential, it links the identity, removes the password, and ends all other "
                    + "sessions in one step. `apple-identity-taken` with `replaceableAccount`: as for `linkApple`; begin again for the "
                    + "new nonce.",
                tag: .apple, security: .optionalSession, body: "AppleUpgrade", answers: [.ok("AppleUpgradeState")],
                problems: [
                    .invalidCredentials, .reauthenticationRequired, .additionalAuthenticationRequired, .conflict, .invalidFields,
                    .appleTokenRejected, .challengeRejected, .appleUnavailable, .appleIdentityTaken, .appleAlreadyLinked,
                    .credentialSuspended, .tooManyRequests,
                ])
        ) { request in
            let (body, proof) = try await request.json { object throws(JSONReadingError) in
                (try UpgradeBody(reading: &object), try UpgradeProofBody(optionalIn: &object))
            }
            let key = try body.upgradeKey()
            let upgrade = AppleUpgrade(
                key: key, authority: try await authority(of: request, body), client: request.client())
            let nonce = try proof?.credential.challengeNonce()
            switch try await apple.service.admitUpgrade(upgrade, answering: nonce, now: now()) {
            case .converted: return converted(key, nil)
            case .denied(let denial): throw Problem(denial)
            case .noPassword:
                throw Problem(.conflict, detail: "The account has no password.", texts: [.text(.problemNoPassword)])
            case .superseded: throw Problem.upgradeSuperseded
            case .challengeRejected: throw Problem.challengeRejected
            case .admitted(let admitted):
                guard let proof else { return try await begin(admitted, key, apple) }
                return try await finish(admitted, upgrade, by: proof, apple)
            }
        }
    }

    private func begin(_ admitted: AdmittedAppleUpgrade, _ key: UpgradeKey, _ apple: AppleCeremonies) async throws -> Response {
        switch try await apple.service.beginUpgrade(admitted, now: now()) {
        case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        case .begun(let challenge):
            return .json([
                "upgrade": [
                    "key": .string(key.description), "status": "begun", "nonce": .string(challenge.nonce.reveal()),
                    "expiresAt": .string(challenge.expiresAt.description),
                ]
            ])
        }
    }

    private func finish(
        _ admitted: AdmittedAppleUpgrade, _ upgrade: AppleUpgrade, by proof: UpgradeProofBody, _ apple: AppleCeremonies
    ) async throws -> Response {
        let (verified, nonce) = try await apple.verify(proof.credential, by: upgrade.authority.asker, from: upgrade.client)
        let outcome = try await apple.service.finishUpgrade(
            admitted, by: verified.assertion, grant: verified.grant, nonce: nonce, replacing: proof.replaced, now: now())
        switch outcome {
        case .converted(let signedIn): return converted(upgrade.key, signedIn)
        case .challengeRejected: throw Problem.challengeRejected
        case .outdated: throw Problem.appleRejected("The user withdrew consent after Apple issued this token. Sign in again.")
        case .identityTaken(let other): throw Problem.appleIdentityTaken(replaceable: other)
        case .alreadyLinked: throw Problem(.appleAlreadyLinked)
        case .suspended: throw Problem.credentialSuspended
        case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
        case .superseded: throw Problem.upgradeSuperseded
        }
    }

    private func converted(_ key: UpgradeKey, _ signedIn: SignedIn?) -> Response {
        let state: JSONValue = ["key": .string(key.description), "status": "converted"]
        return .json(
            .object(JSONObject([("upgrade", state)] + (signedIn.map { [("session", $0.openedSession)] } ?? []))))
    }

    /// Returns the authority of the request: the user name and password in its body, or its session.
    private func authority(of request: IncomingRequest, _ body: UpgradeBody) async throws -> UpgradeAuthority {
        switch (body.userName, body.password) {
        case (let name?, let password?):
            return .password(
                SignIn(
                    userName: name, password: Password(password), deviceToken: body.deviceToken, client: request.client()))
        case (nil, nil): return .session(try await session(of: request, for: .changing))
        default:
            throw Problem(
                .invalidFields, detail: "Send username and currentPassword together, or omit both and send a session token.")
        }
    }
}

extension UpgradeAuthority {
    /// The caller that presents Apple's authorization code.
    fileprivate var asker: AuthorizationCodeSender {
        switch self {
        case .session: .session
        case .password(let signIn): .visitor(deviceToken: signIn.deviceToken)
        }
    }
}

/// The members that every upgrade request has.
private struct UpgradeBody {
    let key: String
    let userName: String?
    let password: String?
    let deviceToken: OpaqueToken?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        key = try object.string("key")
        userName = try object.optionalString("username")
        password = try object.optionalString("currentPassword")
        deviceToken = try object.optionalToken("deviceToken")
    }

    func upgradeKey() throws(Problem) -> UpgradeKey {
        guard let key = UpgradeKey(key) else { throw Problem(member: "key", message: "key must be a UUID in lower case.") }
        return key
    }
}

/// Apple's credential for an upgrade, and the account whose deletion the user confirmed.
private struct UpgradeProofBody {
    let credential: AppleProofBody
    let replaced: AccountID?

    /// Returns nil if the body has no `nonce`: the upgrade begins.
    init?(optionalIn object: inout JSONObjectReader) throws(JSONReadingError) {
        guard object.optionalNode("nonce") != nil else { return nil }
        credential = try AppleProofBody(reading: &object)
        replaced = try object.replacedAccount()
    }
}

extension Problem {
    init(_ denial: UpgradeDenial) {
        switch denial {
        case .wrongCredentials: self = .wrongCredentials
        case .reauthenticationRequired: self = .reauthenticationRequired
        case .factorRequired(let challenge): self = .additionalAuthenticationRequired(challenge)
        case .enrolmentRequired: self = .secondFactorEnrolmentRequired
        case .throttled(let retryAfter): self = .tooManyRequests(retryAfter: retryAfter)
        }
    }

    static var upgradeSuperseded: Problem {
        Problem(
            .conflict, detail: "The password was changed, or upgraded under another key, in the meantime. Nothing was changed.",
            texts: [.text(.problemSuperseded)])
    }
}
