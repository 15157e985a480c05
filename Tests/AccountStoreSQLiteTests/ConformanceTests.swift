import AccountStore
import AccountStoreConformance
import AccountStoreSQLite
import Testing

@Suite("The SQLite store conforms to the store protocols")
struct ConformanceTests {
    @Test("accounts", arguments: AccountStoreConformance.accounts, StoreUnderTest.all)
    func accounts(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("passwords", arguments: AccountStoreConformance.passwords, StoreUnderTest.all)
    func passwords(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("sessions", arguments: AccountStoreConformance.sessions, StoreUnderTest.all)
    func sessions(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("devices", arguments: AccountStoreConformance.devices, StoreUnderTest.all)
    func devices(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("throttling", arguments: AccountStoreConformance.throttling, StoreUnderTest.all)
    func throttling(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("audit", arguments: AccountStoreConformance.audit, StoreUnderTest.all)
    func audit(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("signing keys", arguments: AccountStoreConformance.signingKeys, StoreUnderTest.all)
    func signingKeys(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("sealed values", arguments: AccountStoreConformance.sealedValues, StoreUnderTest.all)
    func sealedValues(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("password links", arguments: AccountStoreConformance.passwordLinks, StoreUnderTest.all)
    func passwordLinks(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("maintenance", arguments: AccountStoreConformance.maintenance, StoreUnderTest.all)
    func maintenance(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("races", arguments: AccountStoreConformance.races, StoreUnderTest.all)
    func races(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("challenges", arguments: AccountStoreConformance.challenges, StoreUnderTest.all)
    func challenges(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("Apple identities", arguments: AccountStoreConformance.appleIdentities, StoreUnderTest.all)
    func appleIdentities(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("linking Apple identities", arguments: AccountStoreConformance.appleLinking, StoreUnderTest.all)
    func appleLinking(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("web sign-in with Apple", arguments: AccountStoreConformance.appleWeb, StoreUnderTest.all)
    func appleWeb(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("Apple's notifications", arguments: AccountStoreConformance.appleNotifications, StoreUnderTest.all)
    func appleNotifications(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("jobs", arguments: AccountStoreConformance.jobs, StoreUnderTest.all)
    func jobs(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("Apple's keys", arguments: AccountStoreConformance.appleKeys, StoreUnderTest.all)
    func appleKeys(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("codes of deleted accounts", arguments: AccountStoreConformance.leaversCodes, StoreUnderTest.all)
    func leaversCodes(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("races of Apple identities", arguments: AccountStoreConformance.appleRaces, StoreUnderTest.all)
    func appleRaces(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("second factors", arguments: AccountStoreConformance.secondFactors, StoreUnderTest.all)
    func secondFactors(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("challenges for second factors", arguments: AccountStoreConformance.factorChallenges, StoreUnderTest.all)
    func factorChallenges(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("races of second factors", arguments: AccountStoreConformance.factorRaces, StoreUnderTest.all)
    func factorRaces(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("passkeys", arguments: AccountStoreConformance.passkeys, StoreUnderTest.all)
    func passkeys(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("e-mail addresses", arguments: AccountStoreConformance.emailAddresses, StoreUnderTest.all)
    func emailAddresses(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("restored copies", arguments: AccountStoreConformance.restorations, StoreUnderTest.all)
    func restorations(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("account recovery", arguments: AccountStoreConformance.recoveries, StoreUnderTest.all)
    func recoveries(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("sign-ins by a mailed code", arguments: AccountStoreConformance.mailedSignIns, StoreUnderTest.all)
    func mailedSignIns(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("notices", arguments: AccountStoreConformance.notices, StoreUnderTest.all)
    func notices(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("mail", arguments: AccountStoreConformance.mail, StoreUnderTest.all)
    func mail(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("deliveries of events", arguments: AccountStoreConformance.eventDeliveries, StoreUnderTest.all)
    func eventDeliveries(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("replays of events", arguments: AccountStoreConformance.eventReplays, StoreUnderTest.all)
    func eventReplays(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("upgrades", arguments: AccountStoreConformance.upgrades, StoreUnderTest.all)
    func upgrades(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("different clocks", arguments: AccountStoreConformance.clocks, StoreUnderTest.all)
    func clocks(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("case names and nouns are unique")
    func namesAreUnique() {
        let names = AccountStoreConformance.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 300)
    }
}

extension StoreUnderTest {
    static let all = [
        StoreUnderTest("in a file") {
            let folder = try TemporaryFolder()
            let store = try SQLiteAccountStore.open(path: folder.file())
            return PreparedStore(store) {
                let findings = try await store.check()
                #expect(findings == [])
                try await store.close()
                withExtendedLifetime(folder) {}
            } restore: {
                try await store.forgetIdentity()
            }
        },
        StoreUnderTest("in memory") {
            let store = try SQLiteAccountStore.inMemory()
            return PreparedStore(store) {
                let findings = try await store.check()
                #expect(findings == [])
            } restore: {
                try await store.forgetIdentity()
            }
        },
    ]
}

extension SQLiteAccountStore {
    /// As in a backup.
    func forgetIdentity() async throws { try await write { try $0.queue("DELETE FROM store_identities", []) } }
}
