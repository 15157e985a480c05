package import DeviceProtocol

extension AuditEntry: WireValue {
    package init(number: Int64, date: Double, app: AccessGroup, processID: Int32, purpose: PromptPurpose, outcome: String) {
        self.number = number
        self.date = date
        self.app = app.rawValue
        self.processID = processID
        self.purpose = purpose.rawValue
        self.outcome = outcome
    }

    /// Refuses a date that is no finite number, and a zero with a sign.
    package init(from reader: inout WireReader) throws(WireError) {
        number = try reader.number()
        let start = reader.position
        date = Double(bitPattern: try reader.number())
        guard date.isFinite, date.bitPattern != (-0.0).bitPattern else { throw WireError(.refusedValue, at: start) }
        app = try reader.text(atMost: AccessGroup.maximumLength)
        processID = try reader.number()
        purpose = try reader.text(atMost: Self.longestText)
        outcome = try reader.text(atMost: Self.longestText)
    }

    package func write(to writer: inout WireWriter) {
        writer.number(number)
        writer.number((date + 0).bitPattern)
        writer.text(app)
        writer.number(processID)
        writer.text(purpose)
        writer.text(outcome)
    }

    private static let longestText = 100
}
