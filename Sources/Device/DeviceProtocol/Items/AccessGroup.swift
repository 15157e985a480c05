/// The name under which apps share items (`kSecAttrAccessGroup`): 1 to 255 bytes.
package struct AccessGroup: RawRepresentable, WireValue, Hashable, Sendable {
    package static let maximumLength = 255

    package let rawValue: String

    package init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(AccessGroup(rawValue: try reader.text(atMost: Self.maximumLength)), from: start)
    }
}
