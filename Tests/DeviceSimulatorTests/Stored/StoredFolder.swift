import Foundation

/// A folder for a stored device, gone with the object.
final class StoredFolder {
    let path = FileManager.default.temporaryDirectory.path + "/stored-device-\(UUID().uuidString)"

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func write(_ bytes: Data, to name: String) throws {
        try bytes.write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func bytes(of name: String) -> Data? {
        FileManager.default.contents(atPath: path + "/" + name)
    }
}
