package import Accounts
import InternetAddresses

/// The snapshots of `latchkey dev`: its data of several moments, by name.
///
/// Saving and restoring need all servers to be stopped. ``save(_:)`` and ``restore(_:)`` therefore only request it and return, so that
/// the server can still respond. ``outcome`` of the next run has the result.
package protocol DevelopmentSnapshots: Sendable {
    /// The number of this run of the servers. It increases with each restart of the command.
    var run: Int { get }
    /// Whether snapshots stay when the command ends.
    var areKept: Bool { get }
    /// The outcome of the request that ended the previous run; nil if it was not a request for a snapshot.
    var outcome: SnapshotOutcome? { get }

    /// Returns the snapshots, the newest first.
    func all() throws -> [Snapshot]
    /// Requests to save the data. Throws ``SnapshotRejection`` for a name in use and beyond the maximum number.
    func save(_ name: SnapshotName) throws
    /// Requests to replace the data with a snapshot. Throws ``SnapshotRejection`` if it does not exist.
    func restore(_ name: SnapshotName) throws
    /// Deletes a snapshot. Throws ``SnapshotRejection`` if it does not exist.
    func delete(_ name: SnapshotName) throws
}

/// A snapshot.
package struct Snapshot: Hashable, Sendable {
    package let name: SnapshotName
    package let savedAt: Timestamp

    package init(name: SnapshotName, savedAt: Timestamp) {
        self.name = name
        self.savedAt = savedAt
    }
}

/// The name of a snapshot, which is also the name of its folder: 1 to 40 ASCII letters, digits, dots, hyphens and underscores, the
/// first one a letter or digit.
package struct SnapshotName: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Returns nil for any other text.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.lengthLimit).contains(bytes.count), bytes.first?.isASCIIAlphanumeric == true,
            bytes.allSatisfy({ $0.isASCIIAlphanumeric || "._-".utf8.contains($0) })
        else { return nil }
        description = text
    }

    package static let lengthLimit = 40
    /// The requirements in words.
    package static let requirements =
        "1 to \(lengthLimit) letters, digits, dots, hyphens and underscores, the first one a letter or digit"
}

/// The outcome of a request to save or restore a snapshot.
package struct SnapshotOutcome: Hashable, Sendable {
    package enum Action: String, Sendable {
        case save
        case restore

        /// The participle, for sentences.
        package var participle: String { self == .save ? "saved" : "restored" }
    }

    package let action: Action
    package let name: SnapshotName
    /// The reason why nothing was changed; nil for success.
    package let failure: String?

    package init(_ action: Action, _ name: SnapshotName, failure: String? = nil) {
        self.action = action
        self.name = name
        self.failure = failure
    }
}

/// The reason why a request for a snapshot is rejected.
package enum SnapshotRejection: Error, CustomStringConvertible {
    case taken(SnapshotName)
    case missing(SnapshotName)
    case tooMany(limit: Int)

    package var description: String {
        switch self {
        case .taken(let name): "There is a snapshot \(name) already. Delete it first, or choose another name."
        case .missing(let name): "There is no snapshot \(name)."
        case .tooMany(let limit): "There are \(limit) snapshots already. Delete one first."
        }
    }
}
