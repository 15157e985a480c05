package import AssociatedDomains
import PasswordRules
package import PasswordStrength

/// Finds the saved passwords that are weak, reused or leaked, and says what can be done about each.
///
/// No password leaves this type: what it gives out and what it sends are kinds, counts, user names, hosts, and the five digits that name a
/// range of digests.
package struct SecurityRecommendations: Sendable {
    /// The most other credentials that one recommendation names.
    package static let namedAtMost = 5

    private let judge: WeaknessJudge
    private let leaks: [any LeakedPasswordSource]
    private let sharing: SharedCredentials
    private let extensions: any UpgradeExtensions

    /// - Parameter leaks: asked in this order until one knows the password: offline files first, then, if the person wants it, the online
    ///   service. None: leaks are not looked for, and that counts as answered.
    package init(
        judge: WeaknessJudge = WeaknessJudge(), leaks: [any LeakedPasswordSource] = [],
        sharing: SharedCredentials = SharedCredentials(), extensions: any UpgradeExtensions = NoUpgradeExtensions()
    ) {
        self.judge = judge
        self.leaks = leaks
        self.sharing = sharing
        self.extensions = extensions
    }

    /// Judges every credential. Each password is looked up once, however many accounts have it.
    ///
    /// - Parameter pages: pages for changing passwords that were found before, by host.
    /// - Throws: `CancellationError` where nobody waits any more. A look-up that fails is counted, and never taken for "not leaked".
    package func report(
        on credentials: [SavedCredential], pages: [DomainName: ChangePasswordPage] = [:]
    ) async throws -> RecommendationReport {
        var recommendations: [Recommendation] = []
        var unanswered = 0
        for (password, owners) in Dictionary(grouping: credentials, by: \.password) {
            try Task.checkCancellation()
            // Every code of so few digits stands in leaks, which says nothing of the person's.
            let leak = WeaknessJudge.isCode(password) ? 0 : await leaked(password)
            if leak == nil { unanswered += 1 }
            let reuse = reuse(of: owners)
            recommendations += owners.compactMap { recommendation(for: $0, leak: leak ?? 0, reuse: reuse[$0.id], pages) }
        }
        return RecommendationReport(
            recommendations: recommendations.sorted {
                $0.severity != $1.severity ? $0.severity > $1.severity : $0.credential < $1.credential
            }, unanswered: unanswered)
    }

    /// What there is to say of a credential at once, as when it was just filled in: whether it is weak or reused. Nobody is asked about leaks.
    ///
    /// - Parameter all: every credential.
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

    /// How often the password was seen in leaks; nil where that is not known.
    private func leaked(_ password: PrivateText) async -> Int? {
        // The lists are of composed text, as people type it.
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

    /// For each credential, those of other sites that have the same password; the hosts of one registrable domain are one site. Takes time linear in
    /// their number, as long as the groups of sharing sites are small.
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

/// What the device knows of apps whose extensions upgrade accounts.
package protocol UpgradeExtensions: Sendable {
    /// The extensions that may upgrade accounts of the host: of installed apps that are associated with it now.
    func extensions(for host: DomainName) -> [UpgradeExtension]
}

/// An app's extension for upgrading accounts, as its Info.plist declares it.
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
