/// The letters of typeable passwords. Left out are those that are easily taken for another character: `l` and `O`.
enum TypeableAlphabet {
    static let consonants: StaticString = "bcdfghjkmnpqrstvwxz"
    static let vowels: StaticString = "aeiouy"
    /// The vowels that may stand in upper case.
    static let capitalVowels: StaticString = "AEIUY"

    static let lowerConsonants = ASCIISet(bytes(consonants))
    static let lowerVowels = ASCIISet(bytes(vowels))
    static let upperConsonants = ASCIISet(bytes(consonants).map { $0 ^ 0x20 })
    static let upperVowels = ASCIISet(bytes(capitalVowels))

    /// Whatever may stand in a typeable password besides its dashes.
    static let all = ASCIISet.digit.union(lowerConsonants).union(lowerVowels).union(upperConsonants).union(upperVowels)

    /// All letters and digits but `l` and `O`. Rules that permit these permit typeable passwords; classic passwords under rules that
    /// restrict nothing are made of them.
    static let unambiguous: ASCIISet = {
        var set = ASCIISet.upper.union(.lower).union(.digit)
        set.remove(UInt8(ascii: "l"))
        set.remove(UInt8(ascii: "O"))
        return set
    }()

    private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer(Array.init) }
}
