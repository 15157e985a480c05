import AppleIdentityEmulator
import Testing

@Suite("Apple Accounts")
struct PeopleTests {
    @Test("ids are derived from first names and are unique")
    func identifiers() async throws {
        let bench = try await ServiceBench()
        let draft = AppleAccountDraft(givenName: "Anna", familyName: "Other", email: "other@example.com")
        #expect(try bench.service.addPerson(draft).id.rawValue == "anna-2")
        #expect(try bench.service.addPerson(.init(givenName: "李", familyName: "", email: "li@example.com")).id.rawValue == "person")
        #expect(throws: EmulatorError.self) {
            try bench.service.addPerson(.init(id: bench.anna, givenName: "A", familyName: "", email: "a@example.com"))
        }
        #expect(bench.service.people.map(\.id.rawValue) == ["anna", "anna-2", "person"])
    }

    @Test("invalid names and addresses are rejected when an account is created and changed")
    func unsuitable() async throws {
        let bench = try await ServiceBench()
        for email in ["", "anna", "anna@", "@example.com", "an na@example.com", "anna@Example.com", "anna@localhost", nil] {
            #expect(throws: EmulatorError.self) {
                try bench.service.addPerson(.init(givenName: "A", familyName: "", email: email))
            }
            #expect(throws: EmulatorError.self) { try bench.service.changePerson(bench.anna) { $0.email = email } }
        }
        #expect(throws: EmulatorError.self) { try bench.service.changePerson(bench.anna) { $0.givenName = "a\u{7}" } }
        #expect(bench.service.person(bench.anna)?.email == "anna@example.com")
        try bench.service.changePerson(bench.anna) {
            $0.organization = "school"
            $0.email = nil
        }
    }

    @Test("a deleted account leaves nothing, and a new account with its name is another user")
    func deletion() async throws {
        let bench = try await ServiceBench()
        let first = try bench.signInNatively()
        try bench.service.deleteAccount(bench.anna)
        #expect(bench.service.person(bench.anna) == nil && bench.service.consents(of: bench.anna).isEmpty)
        #expect(bench.service.credentialState(of: first.user.rawValue, client: bench.app) == .notFound)
        #expect(throws: EmulatorError.self) { try bench.service.deleteAccount(bench.anna) }
        try bench.service.addPerson(.init(id: bench.anna, givenName: "Anna", familyName: "B", email: "anna@example.com"))
        let second = try bench.signInNatively()
        #expect(second.user != first.user && second.givenName == "Anna")
    }

    @Test("at most a thousand accounts exist")
    func cap() async throws {
        let bench = try await ServiceBench()
        for number in 2...1_000 {
            try bench.service.addPerson(
                .init(id: PersonIdentifier("p\(number)"), givenName: "P", familyName: "", email: "p@example.com"))
        }
        #expect(throws: EmulatorError.self) {
            try bench.service.addPerson(.init(givenName: "P", familyName: "", email: "p@example.com"))
        }
    }
}
