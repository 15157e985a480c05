/// A person on the way from one team to another: the `transfer_sub`. It is made for one recipient and holds for 60 days after the app was
/// transferred.
public struct TransferIdentifier: Sendable, Hashable {
    /// The identifier.
    public let text: String

    /// Refuses what is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let subject = UserSubject(text) else { return nil }
        self.text = subject.text
    }
}
