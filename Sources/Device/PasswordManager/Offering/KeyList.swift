/// The list behind the key of the bar: every saved credential, and the person's other password managers.
package struct KeyList: Hashable, Sendable {
    /// Those that belong to the place, as the bar offers them.
    package let here: [CredentialSuggestion]
    /// All others.
    package let elsewhere: [ForeignCredential]
    /// Providers that can be asked for any credential.
    package var providers: [ProviderChoice] = []

    /// Whether nothing is saved, or nothing may be filled.
    package var isEmpty: Bool { here.isEmpty && elsewhere.isEmpty && providers.isEmpty }
}
