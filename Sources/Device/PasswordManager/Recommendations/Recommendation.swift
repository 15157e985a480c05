package import AssociatedDomains

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

/// What is wrong with one saved password, and what can be done about it. It holds nothing of the password.
package struct Recommendation: Hashable, Sendable {
    /// From the least to the gravest.
    package enum Severity: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// Somebody who tries will find it.
        case medium
        /// Somebody has it, or finds it at once.
        case high

        package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Finding: Hashable, Sendable {
        /// It stands in known leaks, so often.
        case leaked(times: Int)
        /// It is guessable.
        case weak(PasswordWeakness, isVeryWeak: Bool)
        /// Other sites have it too: some of the credentials, by site, and how many there are in all.
        case reused(with: [CredentialID], count: Int)

        /// How grave it is.
        package var severity: Severity {
            switch self {
            case .leaked: .high
            case .weak(_, let isVeryWeak): isVeryWeak ? .high : .medium
            case .reused: .medium
            }
        }

        /// In words, for the person.
        package var sentence: String {
            switch self {
            case .leaked(let times):
                "It has appeared in \(times == 1 ? "a data leak" : "data leaks, \(times) times"), so that attackers try it."
            case .weak(let weakness, _): weakness.sentence
            case .reused(let others, let count):
                if count == 1, let other = others.first {
                    "It is also the password of \(other). If one site loses it, the other account is open too."
                } else {
                    "It is also the password of \(count) other accounts. If one site loses it, all of them are open."
                }
            }
        }
    }

    package let credential: CredentialID
    /// The gravest first; at least one.
    package let findings: [Finding]
    /// What can be done, the best first; at least one.
    package let remedies: [Remedy]

    /// That of the gravest finding.
    package var severity: Severity { findings.map(\.severity).max() ?? .medium }

    /// All findings in words.
    package var reason: String { findings.map(\.sentence).joined(separator: " ") }
}

/// What can be done about a password, and what happens then.
package enum Remedy: Hashable, Sendable {
    /// The app's extension gives the account a strong password.
    case upgradeToStrongPassword(app: AppIdentifier)
    /// The app's extension turns the account into Sign in with Apple.
    case upgradeToSignInWithApple(app: AppIdentifier)
    /// The page of the site where passwords are changed.
    case changeOnSite(ChangePasswordPage)
    /// Whoever knows how to reach the account.
    case byHand(DomainName)

    /// What happens when it is tapped, for the person to read before.
    package var whatHappens: String {
        switch self {
        case .upgradeToStrongPassword:
            "The app asks the site to replace the password by a strong one, and the new one is saved here. The old one stays until the site has agreed."
        case .upgradeToSignInWithApple:
            "The app asks the site to let you sign in with Apple from now on. The password is removed here when the site has agreed, not before."
        case .changeOnSite(let page):
            "The page of \(page.host) for changing your password opens. Nothing changes until you change it there."
        case .byHand(let host):
            "\(host) names no page for it: sign in there and change the password in your account's settings. Then it is updated here."
        }
    }
}
