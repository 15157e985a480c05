import DeviceBroker
import DeviceProtocol
import FoundationEssentials
import HTTPTypes
package import WebClient

/// A client of Apple's service for devices. Calls block their thread until a response arrives or the caller cancels.
///
/// The protocol between Apple's devices and Apple is not public. This client uses endpoints of the emulator, below `/emulator`.
package struct AppleServiceClient: Sendable {
    private let transport: any WebTransport
    private let base: String

    /// Creates a client.
    ///
    /// - Parameter base: the base URL, such as `http://127.0.0.1:8100`, with or without a trailing slash.
    package init(transport: any WebTransport, base: String) throws(WebURLError) {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        _ = try WebURL(base + "/emulator")
        self.transport = transport
        self.base = base
    }

    func form(
        for client: AppleClient, _ account: AppleAccount, _ scopes: AppleIDScopes, until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) -> SignInForm {
        try ask(
            "/native/form", NativeForm(client: client.bundle, account: account.rawValue, scopes: scopes.names), until: cancellation)
    }

    /// Signs in. Throws `notConsented` if the request assumes a consent that does not exist.
    func signIn(
        _ account: AppleAccount, to client: AppleClient, _ request: AppleIDRequest, _ consent: SignInConsent,
        until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) -> AppleIDGrant {
        let body = NativeSignIn(
            client: client.bundle, account: account.rawValue, state: request.state, nonce: request.nonce,
            scopes: request.scopes.names, choices: .init(consent), expectsConsent: consent == .existing)
        let credential: ServiceCredential = try ask("/native/sign-ins", body, until: cancellation)
        guard let grant = AppleIDGrant(credential), grant.state == request.state else { throw .malformed }
        return grant
    }

    func state(
        of user: String, for client: AppleClient, _ account: AppleAccount, until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) -> AppleCredentialState {
        let answer: ServiceCredentialState = try ask(
            "/native/credential-state", NativeState(client: client.bundle, user: user, account: account.rawValue),
            until: cancellation)
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
            try exchange(.get, "/accounts/\(account.rawValue)/consents", [], until: PromptCancellationToken()))
        return answer.consents
    }

    func stop(_ account: AppleAccount, using primary: String) throws(AppleServiceFailure) {
        guard primary.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }) else {
            throw .unknownClient
        }
        _ = try exchange(.delete, "/accounts/\(account.rawValue)/consents/\(primary)", [], until: PromptCancellationToken())
    }

    func ask<Answer: Decodable>(
        _ path: String, _ body: some Encodable, until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) -> Answer {
        guard let bytes = try? JSONEncoder().encode(body) else { throw .malformed }
        return try read(try exchange(.post, path, [UInt8](bytes), until: cancellation))
    }

    func read<Answer: Decodable>(_ body: [UInt8]) throws(AppleServiceFailure) -> Answer {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else { throw .malformed }
        return answer
    }

    /// Sends a request whose response body does not matter.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: some Encodable, until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) {
        guard let bytes = try? JSONEncoder().encode(body) else { throw .malformed }
        _ = try exchange(method, path, [UInt8](bytes), until: cancellation)
    }

    /// Sends a request and returns the body of a successful response.
    func exchange(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], until cancellation: PromptCancellationToken
    ) throws(AppleServiceFailure) -> [UInt8] {
        // A response could arrive before the cancellation is noticed below.
        guard !cancellation.isCancelled else { throw .cancelled }
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
        let watch = cancellation.onCancel {
            inbox.put(.failure(.cancelled))
            task.cancel()
        }
        defer { watch.end() }
        let response = try inbox.take().get()
        switch response.status.code {
        case 200..<300: return response.body
        case 401, 500...: throw .unreachable("the service responded with status \(response.status.code)")
        default: throw AppleServiceFailure(rejection: response.body)
        }
    }
}

extension AppleServiceFailure {
    fileprivate init(rejection body: [UInt8]) {
        guard let rejection = try? JSONDecoder().decode(ServiceRejection.self, from: Data(body)) else {
            self = .malformed
            return
        }
        self =
            switch rejection.error.code {
            case "unknownClient", "capabilityMissing", "malformed": .unknownClient
            case "unknownAccount", "accountLocked": .accountLocked
            case "twoFactorNotEnabled": .twoFactorNotEnabled
            case "notConsented": .notConsented
            default: .rejected(rejection.error.code)
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
    /// Converts a credential of the service. Returns nil if it is malformed.
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

        /// Converts the choices of a consent. Returns nil if the user made none.
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

/// The user's decision before a sign-in.
package enum SignInConsent: Hashable, Sendable {
    /// The user already uses the app and only confirmed. Without a current consent at the service, the sign-in must disclose
    /// nothing, because the sheet did not ask about name and address.
    case existing
    /// The user saw the data that the app receives, and made these choices.
    case given(SignInChoices)
}

/// The reason why a request to Apple's service failed.
package enum AppleServiceFailure: Error, Hashable, Sendable {
    /// No App ID has the app's bundle identifier, or the identifier is malformed.
    case unknownClient
    /// The account was deleted or is locked.
    case accountLocked
    case twoFactorNotEnabled
    /// The sign-in assumed a consent that does not exist.
    case notConsented
    /// The service rejected the request for another reason, with this code.
    case rejected(String)
    /// The service did not respond, or reported an internal failure.
    case unreachable(String)
    /// The response is malformed.
    case malformed
    /// The caller cancelled the request.
    case cancelled
}
