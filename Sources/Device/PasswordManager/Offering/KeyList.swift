/// The list behind the key of the bar: every saved credential.
package struct KeyList: Hashable, Sendable {
    /// Those that belong to the place, as the bar offers them.
    package let here: [CredentialSuggestion]
    /// All others.
    package let elsewhere: [ForeignCredential]

    /// Whether nothing is saved, or nothing may be filled.
    package var isEmpty: Bool { here.isEmpty && elsewhere.isEmpty }
}
