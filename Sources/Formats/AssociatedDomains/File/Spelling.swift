/// Guesses which of several names was meant.
enum Spelling {
    /// The name that differs from `text` by capitals, spaces, dashes and underscores, a plural, or one letter alone; nil where
    /// there is none.
    static func nearest(_ text: String, among names: [String]) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let plain = simplified(text)
        if let same = names.first(where: { simplified($0) == plain }) { return same }
        return names.first { $0.utf8.count > 4 && differsByOne(plain, simplified($0)) }
    }

    private static func simplified(_ text: String) -> [UInt8] {
        text.utf8.filter { !$0.isSpaceOrControl && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(\.lowerCased)
    }

    /// One letter more, less or other, or two neighbours swapped.
    private static func differsByOne(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        let same = zip(short, long).prefix { $0 == $1 }.count
        let (shortRest, longRest) = (short[same...], long[same...])
        if short.count < long.count { return shortRest.elementsEqual(longRest.dropFirst()) }
        if shortRest.dropFirst().elementsEqual(longRest.dropFirst()) { return true }
        let isSwap = shortRest.count > 1 && shortRest[same] == longRest[same + 1] && shortRest[same + 1] == longRest[same]
        return isSwap && shortRest.dropFirst(2).elementsEqual(longRest.dropFirst(2))
    }
}

extension String {
    /// The text as messages quote it: shortened, and what a terminal would obey replaced.
    var quoted: String {
        var text = String(String.UnicodeScalarView(unicodeScalars.prefix(Self.longestQuote).map(Self.visible)))
        if unicodeScalars.dropFirst(Self.longestQuote).first != nil { text += "…" }
        return "\"\(text)\""
    }

    private static let longestQuote = 80

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "\u{FFFD}"
        default: scalar
        }
    }
}
