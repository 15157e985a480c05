/// A number as it was written.
///
/// JSON does not say how large or precise a number may be, so the text is kept, and the reader asks for what it needs.
/// Two numbers are equal when they are written alike: `1` and `1.0` differ.
package struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number in the grammar of RFC 8259 section 6.
    package let text: String

    /// An integer.
    package init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// A double, written with as few digits as give it back; nil when it is not finite, since JSON has no way to say so.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let written = String(value)
        text = written.hasSuffix(".0") ? String(written.dropLast(2)) : written
    }

    /// A number from its text; nil when it is not a JSON number, or is beyond the range of a double.
    package init?(text: String) {
        guard let document = try? JSONText.parse(text.utf8), let number = document.root.number, number.text == text else {
            return nil
        }
        self = number
    }

    /// Text that the parser has checked.
    init(checkedText: String) {
        text = checkedText
    }

    /// The nearest double. Digits beyond its precision are lost.
    package var double: Double { Double(text) ?? .infinity }

    /// The exact value where it is whole and fits; `1.0` and `1e2` are whole (RFC 8259 knows one kind of number). Else nil.
    package var int64: Int64? { Int64(text) ?? wholeValue }

    /// As `int64`, in the width of this machine.
    package var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The text itself.
    package var description: String { text }

    /// The value of a number written with a point or an exponent, worked out on its decimal digits, never through a double.
    private var wholeValue: Int64? {
        var digits: [UInt8] = []
        var scale = 0
        var hasPoint = false
        var rest = text.utf8[...]
        while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if byte == .point {
                hasPoint = true
            } else if byte.isDigit {
                digits.append(byte)
                if hasPoint { scale += 1 }
            }
        }
        while digits.last == .zero {
            digits.removeLast()
            scale -= 1
        }
        let significant = digits.drop { $0 == .zero }
        guard !significant.isEmpty else { return 0 }
        // An exponent too long for an Int leaves no whole number that fits.
        guard rest.isEmpty || Int(Substring(rest.dropFirst())) != nil else { return nil }
        let exponent = rest.isEmpty ? 0 : Int(Substring(rest.dropFirst())) ?? 0
        let (zeros, overflow) = exponent.subtractingReportingOverflow(scale)
        guard !overflow, zeros >= 0, significant.count + zeros <= 19 else { return nil }
        let sign = text.utf8.first == .minus ? "-" : ""
        return Int64(sign + String(decoding: significant, as: UTF8.self) + String(repeating: "0", count: zeros))
    }
}
