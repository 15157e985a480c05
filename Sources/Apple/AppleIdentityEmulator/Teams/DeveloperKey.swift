import Crypto
public import FoundationEssentials

/// A team's private key for client secrets, as the console lists it. The key itself is in no value of this type.
public struct DeveloperKey: Sendable, Hashable, Codable, Identifiable {
    /// The `kid` of client secrets.
    public let id: KeyID
    /// The team that made it; a key stays with its team when an app moves.
    public let team: TeamID
    /// The primary App ID that it is configured for.
    public let primary: ClientID
    /// As the console lists it.
    public let name: String
    /// When it was made.
    public let createdAt: Date
    /// When the .p8 file was taken; it is given out only once.
    public internal(set) var downloadedAt: Date?
    /// When it was revoked; secrets that it signed are refused from then on.
    public internal(set) var revokedAt: Date?
}

/// The `kid` of a key: six to ten letters and digits.
///
/// A developer's key has ten (facts 1.7); the service's own keys were seen with six, seven and ten (facts 1.3).
public struct KeyID: CheckedText {
    /// The rule in one phrase.
    public static let rule = "a key id has six to ten letters and digits"
    /// The text as checked.
    public let rawValue: String

    /// The value, or nil when the text breaks the rule.
    public init?(rawValue: String) {
        guard (6...10).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Letters.isAlphanumeric) else { return nil }
        self.rawValue = rawValue
    }

    /// A new one.
    init(drawnFrom randomness: inout EmulatedRandomness, length: Int = 10) {
        self.rawValue = randomness.keyID(min(max(length, 6), 10))
    }
}

/// The .p8 file of a developer's key: PKCS#8 PEM, given out once. Prints nothing of it.
public struct DeveloperKeyFile: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `AuthKey_<key id>.p8`.
    public let fileName: String
    /// The file's text, beginning `-----BEGIN PRIVATE KEY-----`.
    public let pem: String

    /// The file's name alone.
    public var description: String { "\(fileName) (not shown)" }
    /// The file's name alone.
    public var debugDescription: String { description }
    /// The file's name alone.
    public var customMirror: Mirror { Mirror(self, children: ["fileName": fileName]) }
}

extension AppleService {
    /// All private keys of all teams, without their secret halves, by creation.
    public var keys: [DeveloperKey] {
        work { desk in desk.state.teams.keys.values.map(\.key).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }
    }

    /// Makes a private key for the group of a primary App ID, in the team that has it now.
    ///
    /// - Throws: when the primary is unknown, or has two keys that are not revoked (facts 1.7).
    @discardableResult
    public func createKey(named name: String, primary: ClientID) throws(EmulatorError) -> DeveloperKey {
        try work { desk throws(EmulatorError) in try desk.createKey(named: name, primary: primary) }
    }

    /// Hands out the .p8 file of a key, once.
    ///
    /// - Throws: when the key is unknown, revoked, or was downloaded before.
    public func downloadKey(_ id: KeyID) throws(EmulatorError) -> DeveloperKeyFile {
        try work { desk throws(EmulatorError) in
            var held = try desk.developerKey(id)
            guard held.key.revokedAt == nil else { throw EmulatorError(.notAllowed, "the key \(id) is revoked") }
            guard let pem = held.pem else { throw EmulatorError(.notAllowed, "the key \(id) was downloaded; that works once") }
            held.pem = nil
            held.key.downloadedAt = desk.now
            desk.state.teams.keys[id] = held
            return DeveloperKeyFile(fileName: "AuthKey_\(id).p8", pem: pem)
        }
    }

    /// Revokes a key for good: client secrets that it signed are refused from now on.
    ///
    /// - Throws: when the key is unknown. Revoking twice changes nothing.
    public func revokeKey(_ id: KeyID) throws(EmulatorError) {
        try work { desk throws(EmulatorError) in
            var held = try desk.developerKey(id)
            held.key.revokedAt = held.key.revokedAt ?? desk.now
            held.pem = nil
            desk.state.teams.keys[id] = held
        }
    }
}

extension ServiceDesk {
    fileprivate func developerKey(_ id: KeyID) throws(EmulatorError) -> TeamRegister.HeldKey {
        guard let held = state.teams.keys[id] else { throw EmulatorError(.unknown, "there is no key \(id)") }
        return held
    }

    fileprivate mutating func createKey(named name: String, primary: ClientID) throws(EmulatorError) -> DeveloperKey {
        try PlainName.check(name, "a key's name")
        guard let app = state.teams.apps[primary], app.isPrimary else {
            throw EmulatorError(.unknown, "there is no primary App ID \(primary)")
        }
        let usable = state.teams.keys.values.filter {
            $0.key.primary == primary && $0.key.team == app.team && $0.key.revokedAt == nil
        }
        guard usable.count < ServiceLimits.keysPerPrimary else {
            throw EmulatorError(.limit, "the primary App ID \(primary) has two private keys; revoke one first")
        }
        guard state.teams.keys.count < ServiceLimits.keysKept else {
            throw EmulatorError(.limit, "there are \(ServiceLimits.keysKept) keys, as many as there may be")
        }
        let id = KeyID(drawnFrom: &randomness)
        guard state.teams.keys[id] == nil, let secret = randomPrivateKey() else {
            throw EmulatorError(.exists, "the key id that was drawn is taken; try again")
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
