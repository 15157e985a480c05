import AppleIdentityEmulator
import Crypto
import Foundation
import Testing

/// Two teams with a key each, and an app that moves from the first to the second.
struct TransferBench {
    let bench: ServiceBench
    let recipient: TeamID
    let anna: Subject

    init(_ choices: ConsentChoices = .init(email: .hide)) async throws {
        bench = try await ServiceBench()
        recipient = try #require(TeamID("RECIPIENT1"))
        try bench.service.addTeam(recipient, name: "Recipient")
        anna = try bench.signInNatively(choices).user
    }

    /// A key of the app's current team, with a secret for the app.
    func secretOfRecipient() throws -> String {
        let created = try bench.service.createKey(named: "New", primary: bench.app)
        let key = try P256.Signing.PrivateKey(pemRepresentation: bench.service.downloadKey(created.id).pem)
        var draft = SecretDraft(header: ["alg": "\"ES256\"", "kid": "\"\(created.id)\""], claims: [:])
        let now = Int(bench.clock.now.timeIntervalSince1970)
        draft.claims = [
            "iss": "\"\(recipient)\"", "sub": "\"\(bench.app)\"", "aud": "\"https://appleid.apple.com\"", "iat": "\(now)",
            "exp": "\(now + 300)",
        ]
        return try draft.signed(with: key)
    }

    /// The Authorization header for a secret.
    func bearer(_ secret: String) throws -> String {
        let answer = bench.service.token(
            try bench.form([
                "grant_type": "client_credentials", "scope": "user.migration", "client_id": bench.app.rawValue,
                "client_secret": secret,
            ]))
        return try "Bearer " + answer.get().accessToken
    }

    /// Sends a request to `/auth/usermigrationinfo`.
    func ask(
        _ secret: String, _ values: [String: String?], authorization: String? = nil
    ) throws -> Result<MigrationAnswer, AppleServiceError> {
        bench.service.userMigrationInfo(
            try bench.form(["client_id": bench.app.rawValue, "client_secret": secret].merging(values) { $1 }),
            authorization: try authorization ?? bearer(secret))
    }

    func transferSubject(_ secret: String) throws -> Subject {
        guard case .transferIdentifier(let subject) = try ask(secret, ["sub": anna.rawValue, "target": recipient.rawValue]).get()
        else { throw Unexpected() }
        return subject
    }
}

@Suite("Transferring an app to another team")
struct MigrationTests {
    @Test("the sender gets transfer identifiers and the recipient gets users, with the same results before and after")
    func bothDirections() async throws {
        let scene = try await TransferBench()
        let bench = scene.bench
        let oldRelay = bench.service.relayAddress(of: bench.anna, for: bench.team)
        let senderSecret = try bench.secret(bench.app)
        let before = try scene.transferSubject(senderSecret)
        try bench.service.transferApp(bench.app, to: scene.recipient)
        #expect(try scene.transferSubject(senderSecret) == before)
        let secret = try scene.secretOfRecipient()
        guard case .user(let user, let relay?) = try scene.ask(secret, ["transfer_sub": before.rawValue]).get() else {
            throw Unexpected()
        }
        #expect(user != scene.anna && user == bench.service.subject(of: bench.anna, for: scene.recipient))
        #expect(relay != oldRelay && relay == bench.service.relayAddress(of: bench.anna, for: scene.recipient))
        let body = try Claim.json(MigrationAnswer.user(subject: user, relayAddress: relay).body)
        #expect(body["sub"] == .text(user.rawValue) && body["email"] == .text(relay) && body["is_private_email"] == true)
        #expect(try Claim.json(MigrationAnswer.transferIdentifier(before).body)["transfer_sub"] == .text(before.rawValue))
    }

    @Test("users who share their address are found without one")
    func sharedAddress() async throws {
        let scene = try await TransferBench(.init(email: .share))
        let identifier = try scene.transferSubject(scene.bench.secret(scene.bench.app))
        try scene.bench.service.transferApp(scene.bench.app, to: scene.recipient)
        guard case .user(_, nil) = try scene.ask(scene.secretOfRecipient(), ["transfer_sub": identifier.rawValue]).get() else {
            throw Unexpected()
        }
    }

    @Test("a sender that names its own team as target is rejected")
    func ownTeamAsTarget() async throws {
        let scene = try await TransferBench()
        let secret = try scene.bench.secret(scene.bench.app)
        let rejection = try scene.ask(secret, ["sub": scene.anna.rawValue, "target": scene.bench.team.rawValue]).rejection
        #expect(rejection?.code == .invalidRequest)
        #expect(rejection?.explanation.contains("own Team ID") == true)
    }

    @Test(
        "incomplete or unknown values are invalid_request",
        arguments: [
            ["sub": nil], ["target": nil], ["target": "NOSUCHTEAM"], ["target": "x"], ["sub": "x"],
            ["sub": "000000.00000000000000000000000000000000.0000"],
            ["transfer_sub": "000000.00000000000000000000000000000000.0000"],
        ] as [[String: String?]])
    func invalidRequests(_ changes: [String: String?]) async throws {
        let scene = try await TransferBench()
        let good: [String: String?] = ["sub": scene.anna.rawValue, "target": scene.recipient.rawValue]
        let secret = try scene.bench.secret(scene.bench.app)
        #expect(try scene.ask(secret, good.merging(changes) { $1 }).rejection?.code == .invalidRequest)
        _ = try scene.ask(secret, good).get()
    }

    @Test("an identifier for another team than the recipient is rejected")
    func identifierForAnotherTeam() async throws {
        let scene = try await TransferBench()
        let bench = scene.bench
        let third = try #require(TeamID("THIRDTEAM1"))
        try bench.service.addTeam(third, name: "Third")
        let secret = try bench.secret(bench.app)
        guard
            case .transferIdentifier(let stray) = try scene.ask(
                secret, ["sub": scene.anna.rawValue, "target": third.rawValue]
            ).get()
        else { throw Unexpected() }
        let right = try scene.transferSubject(secret)
        try bench.service.transferApp(bench.app, to: scene.recipient)
        let ours = try scene.secretOfRecipient()
        #expect(try scene.ask(ours, ["transfer_sub": stray.rawValue]).rejection?.code == .invalidRequest)
        _ = try scene.ask(ours, ["transfer_sub": right.rawValue]).get()
        // After the transfer, the sender gets no identifiers for other teams either.
        #expect(try scene.ask(secret, ["sub": scene.anna.rawValue, "target": third.rawValue]).rejection?.code == .invalidRequest)
    }

    @Test("the bearer token must be valid, for user migration, and of the same client and team")
    func bearer() async throws {
        let scene = try await TransferBench()
        let bench = scene.bench
        let secret = try bench.secret(bench.app)
        let good: [String: String?] = ["sub": scene.anna.rawValue, "target": scene.recipient.rawValue]
        let header = try scene.bearer(secret)
        let personal = try bench.exchangeNatively(bench.signInNatively().authorizationCode).get().accessToken
        #expect(bench.service.userMigrationInfo(try bench.form(good), authorization: header).rejection?.code == .invalidRequest)
        #expect(try scene.ask(secret, good, authorization: "").rejection?.code == .invalidRequest)
        #expect(try scene.ask(secret, good, authorization: "bearer x").rejection?.code == .invalidRequest)
        #expect(try scene.ask(secret, good, authorization: "Bearer x").rejection?.code == .invalidClient)
        #expect(try scene.ask(secret, good, authorization: "Bearer " + personal).rejection?.code == .invalidClient)
        #expect(
            try scene.ask(bench.secret(bench.web), good.merging(["client_id": bench.web.rawValue]) { $1 }, authorization: header)
                .rejection?.code == .invalidClient)
        bench.clock.advance(by: 3_599)
        _ = try scene.ask(bench.secret(bench.app), good, authorization: header).get()
        bench.clock.advance(by: 1)
        #expect(try scene.ask(bench.secret(bench.app), good, authorization: header).rejection?.code == .invalidClient)
    }

    @Test("client credentials require the scope user.migration", arguments: [nil, "name", "user.migration email"])
    func scope(_ scope: String?) async throws {
        let bench = try await ServiceBench()
        let rejection = bench.service.token(
            try bench.form([
                "grant_type": "client_credentials", "scope": scope, "client_id": bench.app.rawValue,
                "client_secret": bench.secret(bench.app),
            ])
        ).rejection
        #expect(rejection?.code == .invalidScope)
    }

    @Test("tokens contain transfer_sub for 60 days, for users who came with the app")
    func transferClaim() async throws {
        let scene = try await TransferBench()
        let bench = scene.bench
        let identifier = try scene.transferSubject(bench.secret(bench.app))
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["transfer_sub"] == nil)
        try bench.service.transferApp(bench.app, to: scene.recipient)
        bench.clock.advance(by: 1)
        let claims = try Claim.part(1, of: bench.signInNatively().identityToken)
        #expect(claims["transfer_sub"] == .text(identifier.rawValue))
        #expect(claims["sub"]?.text == bench.service.subject(of: bench.anna, for: scene.recipient)?.rawValue)
        let bo = try bench.service.addPerson(.init(givenName: "Bo", familyName: "", email: "bo@example.com")).id
        let fresh = try bench.service.signInNatively(.init(client: bench.app, person: bo)).get()
        #expect(try Claim.part(1, of: fresh.identityToken)["transfer_sub"] == nil)
        bench.clock.advance(by: AppTransfer.window - 2)
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["transfer_sub"] != nil)
        bench.clock.advance(by: 1)
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["transfer_sub"] == nil)
    }

    @Test("after 60 days neither side gets a response, and a transfer back opens the period again")
    func windowCloses() async throws {
        let scene = try await TransferBench()
        let bench = scene.bench
        let identifier = try scene.transferSubject(bench.secret(bench.app))
        try bench.service.transferApp(bench.app, to: scene.recipient)
        bench.clock.advance(by: AppTransfer.window)
        let rejection = try scene.ask(
            bench.secret(bench.app), ["sub": scene.anna.rawValue, "target": scene.recipient.rawValue], authorization: "Bearer x"
        ).rejection
        #expect(rejection?.code == .invalidClient)
        #expect(try scene.ask(scene.secretOfRecipient(), ["transfer_sub": identifier.rawValue]).rejection?.code == .invalidRequest)
        try bench.service.transferApp(bench.app, to: bench.team)
        try bench.service.transferApp(bench.app, to: scene.recipient)
        #expect(try scene.transferSubject(bench.secret(bench.app)) == identifier)
    }

    @Test(
        "a device learns that an old user ID was transferred; old tokens are revoked, and the sender's key is limited to the migration"
    )
    func afterTheTransfer() async throws {
        let scene = try await TransferBench()
        let bench = scene.bench
        let refresh = try bench.exchangeNatively(bench.signInNatively().authorizationCode).get().refreshToken
        try bench.service.transferApp(bench.app, to: scene.recipient)
        #expect(bench.service.credentialState(of: scene.anna.rawValue, client: bench.app) == .transferred)
        #expect(bench.service.credentialState(of: scene.anna.rawValue, client: bench.app, person: bench.anna) == .transferred)
        let new = try bench.signInNatively()
        #expect(new.givenName == nil && bench.service.credentialState(of: new.user.rawValue, client: bench.app) == .authorized)
        let native: [String: String?] = ["client_id": bench.app.rawValue]
        #expect(
            try bench.refresh(refresh, native.merging(["client_secret": bench.secret(bench.app)]) { $1 }).rejection?.code
                == .invalidClient)
        #expect(
            try bench.refresh(refresh, native.merging(["client_secret": scene.secretOfRecipient()]) { $1 }).rejection?.code
                == .invalidGrant)
        #expect(bench.service.servicesIDs.map(\.team) == [scene.recipient])
    }

    @Test("an app can be transferred only to another existing team")
    func unfitTransfers() async throws {
        let bench = try await ServiceBench()
        let nobody = try #require(TeamID("NOBODY1234"))
        #expect(throws: EmulatorError.self) { try bench.service.transferApp(bench.app, to: nobody) }
        #expect(throws: EmulatorError.self) { try bench.service.transferApp(bench.app, to: bench.team) }
        #expect(throws: EmulatorError.self) { try bench.service.transferApp(bench.web, to: bench.team) }
        #expect(bench.service.transfers.isEmpty)
    }
}
