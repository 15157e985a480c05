/// Takes values out of bytes that another process sent, and never reads past their end.
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
        var number = Number.zero
        for byte in bytes[position..<position + width] { number = number << 8 | Number(truncatingIfNeeded: byte) }
        position += width
        return number
    }

    /// One byte, 0 or 1; anything else is refused.
    package mutating func flag() throws(WireError) -> Bool {
        let start = position
        switch try number(UInt8.self) {
        case 0: return false
        case 1: return true
        default: throw WireError(.unknownValue, at: start)
        }
    }

    package mutating func octets(atMost limit: Int = Frame.maximumLength) throws(WireError) -> [UInt8] {
        let start = position
        let count = Int(try number(UInt32.self))
        guard count <= limit else { throw WireError(.tooLong, at: start) }
        guard count <= remaining else { throw WireError(.tooShort, at: start) }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// So many bytes without a count before them, where the reader knows how many there are. A negative count is the reader's own mistake and
    /// gives nothing.
    package mutating func bareOctets(_ count: Int) throws(WireError) -> [UInt8] {
        guard count <= remaining else { throw WireError(.tooShort, at: position) }
        defer { position += max(count, 0) }
        return Array(bytes[position..<position + max(count, 0)])
    }

    /// Everything that is left.
    package mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    package mutating func text(atMost limit: Int = Frame.maximumLength) throws(WireError) -> String {
        let start = position
        guard let text = String(validating: try octets(atMost: limit), as: UTF8.self) else {
            throw WireError(.invalidText, at: start)
        }
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

    /// Refuses a count of elements greater than the bytes that are left: each takes at least one.
    package mutating func list<Element>(
        atMost limit: Int, _ read: (inout WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        let start = position
        let count = Int(try number(UInt32.self))
        guard count <= limit else { throw WireError(.tooLong, at: start) }
        guard count <= remaining else { throw WireError(.tooShort, at: start) }
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

    /// Gives what `make` makes of a value just read, or refuses the value at `start` where it makes nothing.
    package func checked<Value>(_ value: Value?, from start: Int) throws(WireError) -> Value {
        guard let value else { throw WireError(.refusedValue, at: start) }
        return value
    }

    package func finish() throws(WireError) {
        guard remaining == 0 else { throw WireError(.trailingBytes, at: position) }
    }
}
