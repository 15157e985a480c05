import FoundationEssentials

/// JSON as the service writes it: members sorted, so that the same answer has the same bytes; slashes as they are.
enum WireJSON {
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    static func bytes(_ value: some Encodable) -> [UInt8] {
        // Only this library's own values come here: strings, whole numbers and Booleans, which always encode.
        (try? encoder.encode(value)).map { [UInt8]($0) } ?? Array("{}".utf8)
    }

    static func text(_ value: some Encodable) -> String {
        String(decoding: bytes(value), as: UTF8.self)
    }
}
