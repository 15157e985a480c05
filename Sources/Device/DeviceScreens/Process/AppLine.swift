import Foundation

/// A message of a device or an app: one line of JSON with its line feed.
package enum AppLine {
    /// The maximum length of a line, without the line feed: 4 MiB. A longer line is malformed.
    package static let maximumLength = 4 << 20

    package static func bytes(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(message)) + [UInt8(ascii: "\n")]
    }

    /// - Parameter line: A line without its line feed.
    package static func message<Message: Decodable>(_ type: Message.Type, _ line: some Collection<UInt8>) throws -> Message {
        try JSONDecoder().decode(type, from: Data(line))
    }
}
