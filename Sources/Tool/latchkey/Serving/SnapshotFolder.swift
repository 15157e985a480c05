import AccountServer
import AccountStoreSQLite
import Accounts
import Foundation
import Logging
import PrivateFiles

/// The snapshots of `latchkey dev`: copies of the data of its folder, each in a subfolder of `snapshots`.
///
/// Copying and replacing require that nothing uses the data. A copy of an account store is a backup, so a server recognizes it as
/// restored. If the command is killed while it saves, no snapshot exists. If it is killed while it restores, the next start completes
/// the restoration.
struct SnapshotFolder {
    /// The maximum number of snapshots.
    static let countLimit = 20

    let folder: DevelopmentFolder
    /// The maximum number of files and folders of a snapshot.
    var entryLimit = 10_000
    /// The maximum size of a snapshot in bytes. A file is copied in memory, except for account stores.
    var byteLimit = 256 << 20

    private var path: String { folder.path + "/snapshots" }
    /// The copy that is not complete yet. No name of a snapshot begins with a dot.
    private var draftPath: String { path + "/.draft" }
    /// The file with the name of the snapshot that replaces the data, until that is complete.
    private var markerPath: String { path + "/.restoring" }

    /// Returns the snapshots, the newest first.
    func all() throws -> [Snapshot] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).compactMap { name in
            guard let name = SnapshotName(name), let attributes = try? attributes(of: place(of: name)),
                attributes.type == .typeDirectory
            else { return nil }
            return Snapshot(name: name, savedAt: attributes.changed)
        }.sorted { ($0.savedAt, "\($0.name)") > ($1.savedAt, "\($1.name)") }
    }

    /// Throws ``SnapshotRejection`` unless a snapshot with the name can be saved.
    func requireRoom(for name: SnapshotName) throws {
        let all = try all()
        // The name may belong to something that is no snapshot.
        guard (try? attributes(of: place(of: name))) == nil else { throw SnapshotRejection.taken(name) }
        guard all.count < Self.countLimit else { throw SnapshotRejection.tooMany(limit: Self.countLimit) }
    }

    /// Throws ``SnapshotRejection`` if the snapshot does not exist.
    func require(_ name: SnapshotName) throws {
        guard try exists(name) else { throw SnapshotRejection.missing(name) }
    }

    private func exists(_ name: SnapshotName) throws -> Bool { try all().contains { $0.name == name } }

    /// Copies the data to a new snapshot.
    ///
    /// - Throws: ``SnapshotRejection``; ``CommandFailure`` for data that is too large or contains a link; other errors of the files.
    ///   There is no new snapshot then.
    func save(_ name: SnapshotName) async throws {
        try requireRoom(for: name)
        try makePrivateFolder(path)
        try await copy(folder.path, entries: folder.dataEntries(), backsUpStores: true)
        try FileManager.default.moveItem(atPath: draftPath, toPath: place(of: name))
    }

    /// Deletes a snapshot.
    ///
    /// - Throws: ``SnapshotRejection`` if it does not exist; other errors of the files.
    func delete(_ name: SnapshotName) throws {
        try require(name)
        // All at once, so that no half of a snapshot remains.
        try removeDraft()
        try FileManager.default.moveItem(atPath: place(of: name), toPath: draftPath)
        try removeDraft()
    }

    /// Copies a snapshot next to the data, which ``replaceData()`` then replaces.
    ///
    /// - Throws: the errors of ``save(_:)``. The data is unchanged then.
    func prepareRestoration(of name: SnapshotName) async throws {
        try require(name)
        let entries = try FileManager.default.contentsOfDirectory(atPath: place(of: name))
        // A restored `master.key` would replace that of the folder.
        if let foreign = entries.first(where: { !DevelopmentFolder.isData($0) }) {
            throw CommandFailure(.store, "\(place(of: name))/\(foreign.sanitized) is not part of a snapshot")
        }
        try await copy(place(of: name), entries: entries, backsUpStores: false)
        try PrivateFile.replace(markerPath, with: "\(name)".utf8)
    }

    /// Replaces the data with the prepared copy.
    ///
    /// - Throws: an error of the files. The data is incomplete then, and ``completeRestoration()`` replaces it again.
    func replaceData() throws {
        try folder.removeData()
        for entry in try FileManager.default.contentsOfDirectory(atPath: draftPath) {
            try FileManager.default.moveItem(atPath: draftPath + "/" + entry, toPath: folder.path + "/" + entry)
        }
        try FileManager.default.removeItem(atPath: markerPath)
        try removeDraft()
    }

    /// Restores the snapshot whose restoration was interrupted, if there is one.
    ///
    /// - Throws: ``CommandFailure`` if the snapshot no longer exists; the errors of ``prepareRestoration(of:)`` and ``replaceData()``;
    ///   other errors of the files.
    func completeRestoration() async throws {
        guard FileManager.default.fileExists(atPath: markerPath) else { return }
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: markerPath)), as: UTF8.self)
        guard let name = SnapshotName(text), try exists(name) else {
            throw CommandFailure(
                .store, "the data is incomplete, and the snapshot \(text.sanitized) that replaces it does not exist",
                hint: "choose another folder with --data, or remove \(markerPath)")
        }
        try await prepareRestoration(of: name)
        try replaceData()
        Terminal().say("completed the interrupted restoration of the snapshot \(name)")
    }

    private func place(of name: SnapshotName) -> String { "\(path)/\(name)" }

    /// Copies entries of a folder to the draft. Only the owner can read the copies; the mode of the original does not matter.
    ///
    /// - Parameter backsUpStores: whether to copy account stores as backups, and omit their companions; a snapshot already has backups.
    private func copy(_ source: String, entries: [String], backsUpStores: Bool) async throws {
        try removeDraft()
        do {
            try makePrivateFolder(draftPath)
            var room = (entries: entryLimit, bytes: byteLimit)
            for entry in entries where !(backsUpStores && DevelopmentFolder.isStoreCompanion(entry)) {
                try await copy(source + "/" + entry, to: draftPath + "/" + entry, backsUpStores: backsUpStores, &room)
            }
        } catch {
            try? removeDraft()
            throw error
        }
    }

    private func copy(
        _ source: String, to copied: String, backsUpStores: Bool, _ room: inout (entries: Int, bytes: Int)
    ) async throws {
        let attributes = try attributes(of: source)
        room.entries -= 1
        room.bytes -= attributes.type == .typeRegular ? attributes.size : 0
        guard room.entries >= 0, room.bytes >= 0 else {
            throw CommandFailure(
                .store, "the data has more than \(entryLimit) files or \(byteLimit >> 20) MiB",
                hint: "a snapshot is for small amounts of data; copy the folder of --data while latchkey dev does not run")
        }
        switch attributes.type {
        case .typeDirectory:
            try makePrivateFolder(copied)
            for name in try FileManager.default.contentsOfDirectory(atPath: source)
            where !(backsUpStores && DevelopmentFolder.isStoreCompanion(name)) {
                try await copy(source + "/" + name, to: copied + "/" + name, backsUpStores: backsUpStores, &room)
            }
        case .typeRegular where backsUpStores && (source as NSString).lastPathComponent == DevelopmentFolder.storeName:
            try await backUp(source, to: copied)
        case .typeRegular:
            try PrivateFile.create(copied, with: Data(contentsOf: URL(fileURLWithPath: source)))
        default: throw CommandFailure(.store, "\(source.sanitized) is neither a regular file nor a folder")
        }
    }

    private func backUp(_ source: String, to copied: String) async throws {
        let store = try SQLiteAccountStore.open(path: source)
        do {
            try await store.backup(to: copied)
        } catch {
            try? await store.close()
            throw error
        }
        try await store.close()
    }

    private func removeDraft() throws {
        guard (try? attributes(of: draftPath)) != nil else { return }
        try FileManager.default.removeItem(atPath: draftPath)
    }

    /// Creates a folder that other users cannot enter. Throws ``CommandFailure`` for a link or file at this path.
    private func makePrivateFolder(_ path: String) throws {
        if let existing = try? attributes(of: path) {
            guard existing.type == .typeDirectory else { throw CommandFailure(.store, "\(path.sanitized) is not a folder") }
            return
        }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Returns the attributes of an entry, without following a link.
    private func attributes(of path: String) throws -> (type: FileAttributeType, size: Int, changed: Timestamp) {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return (
            attributes[.type] as? FileAttributeType ?? .typeUnknown, attributes[.size] as? Int ?? 0,
            Timestamp(milliseconds: Int64(changed * 1_000))
        )
    }
}

extension DevelopmentFolder {
    /// Changes the data between two runs. Changes nothing while a phone still uses its files. Returns the outcome for a snapshot.
    ///
    /// - Parameter limit: the maximum time until the phones have closed their files.
    /// - Throws: an error of the files, except for a snapshot that changed nothing.
    func perform(
        _ change: RestartRequest.Change, keeping lines: DevelopmentLog, within limit: Duration = .seconds(10)
    ) async throws -> SnapshotOutcome? {
        let isFree = await isReleased(within: limit)
        let terminal = Terminal()
        let outcome: SnapshotOutcome
        switch change {
        case .startOver where !isFree, .erasePhone where !isFree:
            terminal.say("nothing is deleted: a phone still uses its files; starting again")
            return nil
        case .startOver:
            try removeData()
            terminal.say("all data is deleted; starting over")
            return nil
        case .erasePhone(let number):
            try erasePhone(number)
            terminal.say("phone \(number) is erased; starting again")
            return nil
        case .save(let name):
            let failure = await Self.failure(isFree) { () async throws in try await snapshots.save(name) }
            outcome = SnapshotOutcome(.save, name, failure: failure)
        case .restore(let name):
            let failure = await Self.failure(isFree) { () async throws in try await snapshots.prepareRestoration(of: name) }
            if failure == nil { try snapshots.replaceData() }
            outcome = SnapshotOutcome(.restore, name, failure: failure)
        }
        let (action, name) = (outcome.action, outcome.name)
        if let failure = outcome.failure {
            terminal.say("snapshot \(name) was not \(action.participle): \(failure); starting again")
            lines.keep(.error, "snapshot failed", details: "action=\(action.rawValue) name=\(name) reason=\(failure)", at: .current)
        } else {
            terminal.say("snapshot \(name): \(action.participle); starting again")
        }
        return outcome
    }

    /// Returns the reason why `body` failed; nil for success.
    private static func failure(_ isFree: Bool, _ body: () async throws -> Void) async -> String? {
        guard isFree else { return "a phone still uses its files; try again" }
        do {
            try await body()
            return nil
        } catch let rejection as SnapshotRejection {
            return "\(rejection)".asMessage
        } catch {
            return CommandFailure(explaining: error).messages.joined(separator: "; ")
        }
    }
}

/// The snapshots of one run. Requests that need everything to stop end it.
struct RunningSnapshots: DevelopmentSnapshots {
    let folder: SnapshotFolder
    let run: Int
    let areKept: Bool
    let outcome: SnapshotOutcome?
    let restart: RestartRequest

    func all() throws -> [Snapshot] { try folder.all() }

    func save(_ name: SnapshotName) throws {
        try folder.requireRoom(for: name)
        restart.request(.save(name))
    }

    func restore(_ name: SnapshotName) throws {
        try folder.require(name)
        restart.request(.restore(name))
    }

    func delete(_ name: SnapshotName) throws { try folder.delete(name) }
}
