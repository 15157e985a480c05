// Sensors whose fingers others enrol: what is bound to the current set must die even when the change happens while no broker runs.
extension Migration {
    static let sensorEnrolment = Migration(
        number: 2,
        sql: """
            -- A tag of who was enrolled when the sensor was last looked at. Absent with a sensor whose changes are announced.
            ALTER TABLE device ADD COLUMN enrolment BLOB CHECK (length(enrolment) = 32);
            """)
}
