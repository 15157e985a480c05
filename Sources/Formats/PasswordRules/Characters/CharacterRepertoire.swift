/// The characters that a list of classes permits: every Unicode scalar, or a set of printable ASCII characters.
///
/// Lists with the same meaning have the same repertoire. ``classes(order:)`` returns its canonical list.
public struct CharacterRepertoire: Hashable, Sendable {
    /// Whether every Unicode scalar is permitted.
    public let isUnicode: Bool

    /// The permitted printable ASCII characters. For `unicode`, all 95.
    public let asciiCharacters: ASCIISet

    private init(isUnicode: Bool, asciiCharacters: ASCIISet) {
        self.isUnicode = isUnicode
        self.asciiCharacters = asciiCharacters
    }

    /// Returns a repertoire of the printable characters of a set. Ignores the others, as in a custom class.
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
    /// The 33 printable ASCII characters that are neither letters nor digits.
    public static let special = ascii(.special)
    /// All 95 printable ASCII characters.
    public static let asciiPrintable = ascii(.printable)

    /// Whether no character is permitted.
    public var isEmpty: Bool { asciiCharacters.isEmpty }

    /// Returns whether the scalar is permitted.
    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        isUnicode || scalar.value < 128 && asciiCharacters.contains(UInt8(truncatingIfNeeded: scalar.value))
    }

    /// Returns whether the other repertoire permits everything that this one permits.
    public func isSubset(of other: CharacterRepertoire) -> Bool {
        other.isUnicode || !isUnicode && asciiCharacters.isSubset(of: other.asciiCharacters)
    }

    /// Returns the canonical list: the complete classes by name, then one custom class with the remaining characters.
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

    /// The classes that a canonical list names if all their characters are permitted, in canonical order.
    private static let complete: [CharacterClass.Name] = [.upper, .lower, .digit, .special]
}

/// One class of a list, as it is written in a text.
public enum CharacterClass: Hashable, Sendable {
    /// The named classes, with their canonical spelling. Parsing ignores case.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// `A` to `Z`.
        case upper
        /// `a` to `z`.
        case lower
        /// `0` to `9`.
        case digit
        /// The 33 printable ASCII characters that are neither letters nor digits, including the space.
        case special
        /// All 95 printable ASCII characters.
        case asciiPrintable = "ascii-printable"
        /// Every Unicode scalar.
        case unicode
    }

    /// A named class.
    case named(Name)

    /// The characters between square brackets, in written order, without the brackets.
    case custom(String)
}

/// The union of classes as the reference parser forms it: after the first of `unicode` and `ascii-printable`, no class has an
/// effect.
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

    /// Adds a canonical list. A list of every printable character counts as `ascii-printable`.
    mutating func add(_ list: CharacterRepertoire) {
        if list.isUnicode {
            widen(.unicode)
        } else if list.asciiCharacters == .printable {
            widen(.asciiPrintable)
        } else {
            set.formUnion(list.asciiCharacters)
        }
    }

    /// Adds classes that are not in canonical form.
    mutating func add(_ other: RepertoireBuilder) {
        set.formUnion(other.set)
        widen(other.wide)
    }

    private mutating func widen(_ other: Wide) {
        if wide == .none { wide = other }
    }
}

/// The order in which a custom class is written.
///
/// The order matters because a dash is literal only at the start of a class, and a closing bracket only at its end.
public enum CustomClassOrder: Hashable, Sendable, CaseIterable {
    /// By character code. For display and for comparison with the merged form of the reference parser. Parsing such a class may
    /// give a different class.
    case ascii

    /// The dash first, the closing bracket last, the others by kind and code. Parsing gives the same class.
    case lossless

    /// The order of the reference formatter. Differs from ``lossless`` in that the dash precedes the special characters, so
    /// parsing drops it if letters or digits precede it.
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
