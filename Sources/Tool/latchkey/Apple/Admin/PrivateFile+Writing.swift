import Foundation
import PrivateFiles

extension PrivateFile {
    /// Writes a new file; one that is there already is refused, since it may be the only copy of a key.
    static func write(_ text: String, to path: String) throws {
        try requireAbsent(path)
        do throws(Failure) {
            try create(path, with: text.utf8)
        } catch {
            throw CommandFailure(.failure, "\(error)", hint: "check who may write to the folder")
        }
    }

    /// Refuses a path at which there is something already.
    static func requireAbsent(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.usage, "\(path) is there already", hint: "name another file, or move this one away")
        }
    }
}
