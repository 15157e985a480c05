import DeviceProtocol
import Foundation
import Testing

@testable import DeviceServices

@Suite("The file of the services") struct FileServicesStoreTests {
    @Test("gives back what was saved, to its owner alone")
    func roundTrip() throws {
        let folder = try Folder()
        let store = FileServicesStore(folder: folder.path)
        #expect(try store.load() == nil)
        try store.save(Self.state)
        #expect(try store.load() == Self.state)
        #expect(try FileServicesStore(folder: folder.path).load() == Self.state)
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("is as it was where a save was killed halfway")
    func halfway() throws {
        let folder = try Folder()
        let store = FileServicesStore(folder: folder.path)
        try store.save(Self.state)
        // What a process leaves that is killed before the new file takes the old one's place.
        try Data("{\"vers".utf8).write(to: URL(filePath: folder.file + ".new"))
        #expect(try store.load() == Self.state)
        var next = Self.state
        next.account = nil
        try store.save(next)
        #expect(try store.load() == next)
        #expect(!FileManager.default.fileExists(atPath: folder.file + ".new"))
    }

    @Test(
        "is refused where it is damaged or of another version, and left as it is",
        arguments: ["", "{", "{}", "[]", "{\"version\":2}"])
    func damaged(text: String) throws {
        let folder = try Folder()
        try Data(text.utf8).write(to: URL(filePath: folder.file))
        #expect(throws: DeviceRefusal.self) { try FileServicesStore(folder: folder.path).load() }
        #expect(throws: DeviceRefusal.self) { try ServicesMemory(store: FileServicesStore(folder: folder.path)) }
        #expect(try String(contentsOf: URL(filePath: folder.file), encoding: .utf8) == text)
    }

    @Test("that cannot be written changes nothing of what is remembered")
    func unwritable() throws {
        let folder = try Folder()
        let memory = try ServicesMemory(store: FileServicesStore(folder: folder.path + "/missing"))
        #expect(throws: DeviceRefusal.self) { try memory.change { $0.account = AppleAccount(rawValue: "jane") } }
        #expect(memory.current.account == nil)
    }

    @Test("keeps no more revocations than apps can have missed")
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
        #expect(state.revocations.count == ServicesState.keptRevocations)
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
        var file: String { path + "/services.json" }

        init() throws {
            path = FileManager.default.temporaryDirectory.path + "/services-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
