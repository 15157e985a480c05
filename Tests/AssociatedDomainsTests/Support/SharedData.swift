import Foundation

/// The conformance data beside the checkout, read in place.
enum SharedData {
    /// The folder `associated-domains`, or nil where the data is absent.
    static let associatedDomains: URL? = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = FileManager.default
        while folder.path != "/", !files.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        let data = folder.deletingLastPathComponent().appending(path: "shared/data/associated-domains")
        return files.fileExists(atPath: data.path) ? data : nil
    }()

    static var isPresent: Bool { associatedDomains != nil }

    /// The files of a folder by name.
    static func files(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        guard let data = associatedDomains?.appending(path: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: data.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: data.appending(path: name))))
        }
    }
}
