import AccountStore
import AccountStoreConformance
import Accounts
import Foundation
import Secrets
import Testing
import WebAuthn

@testable import AccountStoreSQLite

@Suite("A backup")
struct BackupTests {
    private let folder: TemporaryFolder
    private let random = PredictableRandomBytes(seed: 1)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a backup during registrations has everything acknowledged before it, and opens as a store")
    func whileWriting() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let people = try (0..<150).map { try Person("person\($0)", random: random) }
        for person in people[..<50] { try await store.create(person) }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in people[50...] { group.addTask { try await store.create(person) } }
            group.addTask { [folder] in try await store.backup(to: folder.file("copy")) }
            try await group.waitForAll()
        }
        try await store.close()

        let copy = try SQLiteAccountStore.open(path: folder.file("copy"))
        #expect(try await copy.check() == [])
        for person in people[..<50] { #expect(try await copy.has(person)) }
        let count = try await copy.countAccounts()
        #expect((50...150).contains(count))
        try await copy.create(Person("another", random: random))
        try await copy.close()
    }

    @Test("a backup is one file that only its owner can read")
    func oneFile() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.backup(to: folder.file("copy"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("copy") }
        #expect(files == ["copy"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("copy"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // It needs no write-ahead log (bytes 18 and 19 of the header), so it can be opened on a read-only disk.
        let header = try #require(FileManager.default.contents(atPath: folder.file("copy")))
        #expect(Array(header[18...19]) == [1, 1])
        try await store.close()
    }

    @Test("a restored backup sends no signals about passkeys until the operator confirms it")
    func signals() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        let anna = try Person("anna", random: random)
        try await store.create(anna)
        let user = try UserHandle(random.bytes(64))
        #expect(try await store.userHandle(of: anna.account.id, orElse: user) == user)
        try await store.backup(to: folder.file("copy"))
        #expect(try await store.areSignalsConfirmed())
        #expect(try await store.acceptedPasskeys(of: anna.account.id) == AcceptedPasskeys(user: user, passkeys: []))
        try await store.close()

        let restored = try SQLiteAccountStore.open(path: folder.file("copy"))
        #expect(try await !restored.areSignalsConfirmed())
        #expect(try await restored.acceptedPasskeys(of: anna.account.id) == nil)
        let berta = try Person("berta", random: random)
        try await restored.create(berta)
        _ = try await restored.userHandle(of: berta.account.id, orElse: UserHandle(random.bytes(64)))
        #expect(try await restored.acceptedPasskeys(of: berta.account.id) == nil)
        try await restored.confirmSignals()
        #expect(try await restored.areSignalsConfirmed())
        #expect(try await restored.acceptedPasskeys(of: anna.account.id) == AcceptedPasskeys(user: user, passkeys: []))
        try await restored.close()
    }

    @Test("an in-memory store can be backed up")
    func inMemory() async throws {
        let store = try SQLiteAccountStore.inMemory()
        let person = try Person("anna", random: random)
        try await store.create(person)
        try await store.backup(to: folder.file("copy"))
        let copy = try SQLiteAccountStore.open(path: folder.file("copy"))
        #expect(try await copy.has(person))
        try await copy.close()
    }

    @Test("an existing file is not overwritten")
    func existingFile() async throws {
        let store = try SQLiteAccountStore.inMemory()
        #expect(FileManager.default.createFile(atPath: folder.file("copy"), contents: Data("mine".utf8)))
        await #expect { try await store.backup(to: folder.file("copy")) } throws: { error in
            (error as? StoreError)?.code == .unavailable
        }
        #expect(FileManager.default.contents(atPath: folder.file("copy")) == Data("mine".utf8))
    }

    @Test("a symbolic link is not followed, even a broken one")
    func link() async throws {
        let store = try SQLiteAccountStore.inMemory()
        try FileManager.default.createSymbolicLink(atPath: folder.file("copy"), withDestinationPath: folder.file("elsewhere"))
        await #expect(throws: StoreError.self) { try await store.backup(to: folder.file("copy")) }
        #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
    }

    @Test("a backup to a missing folder fails and leaves nothing")
    func missingFolder() async throws {
        let store = try SQLiteAccountStore.inMemory()
        await #expect(throws: StoreError.self) { try await store.backup(to: folder.file("missing/copy")) }
    }

    @Test("a backup that fails midway leaves no file")
    func failureLeavesNothing() async throws {
        let store = try SQLiteAccountStore.open(path: folder.file())
        try await store.close()
        await #expect(throws: StoreError.self) { try await store.backup(to: folder.file("copy")) }
        #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
    }
}
