import Foundation

/// The token of the emulator's admin interface, from a file so that no list of processes shows it.
enum AdminToken {
    /// The first line of a file.
    static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path),
            let line = String(decoding: data, as: UTF8.self).split(separator: "\n").first, !line.isEmpty
        else { throw CommandFailure(.usage, "\(path) holds no token") }
        return String(line)
    }
}
