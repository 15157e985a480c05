import Accounts
import HTTPTypes
import JSONText
import Secrets

/// Signing in by a code that is mailed to a verified address. The client keeps the secret of the request, and returns it with the
/// code.
extension AccountAPI {
    /// The routes of sign-ins by a mailed code; none where they are off.
    var mailedSignInRoutes: [DescribedRoute] {
        mailedSignIn.map { [beginMailedSignIn($0), signInByMail($0)] } ?? []
    }

    private func beginMailedSignIn(_ codes: MailedSignInService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/email-code",
            Operation(
                "beginEmailSignIn",
                "Have a code that signs in sent to a verified e-mail address of an account. `account` is its user name or the address. "
                    + "The response is the same for names without an account. `secret` comes back with the code, within ten minutes. "
                    + "Repeat the request for another code.",
                tag: .sessions, body: "NewRecovery", answers: [.created("RecoveryRequest")], problems: [.tooManyRequests])
        ) { request in
            try await codeRequested(request) { name, client in try await codes.begin(name, client: client, now: now()) }
        }
    }

    private func signInByMail(_ codes: MailedSignInService) -> DescribedRoute {
        DescribedRoute(
            .post, "/v1/sessions/email",
            Operation(
                "signInByEmail",
                "Sign in with the code from the mail. A code is valid once, for ten minutes and five attempts. A second factor of the "
                    + "account is still required. The session never counts as recently authenticated, until the user reauthenticates "
                    + "with another credential.",
                tag: .sessions, body: "EmailSignIn", answers: [.created("SignedIn")],
                problems: [.emailCodeRejected, .additionalAuthenticationRequired, .accountLocked])
        ) { request in
            let body = try await request.json(EmailSignInBody.self)
            guard let holder = OpaqueToken(encoded: body.secret), let code = MailedCode(typed: body.code) else {
                throw Problem(.emailCodeRejected)
            }
            let signIn = MailedSignIn(
                code, holder: holder, deviceToken: body.deviceToken, client: request.client(deviceName: body.deviceName))
            switch try await codes.signIn(signIn, now: now()) {
            case .signedIn(let signedIn):
                return .json(
                    try await signaling(signedIn), status: .created, headers: [.location: "\(request.prefix)/v1/session"])
            case .factorRequired(let challenge): throw Problem.additionalAuthenticationRequired(challenge)
            case .codeRejected(let attemptsLeft): throw Problem.codeRejected(attemptsLeft: attemptsLeft)
            }
        }
    }
}

/// The code from a mail, with the secret of its request.
private struct EmailSignInBody: JSONReadable {
    let secret: String
    let code: String
    let deviceName: String?
    let deviceToken: OpaqueToken?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        secret = try object.string("secret")
        code = try object.string("emailCode")
        deviceName = try object.optionalString("deviceName")
        deviceToken = try object.optionalToken("deviceToken")
    }
}

extension Schemas {
    /// The schema of a sign-in by a mailed code. Its request has the schemas of a recovery.
    static let ofMailedSignIn: JSONValue = [
        "EmailSignIn": closed(
            [
                "secret": token, "emailCode": ["type": "string", "minLength": 8, "maxLength": 16], "deviceName": deviceName,
                "deviceToken": token,
            ], optional: ["deviceName", "deviceToken"])
    ]
}
