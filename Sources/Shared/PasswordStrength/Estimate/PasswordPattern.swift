/// A piece of a password and what makes it guessable.
package struct PasswordPattern: Hashable, Sendable {
    /// What the piece looks like.
    package let kind: Kind

    /// Where it stands, counted in Unicode scalars.
    package let range: Range<Int>

    /// The bits of entropy that guessing this piece takes.
    package let entropyBits: Double

    /// Whether the same kind of piece occurs several times, so that guessing it once more is cheap.
    package let isRepeatedKind: Bool

    /// What a piece can look like; the raw values are stable and fit for output.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Nothing known: every combination must be tried.
        case bruteforce
        /// A word of a dictionary or a common password.
        case dictionary
        /// Such a word with look-alike characters in it.
        case dictionaryLeet = "dictionary-leet"
        /// A word the caller named, such as the user name.
        case userInput = "user-input"
        /// Such a word with look-alike characters in it.
        case userInputLeet = "user-input-leet"
        /// One character again and again.
        case `repeat`
        /// Neighbours of the alphabet or the digits.
        case sequence
        /// Neighbours on a keyboard.
        case spatial
        /// A date.
        case date
        /// A year.
        case year
        /// What lies beyond the part looked at closely.
        case long
    }
}
