/// A message as the recogniser sees it: scalar by scalar, with a folded copy of the same length for comparing words.
struct MessageText {
    /// The text, with wide forms and digits of other scripts as ASCII, and without what nobody sees.
    let scalars: [Unicode.Scalar]

    /// The same in lower case and without accents.
    let folded: [Unicode.Scalar]

    /// Where each scalar stands among those of the message.
    private let places: [Int]

    /// The number of the sentence that each scalar belongs to.
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

    /// Where a range that is not empty stands among the Unicode scalars of the message.
    func place(of range: Range<Int>) -> Range<Int> { places[range.lowerBound]..<(places[range.upperBound - 1] + 1) }

    /// The folded word that ends right before a place; empty where none does.
    func word(endingAt end: Int) -> String {
        var start = end
        while let before = self[start - 1], before.isWordScalar { start -= 1 }
        return String(String.UnicodeScalarView(folded[start..<end]))
    }

    /// The folded word that begins at a place, as far as 20 scalars; empty where none does.
    func word(startingAt start: Int) -> String {
        var end = start
        while let scalar = self[end], scalar.isWordScalar, end - start < 20 { end += 1 }
        return String(String.UnicodeScalarView(folded[start..<end]))
    }

    /// Whether one of some parts of text begins at a place.
    func starts(at index: Int, with parts: [String]) -> Bool {
        index < folded.count && parts.contains { folded[index...].starts(with: $0.unicodeScalars) }
    }

    /// Whether one of some parts of text ends right before a place.
    func ends(at index: Int, with parts: [String]) -> Bool {
        parts.contains { folded[..<index].suffix($0.unicodeScalars.count).elementsEqual($0.unicodeScalars) }
    }

    /// Whether nothing but space and punctuation stands outside of a range.
    func isAlone(_ range: Range<Int>) -> Bool {
        !scalars.indices.contains { !range.contains($0) && (scalars[$0].isWordScalar || scalars[$0].isUnspacedScript) }
    }

    /// Whether nothing but space and punctuation stands in the sentence of a range outside of it.
    func isAloneInSentence(_ range: Range<Int>) -> Bool {
        let sentence = sentences[range.lowerBound]
        return !scalars.indices.contains {
            sentences[$0] == sentence && !range.contains($0) && (scalars[$0].isWordScalar || scalars[$0].isUnspacedScript)
        }
    }

    /// A full stop ends a sentence where space or the end follows; a line end only after one of them, so that `code:` and the code
    /// on the next line stay together.
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

    /// ASCII for the wide forms of East Asia, for digits of other scripts, and for the spaces and hyphens that only look different.
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

    /// A letter of a script that puts spaces between words, or a digit.
    var isWordScalar: Bool { isDigit || (properties.isAlphabetic && !isUnspacedScript) }

    /// Scripts that write words without spaces between them, or attach endings to numbers: Han, kana, Hangul, Thai.
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

/// Letters as they are compared: small, and without the accents that messages leave out as often as not.
enum LetterFolding {
    /// The folded letter; one scalar for one, so that places stay the same.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        // The Turkish capital I with a dot becomes two scalars.
        guard small.count == 1, let letter = small.first else { return scalar == "İ" ? "i" : scalar }
        return bases[letter] ?? letter
    }

    /// A run of letters, digits and hyphens as a form takes it: Latin letters without their accents. Nil where it holds a letter that
    /// ASCII has not.
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
