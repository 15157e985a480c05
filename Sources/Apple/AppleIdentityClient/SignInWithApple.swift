public import AppleIdentity
public import FoundationEssentials

#if !AppleClient
#error("AppleIdentityClient needs the trait AppleClient of the package latchkey; add it to the traits of the dependency.")
#endif

/// Sign in with Apple for a backend: verifies identity tokens with Apple's keys, which it fetches and keeps, and makes clients that talk to Apple.
///
///     let apple = try SignInWithApple(audiences: ClientIDs(["com.example.app"]), clock: { Date() })
///     let identity = try await apple.verify(token, nonce: .exactOrSHA256(of: nonce))
///
/// One instance is enough for a process. It puts together the parts of `AppleIdentity`; where one of them is needed with other settings, use that part
/// with ``transport``.
public struct SignInWithApple: Sendable {
    /// What tokens must satisfy.
    public let verifier: IdentityTokenVerifier

    /// Apple's keys, fetched when a token needs them.
    public let keys: AppleKeyCache

    /// The way to Apple.
    public let transport: AppleHTTPTransport

    private let endpoints: AppleEndpoints
    private let clock: @Sendable () -> Date

    /// Puts the parts together; sends nothing.
    ///
    /// - Parameters:
    ///   - audiences: the client ids whose tokens are accepted.
    ///   - endpoints: where Apple listens: Apple's service, or an emulator.
    ///   - transport: the way there; nil for one with the system's authorities.
    ///   - clock: the time. It has no default, as `now:` has none anywhere in this package: a test that forgets it fails to compile.
    /// - Throws: `AppleIdentityError`, but not with these defaults.
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

    /// Verifies an identity token and returns who signed in.
    ///
    /// - Parameters:
    ///   - token: as the app or the page sent it.
    ///   - nonce: the nonce of this sign-in, which the caller uses up whether the sign-in succeeds or not.
    /// - Throws: `AppleIdentityError`. `isTemporary` means that Apple's keys were not available: respond with 503, not 401.
    public func verify(_ token: String, nonce: ExpectedNonce) async throws(AppleIdentityError) -> VerifiedAppleIdentity {
        try await verifier.verify(token, with: keys, nonce: nonce, now: clock())
    }

    /// A client that exchanges codes, checks and revokes tokens.
    ///
    /// - Parameters:
    ///   - id: the client that the codes and tokens were issued to.
    ///   - secrets: the team and key that sign its secrets.
    public func client(_ id: ClientID, secrets: ClientSecretCache) -> AppleClient {
        AppleClient(id: id, secrets: secrets, transport: transport, endpoints: endpoints)
    }
}
