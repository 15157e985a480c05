/// A `client_id`: the bundle identifier of an App ID, or the identifier of a Services ID. Case matters.
public struct ClientIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a client id has 1 to 255 letters, digits, hyphens and dots, and neither starts nor ends with a dot"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard (1...255).contains(bytes.count), bytes.first != 0x2E, bytes.last != 0x2E,
            bytes.allSatisfy({ Letters.isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E })
        else { return nil }
        self.rawValue = rawValue
    }
}
