/// The `sub` of a person for a team: six digits, a dot, 32 hexadecimal digits, a dot, four digits (facts 1.4).
///
/// The same for every app of the team, and unchanged after revocation and a new consent. Transfer identifiers have the same form.
public struct Subject: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a subject has six digits, a dot, 32 lower-case hexadecimal digits, a dot, and four digits"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard rawValue.utf8.count == 44, parts.count == 3, parts[0].utf8.count == 6, parts[1].utf8.count == 32,
            parts[0].utf8.allSatisfy(Self.isDigit), parts[2].utf8.allSatisfy(Self.isDigit),
            parts[1].utf8.allSatisfy({ Self.isDigit($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte)
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness, timeOfDay: String) {
        self.rawValue = "00\(randomness.digits(4)).\(randomness.hex(32)).\(timeOfDay)"
    }
}
