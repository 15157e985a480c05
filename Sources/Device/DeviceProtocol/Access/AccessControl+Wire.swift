extension AccessControl: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        let accessibility = try reader.value(Accessibility.self)
        let constraints = try reader.list(of: AccessConstraint.self, atMost: AccessConstraint.allCases.count)
        let control = AccessControl(
            accessibility: accessibility, constraints: Set(constraints), combination: try reader.value(),
            isForPrivateKey: try reader.flag(), needsApplicationPassword: try reader.flag())
        let checked = try reader.checked(control, from: start)
        // One spelling: sorted, each once.
        guard checked.constraints == constraints else { throw WireError(.refusedValue, at: start) }
        self = checked
    }

    package func write(to writer: inout WireWriter) {
        writer.value(accessibility)
        writer.list(constraints)
        writer.value(combination)
        writer.flag(isForPrivateKey)
        writer.flag(needsApplicationPassword)
    }
}
