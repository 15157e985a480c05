/// Letters as they are compared: small, and without the accents that messages leave out as often as not.
enum LetterFolding {
    /// The folded letter; one scalar for one, so that places stay the same.
    static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value + 0x20)) : scalar }
        let small = scalar.properties.lowercaseMapping.unicodeScalars
        // The Turkish capital I with a dot becomes two scalars.
        guard small.count == 1, let letter = small.first else { return scalar == "İ" ? "i" : scalar }
        return bases[letter] ?? letter
    }

    /// A run of letters, digits and hyphens as a form takes it: Latin letters without their accents. Nil where it holds a letter that
    /// ASCII has not.
    static func asciiLetters(_ run: some Sequence<Unicode.Scalar>) -> String? {
        var result = String.UnicodeScalarView()
        for scalar in run {
            let letter = scalar.isASCII ? scalar : folded(scalar)
            guard letter.isASCII else { return nil }
            let isCapital = letter != scalar && scalar.properties.isUppercase
            result.append(isCapital ? Unicode.Scalar(UInt8(letter.value & ~0x20)) : letter)
        }
        return String(result)
    }

    private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđ"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"), ("h", "ĥħ"),
            ("i", "ìíîïĩīĭįıỉị"),
            ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"),
            ("t", "ţťŧț"),
            ("u", "ùúûüũūŭůűųưụủứừửữự"), ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("α", "ά"), ("ε", "έ"), ("η", "ή"),
            ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
            ("ς", "σ"), ("е", "ё"),
        ]
        return Dictionary(groups.flatMap { base, letters in letters.unicodeScalars.map { ($0, base) } }) { first, _ in first }
    }()
}
