#if PostgreSQL
// Which devices' clocks lag.
extension Migration {
    static let lateCodes = Migration(
        number: 15, name: "late-codes",
        sql: """
            -- The step of the last code that came in the step after its own, whether it was taken or not; NULL since one came in time. Equal to
            -- last_step while the device's clock lags.
            ALTER TABLE totp_generators ADD COLUMN late_step bigint CHECK (late_step >= 0);
            """)
}
#endif
