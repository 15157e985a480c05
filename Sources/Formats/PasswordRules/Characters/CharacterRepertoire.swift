/// The characters that a list of classes admits: every Unicode scalar, or a set of printable ASCII characters.
///
/// Lists of the same meaning give the same repertoire; ``classes(order:)`` gives the one canonical list back.
public struct CharacterRepertoire: Hashable, Sendable {
    /// Whether every Unicode scalar is admitted.
    public let isUnicode: Bool

    /// The printable ASCII characters that are admitted; of `unicode` all 95.
    public let asciiCharacters: ASCIISet

    private init(isUnicode: Bool, asciiCharacters: ASCIISet) {
        self.isUnicode = isUnicode
        self.asciiCharacters = asciiCharacters
    }

    /// The printable characters of the set; the others are left out, as in a custom class.
    public static func ascii(_ characters: ASCIISet) -> CharacterRepertoire {
        CharacterRepertoire(isUnicode: false, asciiCharacters: characters.intersection(.printable))
    }

    /// Every Unicode scalar.
    public static let unicode = CharacterRepertoire(isUnicode: true, asciiCharacters: .printable)
    /// `A` to `Z`.
    public static let upper = ascii(.upper)
    /// `a` to `z`.
    public static let lower = ascii(.lower)
    /// `0` to `9`.
    public static let digit = ascii(.digit)
    /// The 33 other printable ASCII characters.
    public static let special = ascii(.special)
    /// All 95 printable ASCII characters.
    public static let asciiPrintable = ascii(.printable)

    /// Whether nothing is admitted.
    public var isEmpty: Bool { asciiCharacters.isEmpty }

    /// Whether the scalar is admitted.
    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        isUnicode || scalar.value < 128 && asciiCharacters.contains(UInt8(truncatingIfNeeded: scalar.value))
    }

    /// Whether the other repertoire admits everything that this one admits.
    public func isSubset(of other: CharacterRepertoire) -> Bool {
        other.isUnicode || !isUnicode && asciiCharacters.isSubset(of: other.asciiCharacters)
    }

    /// The canonical list: the complete classes by name, then one custom class with what is left.
    public func classes(order: CustomClassOrder = .lossless) -> [CharacterClass] {
        if isUnicode { return [.named(.unicode)] }
        var rest = asciiCharacters
        if rest == .printable { return [.named(.asciiPrintable)] }
        var classes: [CharacterClass] = []
        for name in Self.complete where name.asciiCharacters.isSubset(of: rest) {
            classes.append(.named(name))
            rest = rest.subtracting(name.asciiCharacters)
        }
        if !rest.isEmpty { classes.append(.custom(order.text(of: rest))) }
        return classes
    }

    /// The classes that stand by name where all their characters are there, in canonical order.
    private static let complete: [CharacterClass.Name] = [.upper, .lower, .digit, .special]
}
