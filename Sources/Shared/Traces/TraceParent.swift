/// The identifier of a trace: 16 bytes that are not all zero (W3C Trace Context, section 3.2.2.3).
package struct TraceID: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// Returns nil for the invalid identifier of zeros.
    package init?(high: UInt64, low: UInt64) {
        guard high != 0 || low != 0 else { return nil }
        self.high = high
        self.low = low
    }

    /// Parses 32 lower-case hexadecimal digits. Returns nil for any other text.
    package init?(_ text: some StringProtocol) {
        let digits = Array(text.utf8)
        guard digits.count == 32, let high = LowerHexadecimal.number(digits[..<16]),
            let low = LowerHexadecimal.number(digits[16...])
        else { return nil }
        self.init(high: high, low: low)
    }

    /// Returns a random identifier of random numbers.
    package static func random(_ number: () -> UInt64) -> TraceID {
        while true {
            if let id = TraceID(high: number(), low: number()) { return id }
        }
    }

    /// 32 lower-case hexadecimal digits.
    package var description: String { LowerHexadecimal.text(high) + LowerHexadecimal.text(low) }
}

/// The identifier of a span within its trace: 8 bytes that are not all zero (W3C Trace Context, section 3.2.2.4).
package struct SpanID: Hashable, Sendable, CustomStringConvertible {
    /// The eight bytes.
    package let number: UInt64

    /// Returns nil for the invalid identifier of zeros.
    package init?(_ number: UInt64) {
        guard number != 0 else { return nil }
        self.number = number
    }

    /// Parses 16 lower-case hexadecimal digits. Returns nil for any other text.
    package init?(_ text: some StringProtocol) {
        self.init(digits: Array(text.utf8)[...])
    }

    init?(digits: ArraySlice<UInt8>) {
        guard digits.count == 16, let number = LowerHexadecimal.number(digits) else { return nil }
        self.init(number)
    }

    /// Returns a random identifier of random numbers.
    package static func random(_ number: () -> UInt64) -> SpanID {
        while true {
            if let id = SpanID(number()) { return id }
        }
    }

    /// 16 lower-case hexadecimal digits.
    package var description: String { LowerHexadecimal.text(number) }
}

/// The position of a request in a trace: the header field `traceparent` (W3C Trace Context, section 3.2).
///
/// Only version 00 is accepted, in its canonical form. A later version may have other rules, so its values are ignored.
package struct TraceParent: Hashable, Sendable, CustomStringConvertible {
    package let trace: TraceID
    package let span: SpanID

    package init(trace: TraceID, span: SpanID) {
        self.trace = trace
        self.span = span
    }

    /// Parses the value of a header field. Returns nil unless it is `00`, a trace, a span and flags, separated by hyphens, in
    /// lower-case hexadecimal digits. The flags have no meaning here.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(Self.length + 1))
        let hyphen = UInt8(ascii: "-")
        guard bytes.count == Self.length, bytes[2] == hyphen, bytes[35] == hyphen, bytes[52] == hyphen,
            bytes.starts(with: "00".utf8), LowerHexadecimal.number(bytes[53...]) != nil,
            let trace = TraceID(String(decoding: bytes[3..<35], as: UTF8.self)), let span = SpanID(digits: bytes[36..<52])
        else { return nil }
        self.init(trace: trace, span: span)
    }

    /// The value of the header field, with the flag that the trace is recorded.
    package var description: String { "00-\(trace)-\(span)-01" }

    /// The name of the header field.
    package static let headerName = "traceparent"

    private static let length = 55
}

/// Numbers as lower-case hexadecimal digits.
private enum LowerHexadecimal {
    /// Returns nil if a byte is not a digit, and for more than 16 digits.
    static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }

    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
