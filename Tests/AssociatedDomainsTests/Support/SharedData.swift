import Foundation

/// The conformance data beside the checkout, read in place.
enum SharedData {
    /// The folder `associated-domains`, or nil where the data is absent.
    static let folder: URL? = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = FileManager.default
        while folder.path != "/", !files.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            folder.deleteLastPathComponent()
        }
        let data = folder.deletingLastPathComponent().appending(path: "shared/data/associated-domains")
        return files.fileExists(atPath: data.path) ? data : nil
    }()

    static var isPresent: Bool { folder != nil }

    /// How much longer than normal the randomised tests run: 50 makes a million pairs of component and URL.
    static let soakFactor = max(1, ProcessInfo.processInfo.environment["LATCHKEY_SOAK_FACTOR"].flatMap(Int.init) ?? 1)

    /// A line of the recorded probes.
    struct Probe: Sendable, CustomStringConvertible {
        let command: String
        let category: String
        let name: String
        let json: String
        let url: String
        let result: String

        var description: String { "\(command) \(category) \(name)" }
    }

    static func probes() throws -> [Probe] {
        guard let folder else { return [] }
        let text = try String(contentsOf: folder.appending(path: "swcutil-probes.tsv"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Probe(
                command: fields[0], category: fields[1], name: fields[2], json: fields[3], url: fields[4], result: fields[5])
        }
    }

    /// The published files of a kind, the name of its folder, by name.
    static func files(in kind: String) throws -> [(name: String, bytes: [UInt8])] {
        guard let folder = folder?.appending(path: kind) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
    }
}
