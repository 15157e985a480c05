package import DeviceProtocol

/// What a finger or face of the simulated sensor is called: 1 to 100 bytes.
package struct TemplateName: RawRepresentable, WireValue, Hashable, Sendable {
    package static let maximumLength = 100

    package let rawValue: String

    package init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(TemplateName(rawValue: try reader.text(atMost: Self.maximumLength)), from: start)
    }
}
