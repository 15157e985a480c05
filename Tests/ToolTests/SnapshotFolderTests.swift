import AccountServer
import AccountStoreSQLite
import Foundation
import TestKit
import Testing

@testable import latchkey

@Suite("Snapshots of the data of latchkey dev")
struct SnapshotFolderTests {
    private let files: CommandFolder
    private let folder: DevelopmentFolder
    private let snapshots: SnapshotFolder
    private let name: SnapshotName

    init() throws {
        files = try CommandFolder()
        folder = try DevelopmentFolder(keptAt: files.path + "/data")
        snapshots = folder.snapshots
        name = try #require(SnapshotName("first"))
        try files.write("old", to: "data/apple.json")
        try files.write("old", to: "data/phones/1/device.json", mode: 0o644)
    }

    private func read(_ name: String) throws -> String { try files.read(folder.path + "/" + name) }

    @Test("restoring returns the data of that moment, and changes nothing else in the folder")
    func restore() async throws {
        try folder.keep(demoPassword: "7fzdkg-fiqumw-xmpzav")
        let key = try read("master.key")
        try await snapshots.save(name)
        try files.write("new", to: "data/apple.json")
        try files.write("new", to: "data/phones/2/device.json")
        try files.write("mine", to: "data/notes.txt")

        try await snapshots.prepareRestoration(of: name)
        #expect(try read("apple.json") == "new", "preparing changes nothing")
        try snapshots.replaceData()
        #expect(try read("apple.json") == "old" && read("phones/1/device.json") == "old")
        #expect(!files.has("data/phones/2") && files.has("data/notes.txt"))
        #expect(try read("master.key") == key && folder.demoPassword() == "7fzdkg-fiqumw-xmpzav")
        #expect(try snapshots.all().map(\.name) == [name], "it can be restored again")
        #expect(!files.has("data/snapshots/.draft") && !files.has("data/snapshots/.restoring"))
    }

    @Test("only the owner can read a snapshot and the data that it restores, also if the original has another mode")
    func modes() async throws {
        try await snapshots.save(name)
        for folder in ["data/snapshots", "data/snapshots/first", "data/snapshots/first/phones/1"] {
            #expect(try files.mode(of: folder) == 0o700, "\(folder)")
        }
        #expect(try files.mode(of: "data/snapshots/first/phones/1/device.json") == 0o600)
        try await snapshots.prepareRestoration(of: name)
        try snapshots.replaceData()
        #expect(try files.mode(of: "data/phones/1/device.json") == 0o600 && files.mode(of: "data/phones") == 0o700)
    }

    @Test("each account store is copied as a backup, which a server recognizes as restored", arguments: ["", "motivation/"])
    func backup(place: String) async throws {
        try files.write("", to: "data/\(place)empty")
        let store = try SQLiteAccountStore.open(path: folder.path + "/" + place + DevelopmentFolder.storeName)
        try await snapshots.save(name)
        // A backup is one file without a write-ahead log (bytes 18 and 19 of the header), unlike the open store.
        let copy = "\(folder.path)/snapshots/first/\(place)"
        let header = try #require(FileManager.default.contents(atPath: copy + DevelopmentFolder.storeName))
        #expect(Array(header[18...19]) == [1, 1])
        let companions = try FileManager.default.contentsOfDirectory(atPath: copy).filter { $0.hasPrefix("accounts.sqlite-") }
        #expect(companions.isEmpty)
        try await store.close()
    }

    @Test("data with a link is not saved, and a snapshot with one is not restored")
    func links() async throws {
        try await snapshots.save(name)
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        try link("snapshots/first/phones/link", to: folder.keyPath)
        await #expect(throws: CommandFailure.self) { try await snapshots.prepareRestoration(of: name) }
        try link("phones/link", to: folder.keyPath)
        let other = try #require(SnapshotName("second"))
        await #expect(throws: CommandFailure.self) { try await snapshots.save(other) }
        #expect(try snapshots.all().map(\.name) == [name] && !files.has("data/snapshots/.draft"))

        try link("snapshots/linked", to: folder.path + "/snapshots/first")
        #expect(try snapshots.all().map(\.name) == [name], "a link is no snapshot")
    }

    @Test("snapshots are not saved through a link to another folder")
    func linkedFolder() async throws {
        try files.write("", to: "elsewhere/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/snapshots", withDestinationPath: files.path + "/elsewhere")
        await #expect(throws: CommandFailure.self) { try await snapshots.save(name) }
        #expect(!files.has("elsewhere/first") && !files.has("elsewhere/.draft"))
    }

    @Test("a snapshot cannot replace anything but data")
    func foreignEntry() async throws {
        try await snapshots.save(name)
        let key = try read("master.key")
        try files.write("forged", to: "data/snapshots/first/master.key")
        await #expect(throws: CommandFailure.self) { try await snapshots.prepareRestoration(of: name) }
        #expect(try read("master.key") == key && !files.has("data/snapshots/.restoring"))
    }

    @Test("the size of a snapshot is limited", arguments: [(6, true), (5, false)])
    func size(limit: Int, isAccepted: Bool) async throws {
        var changed = snapshots
        changed.byteLimit = limit
        let limited = changed
        if isAccepted {
            try await limited.save(name)
        } else {
            await #expect(throws: CommandFailure.self) { try await limited.save(name) }
        }
        #expect(try snapshots.all().count == (isAccepted ? 1 : 0) && !files.has("data/snapshots/.draft"))
    }

    @Test("the number of files and folders of a snapshot is limited", arguments: [(4, true), (3, false)])
    func entries(limit: Int, isAccepted: Bool) async throws {
        var changed = snapshots
        changed.entryLimit = limit
        let limited = changed
        if isAccepted {
            try await limited.save(name)
        } else {
            await #expect(throws: CommandFailure.self) { try await limited.save(name) }
        }
        #expect(try snapshots.all().count == (isAccepted ? 1 : 0) && !files.has("data/snapshots/.draft"))
    }

    @Test("the number of snapshots is limited")
    func count() throws {
        for number in 1..<SnapshotFolder.countLimit { try files.write("", to: "data/snapshots/\(number)/apple.json") }
        try snapshots.requireRoom(for: name)
        try files.write("", to: "data/snapshots/last/apple.json")
        #expect(throws: SnapshotRejection.self) { try snapshots.requireRoom(for: name) }
    }

    @Test("a name in use is never overwritten, also not by that of something else")
    func taken() async throws {
        try await snapshots.save(name)
        await #expect(throws: SnapshotRejection.self) { try await snapshots.save(name) }
        try files.write("text", to: "data/snapshots/text")
        let text = try #require(SnapshotName("text"))
        await #expect(throws: SnapshotRejection.self) { try await snapshots.save(text) }
        #expect(try read("snapshots/text") == "text")
    }

    @Test("a snapshot that does not exist is neither restored nor deleted")
    func missing() async {
        await #expect(throws: SnapshotRejection.self) { try await snapshots.prepareRestoration(of: name) }
        #expect(throws: SnapshotRejection.self) { try snapshots.delete(name) }
    }

    @Test("a deleted snapshot is gone")
    func delete() async throws {
        try await snapshots.save(name)
        try snapshots.delete(name)
        #expect(try snapshots.all().isEmpty && FileManager.default.contentsOfDirectory(atPath: folder.path + "/snapshots").isEmpty)
        #expect(try read("apple.json") == "old")
    }

    @Test("the newest snapshot is the first")
    func order() async throws {
        for (text, time) in [("a", 2.0), ("b", 3.0), ("c", 1.0)] {
            try await snapshots.save(#require(SnapshotName(text)))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: "\(folder.path)/snapshots/\(text)")
        }
        #expect(try snapshots.all().map { "\($0.name)" } == ["b", "a", "c"])
    }

    @Test("a restoration that was killed is completed at the next start")
    func interrupted() async throws {
        try await snapshots.save(name)
        try files.write("new", to: "data/apple.json")
        try await snapshots.prepareRestoration(of: name)
        // Killed after one of the entries was replaced.
        try folder.removeData()
        try FileManager.default.moveItem(
            atPath: folder.path + "/snapshots/.draft/apple.json", toPath: folder.path + "/apple.json")

        try await snapshots.completeRestoration()
        #expect(try read("apple.json") == "old" && read("phones/1/device.json") == "old")
        #expect(!files.has("data/snapshots/.restoring"))
        try files.write("newer", to: "data/apple.json")
        try await snapshots.completeRestoration()
        #expect(try read("apple.json") == "newer", "a start without an interrupted restoration changes nothing")
    }

    @Test("an interrupted restoration of a snapshot that is gone is an error that names it")
    func interruptedWithoutSnapshot() async throws {
        try files.write("first", to: "data/snapshots/.restoring")
        let failure = await #expect(throws: CommandFailure.self) { try await snapshots.completeRestoration() }
        #expect(failure?.messages.first?.contains("the snapshot first that replaces it does not exist") == true)
        #expect(try read("apple.json") == "old")
    }

    @Test("an interrupted restoration whose file cannot be read is an error")
    func unreadableMarker() async throws {
        try files.write("", to: "data/snapshots/.restoring/file")
        await #expect(throws: (any Error).self) { try await snapshots.completeRestoration() }
        #expect(try read("apple.json") == "old")
    }

    @Test("what a killed command left is not part of the next snapshot")
    func leftovers() async throws {
        try files.write("half", to: "data/snapshots/.draft/apple-key-id")
        try await snapshots.save(name)
        #expect(!files.has("data/snapshots/first/apple-key-id"))
    }

    @Test("the folder is released when the process has closed all of its files")
    func release() async throws {
        let file = try #require(FileHandle(forReadingAtPath: folder.path + "/apple.json"))
        #expect(await !folder.isReleased(within: .milliseconds(50)))
        try file.close()
        #expect(await folder.isReleased(within: .seconds(600)))
    }

    @Test("while a file is open nothing is saved, restored or deleted, and afterwards everything is")
    func inUse() async throws {
        try await snapshots.save(name)
        try files.write("new", to: "data/apple.json")
        let other = try #require(SnapshotName("second"))
        func perform(_ change: RestartRequest.Change) async throws -> SnapshotOutcome? {
            try await folder.perform(change, keeping: DevelopmentLog(), within: .milliseconds(50))
        }
        let file = try #require(FileHandle(forReadingAtPath: folder.path + "/apple.json"))
        for change in [.save(other), .restore(name)] as [RestartRequest.Change] {
            #expect(try await perform(change)?.failure?.contains("a phone still uses its files") == true)
        }
        for change in [.erasePhone(1), .startOver] as [RestartRequest.Change] { #expect(try await perform(change) == nil) }
        #expect(try read("apple.json") == "new" && read("phones/1/device.json") == "old")
        #expect(try snapshots.all().map(\.name) == [name])

        try file.close()
        #expect(try await perform(.save(other)) == SnapshotOutcome(.save, other))
        #expect(try await perform(.restore(name)) == SnapshotOutcome(.restore, name))
        #expect(try read("apple.json") == "old")
        #expect(try await perform(.erasePhone(1)) == nil && !files.has("data/phones/1") && files.has("data/apple.json"))
        #expect(try await perform(.startOver) == nil && !files.has("data/apple.json"))
        #expect(try snapshots.all().count == 2)
    }

    @Test("the first of several requests to restart counts, except that starting over precedes an erasure")
    func requests() throws {
        for (first, second, counting) in [
            (.save(name), .restore(name), .save(name)), (.erasePhone(1), .startOver, .startOver),
            (.startOver, .erasePhone(1), .startOver), (.erasePhone(1), .save(name), .erasePhone(1)),
        ] as [(RestartRequest.Change, RestartRequest.Change, RestartRequest.Change)] {
            let restart = RestartRequest()
            #expect(restart.requested == nil)
            restart.request(first)
            restart.request(second)
            #expect(restart.requested == counting)
        }
    }
}
