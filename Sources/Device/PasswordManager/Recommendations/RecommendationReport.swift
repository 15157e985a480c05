/// What is recommended for all saved passwords.
package struct RecommendationReport: Hashable, Sendable {
    /// The gravest first, then by site and user name.
    package let recommendations: [Recommendation]
    /// How many passwords could not be looked up among the leaked ones: for these, nothing is known of leaks.
    package let unanswered: Int

    /// Those for one credential; nil where nothing is wrong with it.
    package func recommendation(for id: CredentialID) -> Recommendation? {
        recommendations.first { $0.credential == id }
    }
}
