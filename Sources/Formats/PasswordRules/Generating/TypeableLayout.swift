/// The positions of letters, digit and dashes in a typeable password.
///
/// Seventeen letters alternate between consonant and vowel as in "CVC CVC CVC CVC CVC CV". A digit at the end of the first group,
/// or at either end of the second or third, makes three groups of six.
struct TypeableLayout: Sendable {
    enum Kind: Hashable, Sendable { case consonant, vowel, digit, dash }

    static let letters = 17
    static let digitPlaces = [5, 6, 11, 12, 17]

    /// Returns the kind of a letter. The index does not count digit and dashes.
    static func letterKind(_ index: Int) -> Kind { index % 3 == 1 ? .vowel : .consonant }

    let kinds: [Kind]

    init(digitPlace: Int, dashes: Bool) {
        var kinds = (0..<Self.letters).map(Self.letterKind)
        kinds.insert(.digit, at: digitPlace)
        if dashes { for place in [12, 6] { kinds.insert(.dash, at: place) } }
        self.kinds = kinds
    }

    /// Returns the alphabet of each position. The letter with the given index is upper-case.
    func alphabets(capital: Int) -> [ASCIISet] {
        var letter = -1
        return kinds.map { kind in
            switch kind {
            case .digit: return .digit
            case .dash: return ASCIISet(CollectionOfOne(ASCIIByte.dash))
            case .consonant:
                letter += 1
                return letter == capital ? TypeableAlphabet.upperConsonants : TypeableAlphabet.lowerConsonants
            case .vowel:
                letter += 1
                return letter == capital ? TypeableAlphabet.upperVowels : TypeableAlphabet.lowerVowels
            }
        }
    }

    static func length(dashes: Bool) -> Int { letters + 1 + (dashes ? 2 : 0) }
}

/// The letters of typeable passwords. Excludes `l` and `O`, which are easily confused with other characters.
enum TypeableAlphabet {
    static let consonants: StaticString = "bcdfghjkmnpqrstvwxz"
    static let vowels: StaticString = "aeiouy"
    /// The vowels that may be upper-case.
    static let capitalVowels: StaticString = "AEIUY"

    static let lowerConsonants = ASCIISet(bytes(consonants))
    static let lowerVowels = ASCIISet(bytes(vowels))
    static let upperConsonants = ASCIISet(bytes(consonants).map { $0 ^ 0x20 })
    static let upperVowels = ASCIISet(bytes(capitalVowels))

    /// All characters of typeable passwords except the dash.
    static let all = ASCIISet.digit.union(lowerConsonants).union(lowerVowels).union(upperConsonants).union(upperVowels)

    /// All letters and digits except `l` and `O`. Rules that permit all of these permit typeable passwords. Classic passwords use
    /// them if the rules have no restrictions.
    static let unambiguous: ASCIISet = {
        var set = ASCIISet.upper.union(.lower).union(.digit)
        set.remove(UInt8(ascii: "l"))
        set.remove(UInt8(ascii: "O"))
        return set
    }()

    private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer(Array.init) }
}

/// Typeable passwords under rules that all of them satisfy. Each is drawn with two random numbers and no table.
///
/// Uniform over the passwords, not over the ways to build one. The upper-case letter is therefore weighted by the number of
/// passwords with that letter in upper case: 6 for a consonant, 5 for a vowel, because `O` is excluded.
struct UnconditionalTypeable: Sendable {
    private let layouts: [[TypeableLayout.Kind]]

    init(dashes: Bool) {
        layouts = TypeableLayout.digitPlaces.map { TypeableLayout(digitPlace: $0, dashes: dashes).kinds }
    }

    /// 19^11 · 6^5 · (11 · 6 + 6 · 5) · 5 · 10.
    static let count: PasswordCount = {
        let (high, low) = consonantRows.multipliedFullWidth(by: remainder)
        return PasswordCount(words: [low, high])
    }()

    func draw(using generator: inout some RandomNumberGenerator) -> String {
        var consonants = generator.draw(below: Self.consonantRows)
        var rest = generator.draw(below: Self.remainder)
        let digit = UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
        let layout = layouts[Int(truncatingIfNeeded: rest % 5)]
        rest /= 5
        let capital = Capital(rest % 96)
        var vowels = rest / 96

        return TypeableAlphabet.consonants.withUTF8Buffer { consonantBytes in
            TypeableAlphabet.vowels.withUTF8Buffer { vowelBytes in
                String(unsafeUninitializedCapacity: layout.count) { password in
                    var letter = 0
                    for index in layout.indices {
                        switch layout[index] {
                        case .consonant:
                            let byte = consonantBytes[Int(truncatingIfNeeded: consonants % 19)]
                            password[index] = letter == capital.letter ? byte ^ 0x20 : byte
                            consonants /= 19
                            letter += 1
                        case .vowel:
                            if letter == capital.vowelLetter {
                                password[index] = capital.vowel
                            } else {
                                password[index] = vowelBytes[Int(truncatingIfNeeded: vowels % 6)]
                                vowels /= 6
                            }
                            letter += 1
                        case .digit: password[index] = 0x30 + digit
                        case .dash: password[index] = ASCIIByte.dash
                        }
                    }
                    return layout.count
                }
            }
        }
    }

    /// The upper-case letter and one vowel: the upper-case one or, if that letter is a consonant, the first.
    private struct Capital {
        let letter: Int
        let vowelLetter: Int
        let vowel: UInt8

        /// Decodes a number below 96: 11 consonants with 6 vowels each, then 6 vowels with 5 capitals each.
        init(_ number: UInt64) {
            if number < 66 {
                let consonant = Int(truncatingIfNeeded: number / 6)
                letter = consonant / 2 * 3 + consonant % 2 * 2
                vowelLetter = 1
                vowel = TypeableAlphabet.vowels.utf8Start[Int(truncatingIfNeeded: number % 6)]
            } else {
                letter = Int(truncatingIfNeeded: (number - 66) / 5) * 3 + 1
                vowelLetter = letter
                vowel = TypeableAlphabet.capitalVowels.utf8Start[Int(truncatingIfNeeded: (number - 66) % 5)]
            }
        }
    }

    /// 19^11.
    private static let consonantRows: UInt64 = 116_490_258_898_219
    /// 6^5 · 96 · 5 · 10.
    private static let remainder: UInt64 = 7_776 * 96 * 50
}
