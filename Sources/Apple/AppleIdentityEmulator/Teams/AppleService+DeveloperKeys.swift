import Crypto
import FoundationEssentials

extension AppleService {
    /// All private keys of all teams, without their secret halves, by creation.
    public var keys: [DeveloperKey] {
        work { desk in desk.state.teams.keys.values.map(\.key).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }
    }

    /// Makes a private key for the group of a primary App ID, in the team that has it now.
    ///
    /// - Throws: when the primary is unknown, or has two keys that are not revoked (facts 1.7).
    @discardableResult
    public func createKey(named name: String, primary: ClientIdentifier) throws(EmulatorRefusal) -> DeveloperKey {
        try work { desk throws(EmulatorRefusal) in try desk.createKey(named: name, primary: primary) }
    }

    /// Hands out the .p8 file of a key, once.
    ///
    /// - Throws: when the key is unknown, revoked, or was downloaded before.
    public func downloadKey(_ id: KeyIdentifier) throws(EmulatorRefusal) -> DeveloperKeyFile {
        try work { desk throws(EmulatorRefusal) in
            var held = try desk.developerKey(id)
            guard held.key.revokedAt == nil else { throw EmulatorRefusal(.notAllowed, "the key \(id) is revoked") }
            guard let pem = held.pem else { throw EmulatorRefusal(.notAllowed, "the key \(id) was downloaded; that works once") }
            held.pem = nil
            held.key.downloadedAt = desk.now
            desk.state.teams.keys[id] = held
            return DeveloperKeyFile(fileName: "AuthKey_\(id).p8", pem: pem)
        }
    }

    /// Revokes a key for good: client secrets that it signed are refused from now on.
    ///
    /// - Throws: when the key is unknown. Revoking twice changes nothing.
    public func revokeKey(_ id: KeyIdentifier) throws(EmulatorRefusal) {
        try work { desk throws(EmulatorRefusal) in
            var held = try desk.developerKey(id)
            held.key.revokedAt = held.key.revokedAt ?? desk.now
            held.pem = nil
            desk.state.teams.keys[id] = held
        }
    }
}

extension ServiceDesk {
    fileprivate func developerKey(_ id: KeyIdentifier) throws(EmulatorRefusal) -> TeamRegister.HeldKey {
        guard let held = state.teams.keys[id] else { throw EmulatorRefusal(.unknown, "there is no key \(id)") }
        return held
    }

    fileprivate mutating func createKey(named name: String, primary: ClientIdentifier) throws(EmulatorRefusal) -> DeveloperKey {
        try PlainName.check(name, "a key's name")
        guard let app = state.teams.apps[primary], app.isPrimary else {
            throw EmulatorRefusal(.unknown, "there is no primary App ID \(primary)")
        }
        let usable = state.teams.keys.values.filter {
            $0.key.primary == primary && $0.key.team == app.team && $0.key.revokedAt == nil
        }
        guard usable.count < ServiceLimits.keysPerPrimary else {
            throw EmulatorRefusal(.limit, "the primary App ID \(primary) has two private keys; revoke one first")
        }
        guard state.teams.keys.count < ServiceLimits.keysKept else {
            throw EmulatorRefusal(.limit, "there are \(ServiceLimits.keysKept) keys, as many as there may be")
        }
        let id = KeyIdentifier(drawnFrom: &randomness)
        guard state.teams.keys[id] == nil, let secret = randomPrivateKey() else {
            throw EmulatorRefusal(.exists, "the key id that was drawn is taken; try again")
        }
        let key = DeveloperKey(id: id, team: app.team, primary: primary, name: name, createdAt: now)
        state.teams.keys[id] = .init(
            key: key, publicKey: [UInt8](secret.publicKey.x963Representation), pem: secret.pemRepresentation)
        return key
    }

    /// A private key from the desk's randomness; nil in one of 2^32 draws, when the number lies outside the curve's order.
    private mutating func randomPrivateKey() -> P256.Signing.PrivateKey? {
        try? P256.Signing.PrivateKey(rawRepresentation: randomness.bytes(32))
    }
}
