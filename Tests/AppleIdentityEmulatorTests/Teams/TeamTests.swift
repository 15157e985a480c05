import AppleIdentityEmulator
import Testing

@Suite("Teams and clients")
struct TeamTests {
    @Test("identifiers must satisfy their rules")
    func identifiers() {
        #expect(TeamID("TEAM123456") != nil)
        for bad in ["TEAM12345", "TEAM1234567", "team123456", "TEAM-12345", "TÉAM12345", ""] { #expect(TeamID(bad) == nil) }
        #expect(ClientID("com.example.App-1") != nil)
        for bad in ["", ".", ".com", "com.", "com..example", "com example", "com/example", "ä", String(repeating: "a", count: 256)]
        {
            #expect(ClientID(bad) == nil)
        }
        #expect(KeyID("ABC123DEFG") != nil && KeyID("86D88Kf") != nil)
        for bad in ["ABCDE", "ABCDEFGHIJK", "ABC-123DEF"] { #expect(KeyID(bad) == nil) }
        #expect(Subject("001542.b04100c51acb48d3a570684f17d6394d.1603") != nil)
        for bad in [
            "", "001542.b04100c51acb48d3a570684f17d6394d.160", "001542.B04100C51ACB48D3A570684F17D6394D.1603",
            "00154x.b04100c51acb48d3a570684f17d6394d.1603", "001542b04100c51acb48d3a570684f17d6394d.16033",
            "001542.b04100c51acb48d3a570684f17d6394.d1603",
        ] {
            #expect(Subject(bad) == nil)
        }
    }

    @Test("an identifier is unique across apps, websites and teams")
    func taken() async throws {
        let bench = try await ServiceBench()
        #expect(throws: EmulatorError.self) { try bench.service.addTeam(bench.team, name: "Again") }
        #expect(throws: EmulatorError.self) { try bench.service.addAppID(bench.web, team: bench.team, name: "A") }
        #expect(throws: EmulatorError.self) {
            try bench.service.addServicesID(bench.app, primary: bench.app, name: "W", domains: [], returnURLs: [])
        }
    }

    @Test("an app can be grouped only with a primary App ID of its team")
    func groups() async throws {
        let bench = try await ServiceBench()
        let watch = try #require(ClientID("com.example.app.watch"))
        let other = try #require(ClientID("org.example.app"))
        let team = try bench.service.addTeam(name: "Other").id
        let grouped = try bench.service.addAppID(watch, team: bench.team, name: "Watch", groupedWith: bench.app)
        #expect(!grouped.isPrimary && grouped.primary == bench.app)
        #expect(throws: EmulatorError.self) { try bench.service.addAppID(other, team: team, name: "O", groupedWith: bench.app) }
        #expect(throws: EmulatorError.self) { try bench.service.addAppID(other, team: bench.team, name: "O", groupedWith: watch) }
        #expect(throws: EmulatorError.self) {
            try bench.service.addAppID(other, team: bench.team, name: "O", groupedWith: bench.app, notificationURL: bench.hook)
        }
        #expect(throws: EmulatorError.self) { try bench.service.setNotificationURL(bench.hook, of: watch) }
        #expect(throws: EmulatorError.self) { try bench.service.removeClient(bench.app) }
        try bench.service.removeClient(watch)
        try bench.service.removeClient(bench.web)
        #expect(bench.service.appIDs.map(\.id) == [bench.app] && bench.service.servicesIDs.isEmpty)
    }

    @Test("the team's kind limits its e-mail sources", arguments: [(DeveloperTeam.Kind.organization, 100), (.individual, 32)])
    func emailSources(_ kind: DeveloperTeam.Kind, _ limit: Int) async throws {
        let bench = try await ServiceBench()
        let team = try bench.service.addTeam(name: "T", kind: kind).id
        for number in 1...limit { try bench.service.addEmailSource(#require(EmailSource("m\(number).example.com")), to: team) }
        let more = try #require(EmailSource("help@example.com"))
        #expect(throws: EmulatorError.self) { try bench.service.addEmailSource(more, to: team) }
        try bench.service.removeEmailSource(#require(EmailSource("m1.example.com")), from: team)
        try bench.service.addEmailSource(more, to: team)
        for bad in ["", "example", "@example.com", "a@b@example.com", "a b@example.com", "Example.com"] {
            #expect(EmailSource(bad) == nil)
        }
    }

    @Test("a key can be downloaded once, a primary App ID has two, and a revoked one makes room")
    func developerKeys() async throws {
        let bench = try await ServiceBench()
        let first = try #require(KeyID(bench.keyID))
        #expect(throws: EmulatorError.self) { try bench.service.downloadKey(first) }
        let second = try bench.service.createKey(named: "Second", primary: bench.app)
        #expect(second.id.rawValue.count == 10 && second.downloadedAt == nil)
        #expect(throws: EmulatorError.self) { try bench.service.createKey(named: "Third", primary: bench.app) }
        try bench.service.revokeKey(first)
        let third = try bench.service.createKey(named: "Third", primary: bench.app)
        let file = try bench.service.downloadKey(third.id)
        #expect(file.fileName == "AuthKey_\(third.id).p8" && file.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(!"\(file)".contains("BEGIN") && !String(reflecting: file).contains("BEGIN"))
        try bench.service.revokeKey(second.id)
        #expect(throws: EmulatorError.self) { try bench.service.downloadKey(second.id) }
        #expect(throws: EmulatorError.self) { try bench.service.createKey(named: "K", primary: bench.web) }
        #expect(bench.service.keys.count == 3)
    }

    @Test("a downloaded key is not in the saved state")
    func downloadedKeyIsGone() async throws {
        let bench = try await ServiceBench()
        let held = try bench.service.createKey(named: "Second", primary: bench.app)
        let before = String(decoding: try bench.service.saved().json(), as: UTF8.self)
        let pem = try bench.service.downloadKey(held.id).pem.replacing("\n", with: "\\n")
        let after = String(decoding: try bench.service.saved().json(), as: UTF8.self)
        #expect(before.contains(pem) && !after.contains(pem))
    }
}
