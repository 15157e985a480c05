/// Validates the characters of a case-folded user name and the form of an e-mail address.
///
/// A plain name may contain letters, marks, digits and `. _ - + '`. An address has a local part after RFC 5322's `dot-atom` (with
/// letters of all scripts, RFC 6531) and a domain of at least two labels. Control, format, space and private-use characters are
/// rejected in both, because names with invisible characters cannot be told apart. A name must contain a letter or digit. It must
/// not begin with a mark, which would combine with the character displayed before it.
enum UserNameSpelling {
    static func check(_ folded: String) throws(UserNameError) {
        let scalars = Array(folded.unicodeScalars)
        guard !beginsWithMark(scalars[...]) else { throw .characterNotAllowed(position: 0) }
        guard let at = scalars.firstIndex(of: "@") else {
            try check(scalars[...], allowing: ".-_+'")
            guard scalars.contains(where: isWordCharacter) else { throw .characterNotAllowed(position: 0) }
            return
        }
        try check(scalars[..<at], allowing: "!#$%&'*+-/=?^_`{|}~.")
        try checkDomain(scalars[(at + 1)...])
        guard isDotAtom(scalars[..<at]) else { throw .malformedAddress }
    }

    private static func check(_ scalars: ArraySlice<Unicode.Scalar>, allowing punctuation: String) throws(UserNameError) {
        for (position, scalar) in zip(scalars.indices, scalars) {
            guard isWordCharacter(scalar) || punctuation.unicodeScalars.contains(scalar) else {
                throw .characterNotAllowed(position: position)
            }
        }
    }

    private static func checkDomain(_ domain: ArraySlice<Unicode.Scalar>) throws(UserNameError) {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, domain.count <= 253 else { throw .malformedAddress }
        for label in labels {
            guard (1...63).contains(label.count), label.first != "-", label.last != "-" else { throw .malformedAddress }
            guard label.allSatisfy({ isWordCharacter($0) || $0 == "-" }), !beginsWithMark(label) else { throw .malformedAddress }
        }
    }

    private static func isDotAtom(_ local: ArraySlice<Unicode.Scalar>) -> Bool {
        (1...64).contains(local.count)
            && local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }

    private static func beginsWithMark(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        switch scalars.first?.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            !scalar.properties.isDefaultIgnorableCodePoint
        default: false
        }
    }
}
