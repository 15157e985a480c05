public import AppleIdentity
public import FoundationEssentials

#if !AppleClient
#error("AppleIdentityClient needs the trait AppleClient of the package latchkey; add it to the traits of the dependency.")
#endif

/// Sign in with Apple for a backend. Verifies identity tokens with Apple's keys, which it fetches and caches, and creates clients
/// for requests to Apple.
///
///     let apple = try SignInWithApple(audiences: ClientIDs(["com.example.app"]), clock: { Date() })
///     let identity = try await apple.verify(token, nonce: .exactOrSHA256(of: nonce))
///
/// One instance is enough for a process. It combines parts of `AppleIdentity`. To use a part with other settings, create that part
/// with ``transport``.
public struct SignInWithApple: Sendable {
    /// The verifier of the tokens.
    public let verifier: IdentityTokenVerifier

    /// Apple's keys, fetched when a token needs them.
    public let keys: AppleKeyCache

    /// The transport that sends requests to Apple.
    public let transport: AppleHTTPTransport

    private let endpoints: AppleEndpoints
    private let clock: @Sendable () -> Date

    /// Combines the parts. Sends nothing.
    ///
    /// - Parameters:
    ///   - audiences: the client IDs whose tokens are accepted.
    ///   - endpoints: the endpoints of Apple or of an emulator.
    ///   - transport: sends the requests; nil for a transport with the system's authorities.
    ///   - clock: returns the current time. It has no default, so that a test which forgets it does not compile.
    /// - Throws: `AppleIdentityError` if `transport` is nil and the default one cannot be created. The default arguments never throw.
    public init(
        audiences: ClientIDs, endpoints: AppleEndpoints = .apple, transport: AppleHTTPTransport? = nil,
        clock: @escaping @Sendable () -> Date
    ) throws {
        verifier = IdentityTokenVerifier(policy: try TokenPolicy(audiences: audiences))
        self.transport = try transport ?? AppleHTTPTransport()
        keys = AppleKeyCache(transport: self.transport, endpoints: endpoints, clock: clock)
        self.endpoints = endpoints
        self.clock = clock
    }

    /// Verifies an identity token and returns the identity of its user.
    ///
    /// - Parameters:
    ///   - token: the token that the app or page sent.
    ///   - nonce: the nonce of this sign-in. The caller must accept each nonce only once, whether the sign-in succeeds or not.
    /// - Throws: `AppleIdentityError`. If `isTemporary`, Apple's keys were unavailable: respond with 503, not 401.
    public func verify(_ token: String, nonce: ExpectedNonce) async throws(AppleIdentityError) -> VerifiedAppleIdentity {
        try await verifier.verify(token, with: keys, nonce: nonce, now: clock())
    }

    /// Creates a client that exchanges codes and checks and revokes tokens.
    ///
    /// - Parameters:
    ///   - id: the client that the codes and tokens were issued to.
    ///   - secrets: the client secrets, with the team and key that sign them.
    public func client(_ id: ClientID, secrets: ClientSecretCache) -> AppleClient {
        AppleClient(id: id, secrets: secrets, transport: transport, endpoints: endpoints)
    }
}
