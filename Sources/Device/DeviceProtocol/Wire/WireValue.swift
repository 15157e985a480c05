/// A value with a unique encoding, which apps and the broker exchange, and which the broker and its enclave store.
///
/// The encoding has no alternatives (no padding, no optional order, no two lengths), so decoding and encoding a message reproduces
/// its bytes. Integers are big-endian and of fixed width. Bytes, text and lists begin with a count of 32 bits, unless a type says
/// otherwise. Most types declare their fields once, as a ``WireRecord``.
package protocol WireValue: Sendable {
    /// Decodes a value. Throws for anything that this version of the type does not know.
    init(from reader: inout WireReader) throws(WireError)
    func write(to writer: inout WireWriter)
}

extension WireValue {
    /// Decodes a whole message. Throws `trailingBytes` if bytes follow it.
    package init(message: [UInt8]) throws(WireError) {
        var reader = WireReader(message)
        self = try Self(from: &reader)
        try reader.finish()
    }

    package var message: [UInt8] {
        var writer = WireWriter()
        write(to: &writer)
        return writer.bytes
    }
}

// MARK: - Numbers, flags and optional values

extension WireValue where Self: FixedWidthInteger {
    package init(from reader: inout WireReader) throws(WireError) { self = try reader.number() }
    package func write(to writer: inout WireWriter) { writer.number(self) }
}

extension UInt8: WireValue {}
extension UInt16: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}
extension Int32: WireValue {}
extension Int64: WireValue {}

extension Bool: WireValue {
    package init(from reader: inout WireReader) throws(WireError) { self = try reader.flag() }
    package func write(to writer: inout WireWriter) { writer.flag(self) }
}

extension Optional: WireValue where Wrapped: WireValue {
    package init(from reader: inout WireReader) throws(WireError) { self = try reader.optional() }
    package func write(to writer: inout WireWriter) { writer.optional(self) }
}

// MARK: - Enumerations

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

// MARK: - Names and bytes of fixed size

/// A name: text of 1 to `maximumLength` bytes of UTF-8.
package protocol BoundedText: RawRepresentable, WireValue, Hashable where RawValue == String {
    /// The maximum length, in bytes of UTF-8.
    static var maximumLength: Int { get }
}

extension BoundedText {
    /// Returns whether a text is within the length limits, as `init(rawValue:)` requires.
    package static func fits(_ text: String) -> Bool {
        (1...maximumLength).contains(text.utf8.count)
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(Self(rawValue: try reader.text(atMost: Self.maximumLength)), from: start)
    }
}

/// A value of exactly `length` bytes. On the wire it is a byte string with a length prefix.
package protocol FixedOctets: WireValue, Hashable {
    /// The length, in bytes.
    static var length: Int { get }

    var bytes: [UInt8] { get }

    /// Returns nil for another length, or for bytes that the type rejects.
    init?(_ bytes: [UInt8])
}

extension FixedOctets {
    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        self = try reader.checked(Self(try reader.octets(atMost: Self.length)), from: start)
    }

    package func write(to writer: inout WireWriter) {
        writer.octets(bytes)
    }
}

/// A response without content, which confirms success.
package struct Done: WireRecord, Equatable {
    package init() {}
    package static let wire = WireForm(Self.init)
}

/// A value with secrets or personal data. Its descriptions show only its type, or what the type chooses.
package protocol RedactedValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedValue {
    /// The type's name and the word `redacted`.
    package var description: String { "\(Self.self)(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
