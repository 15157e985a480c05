/// The scalars of a message, with a folded copy of the same length for comparing words.
struct MessageText {
    /// The text with ASCII in place of wide forms and digits of other scripts, and without invisible characters.
    let scalars: [Unicode.Scalar]

    /// The text in lower case and without accents.
    let folded: [Unicode.Scalar]

    /// The index of each scalar in the message.
    private let places: [Int]

    /// The number of the sentence of each scalar.
    let sentences: [Int]

    init(_ message: String) {
        let seen = Array(
            message.unicodeScalars.lazy.enumerated().filter { !Self.isInvisible($0.element) }.prefix(FreeTextCode.longestMessage))
        places = seen.map(\.offset)
        scalars = seen.map { Self.plain($0.element) }
        folded = scalars.map(LetterFolding.folded)
        sentences = Self.sentences(of: scalars)
    }

    subscript(index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

    func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// Returns the position of a non-empty range, in Unicode scalars of the message.
    func place(of range: Range<Int>) -> Range<Int> { places[range.lowerBound]..<(places[range.upperBound - 1] + 1) }

    /// Returns the folded word that ends at an index. Empty if none exists.
    func word(endingAt end: Int) -> String {
        var start = end
        while let before = self[start - 1], before.isWordScalar { start -= 1 }
        return String(String.UnicodeScalarView(folded[start..<end]))
    }

    /// Returns the folded word that starts at an index, up to 20 scalars. Empty if none exists.
    func word(startingAt start: Int) -> String {
        var end = start
        while let scalar = self[end], scalar.isWordScalar, end - start < 20 { end += 1 }
        return String(String.UnicodeScalarView(folded[start..<end]))
    }

    /// Returns whether one of the given texts starts at an index.
    func starts(at index: Int, with parts: [String]) -> Bool {
        index < folded.count && parts.contains { folded[index...].starts(with: $0.unicodeScalars) }
    }

    /// Returns whether one of the given texts ends at an index.
    func ends(at index: Int, with parts: [String]) -> Bool {
        parts.contains { folded[..<index].suffix($0.unicodeScalars.count).elementsEqual($0.unicodeScalars) }
    }

    /// Returns whether the text contains only space and punctuation outside a range.
    func isAlone(_ range: Range<Int>) -> Bool {
        !scalars.indices.contains { !range.contains($0) && (scalars[$0].isWordScalar || scalars[$0].isUnspacedScript) }
    }

    /// Returns whether the sentence of a range contains only space and punctuation outside it.
    func isAloneInSentence(_ range: Range<Int>) -> Bool {
        let sentence = sentences[range.lowerBound]
        return !scalars.indices.contains {
            sentences[$0] == sentence && !range.contains($0) && (scalars[$0].isWordScalar || scalars[$0].isUnspacedScript)
        }
    }

    /// Numbers the sentences. A full stop ends a sentence before a space or the end. A line end does so only after punctuation
    /// that ends a sentence, so that `code:` and a code on the next line are in the same sentence.
    private static func sentences(of scalars: [Unicode.Scalar]) -> [Int] {
        var number = 0
        var hasEnded = false
        return scalars.indices.map { index in
            let scalar = scalars[index]
            if hasEnded, !scalar.properties.isWhitespace {
                number += 1
                hasEnded = false
            }
            if "!?。！？".unicodeScalars.contains(scalar) {
                hasEnded = true
            } else if scalar == "." {
                hasEnded = index + 1 == scalars.count || scalars[index + 1].properties.isWhitespace
            }
            return number
        }
    }

    /// Returns the ASCII form of East Asian wide forms, digits of other scripts, and variants of spaces and hyphens.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A, 0xFF0D: Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
        case 0x0660...0x0669: Unicode.Scalar(UInt8(scalar.value - 0x0660 + 0x30))
        case 0x06F0...0x06F9: Unicode.Scalar(UInt8(scalar.value - 0x06F0 + 0x30))
        case 0x0966...0x096F: Unicode.Scalar(UInt8(scalar.value - 0x0966 + 0x30))
        case 0x00A0, 0x2000...0x200A, 0x202F, 0x3000: " "
        case 0x2010...0x2012: "-"
        default: scalar
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0x0300...0x036F, 0xFE00...0xFE0F: true
        default: false
        }
    }
}

extension Unicode.Scalar {
    var isDigit: Bool { (0x30...0x39).contains(value) }

    /// Whether the scalar is a digit, or a letter of a script with spaces between words.
    var isWordScalar: Bool { isDigit || (properties.isAlphabetic && !isUnspacedScript) }

    /// Whether the script has no spaces between words or attaches endings to numbers: Han, kana, Hangul, Thai.
    var isUnspacedScript: Bool {
        switch value {
        case 0x0E00...0x0E7F, 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3040...0x30FF, 0x3130...0x318F,
            0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x2_0000...0x3_FFFF:
            true
        default: false
        }
    }
}

/// Folds letters for comparison: to lower case and without accents, which messages and users often omit.
package enum LetterFolding {
    /// Returns the folded letter. One scalar gives one scalar, so that indices do not change.
    package static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        // Lower-casing the Turkish capital I with a dot gives two scalars.
        guard small.count == 1, let letter = small.first else { return scalar == "İ" ? "i" : scalar }
        return bases[letter] ?? letter
    }

    /// Returns letters, digits and hyphens as a form accepts them: Latin letters without accents. Returns nil for a letter
    /// without an ASCII form.
    static func asciiLetters(_ run: some Sequence<Unicode.Scalar>) -> String? {
        var result = String.UnicodeScalarView()
        for scalar in run {
            let letter = scalar.isASCII ? scalar : folded(scalar)
            guard letter.isASCII else { return nil }
            let isCapital = letter != scalar && scalar.properties.isUppercase
            result.append(isCapital ? Unicode.Scalar(UInt8(letter.value & ~0x20)) : letter)
        }
        return String(result)
    }

    private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"), ("h", "ĥħ"),
            ("i", "ìíîïĩīĭįıỉị"),
            ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"),
            ("t", "ţťŧț"),
            ("u", "ùúûüũūŭůűųưụủứừửữự"), ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("α", "ά"), ("ε", "έ"), ("η", "ή"),
            ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
            ("ς", "σ"), ("е", "ё"),
        ]
        return Dictionary(groups.flatMap { base, letters in letters.unicodeScalars.map { ($0, base) } }) { first, _ in first }
    }()
}
