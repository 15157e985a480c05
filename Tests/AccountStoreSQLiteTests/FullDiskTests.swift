import AccountStore
import AccountStoreConformance
import Accounts
import GRDB
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("A full disk")
struct FullDiskTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("writes fail with their reason, acknowledged changes stay, reads work, and writes work again when there is room")
    func fullDisk() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.limit(toPages: 60)

        let (acknowledged, rejected, failure) = try await store.createUntilRejected(random: random)
        #expect(!(try await store.has(rejected)))
        #expect(failure.code == .full)
        #expect(acknowledged.count > 10)
        for person in acknowledged { #expect(try await store.has(person)) }
        #expect(try await store.check() == [])

        try await store.limit(toPages: 1_000)
        let late = try Person("late", random: random)
        try await store.create(late)
        #expect(try await store.has(late))
        try await store.close()

        let again = try SQLiteAccountStore.open(path: folder.file())
        #expect(try await again.countAccounts() == acknowledged.count + 1)
        #expect(try await again.check() == [])
        try await again.close()
    }

    @Test("each of many concurrent writes gets a correct result")
    func manyAtOnce() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.limit(toPages: 60)
        let people = try (0..<800).map { try Person("person\($0)", random: random) }
        let outcomes = try await withThrowingTaskGroup(of: (Person, Bool).self) { group in
            for person in people {
                group.addTask {
                    do {
                        try await store.create(person)
                        return (person, true)
                    } catch let error as StoreError {
                        #expect(error.code == .full)
                        return (person, false)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.contains { $0.1 })
        #expect(outcomes.contains { !$0.1 })
        for (person, created) in outcomes { #expect(try await store.has(person) == created) }
        #expect(try await store.check() == [])
        try await store.close()
    }
}

extension SQLiteAccountStore {
    /// Limits the file to this many pages, as a disk of that size would.
    fileprivate func limit(toPages count: Int) async throws {
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }
}
