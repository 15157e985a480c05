package import AssociatedDomains

/// The question whether to save.
package struct SavePrompt: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user name is new.
        case save
        /// Another password is saved for it.
        case update
    }

    /// What the person answers.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        case save
        case notNow = "not-now"
        /// Not for this site, now or later.
        case never
    }

    package let kind: Kind
    package let order: SaveOrder
    /// Where it was entered: the host that ``Answer/never`` is about.
    package let host: DomainName

    /// The question, as the sheet shows it.
    package var question: String {
        switch kind {
        case .save: "Save the password of \(order.id.user) for \(order.id.server)?"
        case .update: "Update the saved password of \(order.id.user) for \(order.id.server)?"
        }
    }
}
