/// A person as the team knows them that received the app.
public struct TransferredUser: Sendable, Hashable {
    /// The person's new `sub`. Replace the old one by it.
    public let subject: UserSubject

    /// The person's new relay address; nil for people who share their own.
    public let email: String?

    /// Whether ``email`` is a relay address.
    public let isPrivateEmail: Bool
}
