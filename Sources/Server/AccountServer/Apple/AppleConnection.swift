package import Accounts
package import AppleIdentity
import FoundationEssentials
package import Logging

/// This service as Apple sees it: its clients there, Apple's keys, and what tokens must satisfy.
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

    /// The longest time after its issue that an identity token signs somebody in. The nonce lives ten minutes, so that nothing older is of use.
    static let maximumTokenAge: TimeInterval = 900

    /// - Parameter keyStore: where Apple's keys outlive this process.
    /// - Throws: `AppleIdentityError` where no client is configured: tokens for any audience would have to be taken.
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
            store: keyStore, source: configuration.endpoints.keys, bound: configuration.departedKeys, now: now, logger: logger)
        let cache = AppleKeyCache(
            transport: transport, endpoints: configuration.endpoints,
            policy: KeyCachePolicy(departedKeyLifetime: TimeInterval(configuration.departedKeys.components.seconds)),
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

    /// What the nonce of a token from an app must be.
    func nativeNonce(_ raw: String) -> ExpectedNonce {
        switch nonce {
        case .required: .exactOrSHA256(of: raw)
        case .legacy: .exactOrSHA256OrUnsupported(of: raw)
        }
    }

    /// Apple's keys, those of an earlier run among them.
    var keys: AppleKeyCache { get async { await keyring.current } }

    func client(_ id: AppleClientID) -> AppleClient? { clients[id] }

    /// Nil where this service offers no such flow.
    func verifier(for flow: AppleFlow) -> IdentityTokenVerifier? { verifiers[flow] }

    /// The client of a code that comes without an identity token: the one there is.
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

// What the configuration names, as the domain knows it: its forms are no stricter.

extension AppleTeamID {
    init(_ team: TeamID) {
        guard let same = AppleTeamID(team.text) else { preconditionFailure("both are ten characters from A to Z and 0 to 9") }
        self = same
    }
}

extension AppleClientID {
    init(_ client: ClientID) {
        guard let same = AppleClientID(client.text) else { preconditionFailure("what a client id may hold is visible ASCII") }
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
