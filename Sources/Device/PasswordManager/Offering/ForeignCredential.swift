/// A saved credential of another site, in the list behind the key: the person is warned before it is filled.
package struct ForeignCredential: Hashable, Sendable {
    package let id: CredentialID
    /// As the list shows it.
    package let title: String
    private let suggestion: CredentialSuggestion

    init(_ summary: CredentialSummary, at place: InputPlace) {
        id = summary.id
        title = summary.shownTitle
        suggestion = CredentialSuggestion(summary, at: place, isForeign: true)
    }

    /// What the person is asked.
    package var warning: String {
        "This password was saved for \(id.server), not for \(suggestion.place). Fill it in all the same?"
    }

    /// The credential, after the person read ``warning`` and wants it.
    package func confirmed() -> CredentialSuggestion { suggestion }
}
