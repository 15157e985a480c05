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

/// One class of a list, as it is written down.
public enum CharacterClass: Hashable, Sendable {
    /// The named classes, spelled as in canonical text. When read, their case does not matter.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// `A` to `Z`.
        case upper
        /// `a` to `z`.
        case lower
        /// `0` to `9`.
        case digit
        /// The 33 other printable ASCII characters, space among them.
        case special
        /// All 95 printable ASCII characters.
        case asciiPrintable = "ascii-printable"
        /// Every Unicode scalar.
        case unicode
    }

    /// A class with a name.
    case named(Name)

    /// The characters between square brackets, without the brackets, in the order in which they are written.
    case custom(String)
}

/// The union of classes as the reference parser forms it: the first wide class to come ends the matter.
struct RepertoireBuilder: Equatable {
    private enum Wide: UInt8 { case none, asciiPrintable, unicode }
    private var wide = Wide.none
    private var set = ASCIISet()

    var repertoire: CharacterRepertoire {
        switch wide {
        case .none: .ascii(set)
        case .asciiPrintable: .asciiPrintable
        case .unicode: .unicode
        }
    }

    var isWide: Bool { wide != .none }

    mutating func insert(_ byte: UInt8) { set.insert(byte) }

    mutating func add(_ name: CharacterClass.Name) {
        switch name {
        case .upper, .lower, .digit, .special: set.formUnion(name.asciiCharacters)
        case .asciiPrintable: widen(.asciiPrintable)
        case .unicode: widen(.unicode)
        }
    }

    mutating func add(_ characters: ASCIISet) { set.formUnion(characters) }

    /// Adds a canonical list. One that names every printable character counts as `ascii-printable`.
    mutating func add(_ list: CharacterRepertoire) {
        if list.isUnicode {
            widen(.unicode)
        } else if list.asciiCharacters == .printable {
            widen(.asciiPrintable)
        } else {
            set.formUnion(list.asciiCharacters)
        }
    }

    /// Adds classes that are not yet canonical.
    mutating func add(_ other: RepertoireBuilder) {
        set.formUnion(other.set)
        widen(other.wide)
    }

    private mutating func widen(_ other: Wide) {
        if wide == .none { wide = other }
    }
}

/// The order in which a custom class writes its characters.
///
/// The order matters because a dash means itself only at the very front of a class, and a closing bracket only at its end.
public enum CustomClassOrder: Hashable, Sendable, CaseIterable {
    /// By code. For display, and for comparison with the merged form of the reference parser; such a class may not read back.
    case ascii

    /// The dash first, the closing bracket last, the others by kind and code: reads back as the same class.
    case lossless

    /// Byte for byte as the reference formatter: like ``lossless``, but the dash stands in front of the special characters, so
    /// that it is lost on reading when letters or digits stand before it.
    case appleCompatible

    func text(of characters: ASCIISet) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count)
        var special = characters.intersection(.special)
        let movesMarks = self != .ascii
        let dash = movesMarks && special.contains(ASCIIByte.dash)
        let bracket = movesMarks && special.contains(ASCIIByte.closingBracket)
        if dash { special.remove(ASCIIByte.dash) }
        if bracket { special.remove(ASCIIByte.closingBracket) }

        if dash && self == .lossless { bytes.append(ASCIIByte.dash) }
        bytes.append(contentsOf: characters.intersection(.upper))
        bytes.append(contentsOf: characters.intersection(.lower))
        bytes.append(contentsOf: characters.intersection(.digit))
        if dash && self == .appleCompatible { bytes.append(ASCIIByte.dash) }
        bytes.append(contentsOf: special)
        if bracket { bytes.append(ASCIIByte.closingBracket) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
