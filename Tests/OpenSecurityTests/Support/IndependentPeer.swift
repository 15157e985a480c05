import ConformanceData
import Foundation
import OpenSecurity
import TestKit

/// A program that implements Apple's algorithms with `cryptography` of PyPI.
enum IndependentPeer {
    struct Request: Encodable {
        var operation: String
        var algorithm: String?
        var key: String?
        var data: String?
        var signature: String?
        var peer: String?
        var size: Int?
        var information: String?
        var kind: String?
        var bits: Int?

        init(operation: String, kind: String, bits: Int) {
            self.operation = operation
            self.kind = kind
            self.bits = bits
        }

        init(
            _ operation: String, _ algorithm: SecKeyAlgorithm, key: Data, data: Data, signature: Data? = nil, peer: Data? = nil,
            size: Int? = nil, information: Data? = nil
        ) {
            self.operation = operation
            self.algorithm = algorithm.rawValue as String
            self.key = key.hexadecimal
            self.data = data.hexadecimal
            self.signature = signature?.hexadecimal
            self.peer = peer?.hexadecimal
            self.size = size
            self.information = information?.hexadecimal
        }
    }

    struct Answer: Decodable {
        let result: String?
        let error: String?
        var data: Data? { result.flatMap { Data(hexadecimal: $0) } }
    }

    /// Whether an interpreter with the package is available: the one from `scripts/setup test`, or the system's.
    static let isProvided = interpreter != nil

    static func ask(_ requests: [Request]) throws -> [Answer] {
        guard let interpreter else { return [] }
        let output = try run(interpreter, [program.path], input: try JSONEncoder().encode(requests))
        return try JSONDecoder().decode([Answer].self, from: output)
    }

    private static let program = ConformanceData.package.appending(path: "Tests/OpenSecurityTests/IndependentPeer/peer.py")

    private static let interpreter: URL? = {
        let candidates = [
            ConformanceData.package.appending(path: ".tools/relying-parties/bin/python"), URL(filePath: "/usr/bin/python3"),
        ]
        return candidates.first { candidate in
            FileManager.default.isExecutableFile(atPath: candidate.path)
                && (try? run(candidate, ["-c", "import cryptography"], input: Data())) != nil
        }
    }()

    /// Returns the standard output of a program that succeeds. Input and output use files, which never block.
    private static func run(_ interpreter: URL, _ arguments: [String], input: Data) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (given, answered) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try input.write(to: given)
        try Data().write(to: answered)
        let process = Process()
        process.executableURL = interpreter
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: answered)
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard process.wait().status == 0 else { throw CocoaError(.fileReadUnknown) }
        return try Data(contentsOf: answered)
    }
}
