extension ASCIISet {
    /// `A` to `Z`.
    public static let upper = ASCIISet(0x41...0x5A)

    /// `a` to `z`.
    public static let lower = ASCIISet(0x61...0x7A)

    /// `0` to `9`.
    public static let digit = ASCIISet(0x30...0x39)

    /// The 33 printable ASCII characters that are neither letter nor digit. Space is one of them.
    public static let special = printable.subtracting(upper).subtracting(lower).subtracting(digit)

    /// The 95 characters from space to tilde.
    public static let printable = ASCIISet(0x20...0x7E)
}

extension CharacterClass.Name {
    /// The printable ASCII characters of the class; of `unicode` all 95.
    var asciiCharacters: ASCIISet {
        switch self {
        case .upper: .upper
        case .lower: .lower
        case .digit: .digit
        case .special: .special
        case .asciiPrintable, .unicode: .printable
        }
    }
}
