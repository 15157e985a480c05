#if PostgreSQL
import AccountStore

/// How far the primary's log was on the disk at a moment. Everything acknowledged before the moment stands before the place.
struct LogPlace: Sendable {
    let moment: ContinuousClock.Instant
    let position: String
    /// Which history of the log the position counts in (PostgreSQL documentation, section 26.3.5).
    let timeline: Int
    /// Which database cluster's log it is.
    let cluster: String

    /// Asks a standby whether it has everything before the place. One that was promoted follows nobody any more, and one that was left behind by
    /// a failover counts its places in another history.
    var proof: StoreStatement {
        StoreStatement(
            """
            SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::text::pg_lsn
                AND (SELECT min_recovery_end_timeline = $2 FROM pg_control_recovery())
                AND (SELECT system_identifier::text = $3 FROM pg_control_system())
            """, [position, timeline, cluster])
    }
}

extension LogPlace {
    /// Asks the primary. The moment is taken before.
    init(of primary: Connection) throws {
        moment = .now
        let row = try primary.first(
            """
            SELECT pg_current_wal_flush_lsn()::text, timeline_id::bigint, system_identifier::text
            FROM pg_control_checkpoint(), pg_control_system()
            """
        ) { (try $0.next(as: String.self), try $0.next(as: Int.self), try $0.next(as: String.self)) }
        guard let row else { throw PostgreSQLError(cause: .connectionLost, message: "the primary does not say where it is") }
        (position, timeline, cluster) = row
    }
}
#endif
