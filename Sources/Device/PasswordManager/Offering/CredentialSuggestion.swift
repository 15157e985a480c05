package import FoundationEssentials

/// A saved credential that is offered at a place. Only ``AutoFill`` makes one, so that nothing is filled that was not offered there.
package struct CredentialSuggestion: Hashable, Sendable {
    package let id: CredentialID
    /// As the list shows it.
    package let title: String
    package let lastUsedAt: Date?
    /// Whether the person chose it in spite of a warning, as it is another site's.
    package let isForeign: Bool
    let place: InputPlace

    init(_ summary: CredentialSummary, at place: InputPlace, isForeign: Bool = false) {
        id = summary.id
        title = summary.shownTitle
        lastUsedAt = summary.lastUsedAt
        self.isForeign = isForeign
        self.place = place
    }
}
