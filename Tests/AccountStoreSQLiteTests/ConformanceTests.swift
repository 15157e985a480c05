import AccountStoreConformance
import AccountStoreSQLite
import Testing

@Suite("The SQLite store keeps what the protocols promise")
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

    @Test("upkeep", arguments: AccountStoreConformance.upkeep, StoreUnderTest.all)
    func upkeep(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("races", arguments: AccountStoreConformance.races, StoreUnderTest.all)
    func races(_ conformance: ConformanceCase, _ store: StoreUnderTest) async throws {
        try await conformance.run(on: store)
    }

    @Test("no two cases have one name, and every noun has its own")
    func namesAreUnique() {
        let names = AccountStoreConformance.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 100)
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
            }
        },
        StoreUnderTest("in memory") {
            let store = try SQLiteAccountStore.inMemory()
            return PreparedStore(store) {
                let findings = try await store.check()
                #expect(findings == [])
            }
        },
    ]
}
