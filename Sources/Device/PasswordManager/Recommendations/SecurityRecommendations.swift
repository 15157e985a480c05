package import AssociatedDomains
import PasswordRules
package import PasswordStrength

/// Finds weak, reused and leaked passwords, and the remedies for each.
///
/// No password leaves this type. Its results and requests contain only kinds, counts, user names, hosts, and the five digits of a
/// digest range.
package struct SecurityRecommendations: Sendable {
    /// The maximum number of other credentials in one recommendation.
    package static let namedAtMost = 5

    private let judge: WeaknessCheck
    private let leaks: [any LeakedPasswordSource]
    private let sharing: SharedCredentials
    private let extensions: any UpgradeExtensions

    /// Creates the check.
    ///
    /// - Parameter leaks: The sources to query, in this order, until one knows the password: offline files first, then the online
    /// service if the user wants it. Without sources, leaks are not checked, which does not count as a failed look-up.
    package init(
        judge: WeaknessCheck = WeaknessCheck(), leaks: [any LeakedPasswordSource] = [],
        sharing: SharedCredentials = SharedCredentials(), extensions: any UpgradeExtensions = NoUpgradeExtensions()
    ) {
        self.judge = judge
        self.leaks = leaks
        self.sharing = sharing
        self.extensions = extensions
    }

    /// Evaluates every credential. Looks up each password once, for any number of accounts.
    ///
    /// - Parameter pages: Known pages for changing passwords, by host.
    /// - Throws: `CancellationError` if the task is cancelled. A failed look-up is counted, and never treated as "not leaked".
    package func report(
        on credentials: [SavedCredential], pages: [DomainName: ChangePasswordPage] = [:]
    ) async throws -> RecommendationReport {
        var recommendations: [Recommendation] = []
        var unanswered = 0
        for (password, owners) in Dictionary(grouping: credentials, by: \.password) {
            try Task.checkCancellation()
            // Every code of four or six digits occurs in leaks, which says nothing about this one.
            let leak = WeaknessCheck.isCode(password) ? 0 : await leaked(password)
            if leak == nil { unanswered += 1 }
            let reuse = reuse(of: owners)
            recommendations += owners.compactMap { recommendation(for: $0, leak: leak ?? 0, reuse: reuse[$0.id], pages) }
        }
        return RecommendationReport(
            recommendations: recommendations.sorted {
                $0.severity != $1.severity ? $0.severity > $1.severity : $0.credential < $1.credential
            }, unanswered: unanswered)
    }

    /// Evaluates a credential immediately, as when it was just filled in: whether it is weak or reused. Does not check leaks.
    ///
    /// - Parameter all: All credentials.
    package func recommendation(
        for credential: SavedCredential, among all: [SavedCredential], pages: [DomainName: ChangePasswordPage] = [:]
    ) -> Recommendation? {
        let owners = all.filter { $0.password == credential.password && $0.id != credential.id } + [credential]
        return recommendation(for: credential, leak: 0, reuse: reuse(of: owners)[credential.id], pages)
    }

    private func recommendation(
        for credential: SavedCredential, leak: Int, reuse: Recommendation.Finding?, _ pages: [DomainName: ChangePasswordPage]
    ) -> Recommendation? {
        var findings: [Recommendation.Finding] = []
        if leak > 0 { findings.append(.leaked(times: leak)) }
        if let weak = judge.judge(credential) { findings.append(.weak(weak.weakness, isVeryWeak: weak.isVeryWeak)) }
        if let reuse { findings.append(reuse) }
        guard !findings.isEmpty else { return nil }
        return Recommendation(
            credential: credential.id, findings: findings.sorted { $0.severity > $1.severity },
            remedies: remedies(for: credential.id, pages))
    }

    /// Returns the number of times that the password occurs in leaks. Returns nil if it is unknown.
    private func leaked(_ password: PrivateText) async -> Int? {
        // The lists contain composed text, as users type it.
        let digest = LeakedPasswordDigest(of: ComposedText(password.exposed).string)
        var isAnswered = true
        for source in leaks {
            do {
                let count = try await source.count(of: digest)
                if count > 0 { return count }
            } catch {
                isAnswered = false
            }
        }
        return isAnswered ? 0 : nil
    }

    /// Returns the credentials of other sites with the same password, for each credential. Hosts with one registrable domain are
    /// one site. Takes linear time if groups of related sites are small.
    private func reuse(of owners: [SavedCredential]) -> [CredentialID: Recommendation.Finding] {
        let bySite = Dictionary(grouping: owners.map(\.id).sorted()) { $0.server.registrableDomain }
        guard bySite.count > 1 else { return [:] }
        let sites = bySite.keys.sorted()
        var findings: [CredentialID: Recommendation.Finding] = [:]
        for (site, ids) in bySite {
            for id in ids {
                let own = sharing.relatives(of: id.server).union(sharing.relatives(of: site))
                let ownSites = Set(own.map(\.registrableDomain)).union([site])
                let count = owners.count - ownSites.reduce(0) { $0 + (bySite[$1]?.count ?? 0) }
                guard count > 0 else { continue }
                let named = sites.lazy.filter { !ownSites.contains($0) }.flatMap { bySite[$0] ?? [] }.prefix(Self.namedAtMost)
                findings[id] = .reused(with: Array(named), count: count)
            }
        }
        return findings
    }

    private func remedies(for id: CredentialID, _ pages: [DomainName: ChangePasswordPage]) -> [Remedy] {
        var remedies: [Remedy] = []
        for upgrade in extensions.extensions(for: id.server) {
            if upgrade.supportsSignInWithApple { remedies.append(.upgradeToSignInWithApple(app: upgrade.app)) }
            if upgrade.supportsStrongPassword { remedies.append(.upgradeToStrongPassword(app: upgrade.app)) }
        }
        if let page = pages[id.server], page.host == id.server { remedies.append(.changeOnSite(page)) }
        return remedies + [.byHand(id.server)]
    }
}

/// The installed apps with extensions that upgrade accounts.
package protocol UpgradeExtensions: Sendable {
    /// Returns the extensions that may upgrade accounts of the host: those of installed apps that are currently associated with
    /// it.
    func extensions(for host: DomainName) -> [UpgradeExtension]
}

/// An app's extension for account upgrades, as declared in its Info.plist.
package struct UpgradeExtension: Hashable, Sendable {
    package let app: AppIdentifier
    package let supportsStrongPassword: Bool
    package let supportsSignInWithApple: Bool

    package init(app: AppIdentifier, supportsStrongPassword: Bool, supportsSignInWithApple: Bool) {
        self.app = app
        self.supportsStrongPassword = supportsStrongPassword
        self.supportsSignInWithApple = supportsSignInWithApple
    }
}

/// A device without such apps.
package struct NoUpgradeExtensions: UpgradeExtensions {
    package init() {}

    package func extensions(for host: DomainName) -> [UpgradeExtension] { [] }
}
