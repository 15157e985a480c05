/// A number in its original spelling.
///
/// JSON does not limit the size or precision of numbers, so the text is kept and the caller chooses the conversion. Two numbers are
/// equal if their texts are equal: `1` and `1.0` differ.
package struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The number in the grammar of RFC 8259 section 6.
    package let text: String

    /// Creates an integer.
    package init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Creates a double with the fewest digits that represent it exactly. Returns nil if it is not finite, which JSON cannot
    /// express.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let written = String(value)
        text = written.hasSuffix(".0") ? String(written.dropLast(2)) : written
    }

    /// Creates a number from its text. Returns nil if the text is not a JSON number or exceeds the range of a double.
    package init?(text: String) {
        guard let document = try? JSONText.parse(text.utf8), let number = document.root.number, number.text == text else {
            return nil
        }
        self = number
    }

    /// Creates a number from text that the parser has checked.
    init(checkedText: String) {
        text = checkedText
    }

    /// The nearest double. Digits beyond its precision are lost.
    package var double: Double { Double(text) ?? .infinity }

    /// The exact value if it is a whole number that fits, and nil otherwise. `1.0` and `1e2` are whole numbers, because RFC 8259
    /// has only one kind of number.
    package var int64: Int64? { Int64(text) ?? wholeValue }

    /// The exact value in the width of this machine. See ``int64``.
    package var int: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The text itself.
    package var description: String { text }

    /// The value of a number with a point or an exponent, computed on its decimal digits and never through a double.
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
        // If the exponent does not fit into an Int, the number is not a whole number that fits.
        guard rest.isEmpty || Int(Substring(rest.dropFirst())) != nil else { return nil }
        let exponent = rest.isEmpty ? 0 : Int(Substring(rest.dropFirst())) ?? 0
        let (zeros, overflow) = exponent.subtractingReportingOverflow(scale)
        guard !overflow, zeros >= 0, significant.count + zeros <= 19 else { return nil }
        let sign = text.utf8.first == .minus ? "-" : ""
        return Int64(sign + String(decoding: significant, as: UTF8.self) + String(repeating: "0", count: zeros))
    }
}
