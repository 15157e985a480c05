/// Text that was checked against the rule of its type, once, at the edge.
///
/// Saved and sent as a plain string; decoding refuses what the rule refuses.
public protocol CheckedText: RawRepresentable<String>, Hashable, Comparable, Codable, CodingKeyRepresentable, Sendable,
    LosslessStringConvertible
{
    /// The rule in one phrase, as it is told to whoever broke it.
    static var rule: String { get }
    /// The text as checked.
    var rawValue: String { get }
    /// The value, or nil when `rawValue` breaks the rule.
    init?(rawValue: String)
}

extension CheckedText {
    /// The value, or nil when `description` breaks the rule.
    public init?(_ description: String) {
        self.init(rawValue: description)
    }

    /// The text as checked.
    public var description: String { rawValue }

    /// Orders by the text's Unicode scalars.
    public static func < (first: Self, second: Self) -> Bool {
        first.rawValue.unicodeScalars.lexicographicallyPrecedes(second.rawValue.unicodeScalars)
    }
}

/// The character classes of the identifiers.
enum Letters {
    static func isUppercaseOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isUppercaseOrDigit(byte) || (0x61...0x7A).contains(byte)
    }
}

/// Names that people and developers choose: at most 100 bytes, no control characters.
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
                .malformed, "\(what) must have 1 to \(ServiceLimits.nameBytes) bytes, none of them a control character")
        }
    }
}
