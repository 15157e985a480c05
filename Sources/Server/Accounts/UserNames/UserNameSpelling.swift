/// Which characters a folded user name may hold, and what an e-mail address looks like.
///
/// A plain name holds letters, marks, digits and `. _ - + '`. An address is a local part of RFC 5322's `dot-atom` (with letters of
/// all scripts, RFC 6531) and a domain of two or more labels. Control, format, space and private characters are refused in both:
/// a name that cannot be seen cannot be told from another. Nor may a name be without a letter or digit, or begin with a mark, which
/// would be drawn on whatever stands before it.
enum UserNameSpelling {
    static func check(_ folded: String) throws(UserNameRefusal) {
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

    private static func check(_ scalars: ArraySlice<Unicode.Scalar>, allowing punctuation: String) throws(UserNameRefusal) {
        for (position, scalar) in zip(scalars.indices, scalars) {
            guard isWordCharacter(scalar) || punctuation.unicodeScalars.contains(scalar) else {
                throw .characterNotAllowed(position: position)
            }
        }
    }

    private static func checkDomain(_ domain: ArraySlice<Unicode.Scalar>) throws(UserNameRefusal) {
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
