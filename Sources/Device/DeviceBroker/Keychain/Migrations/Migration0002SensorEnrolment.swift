// Sensors whose fingers other programs enrol: a change of the set invalidates the bound items, even if it happened while no broker
// was running.
extension Migration {
    static let sensorEnrolment = Migration(
        number: 2,
        sql: """
            -- A tag of the enrolled set that was last observed. NULL with a sensor whose changes are announced.
            ALTER TABLE device ADD COLUMN enrolment BLOB CHECK (length(enrolment) = 32);
            """)
}
