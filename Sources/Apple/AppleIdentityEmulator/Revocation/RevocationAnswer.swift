/// The answer of `/auth/revoke`: 200 with an empty body, also for tokens that nobody knows (facts 1.9).
public struct RevocationAnswer: Sendable, Hashable {
    /// Whether anything was revoked; not on the wire, for the console and tests only.
    public let revoked: Bool
}
