/// A text that satisfies the rule of its type.
///
/// It is stored and sent as a string. Decoding rejects an invalid text.
public protocol CheckedText: RawRepresentable<String>, Hashable, Comparable, Codable, CodingKeyRepresentable, Sendable,
    LosslessStringConvertible
{
    /// The rule in one phrase, for error messages.
    static var rule: String { get }
    /// The checked text.
    var rawValue: String { get }
    /// Creates a value from a text. Returns nil if `rawValue` violates the rule.
    init?(rawValue: String)
}

extension CheckedText {
    /// Creates a value from a text. Returns nil if `description` violates the rule.
    public init?(_ description: String) {
        self.init(rawValue: description)
    }

    /// The checked text.
    public var description: String { rawValue }

    /// Orders by Unicode scalars.
    public static func < (first: Self, second: Self) -> Bool {
        first.rawValue.unicodeScalars.lexicographicallyPrecedes(second.rawValue.unicodeScalars)
    }
}

/// The character classes of identifiers.
enum Letters {
    static func isUppercaseOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isUppercaseOrDigit(byte) || (0x61...0x7A).contains(byte)
    }
}

/// The rule for names that users and developers choose: at most 100 bytes, no control characters.
enum PlainName {
    static func isSuitable(_ text: String) -> Bool {
        text.utf8.count <= ServiceLimits.nameBytes
            && text.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && $0.properties.generalCategory != .lineSeparator
            }
    }

    static func check(_ text: String, _ what: String) throws(EmulatorError) {
        guard isSuitable(text), !text.allSatisfy(\.isWhitespace) else {
            throw EmulatorError(
                .malformed, "\(what) must have 1 to \(ServiceLimits.nameBytes) bytes and no control characters", at: .name)
        }
    }
}
