import AccountStore
import AccountStoreConformance
import Accounts
import Foundation
import GRDB
import Secrets
import Testing

@testable import AccountStoreSQLite

@Suite("Opening a file")
struct OpeningTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("an acknowledged write is on disk: the writer uses synchronous FULL with a write-ahead log")
    func synchronousIsFull() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let settings = try await store.write { connection in
            try ["synchronous", "journal_mode", "foreign_keys", "busy_timeout", "trusted_schema", "secure_delete"].map {
                try String.fetchOne(connection, sql: "PRAGMA \($0)")
            }
        }
        #expect(settings == ["2", "wal", "1", "5000", "0", "1"])
        try await store.close()
    }

    @Test("synchronous is FULL again when the file is opened again")
    func synchronousIsFullAgain() async throws {
        try await SQLiteAccountStore.open(path: folder.file()).close()
        let store = try SQLiteAccountStore.open(path: folder.file())
        #expect(try await store.write { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        try await store.close()
    }

    @Test("only the owner can read the file and its companions", arguments: ["", "-wal", "-shm"])
    func permissions(companion: String) async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.create(Person("anna", random: random))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file() + companion)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try await store.close()
    }

    @Test("all rows exist after closing and reopening")
    func reopening() async throws {
        let person = try Person("anna", random: random)
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.create(person)
        try await store.close()
        // All rows are in the main file.
        for companion in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file() + companion) }
        let again = try SQLiteAccountStore.open(path: folder.file())
        #expect(try await again.has(person))
        #expect(try await again.check() == [])
        try await again.close()
    }

    @Test("acknowledged changes survive when the process is killed, because they are in the files")
    func crash() async throws {
        let people = try (0..<20).map { try Person("person\($0)", random: random) }
        let store = try SQLiteAccountStore.open(path: folder.file())
        for (index, person) in people.enumerated() {
            try await store.create(person)
            guard index.isMultiple(of: 7) else { continue }
            let copy = try TemporaryFolder()
            for companion in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: folder.file() + companion, toPath: copy.file() + companion)
            }
            let survivor = try SQLiteAccountStore.open(path: copy.file())
            for person in people[...index] { #expect(try await survivor.has(person)) }
            #expect(try await survivor.countAccounts() == index + 1)
            #expect(try await survivor.check() == [])
            try await survivor.close()
        }
        try await store.close()
    }

    @Test("an empty file becomes a store")
    func emptyFile() async throws {
        #expect(FileManager.default.createFile(atPath: folder.file(), contents: nil))
        let store = try SQLiteAccountStore.open(path: folder.file())
        #expect(await store.isReady())
        try await store.close()
    }

    @Test("a new store has no account")
    func noAccount() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        #expect(try await store.accounts(after: nil, limit: 1).isEmpty)
        try await store.close()
    }

    @Test("a file of another application is rejected and left unchanged", arguments: ["", "PRAGMA application_id = 7;"])
    func foreignFile(mark: String) throws {
        let foreign = try DatabaseQueue(path: folder.file())
        try foreign.write { try $0.execute(sql: "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1); \(mark)") }
        try foreign.close()
        let before = FileManager.default.contents(atPath: folder.file())
        expectRejection(.unavailable)
        #expect(FileManager.default.contents(atPath: folder.file()) == before)
    }

    @Test("a file without tables but with another application's ID is rejected")
    func foreignMark() throws {
        let foreign = try DatabaseQueue(path: folder.file())
        try foreign.write { try $0.execute(sql: "PRAGMA application_id = 7") }
        try foreign.close()
        expectRejection(.unavailable)
    }

    @Test("a file that a newer program changed is rejected and left unchanged")
    func newerFile() async throws {
        try await SQLiteAccountStore.open(path: folder.file()).close()
        let newer = try DatabaseQueue(path: folder.file())
        try await newer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(Migration.all.latest + 1)") }
        try newer.close()
        let before = FileManager.default.contents(atPath: folder.file())
        expectRejection(.newerSchema)
        #expect(FileManager.default.contents(atPath: folder.file()) == before)

        let current = try DatabaseQueue(path: folder.file())
        try await current.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(Migration.all.latest)") }
        try current.close()
        try await SQLiteAccountStore.open(path: folder.file()).close()
    }

    @Test("a file that is not a database is rejected and left unchanged")
    func noDatabase() throws {
        let text = Data(repeating: 0x41, count: 8_192)
        #expect(FileManager.default.createFile(atPath: folder.file(), contents: text))
        expectRejection(.corrupt)
        #expect(FileManager.default.contents(atPath: folder.file()) == text)
    }

    @Test("a missing folder is not created")
    func missingFolder() {
        expectRejection(.unavailable, path: folder.file("missing/accounts.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
    }

    @Test("a folder is rejected")
    func folderInPlaceOfFile() {
        expectRejection(.unavailable, path: folder.path)
    }

    @Test("a closed store is unavailable, for reads and for writes")
    func closed() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.close()
        #expect(!(await store.isReady()))
        let person = try Person("anna", random: random)
        await #expect { try await store.create(person) } throws: { ($0 as? StoreError)?.code == .unavailable }
        await #expect { try await store.countAccounts() } throws: { ($0 as? StoreError)?.code == .unavailable }
    }

    @Test("two connections to one file, as of two processes, see each other's writes and lose none")
    func twoStoresOnOneFile() async throws {
        let stores = [
            try SQLiteAccountStore.open(path: folder.file()), try SQLiteAccountStore.open(path: folder.file()),
        ]
        let people = try (0..<40).map { try Person("person\($0)", random: random) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, person) in people.enumerated() {
                group.addTask { try await stores[index % 2].create(person) }
            }
            try await group.waitForAll()
        }
        for store in stores {
            for person in people { #expect(try await store.has(person)) }
        }
        for store in stores { try await store.close() }
    }

    @Test("of eight programs that open a new file at once, all succeed and one migrates it")
    func openedAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [folder] in
                    let store = try SQLiteAccountStore.open(path: folder.file())
                    #expect(await store.isReady())
                    try await store.close()
                }
            }
            try await group.waitForAll()
        }
    }

    private func expectRejection(
        _ code: StoreError.Code, path: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(sourceLocation: sourceLocation) {
            _ = try SQLiteAccountStore.open(path: path ?? folder.file())
        } throws: { error in
            (error as? StoreError)?.code == code
        }
    }
}

/// A temporary folder for a test, removed with the value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String = "accounts.sqlite") -> String { "\(path)/\(name)" }
}
