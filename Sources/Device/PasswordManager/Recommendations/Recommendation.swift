package import AssociatedDomains

/// The recommendations for all saved passwords.
package struct RecommendationReport: Hashable, Sendable {
    /// The recommendations, most severe first, then by site and user name.
    package let recommendations: [Recommendation]
    /// The number of passwords for which the look-up in leaks failed.
    package let unanswered: Int

    /// Returns the recommendation for a credential. Returns nil without one.
    package func recommendation(for id: CredentialID) -> Recommendation? {
        recommendations.first { $0.credential == id }
    }
}

/// A problem of a saved password and its remedies. It contains no part of the password.
package struct Recommendation: Hashable, Sendable {
    /// The severity, in ascending order.
    package enum Severity: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// An attacker can find the password with some effort.
        case medium
        /// An attacker has the password or finds it at once.
        case high

        package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
    }

    package enum Finding: Hashable, Sendable {
        /// The password occurs in known leaks, this number of times.
        case leaked(times: Int)
        /// The password is guessable.
        case weak(PasswordWeakness, isVeryWeak: Bool)
        /// Accounts of other sites have the same password: some of these credentials, by site, and their total number.
        case reused(with: [CredentialID], count: Int)

        /// The severity of the finding.
        package var severity: Severity {
            switch self {
            case .leaked: .high
            case .weak(_, let isVeryWeak): isVeryWeak ? .high : .medium
            case .reused: .medium
            }
        }

        /// A sentence for the user.
        package var sentence: String {
            switch self {
            case .leaked(let times):
                "It has appeared in \(times == 1 ? "a data leak" : "data leaks, \(times) times"), so attackers try it."
            case .weak(let weakness, _): weakness.sentence
            case .reused(let others, let count):
                if count == 1, let other = others.first {
                    "It is also the password of \(other). If one site leaks it, attackers can access the other account too."
                } else {
                    "It is also the password of \(count) other accounts. If one site leaks it, attackers can access all of them."
                }
            }
        }
    }

    package let credential: CredentialID
    /// The findings, most severe first. Never empty.
    package let findings: [Finding]
    /// The remedies, best first. Never empty.
    package let remedies: [Remedy]

    /// The highest severity of the findings.
    package var severity: Severity { findings.map(\.severity).max() ?? .medium }

    /// All findings as text.
    package var reason: String { findings.map(\.sentence).joined(separator: " ") }
}

/// A remedy for a password.
package enum Remedy: Hashable, Sendable {
    /// The app's extension upgrades the account to a strong password.
    case upgradeToStrongPassword(app: AppIdentifier)
    /// The app's extension upgrades the account to Sign in with Apple.
    case upgradeToSignInWithApple(app: AppIdentifier)
    /// The page of the site for changing passwords.
    case changeOnSite(ChangePasswordPage)
    /// A manual change on the site.
    case byHand(DomainName)

    /// The effect of the remedy, shown before the user chooses it.
    package var whatHappens: String {
        switch self {
        case .upgradeToStrongPassword:
            "The app asks the site to set a strong password, which is then saved here. The old one stays until the site accepts the change."
        case .upgradeToSignInWithApple:
            "The app asks the site to let you sign in with Apple from now on. The password is removed here only after the site accepts the change."
        case .changeOnSite(let page):
            "Opens the page of \(page.host) for changing your password. Nothing changes until you change it there."
        case .byHand(let host):
            "\(host) has no page for this. Sign in there and change the password in your account settings. It is then updated here."
        }
    }
}
