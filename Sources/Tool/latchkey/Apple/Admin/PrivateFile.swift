import Foundation

/// A file that only its owner may read.
enum PrivateFile {
    /// Writes a new file; one that is there already is refused, since it may be the only copy of a key.
    static func write(_ text: String, to path: String) throws {
        try requireAbsent(path)
        let made = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard made, let file = FileHandle(forWritingAtPath: path) else {
            throw CommandFailure(.failure, "\(path) cannot be written", hint: "check who may write to the folder")
        }
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }

    /// Refuses a path at which there is something already.
    static func requireAbsent(_ path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.usage, "\(path) is there already", hint: "name another file, or move this one away")
        }
    }
}
