extension UInt8 {
    static let lessThan = UInt8(ascii: "<")
    static let greaterThan = UInt8(ascii: ">")
    static let slash = UInt8(ascii: "/")
    static let exclamation = UInt8(ascii: "!")
    static let question = UInt8(ascii: "?")
    static let hyphen = UInt8(ascii: "-")
    static let equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")

    /// What the HTML standard calls ASCII whitespace.
    var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C }

    /// Whether this is an ASCII letter.
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// An ASCII capital in small; any other byte as it is.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension UInt8? {
    /// Whether there is an ASCII letter.
    var isLetter: Bool { self?.isLetter ?? false }
}
