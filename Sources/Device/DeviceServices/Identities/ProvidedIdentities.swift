import DeviceProtocol

/// What one provider of credentials has told the system.
package struct ProvidedIdentities: Codable, Equatable, Sendable {
    /// Whether the person has switched it on. Only Settings change that.
    package var isEnabled = false
    package private(set) var identities: [ProvidedIdentity] = []

    package init() {}

    /// Nothing is changed where the provider is not enabled, or would have too many.
    mutating func apply(_ change: ChangeIdentities.Change, _ given: [CredentialIdentity]) -> IdentityStoreOutcome {
        guard isEnabled else { return .storeDisabled }
        let given = given.map(ProvidedIdentity.init)
        var changed = change == .replace ? [] : identities
        let keys = Set(given.map(\.key))
        changed.removeAll { keys.contains($0.key) }
        if change != .remove {
            // Of equal ones in one call the last counts.
            var seen: Set<ProvidedIdentity.Key> = []
            changed += given.reversed().filter { seen.insert($0.key).inserted }.reversed()
        }
        guard changed.count <= ChangeIdentities.maximumIdentities else { return .internalError }
        identities = changed
        return .done
    }
}

/// One identity as it is written down.
package struct ProvidedIdentity: Codable, Hashable, Sendable {
    struct Key: Hashable {
        let kind: CredentialIdentity.Kind
        let service: String
        let serviceKind: UInt8
        let user: String
        let record: String?
    }

    let kind: CredentialIdentity.Kind
    let service: String
    let serviceKind: UInt8
    let user: String
    let record: String?
    let rank: Int64

    init(_ identity: CredentialIdentity) {
        kind = identity.kind
        service = identity.service
        serviceKind = identity.serviceKind.rawValue
        user = identity.user
        record = identity.record
        rank = identity.rank
    }

    /// What makes it the same one as another.
    var key: Key { Key(kind: kind, service: service, serviceKind: serviceKind, user: user, record: record) }

    var identity: CredentialIdentity? {
        CredentialIdentity.ServiceKind(rawValue: serviceKind).flatMap {
            CredentialIdentity(kind, service: service, serviceKind: $0, user: user, record: record, rank: rank)
        }
    }
}
