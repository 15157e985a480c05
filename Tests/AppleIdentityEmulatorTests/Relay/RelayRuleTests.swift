import Testing

@testable import AppleIdentityEmulator

@Suite("Mail that the private e-mail relay forwards")
struct RelayRuleTests {
    static let unauthorized = "550 5.1.1 <accounts@example.com>: unauthorized sender"

    @Test(
        "the envelope's sender must be a registered source: its domain without subdomains, or the address itself",
        arguments: [
            ("example.com", "accounts@example.com", true), ("example.com", "other@example.com", true),
            ("example.com", "accounts@Example.COM", true), ("accounts@example.com", "accounts@example.com", true),
            ("accounts@example.com", "Accounts@example.com", true), ("accounts@example.com", "other@example.com", false),
            ("example.com", "accounts@mail.example.com", false), ("mail.example.com", "accounts@example.com", false),
            ("example.com", "accounts@notexample.com", false), ("example.com", "accounts@example.com.evil.example", false),
        ])
    func sources(source: String, sender: String, isForwarded: Bool) async throws {
        let bench = try await RelayBench(source: source)
        let reply = bench.send(RelayBench.message(from: sender), from: sender)
        #expect(reply == (isForwarded ? "250 2.0.0 forwarded" : "550 5.1.1 <\(canonical(sender))>: unauthorized sender"))
        #expect(bench.mail.count == (isForwarded ? 1 : 0))
    }

    /// The address with its domain in lower case.
    private func canonical(_ address: String) -> String {
        EnvelopeAddress(address.utf8)?.description ?? ""
    }

    @Test("without a registered source, and after its removal, all mail is rejected in Apple's words")
    func noSource() async throws {
        let bench = try await RelayBench(source: nil)
        #expect(bench.send() == Self.unauthorized)
        let source = try #require(EmailSource("example.com"))
        try bench.service.addEmailSource(source, to: bench.bench.team)
        #expect(bench.send() == "250 2.0.0 forwarded")
        try bench.service.removeEmailSource(source, from: bench.bench.team)
        #expect(bench.send() == Self.unauthorized)
        #expect(bench.send(from: "") == "550 5.1.1 <>: unauthorized sender", "the empty sender has no domain")
        #expect(bench.mail.count == 1)
    }

    @Test("a registered visible sender does not make up for an envelope's sender that is not registered")
    func unregisteredEnvelope() async throws {
        let bench = try await RelayBench(source: "help@example.com")
        #expect(bench.send(RelayBench.message(from: "help@example.com"), from: "accounts@example.com") == Self.unauthorized)
        #expect(bench.send(RelayBench.message(from: "help@example.com"), from: "help@example.com") == "250 2.0.0 forwarded")
    }

    @Test("the source of another team does not count")
    func otherTeam() async throws {
        let bench = try await RelayBench(source: nil)
        let other = try bench.service.addTeam(name: "Other").id
        try bench.service.addEmailSource(#require(EmailSource("example.com")), to: other)
        #expect(bench.send() == Self.unauthorized)
    }

    @Test(
        "the visible sender must be one registered address of the envelope's domain",
        arguments: [
            ("example.com", "From: accounts@example.com\r\n", true),
            ("example.com", "From: \"Shop, Ltd.\" <help@example.com>\r\n", true),
            ("example.com", "FROM: Shop\r\n <help@EXAMPLE.com>\r\n", true),
            ("accounts@example.com", "From: accounts@example.com\r\n", true),
            ("accounts@example.com", "From: help@example.com\r\n", false), ("example.com", "From: a@mail.example.com\r\n", false),
            ("example.com", "From: a@example.org\r\n", false), ("example.com", "Subject: x\r\n", false),
            ("example.com", "From: a@example.com\r\nFrom: b@example.org\r\n", false),
            ("example.com", "From: a@example.com\r\nFROM: a@example.com\r\n", false),
            ("example.com", "From: a@example.com, b@example.com\r\n", false),
            ("example.com", "From: Shop: a@example.com;\r\n", false),
            ("example.com", "From: x@example.org <a@example.com>\r\n", false),
            ("example.com", "From: a@example.com (Shop)\r\n", false),
            ("example.com", "From: <a@example.org> <a@example.com>\r\n", false),
            ("example.com", "From: \"a <a@example.com>\r\n", false),
            ("example.com", "From:\r\n", false), ("example.com", "\r\nFrom: a@example.com\r\n", false),
        ])
    func alignment(source: String, head: String, isForwarded: Bool) async throws {
        let bench = try await RelayBench(source: source)
        let reply = bench.send(head + "\r\nText.\r\n")
        #expect(reply == (isForwarded ? "250 2.0.0 forwarded" : Self.unauthorized))
        #expect(bench.mail.isEmpty == !isForwarded)
    }

    @Test("the visible sender's domain must be registered and that of the envelope, also if both are registered")
    func twoDomains() async throws {
        let bench = try await RelayBench()
        try bench.service.addEmailSource(#require(EmailSource("example.org")), to: bench.bench.team)
        #expect(bench.send(RelayBench.message(from: "a@example.org")) == Self.unauthorized)
        #expect(bench.send(RelayBench.message(from: "a@example.org"), from: "b@example.org") == "250 2.0.0 forwarded")
    }

    @Test("an address that does not exist or no longer forwards is an unknown user, as is that of a deleted account")
    func recipients() async throws {
        let bench = try await RelayBench()
        let (anna, team) = (bench.bench.anna, bench.bench.team)
        let unknown = "550 5.1.1 <\(bench.address)>: user not found"
        for other in [
            "unknown@privaterelay.appleid.com", "anna@example.com", bench.address.replacing("appleid.com", with: "example.com"),
        ] {
            #expect(bench.send(to: other) == "550 5.1.1 <\(other)>: user not found")
        }
        #expect(bench.send(to: bench.address.uppercased()) == "250 2.0.0 forwarded", "upper and lower case do not matter")

        try bench.service.setForwarding(false, for: anna, team: team)
        #expect(bench.send() == unknown)
        try bench.service.setForwarding(true, for: anna, team: team)
        #expect(bench.send() == "250 2.0.0 forwarded")

        try bench.service.revokeConsent(of: anna, primary: bench.bench.app)
        #expect(bench.send() == unknown)
        _ = try bench.bench.signInNatively(ConsentChoices(email: .share))
        #expect(bench.send() == unknown, "the app has the user's own address now")
        try bench.service.revokeConsent(of: anna, primary: bench.bench.app)
        _ = try bench.bench.signInNatively(ConsentChoices(email: .hide))
        #expect(bench.send() == "250 2.0.0 forwarded", "the address is the same after a new consent")

        try bench.service.deleteAccount(anna)
        #expect(bench.send() == unknown)
        #expect(bench.mail.isEmpty)
    }

    @Test("a recipient or source that is removed during the message does not receive it")
    func meanwhile() async throws {
        let bench = try await RelayBench()
        let source = try #require(EmailSource("example.com"))
        let changes: [() throws -> Void] = [
            { try bench.service.setForwarding(false, for: bench.bench.anna, team: bench.bench.team) },
            { try bench.service.removeEmailSource(source, from: bench.bench.team) },
        ]
        for change in changes {
            var dialogue = bench.dialogue()
            for command in RelayConversationTests.Place.addressed.commands(bench.address) + ["DATA"] { _ = dialogue.say(command) }
            try change()
            #expect(dialogue.send(Array((RelayBench.message() + ".\r\n").utf8)).hasPrefix("550 5.1.1"))
            try bench.service.setForwarding(true, for: bench.bench.anna, team: bench.bench.team)
        }
        #expect(bench.mail.isEmpty)
    }

    @Test("a message to two users goes to both or to none")
    func two() async throws {
        let bench = try await RelayBench()
        let ben = try bench.service.addPerson(.init(givenName: "Ben", familyName: "Okafor", email: "ben@example.com")).id
        let request = NativeSignInRequest(
            client: bench.bench.app, person: ben, scopes: [.email], choices: ConsentChoices(email: .hide))
        _ = try bench.service.signInNatively(request).get()
        let other = try #require(bench.service.relayAddress(of: ben, for: bench.bench.team))
        var dialogue = bench.dialogue()
        #expect(dialogue.send(RelayBench.message(), from: RelayBench.sender, to: bench.address, other) == "250 2.0.0 forwarded")
        #expect(bench.mail.count == 1 && bench.service.mail(of: ben).count == 1)

        for command in RelayConversationTests.Place.addressed.commands(bench.address) + ["RCPT TO:<\(other)>", "DATA"] {
            _ = dialogue.say(command)
        }
        try bench.service.setForwarding(false, for: ben, team: bench.bench.team)
        let reply = dialogue.send(Array((RelayBench.message() + ".\r\n").utf8))
        #expect(reply == "550 5.1.1 <\(other)>: user not found")
        #expect(bench.mail.count == 1)
    }

    @Test("the log has the sender, the recipient and the reason, and no part of the message")
    func log() async throws {
        let bench = try await RelayBench()
        bench.service.removeAllRequests()
        bench.send(RelayBench.message(text: "K7QM-2XPA"))
        bench.send(RelayBench.message(from: "a@example.org", text: "K7QM-2XPA"))
        bench.send(to: "unknown@privaterelay.appleid.com")
        let records = bench.service.requests()
        #expect(records.map(\.endpoint) == [.relay, .relay, .relay] && records.map(\.status) == [250, 550, 550])
        #expect(records.map(\.error) == [nil, "unauthorized-sender", "user-not-found"])
        #expect(records[1].explanation.contains("example.org"))
        #expect(records[2].parameters.map(\.value) == [RelayBench.sender, "unknown@privaterelay.appleid.com"])
        #expect(!records.contains { "\($0)".contains("K7QM") })
    }
}
