/// What tells one notification from all others.
public struct NotificationID: Sendable, Hashable {
    /// The identifier, at most 255 characters.
    public let text: String

    /// Refuses what is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.text = text
    }
}
