/// A name: text of at least one byte and at most `maximumLength` bytes of UTF-8.
package protocol BoundedText: RawRepresentable, WireValue, Hashable, Sendable where RawValue == String {
    /// In bytes of UTF-8.
    static var maximumLength: Int { get }
}

extension BoundedText {
    /// Whether a text is neither empty nor too long: what `init(rawValue:)` asks of it.
    package static func fits(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count)
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(Self(rawValue: try reader.text(atMost: Self.maximumLength)), from: start)
    }
}
