/// The Unicode properties that patterns of passwords use, as far as they are printable ASCII.
enum PatternProperty {
    /// The characters of `\p{…}`; nil where the property is not known here.
    static func characters(_ name: String) -> ASCIISet? {
        var value = name
        for prefix in ["gc=", "General_Category="] where name.hasPrefix(prefix) { value = String(name.dropFirst(prefix.count)) }
        switch value {
        case "Lu", "Uppercase_Letter", "Uppercase": return .upper
        case "Ll", "Lowercase_Letter", "Lowercase": return .lower
        case "L", "Letter", "Alphabetic", "Alpha": return ASCIISet.upper.union(.lower)
        case "N", "Number", "Nd", "Decimal_Number": return .digit
        case "P", "Punctuation": return ASCIISet.special.subtracting(symbols).subtracting(separators)
        case "S", "Symbol": return symbols
        case "Z", "Separator", "Zs", "Space_Separator", "White_Space": return separators
        default: return nil
        }
    }

    private static let symbols = ASCIISet("$+<=>^`|~".utf8)
    private static let separators = ASCIISet(" ".utf8)
}
