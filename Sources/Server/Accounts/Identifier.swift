import FoundationEssentials
package import Secrets

/// An identifier that the server mints: 122 random bits, written as a version 4 UUID in lower case (RFC 9562, section 5.4). The
/// subject is part of the type, so that a session's identifier never stands where an account's belongs.
package struct Identifier<Subject>: Hashable, Sendable {
    /// The sixteen octets, version and variant bits included.
    package let bytes: [UInt8]

    /// Mints a new identifier.
    package init(random: some RandomBytes) {
        var bytes = random.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.bytes = bytes
    }

    /// Reads what a store kept. Refuses anything but sixteen octets.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads the text form. Refuses everything that `description` would not write: other lengths, braces, upper case.
    package init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.init(bytes: withUnsafeBytes(of: uuid.uuid) { Array($0) })
        guard description == text else { return nil }
    }
}

extension Identifier: CustomStringConvertible {
    // Octet by octet: it stands in every answer, and put together from characters it cost a seventh of a session check.
    package var description: String {
        String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                text[end] = Self.digit(byte >> 4)
                text[end + 1] = Self.digit(byte & 0x0F)
                end += 2
            }
            return end
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
