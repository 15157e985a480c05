import AppleIdentityEmulator
import Testing

@Suite("Consents")
struct ConsentTests {
    @Test("the list shows the data that each group received")
    func list() async throws {
        let bench = try await ServiceBench()
        _ = try bench.signIn([:], .init(email: .hide))
        let consent = try #require(bench.service.consents(of: bench.anna).first)
        #expect(consent.primary == bench.app && consent.appName == "Example App" && consent.team == bench.team)
        #expect(consent.sharedName && consent.email == .hide && consent.forwards == true)
        #expect(consent.address == bench.service.relayAddress(of: bench.anna, for: bench.team))
        #expect(consent.since == ServiceBench.noon)
        try bench.service.setForwarding(false, for: bench.anna, team: bench.team)
        #expect(bench.service.consents(of: bench.anna).first?.forwards == false)
    }

    @Test("one consent serves the app, its website and its grouped apps; another group asks again")
    func groups() async throws {
        let bench = try await ServiceBench()
        let watch = try #require(ClientID("com.example.app.watch"))
        let other = try #require(ClientID("com.example.other"))
        try bench.service.addAppID(watch, team: bench.team, name: "Watch", groupedWith: bench.app)
        try bench.service.addAppID(other, team: bench.team, name: "Other")
        _ = try bench.signIn()
        #expect(try bench.signInNatively().givenName == nil)
        #expect(try !bench.service.nativeForm(for: watch, person: bench.anna, scopes: [.name]).get().isFirst)
        #expect(try bench.service.nativeForm(for: other, person: bench.anna, scopes: [.name]).get().isFirst)
        _ = try bench.service.signInNatively(.init(client: other, person: bench.anna)).get()
        #expect(bench.service.consents(of: bench.anna).map(\.primary) == [bench.app, other])
    }

    @Test("after a revocation, name and address are requested again, and sub and relay address stay the same")
    func revocation() async throws {
        let bench = try await ServiceBench()
        let first = try bench.signInNatively(.init(email: .hide))
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(bench.service.consents(of: bench.anna).isEmpty)
        #expect(throws: EmulatorError.self) { try bench.service.revokeConsent(of: bench.anna, primary: bench.app) }
        #expect(try bench.service.nativeForm(for: bench.app, person: bench.anna, scopes: [.name, .email]).get().asksName)
        let second = try bench.signInNatively(.init(givenName: "Annie", email: .hide))
        #expect(second.user == first.user && second.email == first.email && second.givenName == "Annie")
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(try bench.signInNatively(.init(email: .share)).email == "anna@example.com")
    }

    @Test("each team has one relay address for a user")
    func relays() async throws {
        let bench = try await ServiceBench()
        let second = try #require(ClientID("com.example.second"))
        let foreign = try #require(ClientID("org.example.app"))
        try bench.service.addAppID(second, team: bench.team, name: "Second")
        try bench.service.addAppID(foreign, team: bench.service.addTeam(name: "Other").id, name: "Foreign")
        let addresses = try [bench.app, second, foreign].map { client in
            try bench.service.signInNatively(
                .init(client: client, person: bench.anna, scopes: [.email], choices: .init(email: .hide))
            ).get().email
        }
        #expect(addresses[0] == addresses[1] && addresses[0] != addresses[2])
    }

    @Test("forwarding can be changed only if a relay address exists")
    func forwardingNeedsARelay() async throws {
        let bench = try await ServiceBench()
        #expect(throws: EmulatorError.self) { try bench.service.setForwarding(false, for: bench.anna, team: bench.team) }
        _ = try bench.signInNatively(.init(email: .share))
        #expect(throws: EmulatorError.self) { try bench.service.setForwarding(false, for: bench.anna, team: bench.team) }
    }
}
