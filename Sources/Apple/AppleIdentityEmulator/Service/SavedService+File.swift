import FoundationEssentials

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension SavedService {
    /// Reads a state file.
    ///
    /// - Throws: when it cannot be read, or as ``init(json:)`` does.
    public init(contentsOf path: String) throws(EmulatorRefusal) {
        let json: Data
        do {
            json = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw EmulatorRefusal(.unknown, "the state file \(path) cannot be read")
        }
        try self.init(json: json)
    }

    /// Writes the state file whole, readable by its owner alone (0600): a new file beside it is filled, synced and renamed over it.
    ///
    /// - Throws: ``EmulatorRefusal/Code/notAllowed`` when the folder does not allow it; the old file stands then.
    public func write(to path: String) throws(EmulatorRefusal) {
        let bytes: Data
        do { bytes = try json() } catch { throw EmulatorRefusal(.malformed, "the state cannot be written as JSON") }
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.refusal(draft) }
        let isWritten = writeAll([UInt8](bytes), to: file) && fsync(file) == 0
        guard close(file) == 0, isWritten, rename(draft, path) == 0 else {
            unlink(draft)
            throw Self.refusal(path)
        }
    }

    private static func refusal(_ path: String) -> EmulatorRefusal {
        EmulatorRefusal(.notAllowed, "the state file \(path) cannot be written (errno \(errno))")
    }
}

/// Outside the type, whose own `write` hides the system's.
private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}
