import Accounts
import AppleIdentity
import Crypto
import FoundationEssentials
import HTTPTypes
import JSONText
import Secrets
import Synchronization

@testable import AccountServer

/// A fake of the parts of Apple's service that the server calls: keys and authorization codes.
final class FakeAppleService: AppleTransport {
    private let key = P256.Signing.PrivateKey()
    private let state = Mutex(State())

    private struct State {
        var identityTokens: [String: String] = [:]
        var down: Set<String> = []
        var paths: [String] = []
    }

    static let appID = "com.example.app"
    static let webID = "com.example.web"
    static let team = "TEAM000001"
    /// The access token in every token response.
    static let accessToken = "access"

    /// The number of requests for tokens.
    var questions: Int { state.withLock { $0.paths.count { $0 == "/auth/token" } } }

    /// The number of requests for keys.
    var keyFetches: Int { state.withLock { $0.paths.count { $0 == "/auth/keys" } } }

    /// Makes requests to this path fail from now on; nil makes all paths respond again.
    func goDown(_ path: String?) { state.withLock { $0.down = path.map { [$0] } ?? [] } }

    /// Issues a code and the token that it is exchanged for.
    ///
    /// - Parameter accessToken: the access token that the identity token is bound to (`at_hash`); nil omits the claim.
    func signIn(
        _ subject: String = "000001.anna", nonce: String, audience: String = appID, code: String = "good-code",
        accessToken: String? = nil, at now: Timestamp = ServerBench.start
    ) throws -> String {
        let header: JSONValue = ["kid": "TESTKEY001", "alg": "ES256"]
        let issuedAt = Int(now.milliseconds / 1_000)
        var claims = JSONObject([
            ("iss", "https://appleid.apple.com"), ("sub", .string(subject)), ("aud", .string(audience)), ("nonce", .string(nonce)),
            ("nonce_supported", true), ("iat", .integer(issuedAt)), ("exp", .integer(issuedAt + 86_400)),
        ])
        if let accessToken {
            claims["at_hash"] = .string(Base64URL.encode(Array(SHA256.hash(data: Array(accessToken.utf8)).prefix(16))))
        }
        let signed = [header, .object(claims)].map { Base64URL.encode($0.bytes()) }.joined(separator: ".")
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        let token = signed + "." + Base64URL.encode(Array(signature))
        state.withLock { $0.identityTokens[code] = token }
        return token
    }

    func send(_ request: AppleRequest) async throws -> AppleResponse {
        let path = String(request.url.dropFirst(AppleEndpoints.apple.baseURL.count))
        let (isDown, tokens) = state.withLock { state in
            state.paths.append(path)
            return (state.down.contains(path), state.identityTokens)
        }
        if isDown { throw AppleIdentityError.noAnswer("Apple is not reachable.", isTemporary: true) }
        switch path {
        case "/auth/keys": return Self.answer(200, ["keys": [jwk]])
        case "/auth/token":
            let form = try FormFields(parsing: request.body)
            guard let token = form["code"].flatMap({ tokens[$0] }) else { return Self.answer(400, ["error": "invalid_grant"]) }
            return Self.answer(
                200,
                [
                    "access_token": .string(Self.accessToken), "token_type": "Bearer", "expires_in": 3_600,
                    "refresh_token": "refresh",
                    "id_token": .string(token),
                ])
        default: return AppleResponse(status: 200)
        }
    }

    private var jwk: JSONValue {
        let point = Array(key.publicKey.rawRepresentation)
        return [
            "kty": "EC", "crv": "P-256", "kid": "TESTKEY001", "use": "sig", "alg": "ES256",
            "x": .string(Base64URL.encode(point.prefix(32))), "y": .string(Base64URL.encode(point.suffix(32))),
        ]
    }

    private static func answer(_ status: Int, _ body: JSONValue) -> AppleResponse {
        AppleResponse(status: status, headers: [("Content-Type", "application/json")], body: body.bytes())
    }
}

extension ServerBench {
    /// Creates a server with Sign in with Apple over this service.
    init(
        apple: FakeAppleService, verification: AppleConfiguration.Verification = .identityToken, storage: AccountStorage? = nil,
        adjust: (inout ServerConfiguration) throws -> Void = { _ in }
    ) throws {
        var configuration = try AppleConfiguration.forTests()
        configuration.verification = verification
        try self.init(storage: storage, apple: apple as any AppleTransport) { server in
            server.apple = configuration
            try adjust(&server)
        }
    }
}

extension AppleConfiguration {
    /// A configuration with one app and the pages.
    static func forTests() throws -> AppleConfiguration {
        AppleConfiguration(
            team: try TeamID(FakeAppleService.team),
            key: try ClientSecretKey(p8: P256.Signing.PrivateKey().pemRepresentation, keyID: try KeyID("KEYID12345")),
            nativeClients: [try ClientID(FakeAppleService.appID)],
            web: AppleWebConfiguration(
                client: try ClientID(FakeAppleService.webID),
                redirectURI: try RedirectURI("https://accounts.example.com" + AppleWebConfiguration.callbackPath)))
    }
}

extension ServerClient {
    /// Signs in natively with an identity token only.
    func signInWithApple(_ apple: FakeAppleService, at now: Timestamp = ServerBench.start) async throws -> ServerAnswer {
        let nonce = try await challenge()
        let token = try apple.signIn(nonce: nonce, at: now)
        return try await send(.post, "/v1/sessions/apple", json: ["identityToken": .string(token), "nonce": .string(nonce)])
    }

    func challenge(for purpose: String = "apple-sign-in", token: String? = nil) async throws -> String {
        try await send(.post, "/v1/challenges", token: token, json: ["purpose": .string(purpose)]).text("nonce")
    }
}
