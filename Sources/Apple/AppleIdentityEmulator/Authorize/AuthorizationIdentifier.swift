/// Names one sign-in in progress on the sheet; unguessable, 32 hexadecimal digits.
public struct AuthorizationIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "an authorization's id has 32 lower-case hexadecimal digits"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 32, rawValue.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness) {
        self.rawValue = randomness.hex(32)
    }
}
