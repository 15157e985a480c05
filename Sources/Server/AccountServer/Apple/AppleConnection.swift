package import Accounts
package import AppleIdentity
import FoundationEssentials
package import Logging
import Traces

/// The service's configuration at Apple: its clients, Apple's keys, and the policies for tokens.
package struct AppleConnection: Sendable {
    let team: AppleTeamID
    let verification: AppleConfiguration.Verification
    let nonce: AppleConfiguration.NoncePolicy
    let endpoints: AppleEndpoints
    let web: AppleWebConfiguration?
    let now: @Sendable () -> Timestamp
    private let keyring: AppleKeys
    private let clients: [AppleClientID: AppleClient]
    private let nativeClients: [AppleClientID]
    private let verifiers: [AppleFlow: IdentityTokenVerifier]
    let notifications: NotificationVerifier
    let tracedCodes = TracedCodes()

    /// The maximum age of an identity token at sign-in, in seconds. The nonce is valid for ten minutes, so older tokens are
    /// useless.
    static let maximumTokenAge: TimeInterval = 900

    /// - Parameter keyStore: stores Apple's keys across restarts.
    /// - Throws: `AppleIdentityError` if no client is configured, because the service would accept tokens for any audience.
    package init(
        _ configuration: AppleConfiguration, transport: any AppleTransport, keyStore: any AppleKeyStore,
        now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws {
        team = AppleTeamID(configuration.team)
        verification = configuration.verification
        nonce = configuration.nonce
        endpoints = configuration.endpoints
        web = configuration.web
        self.now = now
        let secrets = ClientSecretCache(signer: ClientSecretSigner(team: configuration.team, key: configuration.key))
        let ids = configuration.nativeClients + (configuration.web.map { [$0.client] } ?? [])
        clients = Dictionary(
            ids.map { id in
                (
                    AppleClientID(id),
                    AppleClient(id: id, secrets: secrets, transport: transport, endpoints: configuration.endpoints)
                )
            }, uniquingKeysWith: { first, _ in first })
        nativeClients = configuration.nativeClients.map(AppleClientID.init)
        let memory = AppleKeyMemory(
            store: keyStore, source: configuration.endpoints.keys, bound: configuration.retiredKeys, now: now, logger: logger)
        let cache = AppleKeyCache(
            transport: transport, endpoints: configuration.endpoints,
            policy: KeyCachePolicy(retiredKeyLifetime: TimeInterval(configuration.retiredKeys.components.seconds)),
            clock: { Date(now()) }, keep: { await memory.keep($0) })
        keyring = AppleKeys(cache: cache, memory: memory)
        notifications = NotificationVerifier(policy: try TokenPolicy(audiences: ClientIDs(ids.map(\.text))))
        var verifiers: [AppleFlow: IdentityTokenVerifier] = [:]
        if !configuration.nativeClients.isEmpty {
            verifiers[.native] = try Self.verifier(for: configuration.nativeClients)
        }
        if let web = configuration.web { verifiers[.web] = try Self.verifier(for: [web.client]) }
        self.verifiers = verifiers
    }

    private static func verifier(for clients: [ClientID]) throws -> IdentityTokenVerifier {
        IdentityTokenVerifier(policy: try TokenPolicy(audiences: ClientIDs(clients.map(\.text)), maximumAge: maximumTokenAge))
    }

    /// Returns the expected nonce of an identity token from an app.
    func nativeNonce(_ raw: String) -> ExpectedNonce {
        switch nonce {
        case .required: .exactOrSHA256(of: raw)
        case .legacy: .exactOrSHA256OrUnsupported(of: raw)
        }
    }

    /// Apple's keys, including those that an earlier run stored.
    var keys: AppleKeyCache { get async { await keyring.current } }

    func client(_ id: AppleClientID) -> AppleClient? { clients[id] }

    /// Exchanges a code at Apple, as a step of the request that brought it.
    ///
    /// - Parameter request: nil if nothing is recorded.
    func exchange(
        _ code: AuthorizationCode, from origin: CodeOrigin, by client: AppleClient, below request: TraceSpan?
    ) async throws(AppleIdentityError) -> ExchangedTokens {
        let redeem = { () async -> Result<ExchangedTokens, AppleIdentityError> in
            do throws(AppleIdentityError) {
                return .success(try await client.exchange(code, from: origin, now: Date(now())))
            } catch {
                return .failure(error)
            }
        }
        guard let request else { return try await redeem().get() }
        return try await request.redemption(by: AppleClientID(client.id), redeem).get()
    }

    /// Returns nil if this service does not offer the flow.
    func verifier(for flow: AppleFlow) -> IdentityTokenVerifier? { verifiers[flow] }

    /// Returns the client of a code without an identity token: the only client of the flow, or nil if it has several.
    func onlyClient(of flow: AppleFlow) -> AppleClientID? {
        switch flow {
        case .native: nativeClients.count == 1 ? nativeClients.first : nil
        case .web: web.map { AppleClientID($0.client) }
        }
    }

    func origin(of flow: AppleFlow) -> CodeOrigin? {
        switch flow {
        case .native: .native
        case .web: web.map { .web(redirectURI: $0.redirectURI) }
        }
    }
}

// Conversions to the domain's types. The domain's rules are no stricter than the configuration's.

extension AppleTeamID {
    init(_ team: TeamID) {
        guard let same = AppleTeamID(team.text) else { preconditionFailure("a team ID has ten characters from A to Z and 0 to 9") }
        self = same
    }
}

extension AppleClientID {
    init(_ client: ClientID) {
        guard let same = AppleClientID(client.text) else { preconditionFailure("a client ID is visible ASCII") }
        self = same
    }
}

extension Date {
    init(_ moment: Timestamp) {
        self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1_000)
    }
}

extension Timestamp {
    init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
    }
}
