/// Encodes values to bytes, in the unique encoding that `WireReader` accepts.
package struct WireWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {
        bytes.reserveCapacity(Self.usualLength)
    }

    package mutating func number(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func flag(_ flag: Bool) {
        bytes.append(flag ? 1 : 0)
    }

    package mutating func octets(_ octets: some Collection<UInt8>) {
        count(octets.count)
        bytes.append(contentsOf: octets)
    }

    /// Writes the bytes without a length prefix, for a reader that knows their count.
    package mutating func bareOctets(_ octets: some Collection<UInt8>) {
        bytes.append(contentsOf: octets)
    }

    package mutating func text(_ text: String) {
        octets(text.utf8)
    }

    package mutating func value(_ value: some WireValue) {
        value.write(to: &self)
    }

    package mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }

    package mutating func optional(_ value: (some WireValue)?) {
        optional(value) { $0.value($1) }
    }

    package mutating func list<Element>(_ elements: [Element], _ write: (inout WireWriter, Element) -> Void) {
        count(elements.count)
        for element in elements { write(&self, element) }
    }

    package mutating func list(_ elements: [some WireValue]) {
        list(elements) { $0.value($1) }
    }

    /// A capacity in bytes that suffices for most messages.
    private static let usualLength = 256

    /// Writes a count, clamped to 32 bits. A longer message fits into no frame, so the framing rejects it.
    private mutating func count(_ count: Int) {
        number(UInt32(clamping: count))
    }
}
