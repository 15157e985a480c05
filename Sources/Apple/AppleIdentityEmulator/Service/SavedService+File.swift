import FoundationEssentials
import PrivateFiles

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
        do throws(PrivateFile.Failure) {
            try PrivateFile.replace(path, with: bytes)
        } catch {
            throw EmulatorRefusal(.notAllowed, "the state file \(error)")
        }
    }
}
