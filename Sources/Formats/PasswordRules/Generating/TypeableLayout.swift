/// Where in a typeable password its letters, its digit and its dashes stand.
///
/// Seventeen letters, consonant and vowel by turns as in "CVC CVC CVC CVC CVC CV", with a digit put in at the end of the first group or at
/// either end of the second or third, make three groups of six.
struct TypeableLayout: Sendable {
    enum Kind: Hashable, Sendable { case consonant, vowel, digit, dash }

    static let letters = 17
    static let digitPlaces = [5, 6, 11, 12, 17]

    /// The kind of each letter, without digit and dashes.
    static func letterKind(_ index: Int) -> Kind { index % 3 == 1 ? .vowel : .consonant }

    let kinds: [Kind]

    init(digitPlace: Int, dashes: Bool) {
        var kinds = (0..<Self.letters).map(Self.letterKind)
        kinds.insert(.digit, at: digitPlace)
        if dashes { for place in [12, 6] { kinds.insert(.dash, at: place) } }
        self.kinds = kinds
    }

    /// The alphabets of the places, with the letter of this index in upper case.
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
