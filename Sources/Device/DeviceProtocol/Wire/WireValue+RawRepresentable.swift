extension WireValue where Self: RawRepresentable, RawValue: FixedWidthInteger {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard let value = Self(rawValue: try reader.number()) else { throw WireError(.unknownValue, at: start) }
        self = value
    }

    package func write(to writer: inout WireWriter) {
        writer.number(rawValue)
    }
}

extension WireValue where Self: RawRepresentable, RawValue == String {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard let value = Self(rawValue: try reader.text(atMost: 64)) else { throw WireError(.unknownValue, at: start) }
        self = value
    }

    package func write(to writer: inout WireWriter) {
        writer.text(rawValue)
    }
}
