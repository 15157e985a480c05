import Crypto
public import FoundationEssentials

/// A team's key for client secrets, as the console shows it. It does not contain the private key.
public struct DeveloperKey: Sendable, Hashable, Codable, Identifiable {
    /// The `kid` of client secrets.
    public let id: KeyID
    /// The team that created it. The key stays with this team when an app is transferred.
    public let team: TeamID
    /// The primary App ID that it is configured for.
    public let primary: ClientID
    /// The name of the key in the console.
    public let name: String
    /// The time when the key was created.
    public let createdAt: Date
    /// The time when the .p8 file was downloaded, which is possible only once.
    public internal(set) var downloadedAt: Date?
    /// The time when the key was revoked. Client secrets that it signed are rejected afterwards.
    public internal(set) var revokedAt: Date?
}

/// The `kid` of a key: six to ten letters and digits.
///
/// A developer's key has ten. The keys of Apple's service were observed with six, seven and ten.
public struct KeyID: CheckedText {
    /// The rule, in one phrase.
    public static let rule = "a key ID must have six to ten letters and digits"
    /// The checked text.
    public let rawValue: String

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(rawValue: String) {
        guard (6...10).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Letters.isAlphanumeric) else { return nil }
        self.rawValue = rawValue
    }

    /// Creates a random key ID.
    init(drawnFrom randomness: inout EmulatedRandomness, length: Int = 10) {
        self.rawValue = randomness.keyID(min(max(length, 6), 10))
    }
}

/// The .p8 file of a developer's key: PKCS #8 in PEM, available once. Descriptions omit its contents.
public struct DeveloperKeyFile: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the file: `AuthKey_<key id>.p8`.
    public let fileName: String
    /// The contents of the file, which begin with `-----BEGIN PRIVATE KEY-----`.
    public let pem: String

    /// The file's name.
    public var description: String { "\(fileName) (not shown)" }
    /// The file's name.
    public var debugDescription: String { description }
    /// The file's name.
    public var customMirror: Mirror { Mirror(self, children: ["fileName": fileName]) }
}

extension AppleService {
    /// The keys of all teams, without private keys, in the order of creation.
    public var keys: [DeveloperKey] {
        work { core in core.state.teams.keys.values.map(\.key).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }
    }

    /// Creates a private key for the group of a primary App ID, in the team that owns the group.
    ///
    /// - Throws: ``EmulatorError`` if the primary App ID does not exist, or has two keys that are not revoked.
    @discardableResult
    public func createKey(named name: String, primary: ClientID) throws(EmulatorError) -> DeveloperKey {
        try work { core throws(EmulatorError) in try core.createKey(named: name, primary: primary) }
    }

    /// Returns the .p8 file of a key, once.
    ///
    /// - Throws: ``EmulatorError`` if the key does not exist, is revoked, or was downloaded before.
    public func downloadKey(_ id: KeyID) throws(EmulatorError) -> DeveloperKeyFile {
        try work { core throws(EmulatorError) in
            var held = try core.developerKey(id)
            guard held.key.revokedAt == nil else { throw EmulatorError(.notAllowed, "the key \(id) is revoked") }
            guard let pem = held.pem else {
                throw EmulatorError(.notAllowed, "the key \(id) was already downloaded, which is possible once")
            }
            held.pem = nil
            held.key.downloadedAt = core.now
            core.state.teams.keys[id] = held
            return DeveloperKeyFile(fileName: "AuthKey_\(id).p8", pem: pem)
        }
    }

    /// Revokes a key permanently. Client secrets that it signed are rejected from now on.
    ///
    /// - Throws: ``EmulatorError`` if the key does not exist. Revoking it again has no effect.
    public func revokeKey(_ id: KeyID) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            var held = try core.developerKey(id)
            held.key.revokedAt = held.key.revokedAt ?? core.now
            held.pem = nil
            core.state.teams.keys[id] = held
        }
    }
}

extension ServiceCore {
    fileprivate func developerKey(_ id: KeyID) throws(EmulatorError) -> TeamRegister.RegisteredKey {
        guard let held = state.teams.keys[id] else { throw EmulatorError(.unknown, "key \(id) not found") }
        return held
    }

    fileprivate mutating func createKey(named name: String, primary: ClientID) throws(EmulatorError) -> DeveloperKey {
        try PlainName.check(name, "a key's name")
        guard let app = state.teams.apps[primary], app.isPrimary else {
            throw EmulatorError(.unknown, "primary App ID \(primary) not found", at: .primary)
        }
        let usable = state.teams.keys.values.filter {
            $0.key.primary == primary && $0.key.team == app.team && $0.key.revokedAt == nil
        }
        guard usable.count < ServiceLimits.keysPerPrimary else {
            throw EmulatorError(.limit, "the primary App ID \(primary) has two private keys; revoke one first", at: .primary)
        }
        guard state.teams.keys.count < ServiceLimits.keyLimit else {
            throw EmulatorError(.limit, "the limit of \(ServiceLimits.keyLimit) keys is reached")
        }
        let id = KeyID(drawnFrom: &randomness)
        guard state.teams.keys[id] == nil, let secret = randomPrivateKey() else {
            throw EmulatorError(.exists, "the random key ID is already taken; try again")
        }
        let key = DeveloperKey(id: id, team: app.team, primary: primary, name: name, createdAt: now)
        state.teams.keys[id] = .init(
            key: key, publicKey: [UInt8](secret.publicKey.x963Representation), pem: secret.pemRepresentation)
        return key
    }

    /// Creates a private key from the service's randomness; nil in one of 2^32 cases, if the number exceeds the curve's order.
    private mutating func randomPrivateKey() -> P256.Signing.PrivateKey? {
        try? P256.Signing.PrivateKey(rawRepresentation: randomness.bytes(32))
    }
}
