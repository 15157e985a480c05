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
