/// Everything that the services remember.
package struct ServicesState: Codable, Equatable, Sendable {
    /// Of the form that is written.
    package static let currentVersion = 1
    /// How many revocations are kept for apps that have not asked yet; the oldest go first.
    package static let keptRevocations = 256

    package private(set) var version = currentVersion
    package var account: AppleAccount?
    package private(set) var consents: [RememberedConsent] = []
    package private(set) var lastRevocation: UInt64 = 0
    package private(set) var revocations: [Revocation] = []
    /// Providers of passwords, by application identifier.
    package var providers: [String: ProvidedIdentities] = [:]

    package init() {}

    /// The consent that the account gave the app, in force or revoked.
    func consent(of account: AppleAccount, to client: AppleClient) -> RememberedConsent? {
        consents.first { $0.account == account && $0.client == client }
    }

    /// Whether the account uses any app of the team.
    func uses(_ account: AppleAccount, team: String) -> Bool {
        consents.contains { $0.account == account && $0.client.team == team && !$0.isRevoked }
    }

    /// Notes a consent that was given, for the first time or again.
    mutating func remember(_ consent: RememberedConsent) {
        consents.removeAll { $0.account == consent.account && $0.client == consent.client }
        consents.append(consent)
    }

    /// Notes that a consent in force was revoked. Nothing otherwise.
    mutating func revoke(_ account: AppleAccount, _ client: AppleClient) {
        guard let index = consents.firstIndex(where: { $0.account == account && $0.client == client && !$0.isRevoked }) else {
            return
        }
        consents[index].isRevoked = true
        lastRevocation += 1
        revocations.append(Revocation(number: lastRevocation, client: client))
        revocations.removeFirst(max(0, revocations.count - Self.keptRevocations))
    }
}

/// What a device remembers of a consent, so that it can tell while it is offline.
package struct RememberedConsent: Codable, Equatable, Sendable {
    package let account: AppleAccount
    package let client: AppleClient
    /// The person as the team knows them.
    package let user: String
    package var isRevoked = false
}

/// One of the device's revocations.
package struct Revocation: Codable, Equatable, Sendable {
    package let number: UInt64
    package let client: AppleClient
}
