package import OneTimeCodes

/// A code from a message that is offered at a place.
package struct CodeSuggestion: Hashable, Sendable {
    package let code: ReceivedCode
    let place: InputPlace

    /// The site that the code is bound to, to be shown beside it; nil for a code in free text.
    package var site: String? { code.binding?.host.text }
}
