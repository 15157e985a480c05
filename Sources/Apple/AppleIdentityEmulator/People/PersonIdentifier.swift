/// How the emulator's operators name an Apple account, such as `anna`. Never on the wire of the service.
public struct PersonIdentifier: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a person's id has 1 to 40 lower-case letters, digits and hyphens"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard (1...40).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return nil }
        self.rawValue = rawValue
    }
}
