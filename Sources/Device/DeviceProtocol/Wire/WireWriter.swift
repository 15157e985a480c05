/// Puts values into bytes, in the one spelling that `WireReader` accepts.
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

    /// The bytes alone, for a reader who knows how many there are.
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

    /// In bytes: most messages have fewer.
    private static let usualLength = 256

    /// Counts past 32 bits cannot be sent. No frame holds as much either, so such a message is refused where frames are made.
    private mutating func count(_ count: Int) {
        number(UInt32(clamping: count))
    }
}
