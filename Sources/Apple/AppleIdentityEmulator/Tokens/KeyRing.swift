import Crypto
import CryptoExtras
public import FoundationEssentials
import JWTKit
import Synchronization

/// The service's signing keys: all keys, the listed ones, and the one that signs.
struct KeyRing: Sendable, Codable {
    struct Entry: Sendable, Codable {
        let id: KeyID
        let pem: String
        let modulus: String
        let exponent: String
        let createdAt: Date
        var isListed: Bool
    }

    /// All keys, oldest first.
    private(set) var entries: [Entry] = []
    private(set) var signing: KeyID?
    /// The set before the last rotation.
    private(set) var formerListing: [KeyID] = []

    /// Adds a new key.
    ///
    /// - Parameter size: the number of keys in the set after a gradual rotation.
    mutating func add(_ entry: Entry, _ rotation: KeyRotation, size: Int) {
        formerListing = entries.filter(\.isListed).map(\.id)
        let staying = rotation == .gradual ? max(size - 1, 0) : 0
        let kept = Set(entries.filter(\.isListed).suffix(staying).map(\.id))
        for index in entries.indices where !kept.contains(entries[index].id) { entries[index].isListed = false }
        entries.append(entry)
        if rotation != .unlisted || signing == nil { signing = entry.id }
        while entries.count > ServiceLimits.signingKeys,
            let surplus = entries.firstIndex(where: { !$0.isListed && $0.id != signing })
        {
            entries.remove(at: surplus)
        }
    }

    /// Returns the members of the key set, now or before the last rotation.
    func listed(former: Bool) -> [Entry] {
        guard former else { return entries.filter(\.isListed) }
        return entries.filter { formerListing.contains($0.id) }
    }
}

/// A way to rotate the service's signing keys.
public enum KeyRotation: String, Sendable, Hashable, Codable, CaseIterable {
    /// A new key is listed and signs. Previous keys stay listed, up to the set's size.
    case gradual
    /// A new key is listed and signs. All previous keys leave the set, although their tokens are still valid.
    case abrupt
    /// The set lists only new keys, but tokens are still signed with old ones. Apple did this in April 2022.
    case unlisted
}

/// A signing key of the service, as the console shows it.
public struct SigningKeySummary: Sendable, Hashable, Codable, Identifiable {
    /// The `kid`.
    public let id: KeyID
    /// The time when the key was created.
    public let createdAt: Date
    /// Whether the key set lists it.
    public let isListed: Bool
    /// Whether new tokens are signed with it.
    public let signs: Bool
}

/// The source of the service's RSA keys.
public struct SigningKeyMaker: Sendable {
    private let pem: @Sendable () async throws -> String

    /// The source that generates a 2048-bit key each time, in a tenth of a second in a release build.
    public static let generating = Self { try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }

    /// Returns the given PEM keys in turn, cyclically. Requires at least one. For tests.
    public static func reusing(_ keys: [String]) -> Self {
        let position = KeyPosition()
        return Self {
            guard !keys.isEmpty else { throw EmulatorError(.notAllowed, "the list of keys to reuse is empty") }
            return keys[position.next() % keys.count]
        }
    }

    init(pem: @escaping @Sendable () async throws -> String) {
        self.pem = pem
    }

    func make() async throws -> TokenSigner {
        try await TokenSigner(pem: pem())
    }

    private final class KeyPosition: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count - 1
            }
        }
    }
}

/// An RSA key of the service with jwt-kit's signer.
struct TokenSigner: Sendable {
    let pem: String
    /// The members `n` and `e` of the key set, in base64url.
    let modulus: String
    let exponent: String
    private let algorithm: any JWTAlgorithm

    /// Parses a PEM key of 2048 bits or more.
    ///
    /// - Throws: an error if it is not such a key. Asynchronous because jwt-kit returns its signers only through a collection.
    init(pem: String) async throws {
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        let primitives = try key.publicKey.getKeyPrimitives()
        self.pem = pem
        self.modulus = Base64URL.encode(primitives.modulus)
        self.exponent = Base64URL.encode(primitives.publicExponent)
        let collection = JWTKeyCollection()
        await collection.add(rsa: try Insecure.RSA.PrivateKey(backing: key), digestAlgorithm: .sha256)
        self.algorithm = try await collection.getKey()
    }

    /// Returns a compact JWS with only `kid` and `alg` in its header, like Apple's; nil if signing fails.
    ///
    /// - Parameter spoilt: whether to make the last byte of the signature wrong.
    func sign(_ payload: some JWTPayload, keyID: KeyID, spoilt: Bool) -> String? {
        let header: JWTHeader = ["kid": .string(keyID.rawValue), "alg": .string(algorithm.name)]
        let input = Base64URL.encode(WireJSON.bytes(header)) + "." + Base64URL.encode(WireJSON.bytes(payload))
        guard var signature = try? algorithm.sign(Array(input.utf8)), let last = signature.indices.last else { return nil }
        if spoilt { signature[last] ^= 1 }
        return input + "." + Base64URL.encode(signature)
    }
}
