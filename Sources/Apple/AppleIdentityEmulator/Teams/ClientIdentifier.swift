/// A `client_id`: the bundle identifier of an App ID, or the identifier of a Services ID. Case matters.
public struct ClientIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule =
        "a client id has 1 to 255 letters, digits, hyphens and dots, with something before, between and after the dots"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        let bytes = rawValue.utf8
        guard (1...255).contains(bytes.count),
            bytes.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy({ part in
                !part.isEmpty && part.allSatisfy { Letters.isAlphanumeric($0) || $0 == 0x2D }
            })
        else { return nil }
        self.rawValue = rawValue
    }
}
