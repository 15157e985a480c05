import PasswordRules

/// The name a person signs in with: a plain name or an e-mail address. It is shown as typed and compared by ``UserNameKey``.
package struct UserName: Hashable, Sendable {
    /// The name as typed, in NFC, without surrounding white space.
    package let text: String

    /// What equality of names means.
    package let key: UserNameKey

    /// Checks a name that a person chose.
    ///
    /// Refuses fewer than 3 or more than 254 Unicode scalars (RFC 5321, section 4.5.3.1.3 leaves 254 for an address), characters
    /// that cannot be seen or told apart, addresses without a local part or a domain, and names that are reserved or look so.
    /// What it may hold is decided on the NFKC form, so that a full-width `＠` is an `@` before anything is looked at.
    package init(_ typed: String) throws(UserNameRefusal) {
        let text = ComposedText(Self.trimmed(typed)).string
        let count = text.unicodeScalars.count
        guard count >= Self.lengths.lowerBound else { throw .tooShort }
        guard count <= Self.lengths.upperBound else { throw .tooLong }

        let key = UserNameKey(text)
        guard key.text.unicodeScalars.count >= Self.lengths.lowerBound else { throw .tooShort }
        guard key.text.utf8.count <= Self.maximumKeyBytes else { throw .tooLong }
        try UserNameSpelling.check(key.text)
        guard !ReservedNames.contains(text) else { throw .reserved }

        self.text = text
        self.key = key
    }

    /// Takes a name that was checked when it was stored, with the key it was stored under. Rules may have become stricter since; a name
    /// once given stays good.
    package init(stored text: String, key: UserNameKey) {
        self.text = text
        self.key = key
    }

    /// The part before `@`, or the whole of a plain name, folded.
    package var localPart: Substring {
        key.text.prefix { $0 != "@" }
    }

    /// The lengths allowed, in Unicode scalars.
    package static var lengths: ClosedRange<Int> { 3...254 }

    /// NFKC can lengthen a text eighteenfold; a key beyond this many bytes is refused.
    private static var maximumKeyBytes: Int { 2_048 }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
