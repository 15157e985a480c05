/// When refresh tokens are asked after. Apple allows one check a day and may throttle whoever asks more often; the checks of all
/// identities are spread over the day by their identifiers, which are random.
enum AppleTokenSchedule {
    /// Between one and two days after it was obtained.
    static func firstCheck(of identity: AppleIdentityID, obtainedAt moment: Timestamp) -> Timestamp {
        moment + interval + spread(identity, over: interval)
    }

    /// A day after a check that was answered, and up to an hour: what became due together, as after an outage, drifts apart again.
    static func nextCheck(of identity: AppleIdentityID, after moment: Timestamp) -> Timestamp {
        moment + interval + spread(identity, over: .seconds(3_600))
    }

    /// No token is claimed for a check twice within this time, whatever becomes of the worker.
    static let interval: Duration = .seconds(86_400)

    private static func spread(_ identity: AppleIdentityID, over span: Duration) -> Duration {
        let number = identity.bytes.prefix(4).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return .milliseconds((span.wholeMilliseconds * number) >> 32)
    }
}
