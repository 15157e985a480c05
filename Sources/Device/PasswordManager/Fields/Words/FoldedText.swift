import OneTimeCodes

/// A text prepared for looking up words: lower-case letters and digits without accents and separators, and the boundaries of
/// words.
struct FoldedText {
    /// The letters in UTF-8.
    private(set) var letters: [UInt8] = []
    /// Whether a word ends before or begins at each position, including the end.
    private(set) var isBoundary: [Bool] = []

    /// Prepares a text.
    ///
    /// - Parameter isIdentifier: Whether an upper-case letter after a lower-case one begins a word, as in identifiers of programs.
    init(_ text: String, isIdentifier: Bool) {
        var last = Kind.gap
        letters.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            let kind = Kind(scalar)
            guard kind != .gap else {
                // Combining marks are omitted and do not separate words.
                if !scalar.properties.isCombining { last = .gap }
                continue
            }
            let begins =
                last != kind && !(last == .capital && kind == .small)
                && (kind != .capital || isIdentifier || last == .gap || last == .digit)
                && !(last == .small && kind == .capital && !isIdentifier)
            append(Self.folded(scalar), isBoundary: begins)
            last = kind
        }
        isBoundary.append(true)
    }

    private mutating func append(_ scalar: Unicode.Scalar, isBoundary begins: Bool) {
        var isFirst = true
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            letters.append(byte)
            isBoundary.append(isFirst && begins)
            isFirst = false
        }
    }

    private enum Kind {
        case small, capital, digit, gap

        init(_ scalar: Unicode.Scalar) {
            if scalar.isASCII {
                switch scalar.value {
                case 0x61...0x7A: self = .small
                case 0x41...0x5A: self = .capital
                case 0x30...0x39: self = .digit
                default: self = .gap
                }
                return
            }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .titlecaseLetter: self = .capital
            case .lowercaseLetter, .otherLetter, .modifierLetter, .spacingMark: self = .small
            case .nonspacingMark: self = scalar.properties.isLatinAccent ? .gap : .small
            case .decimalNumber: self = .digit
            default: self = .gap
            }
        }
    }

    /// Returns the lower-case letter without its accent. Wide ASCII becomes ASCII, and variants of a letter become the same letter.
    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let isWide = (0xFF01...0xFF5E).contains(scalar.value)
        let letter = LetterFolding.folded(isWide ? Unicode.Scalar(UInt8(scalar.value - 0xFEE0)) : scalar)
        return letter.isASCII ? letter : variants[letter] ?? letter
    }

    /// Letters that ``LetterFolding`` distinguishes from another one, with that letter.
    private static let variants: [Unicode.Scalar: Unicode.Scalar] = [
        "ə": "e", "ς": "σ", "أ": "ا", "إ": "ا", "آ": "ا", "ي": "ی", "ى": "ی", "ك": "ک",
    ]
}

extension Unicode.Scalar.Properties {
    fileprivate var isCombining: Bool { generalCategory == .nonspacingMark }

    /// Whether the scalar is a combining accent, as in decomposed Latin, Greek and Cyrillic letters.
    fileprivate var isLatinAccent: Bool { canonicalCombiningClass.rawValue >= 200 }
}
