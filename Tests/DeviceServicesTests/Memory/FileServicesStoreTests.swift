import DeviceProtocol
import Foundation
import Secrets
import Testing

@testable import DeviceServices

@Suite("The file of the services") struct FileServicesStoreTests {
    @Test("returns the saved state, and only the owner can read it")
    func roundTrip() throws {
        let folder = try Folder()
        #expect(try folder.store.load() == nil)
        try folder.store.save(Self.state)
        #expect(try folder.store.load() == Self.state)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("is unchanged after a save was killed halfway")
    func halfway() throws {
        let folder = try Folder()
        let store = folder.store
        try store.save(Self.state)
        // The state after a kill before the new file replaces the old one.
        let draft = folder.file + ".new-0123456789abcdef"
        try Data("{\"vers".utf8).write(to: URL(filePath: draft))
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: draft)
        #expect(try store.load() == Self.state)
        var next = Self.state
        next.account = nil
        try store.save(next)
        #expect(try store.load() == next)
        #expect(!FileManager.default.fileExists(atPath: draft))
    }

    @Test(
        "is rejected if it is damaged or of another version, and is then unchanged",
        arguments: ["", "{", "{}", "[]", "{\"version\":2}"], [false, true])
    func damaged(text: String, isSealed: Bool) throws {
        let folder = try Folder()
        let name = "services.sealed"
        try DurableFile(folder: folder.path, name: name, sealedBy: isSealed ? folder.key : nil).replace(by: Array(text.utf8))
        let bytes = try Data(contentsOf: URL(filePath: folder.file))
        #expect(throws: DeviceError.self) { try folder.store.load() }
        #expect(throws: DeviceError.self) { try ServicesMemory(store: folder.store) }
        #expect(try Data(contentsOf: URL(filePath: folder.file)) == bytes)
    }

    @Test("is encrypted, and any changed bit is detected")
    func sealing() throws {
        let folder = try Folder()
        try folder.store.save(Self.state)
        let bytes = try Data(contentsOf: URL(filePath: folder.file))
        for word in ["jane", "com.example.juice", "version"] { #expect(bytes.range(of: Data(word.utf8)) == nil) }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            try changed.write(to: URL(filePath: folder.file))
            #expect(throws: DeviceError.self) { try folder.store.load() }
        }
        // The key of another device, and another file of the same device.
        try bytes.write(to: URL(filePath: folder.file))
        #expect(throws: DeviceError.self) {
            try FileServicesStore(folder: folder.path, sealedBy: Folder.newKey()).load()
        }
        try bytes.write(to: URL(filePath: folder.path + "/other"))
        #expect(throws: DeviceError.self) {
            try DurableFile(folder: folder.path, name: "other", sealedBy: folder.key).load()
        }
    }

    @Test("changes nothing in memory if it cannot be written")
    func unwritable() throws {
        let folder = try Folder()
        let memory = try ServicesMemory(store: FileServicesStore(folder: folder.path + "/missing", sealedBy: folder.key))
        #expect(throws: DeviceError.self) { try memory.change { $0.account = AppleAccount(rawValue: "jane") } }
        #expect(memory.current.account == nil)
    }

    @Test("keeps only as many revocations as apps can have missed")
    func revocations() throws {
        var state = ServicesState()
        let account = try #require(AppleAccount(rawValue: "jane"))
        let client = AppleClient(team: "T", bundle: "b")
        for _ in 0..<300 {
            state.remember(RememberedConsent(account: account, client: client, user: "u"))
            state.revoke(account, client)
            state.revoke(account, client)
        }
        #expect(state.lastRevocation == 300)
        #expect(state.revocations.count == ServicesState.revocationLimit)
        #expect(state.revocations.last?.number == 300)
        #expect(state.consents.count == 1)
    }

    private static let state: ServicesState = {
        var state = ServicesState()
        state.account = AppleAccount(rawValue: "jane")
        if let account = state.account {
            let client = AppleClient(team: "TEAM", bundle: "com.example.juice")
            state.remember(RememberedConsent(account: account, client: client, user: "user"))
            state.revoke(account, client)
        }
        state.providers["TEAM.app"] = ProvidedIdentities()
        return state
    }()

    private final class Folder {
        let path: String
        let key = Folder.newKey()
        var file: String { path + "/services.sealed" }
        var store: FileServicesStore { FileServicesStore(folder: path, sealedBy: key) }

        static func newKey() -> SealingKey { MasterKey.random(SystemRandomBytes()).sealingKey(for: KeyPurpose("test")) }

        init() throws {
            path = FileManager.default.temporaryDirectory.path + "/services-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
