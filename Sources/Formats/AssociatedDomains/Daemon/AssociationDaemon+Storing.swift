internal import FoundationEssentials

extension AssociationDaemon {
    /// The daemon's memory as JSON, to be kept in a file. Equal states give equal bytes.
    ///
    /// A download that is under way is stored as due: nobody will answer it after a restart.
    public func stored() throws(DaemonStorageError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .secondsSince1970
        do {
            return Array(try encoder.encode(StoredState(state)))
        } catch {
            throw DaemonStorageError(.unwritable, "\(error)")
        }
    }

    /// A daemon with a memory that was stored.
    ///
    /// - Throws: for what is not the JSON that ``stored()`` writes, and for a version that this library does not know. Nothing of a
    ///   damaged memory is used; start with an empty one, and install the apps again.
    public init(
        stored bytes: [UInt8], policy: DaemonPolicy = DaemonPolicy(), reader: AssociationFileReader = .standard
    ) throws(DaemonStorageError) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let data = Data(bytes)
        guard let version = try? decoder.decode(StoredState.Version.self, from: data).version else {
            throw DaemonStorageError(.malformed, "not the memory of a daemon")
        }
        guard version == StoredState.version else { throw DaemonStorageError(.unknownVersion, "version \(version) is not known") }
        do {
            self.init(policy: policy, reader: reader, state: try decoder.decode(StoredState.self, from: data).state())
        } catch {
            throw DaemonStorageError(.malformed, "\(error)")
        }
    }
}

/// Why a daemon's memory cannot be stored or loaded.
public struct DaemonStorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem. The raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not what a daemon stored.
        case malformed = "malformed"
        /// Stored by another version of this library.
        case unknownVersion = "unknown-version"
        /// The encoder failed.
        case unwritable = "unwritable"
    }

    /// The kind of problem.
    public let code: Code

    /// What is wrong, in words.
    public let reason: String

    /// The reason.
    public var description: String { reason }

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
