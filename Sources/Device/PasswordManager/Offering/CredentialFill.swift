/// A credential that was chosen and is not yet filled: the person must show who they are first.
package struct CredentialFill: Hashable, Sendable {
    let suggestion: CredentialSuggestion

    /// What happens now, in this order.
    package var effects: [FillEffect] {
        [.resignActive, .askPresence(reason: "Fill in the password of \(suggestion.id.user) for \(suggestion.id.server)")]
    }
}
