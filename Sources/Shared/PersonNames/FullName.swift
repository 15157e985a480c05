/// The whole name of a person, for a page or a screen in any language: the language of the reader does not change the order.
package struct FullName: Hashable, Sendable {
    /// The name; empty if both parts are.
    package let text: String

    /// Joins the parts with a space. If all their letters are Chinese, kana or Hangul, the family name is first, without a space.
    ///
    /// - Parameters:
    ///   - given: the given name; can be empty.
    ///   - family: the family name; can be empty.
    package init(given: String, family: String) {
        let letters = (given + family).unicodeScalars.filter { $0.properties.isAlphabetic }
        guard letters.isEmpty || !letters.allSatisfy(\.isEastAsian) else {
            text = family + given
            return
        }
        text = [given, family].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Unicode.Scalar {
    /// Whether the character is Chinese, kana or Hangul, by its block (Unicode 16, Blocks.txt).
    fileprivate var isEastAsian: Bool {
        switch value {
        // Hangul jamo; the iteration mark and zero; kana; compatibility jamo; ideographs with extension A; Hangul syllables;
        // compatibility ideographs; half-width kana; supplementary ideographs.
        case 0x1100...0x11FF, 0x3005...0x3007, 0x3040...0x30FF, 0x3130...0x318F, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }
}
