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
