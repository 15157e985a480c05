package import Foundation

/// The inputs with known results in `Tests/Conformance`. Its README names the source of each.
package enum ConformanceData {
    /// The folder of Package.swift.
    package static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    /// Returns a file by its path in `Tests/Conformance`.
    package static func file(_ path: String) -> URL {
        package.appending(path: "Tests/Conformance").appending(path: path)
    }

    /// Decodes a file that is one JSON value.
    package static func json<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: file(path)))
    }

    /// Decodes a file with a JSON value on each line.
    package static func jsonLines<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> [Value] {
        try String(contentsOf: file(path), encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(type, from: Data($0.utf8))
        }
    }
}

/// Pages of other sites, in `../shared` next to the clone. Their licence does not permit copies, so their tests are skipped if the
/// folder is missing; `scripts/report` lists those tests.
package struct SitePages: Sendable {
    package let folder: URL

    /// Returns nil if the folder is missing.
    package init?(_ path: String) {
        folder = ConformanceData.package.appending(path: "../shared").appending(path: path).standardizedFileURL
        guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    }

    /// The names of the files, in order.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// Returns the bytes of one file.
    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }
}
