import AccountPages
import Accounts
import AppleIdentity
import HTTPTypes
import Hummingbird
import JSONText
import Secrets

/// Sign in with Apple for apps. Without `apple` configuration the API has none of these routes.
extension AccountAPI {
    var appleRoutes: [DescribedRoute] {
        apple.map { apple in
            [
                issueChallenge(apple), signInWithApple(apple), linkApple(apple), unlinkApple(apple), unlinkOneOfApple(apple),
                reauthenticateWithApple(apple),
                listAppleIdentities(apple), confirmAppleIdentity, AppleNotifications(apple: apple, now: now).route,
                upgradeToApple(apple),
            ]
        } ?? []
    }

    private func issueChallenge(_ apple: AppleCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/challenges",
            Operation(
                "createChallenge",
                "Create a nonce for one Apple request, valid for ten minutes. Set `request.nonce` to the nonce or to its SHA-256 in lower-case "
                    + "hexadecimal digits. Except for `apple-sign-in`, the nonce is bound to the session.",
                tag: .apple, security: .optionalSession, body: "NewChallenge", answers: [.created("Challenge")],
                problems: [.tooManyRequests])
        ) { request in
            let purpose = try await request.json { object throws(JSONReadingError) in try object.string("purpose") }
            let bound: ChallengePurpose
            switch purpose {
            case "apple-sign-in": bound = .appleSignIn
            case "apple-link": bound = .appleLink(try await session(of: request, for: .living).session.id)
            case "apple-reauthentication":
                bound = .appleReauthentication(try await session(of: request, for: .enrolling).session.id)
            default:
                throw Problem(member: "purpose", message: "purpose must be apple-sign-in, apple-link or apple-reauthentication.")
            }
            switch try await apple.service.issueChallenge(for: bound, client: request.client(), now: now()) {
            case .issued(let challenge):
                return .json(
                    ["nonce": .string(challenge.nonce.reveal()), "expiresAt": .string(challenge.expiresAt.description)],
                    status: .created)
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func signInWithApple(_ apple: AppleCeremonies) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/apple",
            Operation(
                "signInWithApple",
                "Sign in with the credential that Apple issued to the app. An unknown Apple identity gets a new account without a password.",
                tag: .apple,
                body: "AppleSignIn", answers: [.created("SignedIn"), .ok("SignedIn")],
                problems: [
                    .appleTokenRejected, .challengeRejected, .appleUnavailable, .credentialSuspended,
                    .additionalAuthenticationRequired, .accountLocked, .tooManyRequests,
                ])
        ) { request in
            let (body, deviceName, deviceToken) = try await request.json { object throws(JSONReadingError) in
                (
                    try AppleProofBody(reading: &object), try object.optionalString("deviceName"),
                    try object.optionalToken("deviceToken")
                )
            }
            let client = request.client(deviceName: deviceName)
            let (verified, nonce) = try await apple.verify(body, by: .visitor(deviceToken: deviceToken), from: client)
            let signIn = AppleSignIn(
                assertion: verified.assertion, grant: verified.grant, deviceToken: deviceToken, client: client)
            switch try await apple.service.signIn(signIn, nonce: nonce, now: now()) {
            case .signedIn(let signedIn):
                return .json(
                    try await signaling(signedIn), status: .ok, headers: [.location: "\(request.prefix)/v1/session"])
            case .registered(let signedIn):
                return .json(signedIn.representation, status: .created, headers: [.location: "\(request.prefix)/v1/account"])
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .challengeRejected: throw Problem.challengeRejected
            case .suspended: throw Problem.credentialSuspended
            case .outdated: throw Problem.appleRejected("The user withdrew consent after Apple issued this token. Sign in again.")
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            }
        }
    }

    private func linkApple(_ apple: AppleCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/account/apple", for: .changing,
            Operation(
                "linkApple",
                "Link an Apple identity to this account. Requires recent authentication. 200 if the identity is already linked; nothing "
                    + "changes. `apple-identity-taken` with `replaceableAccount`: after the user agrees to delete that account, send a "
                    + "new credential with its `id` as `replacedAccount`. The identity moves here, and that account is deleted.",
                tag: .apple, body: "AppleLink",
                answers: [.created("AppleIdentityEnvelope"), .ok("AppleIdentityEnvelope")],
                problems: [
                    .appleTokenRejected, .challengeRejected, .appleUnavailable, .appleIdentityTaken, .appleAlreadyLinked,
                    .credentialSuspended, .reauthenticationRequired, .additionalAuthenticationRequired, .tooManyRequests,
                ])
        ) { request, active in
            let client = request.client()
            let (body, replaced) = try await request.json { object throws(JSONReadingError) in
                (try AppleProofBody(reading: &object), try object.replacedAccount())
            }
            let (verified, nonce) = try await apple.verify(body, by: .session, from: client)
            let outcome = try await apple.service.link(
                verified.assertion, grant: verified.grant, to: active, replacing: replaced, nonce: nonce, client: client, now: now()
            )
            switch outcome {
            case .linked(let identity): return .json(["apple": identity.representation], status: .created)
            case .unchanged(let identity): return .json(["apple": identity.representation])
            case .identityTaken(let other): throw Problem.appleIdentityTaken(replaceable: other)
            case .alreadyLinked: throw Problem(.appleAlreadyLinked)
            case .suspended: throw Problem.credentialSuspended
            case .reauthenticationRequired: throw try await proofRequired(active)
            case .challengeRejected: throw Problem.challengeRejected
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func unlinkApple(_ apple: AppleCeremonies) -> DescribedRoute {
        route(
            .delete, "/v1/account/apple", for: .changing,
            Operation(
                "unlinkApple",
                """
                Unlink the Apple identity and end the sessions that it started. The last credential cannot be removed. Apple's tokens are \
                revoked. 409 if the account has several Apple identities.
                """,
                tag: .apple, answers: [.ok("AppleRevocation")],
                problems: [
                    .tooManyRequests, .notFound, .conflict, .lastCredential, .reauthenticationRequired,
                    .additionalAuthenticationRequired,
                ])
        ) { request, active in
            try await unlink(nil, from: active, apple, request)
        }
    }

    private func unlinkOneOfApple(_ apple: AppleCeremonies) -> DescribedRoute {
        route(
            .delete, "/v1/account/apple/{id}", for: .changing,
            Operation(
                "unlinkAppleIdentity",
                "Unlink one Apple identity and end the sessions that it started. The last credential cannot be removed.",
                tag: .apple,
                parameters: [.appleIdentityID], answers: [.ok("AppleRevocation")],
                problems: [
                    .tooManyRequests, .notFound, .lastCredential, .reauthenticationRequired, .additionalAuthenticationRequired,
                ])
        ) { request, active in
            guard let id = AppleIdentityID(try request.parameters.required("id")) else { throw Problem.noSuchAppleIdentity }
            return try await unlink(id, from: active, apple, request)
        }
    }

    private func unlink(
        _ id: AppleIdentityID?, from active: ActiveSession, _ apple: AppleCeremonies, _ request: IncomingRequest
    ) async throws -> Response {
        let team = apple.connection.team
        switch try await apple.service.unlink(id, of: team, from: active, client: request.client(), now: now()) {
        case .unlinked(let notice, let endedPresentSession):
            return .json([
                "appleTokens": .string(notice.representation), "endedPresentSession": .boolean(endedPresentSession),
            ])
        case .notLinked: throw Problem.noSuchAppleIdentity
        case .ambiguous:
            throw Problem(
                .conflict, detail: "The account has several Apple identities. Unlink one with DELETE /v1/account/apple/{id}.")
        case .lastCredential: throw Problem(.lastCredential)
        case .reauthenticationRequired: throw try await proofRequired(active)
        case .sessionEnded: throw Problem.sessionEnded
        }
    }

    private var confirmAppleIdentity: DescribedRoute {
        route(
            .post, "/v1/account/apple/{id}/confirmation", for: .changing,
            Operation(
                "confirmAppleIdentity", "Confirm an Apple identity that a recovery suspended. It can then be used again.",
                tag: .apple, parameters: [.appleIdentityID], answers: [.noContent],
                problems: [.notFound, .reauthenticationRequired, .additionalAuthenticationRequired, .tooManyRequests])
        ) { request, active in
            guard let id = AppleIdentityID(try request.parameters.required("id")) else { throw Problem.noSuchAppleIdentity }
            return try await confirm(.appleIdentity(id), of: active, request)
        }
    }

    private func reauthenticateWithApple(_ apple: AppleCeremonies) -> DescribedRoute {
        route(
            .post, "/v1/session/reauthentication/apple", for: .enrollingChange,
            Operation(
                "reauthenticateWithApple", "Reauthenticate with Apple before a sensitive operation. The session gets a new token.",
                tag: .apple, body: "AppleProof", answers: [.ok("RenewedSession")],
                problems: [.appleTokenRejected, .challengeRejected, .appleUnavailable, .credentialSuspended, .tooManyRequests])
        ) { request, active in
            let client = request.client()
            let (verified, nonce) = try await apple.verify(
                try await request.json(AppleProofBody.self), by: .session, from: client)
            let outcome = try await apple.service.reauthenticate(
                active, verified.assertion, grant: verified.grant, nonce: nonce, client: client, now: now())
            switch outcome {
            case .reauthenticated(let signedIn): return .json(["session": signedIn.openedSession])
            case .challengeRejected: throw Problem.challengeRejected
            case .suspended: throw Problem.credentialSuspended
            case .otherIdentity: throw Problem.appleRejected("This Apple identity is not linked to this account.")
            case .provedTooLongAgo:
                throw Problem.appleRejected("The last Apple sign-in (auth_time) is too old. Sign in to Apple again.")
            case .throttled(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
            case .sessionEnded: throw Problem.sessionEnded
            }
        }
    }

    private func listAppleIdentities(_ apple: AppleCeremonies) -> DescribedRoute {
        route(
            .get, "/v1/account/apple", for: .living,
            Operation(
                "listAppleIdentities", "List the Apple identities of the account.", tag: .apple, answers: [.ok("AppleIdentityList")]
            )
        ) { _, active in .json(["apple": .array(try await apple.service.identities(of: active).map(\.representation))]) }
    }
}

extension Problem {
    fileprivate static var noSuchAppleIdentity: Problem {
        Problem(.notFound, detail: "The account has no such Apple identity.", texts: [.text(.problemGone)])
    }

    /// The identity belongs to another account.
    ///
    /// - Parameter other: that account, if the user may replace it; nil if not. The user has just shown the Apple Account that opens it.
    static func appleIdentityTaken(replaceable other: Account?) -> Problem {
        let account = other.map { other -> JSONValue in
            [
                "id": .string(other.id.description), "username": other.userName.map { .string($0.text) } ?? .null,
                "createdAt": .string(other.createdAt.description),
            ]
        }
        return Problem(.appleIdentityTaken, members: account.map { [("replaceableAccount", $0)] } ?? [])
    }

    /// Creates the 400 problem of a member of the body with an unsupported value.
    init(member name: String, message: String) {
        let place = FieldProblem.Place.pointer(JSONPointer.root.appending(name))
        self.init(.invalidFields, detail: message, errors: [FieldProblem(place, code: "invalid-value", message: message)])
    }
}

extension JSONObjectReader {
    /// The account whose deletion the user confirmed, so that its Apple identity moves; nil for none.
    mutating func replacedAccount() throws(JSONReadingError) -> AccountID? {
        try optionalIdentifier("replacedAccount", "the identifier of an account")
    }
}

/// The credential that an app received from `ASAuthorizationController`.
struct AppleProofBody: JSONReadable {
    let identityToken: String?
    let authorizationCode: String?
    /// The nonce of the challenge, not hashed. The identity token holds this value or its SHA-256.
    let nonce: String
    let name: Accounts.PersonName?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        identityToken = try object.optionalString("identityToken")
        authorizationCode = try object.optionalString("authorizationCode")
        nonce = try object.string("nonce")
        name = try object.optionalObject("name", as: DisclosedNameBody.self)?.name
    }

    var proof: AppleProof {
        AppleProof(flow: .native, identityToken: identityToken, code: authorizationCode, name: name)
    }

    /// Returns the challenge's nonce. Rejects a malformed nonce before any request to Apple.
    func challengeNonce() throws(Problem) -> OpaqueToken {
        guard let token = OpaqueToken(encoded: nonce) else { throw Problem.challengeRejected }
        return token
    }
}

/// The name that the app received. Apple supplies it at the first sign-in only.
private struct DisclosedNameBody: JSONReadable {
    let name: Accounts.PersonName?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        name = Accounts.PersonName(given: try object.optionalString("givenName"), family: try object.optionalString("familyName"))
    }
}

extension AppleCeremonies {
    /// Verifies the credential of an app. Throws the errors of ``verify(_:nonce:by:from:)``, and 401 for a malformed nonce.
    func verify(
        _ body: AppleProofBody, by asker: AuthorizationCodeSender, from client: Client
    ) async throws -> (VerifiedAppleProof, nonce: OpaqueToken) {
        let nonce = try body.challengeNonce()
        return (try await verify(body.proof, nonce: connection.nativeNonce(body.nonce), by: asker, from: client), nonce)
    }
}
