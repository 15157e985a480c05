import Foundation

/// Where the package is, and the conformance data beside it.
enum TestPlaces {
    /// The folder that holds the manifest.
    static let package: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    static let data = package.deletingLastPathComponent().appending(path: "shared/data")

    static func isThere(_ name: String) -> Bool {
        FileManager.default.isReadableFile(atPath: data.appending(path: name).path)
    }

    static func json<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: data.appending(path: name)))
    }
}
