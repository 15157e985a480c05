/// Decodes values from bytes that another process sent. Never reads past their end.
package struct WireReader: Sendable {
    private let bytes: [UInt8]
    package private(set) var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var remaining: Int { bytes.count - position }

    package mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(WireError) -> Number {
        let width = Number.bitWidth / 8
        guard remaining >= width else { throw WireError(.tooShort, at: position) }
        defer { position += width }
        return bytes.withUnsafeBytes { Number(bigEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
    }

    /// Reads a number below `limit`. Larger values are reserved for later versions.
    package mutating func number(below limit: UInt8) throws(WireError) -> UInt8 {
        let start = position
        let number = try number(UInt8.self)
        guard number < limit else { throw WireError(.unknownValue, at: start) }
        return number
    }

    /// Reads one byte, which must be 0 or 1.
    package mutating func flag() throws(WireError) -> Bool { try number(below: 2) == 1 }

    package mutating func octets(atMost limit: Int = Frame.maximumLength) throws(WireError) -> [UInt8] {
        let count = try count(atMost: limit)
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Reads a count of elements, each of which takes at least one byte.
    private mutating func count(atMost limit: Int) throws(WireError) -> Int {
        let start = position
        let count = Int(try number(UInt32.self))
        guard count <= limit else { throw WireError(.tooLong, at: start) }
        guard count <= remaining else { throw WireError(.tooShort, at: start) }
        return count
    }

    /// Reads exactly `count` bytes, without a length prefix. A negative count reads nothing.
    package mutating func bareOctets(_ count: Int) throws(WireError) -> [UInt8] {
        guard count <= remaining else { throw WireError(.tooShort, at: position) }
        defer { position += max(count, 0) }
        return Array(bytes[position..<position + max(count, 0)])
    }

    /// Reads all remaining bytes.
    package mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    package mutating func text(atMost limit: Int = Frame.maximumLength) throws(WireError) -> String {
        let start = position
        let count = try count(atMost: limit)
        defer { position += count }
        let text = bytes.withUnsafeBufferPointer { String(validating: $0[position..<position + count], as: UTF8.self) }
        guard let text else { throw WireError(.invalidText, at: start) }
        return text
    }

    package mutating func value<Value: WireValue>(_ type: Value.Type = Value.self) throws(WireError) -> Value {
        try Value(from: &self)
    }

    package mutating func optional<Value>(
        _ read: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value? {
        try flag() ? try read(&self) : nil
    }

    package mutating func optional<Value: WireValue>(_ type: Value.Type = Value.self) throws(WireError) -> Value? {
        try flag() ? try Value(from: &self) : nil
    }

    /// Reads a list. Throws `tooShort` if the count exceeds the remaining bytes, since each element takes at least one.
    package mutating func list<Element>(
        atMost limit: Int, _ read: (inout WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let count = try count(atMost: limit)
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    package mutating func list<Element: WireValue>(
        of type: Element.Type = Element.self, atMost limit: Int
    ) throws(WireError) -> [Element] {
        try list(atMost: limit) { (reader) throws(WireError) in try Element(from: &reader) }
    }

    /// Returns the value, or throws `rejectedValue` at `start` if it is nil.
    package func checked<Value>(_ value: Value?, from start: Int) throws(WireError) -> Value {
        guard let value else { throw WireError(.rejectedValue, at: start) }
        return value
    }

    package func finish() throws(WireError) {
        guard remaining == 0 else { throw WireError(.trailingBytes, at: position) }
    }
}

/// The reason why a message is malformed, and the position of the byte at which decoding stopped.
package struct WireError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// The message ends before its announced or required length.
        case tooShort
        /// Bytes follow the complete message.
        case trailingBytes
        /// A tag, flag or number that this version does not know.
        case unknownValue
        /// Text that is not valid UTF-8.
        case invalidText
        /// A value that exceeds its maximum length.
        case tooLong
        /// A value that its type rejects.
        case rejectedValue
    }

    package let reason: Reason
    /// The offset from the first byte of the message.
    package let position: Int

    package init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }
}
