import Foundation

/// The conformance data beside the checkout, read in place.
enum SharedData {
    /// The checkout.
    static let checkout: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = FileManager.default
        while folder.path != "/", !files.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The folder `codes`, or nil where the data is absent.
    static let codes: URL? = {
        let data = checkout.deletingLastPathComponent().appending(path: "shared/data/codes")
        return FileManager.default.fileExists(atPath: data.path) ? data : nil
    }()

    static var isPresent: Bool { codes != nil }

    static func read<Entry: Decodable>(_ name: String, as type: Entry.Type) throws -> [String: [Entry]] {
        guard let folder = codes else { return [:] }
        return try JSONDecoder().decode([String: [Entry]].self, from: Data(contentsOf: folder.appending(path: name)))
    }
}
