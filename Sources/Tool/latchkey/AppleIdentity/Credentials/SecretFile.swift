import Foundation

/// A file that holds a secret.
enum SecretFile {
    /// The largest file in bytes. No secret here comes near.
    static let limit = 65_536

    /// The bytes of a file.
    ///
    /// - Throws: a ``CommandFailure`` where it cannot be read or is larger than ``limit``.
    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit + 1) else {
            throw CommandFailure(.usage, "\(path) cannot be read", hint: "check the path and who may read it")
        }
        guard data.count <= limit else { throw CommandFailure(.usage, "\(path) has more than \(limit) bytes") }
        return Array(data)
    }

    /// The text of a file, or of standard input where none is named, without the line end that closes it.
    ///
    /// - Parameter name: what is read, for messages.
    static func text(_ path: String?, named name: String) throws -> String {
        guard let path else { return try TextInput.read(nil, named: name) }
        var bytes = try bytes(of: path)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandFailure(.usage, "\(path) is not UTF-8") }
        return text
    }
}
