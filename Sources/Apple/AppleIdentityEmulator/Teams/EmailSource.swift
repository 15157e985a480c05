/// A domain or a single address from which a team may write to relay addresses (facts 1.11).
public struct EmailSource: CheckedText {
    /// The rule in one phrase.
    public static let rule = "an e-mail source is a domain such as mail.example.com or an address such as help@example.com"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard rawValue.utf8.count <= 254 else { return nil }
        let parts = rawValue.split(separator: "@", maxSplits: 2, omittingEmptySubsequences: false)
        guard let domain = parts.last, parts.count <= 2, WebHost.isDomain(String(domain)) else { return nil }
        if parts.count == 2 {
            guard (1...64).contains(parts[0].utf8.count),
                parts[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { return nil }
        }
        self.rawValue = rawValue
    }
}
