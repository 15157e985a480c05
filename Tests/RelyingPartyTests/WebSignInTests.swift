import AppleIdentityEmulator
import TestKit
import Testing

@Suite(
    "Independent relying parties", .tags(.realParts), .timeLimit(.minutes(20)), .serialized,
    .enabled(
        if: PythonEnvironment.isProvided,
        "the packages of Tests/RelyingParties/requirements.txt are not here; `scripts/setup test` gets them from PyPI"))
struct WebSignInTests {
    @Test(
        "a user is identified by subject, address and name, and later by the subject alone", arguments: RelyingPartyProgram.provided
    )
    func firstAndSecondTime(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            let visits = try await scene.visit([
                Visit(person: scene.anna.id.rawValue, givenName: "Änne", familyName: "O’Lindqvist"),
                Visit(person: scene.anna.id.rawValue),
            ])
            let first = try #require(visits.first)
            #expect(first.error == nil && first.unexpected == nil, "\(first)")
            #expect(first.email == "anna@example.com")
            #expect(first.givenName == "Änne" && first.familyName == "O’Lindqvist")
            #expect(first.emailIsVerified != false && first.isPrivateEmail != true)
            let subject = try #require(first.subject)
            #expect(subject.wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.\d{4}/) != nil)
            #expect(visits.last == first)
            #expect(scene.tokenRequests.map(\.status) == [200, 200])
        }
    }

    @Test("a user who hides their address has a relay address", arguments: RelyingPartyProgram.provided)
    func hiddenEmail(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            let visit = try #require(try await scene.visit([Visit(person: scene.anna.id.rawValue, email: .hide)]).first)
            #expect(visit.error == nil && visit.unexpected == nil, "\(visit)")
            #expect(try #require(visit.email).hasSuffix("@privaterelay.appleid.com"))
            #expect(visit.givenName == "Anna")
            #expect(visit.isPrivateEmail != false)
        }
    }

    @Test("a user who cancels is not signed in", arguments: RelyingPartyProgram.provided)
    func cancelled(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            let visit = try #require(try await scene.visit([Visit(person: scene.anna.id.rawValue, decision: .cancel)]).first)
            #expect(visit.subject == nil && visit.unexpected == nil, "\(visit)")
            #expect(visit.error == party.answer(to: .cancelling))
        }
    }

    @Test(
        "a client secret signed with another key is rejected, and the library reports it", arguments: RelyingPartyProgram.provided)
    func wrongKey(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            let other = try scene.apple.service.addRelyingParty(named: "Other", bundleID: "com.example.other")
            let visit = try #require(try await scene.visit([Visit(person: scene.anna.id.rawValue)], key: other.key).first)
            #expect(visit.subject == nil && visit.unexpected == nil, "\(visit)")
            #expect(visit.error == party.answer(to: .wrongKey))
            let request = try #require(scene.tokenRequests.last)
            #expect(request.error == "invalid_client")
            #expect(request.explanation.contains("signature of the client secret"))
        }
    }

    @Test("a code works once, and the library reports it", arguments: RelyingPartyProgram.provided)
    func usedCode(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            let person = scene.anna.id.rawValue
            let visits = try await scene.visit([Visit(person: person), Visit(person: person, code: .used)])
            #expect(visits.first?.subject != nil)
            let second = try #require(visits.last)
            #expect(second.subject == nil && second.unexpected == nil, "\(second)")
            #expect(second.error == party.answer(to: .usedCode))
            #expect(scene.tokenRequests.map(\.status) == [200, 400])
        }
    }

    @Test("a Work & School account has no address", arguments: RelyingPartyProgram.provided)
    func noAddress(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            let pupil = try scene.apple.service.addPerson(
                AppleAccountDraft(givenName: "Per", familyName: "Ek", email: nil, organization: "school.example.com"))
            let visit = try #require(try await scene.visit([Visit(person: pupil.id.rawValue)]).first)
            #expect(visit.error == nil && visit.unexpected == nil, "\(visit)")
            #expect(visit.subject != nil)
            #expect(visit.email == "" && visit.givenName == "Per")
        }
    }

    @Test("tokens with Booleans as strings, as until 2024, are accepted", arguments: RelyingPartyProgram.provided)
    func stringsForBooleans(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            try scene.apple.service.changeSettings { $0.wireStyle = .strings2019 }
            let visit = try #require(try await scene.visit([Visit(person: scene.anna.id.rawValue)]).first)
            #expect(visit.error == nil && visit.unexpected == nil, "\(visit)")
            #expect(visit.email == "anna@example.com")
        }
    }

    @Test("discovery with another issuer, as in June 2025, stops parties that use it", arguments: RelyingPartyProgram.provided)
    func foreignIssuerInDiscovery(_ party: RelyingPartyProgram) async throws {
        try await ShopScene.run(party) { scene in
            try scene.apple.service.changeSettings { $0.discoveryNamesAccountIssuer = true }
            let visit = try #require(try await scene.visit([Visit(person: scene.anna.id.rawValue)]).first)
            #expect(visit.unexpected == nil, "\(visit)")
            #expect(visit.error == party.answer(to: .foreignIssuer))
            #expect((visit.subject == nil) == (visit.error != nil))
        }
    }

    @Test(
        "an invalid token is rejected", arguments: RelyingPartyProgram.provided,
        [Fault.Kind.wrongSignature, .wrongIssuer("https://account.apple.com"), .wrongAudience("com.example.other.web"), .stale])
    func spoiledToken(_ party: RelyingPartyProgram, _ fault: Fault.Kind) async throws {
        try await ShopScene.run(party) { scene in
            try scene.apple.service.addFault(fault, at: .token)
            let visit = try #require(try await scene.visit([Visit(person: scene.anna.id.rawValue)]).first)
            #expect(visit.subject == nil && visit.unexpected == nil, "\(visit)")
            #expect(visit.error != nil)
            #expect(scene.tokenRequests.map(\.status) == [200])
        }
    }
}
