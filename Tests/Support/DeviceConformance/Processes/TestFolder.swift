package import Foundation

/// A folder that only its owner can access, deleted with the object. Its name is short, because it contains sockets.
package final class TestFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/lkd-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CocoaError(.fileWriteUnknown) }
        path = String(cString: made)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The folder of the broker.
    package var device: String { path + "/d" }

    /// Everything in the folder and below it, by relative path.
    package func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: device) {
            let url = URL(filePath: device + "/" + name)
            if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                files[name] = try Data(contentsOf: url)
            }
        }
        return files
    }
}
