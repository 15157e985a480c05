/// Full case folding (The Unicode Standard, section 3.13, definition D145) from the case mappings of the standard library.
///
/// Foundation's folding knows older characters only. Small, then capital, then small again is the folding of every scalar but two
/// sorts: the dotless `ı`, which would become `i` and is left alone; and Cherokee, whose capitals fold to small letters here and not the
/// other way round, which is the same equality.
enum CaseFolding {
    static func fold(_ text: String) -> String {
        var folded = ""
        for scalar in text.unicodeScalars { folded += fold(scalar) }
        return folded
    }

    static func fold(_ scalar: Unicode.Scalar) -> String {
        guard !scalar.isASCII else { return scalar.properties.lowercaseMapping }
        guard scalar != "ı" else { return "ı" }
        return each(each(scalar.properties.lowercaseMapping, \.uppercaseMapping), \.lowercaseMapping)
    }

    /// One scalar at a time: a final sigma is a matter of whole words, and folding knows no words.
    private static func each(_ text: String, _ mapping: KeyPath<Unicode.Scalar.Properties, String>) -> String {
        text.unicodeScalars.reduce(into: "") { $0 += $1.properties[keyPath: mapping] }
    }
}
