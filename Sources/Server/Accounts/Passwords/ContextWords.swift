/// Words that attackers of a service try first, such as its name (OWASP ASVS 5.0, 6.2.11). They are compared as user names are: in any case and
/// width.
package struct ContextWords: Sendable {
    /// Folded, and not empty.
    package let words: [String]

    /// - Parameter words: as they are written.
    package init(_ words: [String]) {
        self.words = words.map { UserNameKey($0).text }.filter { !$0.isEmpty }
    }

    /// Whether a password contains one of the words.
    package func occur(in password: String) -> Bool {
        guard !words.isEmpty else { return false }
        let folded = UserNameKey(password).text
        return words.contains { folded.contains($0) }
    }

    /// Words of fewer characters are in too many passwords.
    package static var minimumLength: Int { 3 }
}
