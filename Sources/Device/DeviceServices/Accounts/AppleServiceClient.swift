import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import HTTPTypes
package import WebClient

/// The way to Apple's service as devices use it. Calls block their thread until there is an answer, or nobody waits for one.
///
/// What Apple's own devices say to Apple is not public: these are the endpoints of the emulator, below `/emulator`.
package struct AppleServiceClient: Sendable {
    private let transport: any WebTransport
    private let base: String

    /// - Parameter base: such as `http://127.0.0.1:8100`, with or without a slash at its end.
    package init(transport: any WebTransport, base: String) throws(WebURLError) {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        _ = try WebURL(base + "/emulator")
        self.transport = transport
        self.base = base
    }

    func form(
        for client: AppleClient, _ account: AppleAccount, _ scopes: AppleIDScopes, until withdrawal: Withdrawal
    ) throws(AppleServiceFailure) -> SignInForm {
        try ask(
            "/native/form", NativeForm(client: client.bundle, account: account.rawValue, scopes: scopes.names), until: withdrawal)
    }

    /// Throws `notConsented` for a sign-in by a standing consent where there is none.
    func signIn(
        _ account: AppleAccount, to client: AppleClient, _ request: AppleIDRequest, _ consent: SignInConsent,
        until withdrawal: Withdrawal
    ) throws(AppleServiceFailure) -> AppleIDGrant {
        let body = NativeSignIn(
            client: client.bundle, account: account.rawValue, state: request.state, nonce: request.nonce,
            scopes: request.scopes.names, choices: .init(consent), expectsConsent: consent == .standing)
        let credential: ServiceCredential = try ask("/native/sign-ins", body, until: withdrawal)
        guard let grant = AppleIDGrant(credential), grant.state == request.state else { throw .malformed }
        return grant
    }

    func state(
        of user: String, for client: AppleClient, _ account: AppleAccount, until withdrawal: Withdrawal
    ) throws(AppleServiceFailure) -> CredentialStanding {
        let answer: ServiceCredentialState = try ask(
            "/native/credential-state", NativeState(client: client.bundle, user: user, account: account.rawValue),
            until: withdrawal)
        switch answer.state {
        case "authorized": return .authorized
        case "revoked": return .revoked
        case "notFound": return .notFound
        case "transferred": return .transferred
        default: throw .malformed
        }
    }

    func apps(using account: AppleAccount) throws(AppleServiceFailure) -> [AppUsingAccount] {
        let answer: ServiceConsents = try read(
            try exchange(.get, "/accounts/\(account.rawValue)/consents", [], until: Withdrawal()))
        return answer.consents
    }

    func stop(_ account: AppleAccount, using primary: String) throws(AppleServiceFailure) {
        guard primary.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }) else {
            throw .unknownClient
        }
        _ = try exchange(.delete, "/accounts/\(account.rawValue)/consents/\(primary)", [], until: Withdrawal())
    }

    func ask<Answer: Decodable>(
        _ path: String, _ body: some Encodable, until withdrawal: Withdrawal
    ) throws(AppleServiceFailure) -> Answer {
        guard let bytes = try? JSONEncoder().encode(body) else { throw .malformed }
        return try read(try exchange(.post, path, [UInt8](bytes), until: withdrawal))
    }

    func read<Answer: Decodable>(_ body: [UInt8]) throws(AppleServiceFailure) -> Answer {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else { throw .malformed }
        return answer
    }

    /// For what is answered with nothing that matters.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: some Encodable, until withdrawal: Withdrawal
    ) throws(AppleServiceFailure) {
        guard let bytes = try? JSONEncoder().encode(body) else { throw .malformed }
        _ = try exchange(method, path, [UInt8](bytes), until: withdrawal)
    }

    /// The body of an answer that grants what was asked.
    func exchange(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], until withdrawal: Withdrawal
    ) throws(AppleServiceFailure) -> [UInt8] {
        guard let url = try? WebURL(base + "/emulator" + path) else { throw .unknownClient }
        let request = WebRequest(method, url, headers: body.isEmpty ? [:] : [.contentType: "application/json"], body: body)
        let inbox = Inbox<Result<WebResponse, AppleServiceFailure>>()
        let task = Task { [transport] in
            do throws(WebClientError) {
                inbox.put(.success(try await transport.send(request)))
            } catch {
                inbox.put(.failure(.unreachable("\(error)")))
            }
        }
        let watch = withdrawal.onWithdrawal {
            inbox.put(.failure(.withdrawn))
            task.cancel()
        }
        defer { watch.end() }
        let response = try inbox.take().get()
        switch response.status.code {
        case 200..<300: return response.body
        case 401, 500...: throw .unreachable("the service answers \(response.status.code)")
        default: throw AppleServiceFailure(refusal: response.body)
        }
    }
}

extension AppleServiceFailure {
    fileprivate init(refusal body: [UInt8]) {
        guard let refusal = try? JSONDecoder().decode(ServiceRefusal.self, from: Data(body)) else {
            self = .malformed
            return
        }
        self =
            switch refusal.error.code {
            case "unknownClient", "capabilityMissing", "malformed": .unknownClient
            case "unknownAccount", "accountLocked": .accountLocked
            case "twoFactorNotEnabled": .twoFactorNotEnabled
            case "notConsented": .notConsented
            default: .refused(refusal.error.code)
            }
    }
}

extension AppleIDScopes {
    fileprivate var names: [String] {
        (contains(.fullName) ? ["name"] : []) + (contains(.email) ? ["email"] : [])
    }

    fileprivate init?(names: [String]) {
        self = []
        for name in names {
            switch name {
            case "name": insert(.fullName)
            case "email": insert(.email)
            default: return nil
            }
        }
    }
}

extension AppleIDGrant {
    /// Nothing for what no device could hand to an app.
    fileprivate init?(_ credential: ServiceCredential) {
        guard let scopes = AppleIDScopes(names: credential.authorizedScopes),
            let status = UserDetection(rawValue: credential.realUserStatus),
            let ageRange = UserAgeRange(rawValue: credential.ageRange),
            !credential.user.isEmpty, credential.user.utf8.count <= AppleIDRequest.maximumUserLength,
            [credential.authorizationCode, credential.identityToken].allSatisfy({
                !$0.isEmpty && $0.utf8.count <= Self.maximumTokenLength
            }),
            [credential.state, credential.email, credential.givenName, credential.familyName].allSatisfy({
                ($0?.utf8.count ?? 0) <= Self.maximumTextLength
            })
        else { return nil }
        self.init(
            user: credential.user, state: credential.state, authorizedScopes: scopes,
            authorizationCode: credential.authorizationCode, identityToken: credential.identityToken, email: credential.email,
            givenName: credential.givenName, familyName: credential.familyName, realUserStatus: status, ageRange: ageRange)
    }
}

private struct NativeForm: Encodable {
    let client: String
    let account: String
    let scopes: [String]
}

private struct NativeSignIn: Encodable {
    struct Choices: Encodable {
        let givenName: String?
        let familyName: String?
        let email: String
        let address: String?

        /// Nothing where nothing was decided.
        init?(_ consent: SignInConsent) {
            guard case .given(let choices) = consent else { return nil }
            givenName = choices.givenName
            familyName = choices.familyName
            email = choices.email.rawValue
            address = choices.address
        }
    }

    let client: String
    let account: String
    let state: String?
    let nonce: String?
    let scopes: [String]
    let choices: Choices?
    let expectsConsent: Bool
}

private struct NativeState: Encodable {
    let client: String
    let user: String
    let account: String
}

/// What a sign-in rests on: what the person was shown before it.
package enum SignInConsent: Hashable, Sendable {
    /// They use the app already, and have only confirmed. Where the service knows of no consent in force, nothing may be given out: they were asked
    /// about neither name nor address.
    case standing
    /// They saw what the app is given, and decided this.
    case given(SignInChoices)
}

/// Why Apple's service did not give what it was asked for.
package enum AppleServiceFailure: Error, Hashable, Sendable {
    /// No App ID has the app's bundle identifier, or it is none.
    case unknownClient
    /// The account does not exist any more, or is locked.
    case accountLocked
    case twoFactorNotEnabled
    /// The sign-in took a consent to be in force, and there is none.
    case notConsented
    /// Refused for another reason, by the service's own code.
    case refused(String)
    /// No answer, or an answer that the service is out of order.
    case unreachable(String)
    /// An answer that is none.
    case malformed
    /// Nobody waits for the answer any more.
    case withdrawn
}
