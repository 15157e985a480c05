/// For how long a client secret is good.
public struct ClientSecretLifetime: Sendable, Hashable {
    /// Five minutes: long enough for clocks that differ a little and for a connection that is slow, short enough that a secret in a log
    /// or a dump is worth nothing soon after.
    public static let `default` = ClientSecretLifetime(checked: 300)

    /// 15,777,000 seconds, about half a year: Apple refuses what expires later.
    public static let maximum = ClientSecretLifetime(checked: 15_777_000)

    /// 60 seconds: less may not survive the difference of two clocks.
    public static let minimum = ClientSecretLifetime(checked: 60)

    /// In seconds.
    public let seconds: Int

    /// Refuses what is outside of ``minimum`` and ``maximum``.
    public init(seconds: Int) throws(CredentialError) {
        guard seconds >= Self.minimum.seconds else {
            throw CredentialError(
                .lifetimeTooShort, "The client secret would live for less than \(Self.minimum.seconds) seconds.",
                remedy: "Take \(Self.default.seconds) seconds.")
        }
        guard seconds <= Self.maximum.seconds else {
            throw CredentialError(
                .lifetimeTooLong,
                "The client secret would live for more than \(Self.maximum.seconds) seconds; Apple answers invalid_client to that.",
                remedy: "Take \(Self.default.seconds) seconds; a new one costs nothing.")
        }
        self.seconds = seconds
    }

    private init(checked seconds: Int) {
        self.seconds = seconds
    }
}
