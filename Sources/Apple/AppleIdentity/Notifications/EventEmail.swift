/// The address that an event is about.
public struct EventEmail: Sendable, Hashable {
    /// The address, at most 320 characters.
    public let address: String

    /// Whether it is a relay address.
    public let isPrivate: Bool
}
