/// The Team ID of a developer: ten upper-case letters and digits; `iss` of its client secrets.
public struct TeamIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a Team ID has ten characters from A to Z and 0 to 9"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 10, rawValue.utf8.allSatisfy(Letters.isUppercaseOrDigit) else { return nil }
        self.rawValue = rawValue
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness) {
        self.rawValue = randomness.keyID(10)
    }
}
