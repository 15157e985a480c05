/// An element of `Accept-Language`: a basic language range (RFC 4647, section 2.1) and its weight.
package struct LanguageRange: Sendable, Hashable {
    /// The range, such as `de-AT` or `*`, as the client wrote it.
    package let range: String
    /// The quality in thousandths, 0 to 1000; 0 means not acceptable.
    package let weight: Int

    /// The maximum length of the header field.
    package static let maximumLength = 512

    /// The maximum number of ranges. Browsers send fewer than ten.
    package static let maximumCount = 32

    /// Parses the value of `Accept-Language` (RFC 9110, section 12.5.4).
    ///
    /// - Returns: the ranges in the client's order, or nil for a value that violates the grammar or exceeds the limits. A server ignores
    ///   such a value, because the field is a preference and never a reason to reject a request.
    package static func parse(_ field: String) -> [LanguageRange]? {
        guard field.utf8.count <= maximumLength else { return nil }
        var ranges: [LanguageRange] = []
        for element in field.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let element = element.withoutSpaces
            // A recipient accepts empty elements of a list (RFC 9110, section 5.6.1.2).
            if element.isEmpty { continue }
            guard ranges.count < maximumCount, let range = LanguageRange(element) else { return nil }
            ranges.append(range)
        }
        return ranges.isEmpty ? nil : ranges
    }

    private init?(_ element: Substring.UTF8View) {
        let parts = element.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        let range = parts[0].withoutSpaces
        guard Self.isRange(range) else { return nil }
        self.range = String(Substring(range))
        guard parts.count == 2 else {
            weight = 1_000
            return
        }
        guard let weight = Self.weight(parts[1].withoutSpaces) else { return nil }
        self.weight = weight
    }

    /// `"*"`, or letters and then letters or digits in parts of 1 to 8 with hyphens between (RFC 4647, section 2.1).
    private static func isRange(_ range: Substring.UTF8View) -> Bool {
        if range.elementsEqual("*".utf8) { return true }
        let parts = range.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts[0].allSatisfy(\.isLetter)
            && parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isDigit } }
    }

    /// `q=` and a number of at most three decimals (RFC 9110, section 12.4.2), in thousandths.
    private static func weight(_ text: Substring.UTF8View) -> Int? {
        let bytes = Array(text)
        guard bytes.count >= 3, bytes[0] | 0x20 == UInt8(ascii: "q"), bytes[1] == UInt8(ascii: "="),
            bytes[2] == UInt8(ascii: "0") || bytes[2] == UInt8(ascii: "1")
        else { return nil }
        let decimals = bytes.dropFirst(4)
        guard bytes.count == 3 || bytes[3] == UInt8(ascii: "."), decimals.count <= 3, decimals.allSatisfy(\.isDigit) else {
            return nil
        }
        var weight = bytes[2] == UInt8(ascii: "1") ? 1_000 : 0
        for (decimal, unit) in zip(decimals, [100, 10, 1]) { weight += Int(decimal - UInt8(ascii: "0")) * unit }
        return weight <= 1_000 ? weight : nil
    }
}

extension Substring.UTF8View {
    /// Without optional white space at both ends (RFC 9110, section 5.6.3).
    fileprivate var withoutSpaces: Self {
        var rest = self
        while let first = rest.first, first.isSpace { rest = rest.dropFirst() }
        while let last = rest.last, last.isSpace { rest = rest.dropLast() }
        return rest
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
