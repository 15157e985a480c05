/// The `kid` of a key: six to ten letters and digits.
///
/// A developer's key has ten (facts 1.7); the service's own keys were seen with six, seven and ten (facts 1.3).
public struct KeyIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a key id has six to ten letters and digits"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard (6...10).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Letters.isAlphanumeric) else { return nil }
        self.rawValue = rawValue
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness, length: Int = 10) {
        self.rawValue = randomness.keyID(min(max(length, 6), 10))
    }
}
