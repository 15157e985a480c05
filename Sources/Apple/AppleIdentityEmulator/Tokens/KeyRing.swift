import Crypto
import CryptoExtras
public import FoundationEssentials
import JWTKit
import Synchronization

/// The service's own keys: which exist, which are listed, which one signs.
struct KeyRing: Sendable, Codable {
    struct Entry: Sendable, Codable {
        let id: KeyID
        let pem: String
        let modulus: String
        let exponent: String
        let createdAt: Date
        var isListed: Bool
    }

    /// From the oldest to the newest.
    private(set) var entries: [Entry] = []
    private(set) var signing: KeyID?
    /// The set before the last rotation.
    private(set) var formerListing: [KeyID] = []

    /// Takes a new key in.
    ///
    /// - Parameter size: keys that a gradual rotation leaves in the set.
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

    /// The key set's members: those listed now, or those listed before the last rotation.
    func listed(former: Bool) -> [Entry] {
        guard former else { return entries.filter(\.isListed) }
        return entries.filter { formerListing.contains($0.id) }
    }
}

/// How the service's signing keys change.
public enum KeyRotation: String, Sendable, Hashable, Codable, CaseIterable {
    /// A new key is listed and signs; the previous ones stay listed as far as the set's size allows.
    case gradual
    /// A new key is listed and signs at once; all previous keys leave the set while their tokens still live.
    case abrupt
    /// The shape of April 2022: the set lists new keys only, while tokens still come under the old ones (facts 1.3).
    case unlisted
}

/// A key of the service, as the console lists it.
public struct SigningKeySummary: Sendable, Hashable, Codable, Identifiable {
    /// The `kid`.
    public let id: KeyID
    /// When it was made.
    public let createdAt: Date
    /// Whether the key set lists it.
    public let isListed: Bool
    /// Whether new tokens are signed with it.
    public let signs: Bool
}

/// Where the service's RSA keys come from.
public struct SigningKeyMaker: Sendable {
    private let pem: @Sendable () async throws -> String

    /// Makes a new 2048-bit key each time; a tenth of a second in an optimised build.
    public static let generating = Self { try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation }

    /// Hands out the given PEM keys in turn, again from the first after the last; at least one is needed. For tests.
    public static func reusing(_ keys: [String]) -> Self {
        let position = KeyPosition()
        return Self {
            guard !keys.isEmpty else { throw EmulatorError(.notAllowed, "there is no key to reuse") }
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

/// An RSA key of the service with jwt-kit's signer for it.
struct TokenSigner: Sendable {
    let pem: String
    /// `n` and `e` of the key set, base64url.
    let modulus: String
    let exponent: String
    private let algorithm: any JWTAlgorithm

    /// Reads a PEM key of 2048 bits or more.
    ///
    /// - Throws: when it is no such key. Asynchronous because jwt-kit gives its signers out through a collection only.
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

    /// The compact JWS, with `kid` and `alg` alone in its header, as Apple's (facts 1.3); nil when the key refuses to sign.
    ///
    /// - Parameter spoilt: whether the signature's last byte is to be wrong.
    func sign(_ payload: some JWTPayload, keyID: KeyID, spoilt: Bool) -> String? {
        let header: JWTHeader = ["kid": .string(keyID.rawValue), "alg": .string(algorithm.name)]
        let input = Base64URL.encode(WireJSON.bytes(header)) + "." + Base64URL.encode(WireJSON.bytes(payload))
        guard var signature = try? algorithm.sign(Array(input.utf8)), let last = signature.indices.last else { return nil }
        if spoilt { signature[last] ^= 1 }
        return input + "." + Base64URL.encode(signature)
    }
}
