import Foundation

/// One message of a device or an app, as a line of JSON with its end.
package enum AppLine {
    /// The longest line, without its end: 4 MiB. Whoever sends a longer one does not keep to the form.
    package static let maximumLength = 4 << 20

    package static func bytes(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(message)) + [UInt8(ascii: "\n")]
    }

    /// - Parameter line: without its end.
    package static func message<Message: Decodable>(_ type: Message.Type, _ line: some Collection<UInt8>) throws -> Message {
        try JSONDecoder().decode(type, from: Data(line))
    }
}
