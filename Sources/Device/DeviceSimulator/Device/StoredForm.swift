import Foundation

/// How a stored device writes values down: as JSON with a version.
enum StoredForm {
    private struct Header: Decodable {
        let version: Int
    }

    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(value))
    }

    /// - Throws: ``SimulatorFailure`` for what is none, or of a later version. Whoever reads then writes nothing.
    static func read<Value: Decodable>(
        _ type: Value.Type, of path: String, _ bytes: [UInt8], upTo version: Int
    ) throws(SimulatorFailure) -> Value {
        let decoder = JSONDecoder()
        guard let header = try? decoder.decode(Header.self, from: Data(bytes)), header.version >= 1 else {
            throw .damaged(path)
        }
        guard header.version <= version else { throw .later(path, header.version) }
        guard let value = try? decoder.decode(type, from: Data(bytes)) else { throw .damaged(path) }
        return value
    }
}
