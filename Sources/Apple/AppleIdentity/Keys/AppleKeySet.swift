package import JSONText

/// Apple's keys as its endpoint gives them (RFC 7517, section 5): those that can be used, and why the others cannot.
public struct AppleKeySet: Sendable {
    /// A key that was passed over.
    public struct SkippedKey: Sendable, Hashable {
        /// Its place in the set, from 0.
        public let position: Int
        /// Its `kid`, where it has one.
        public let keyID: String?
        /// Why it cannot be used.
        public let reason: UnusableKey
    }

    /// The largest set in bytes, 64 KiB: thirty times Apple's.
    public static let maximumByteCount = 65_536

    /// The most keys in a set, used or not. Apple has had up to three.
    public static let maximumKeyCount = 64

    /// The usable keys in the order of the set, each `kid` once.
    public let keys: [AppleKey]

    /// The others. Watch them: a key that this library should know and does not will fail sign-ins.
    public let skipped: [SkippedKey]

    /// Reads a set. One unusable key does not spoil the others.
    ///
    /// Of two keys with one `kid` neither is used, unless they are the same key: a token could not say which it means.
    ///
    /// - Throws: ``AppleKeySetError`` where the text as a whole is not a key set.
    public init(_ text: [UInt8]) throws(AppleKeySetError) {
        let document: JSONDocument
        do {
            document = try JSONText.parse(text, limits: JSONLimits(maximumBytes: Self.maximumByteCount, maximumDepth: 16))
        } catch {
            throw AppleKeySetError("The key set is not JSON: \(error.reason).", position: error.position.offset)
        }
        try self.init(document.root)
    }

    /// Reads a set that stands within another document.
    package init(_ node: JSONNode) throws(AppleKeySetError) {
        guard let list = node["keys"], let elements = list.elements else {
            throw AppleKeySetError("The key set is not an object with a list of keys.", position: node.sourceRange.lowerBound)
        }
        guard list.sourceRange.count <= Self.maximumByteCount else {
            throw AppleKeySetError(
                "The key set has more than \(Self.maximumByteCount) bytes.", position: list.sourceRange.lowerBound)
        }
        var (keys, skipped): ([AppleKey], [SkippedKey]) = ([], [])
        var ambiguous: Set<String> = []
        for (position, element) in elements.enumerated() {
            guard position < Self.maximumKeyCount else {
                throw AppleKeySetError(
                    "The key set has more than \(Self.maximumKeyCount) keys.", position: element.sourceRange.lowerBound)
            }
            let keyID = element["kid"]?.string
            do {
                guard element.kind == .object else { throw UnusableKey.notAnObject }
                guard let keyID, !keyID.isEmpty else { throw UnusableKey.missingKeyID }
                let key = AppleKey(keyID: keyID, key: try VerificationKey(element))
                if let twin = keys.first(where: { $0.keyID == keyID }) {
                    guard twin.key.members != key.key.members else { continue }
                    ambiguous.insert(keyID)
                    throw UnusableKey.duplicateKeyID
                }
                keys.append(key)
            } catch {
                let reason = error as? UnusableKey ?? .malformedMember
                skipped.append(SkippedKey(position: position, keyID: keyID, reason: reason))
            }
        }
        self.keys = keys.filter { !ambiguous.contains($0.keyID) }
        self.skipped = skipped
    }

    init(keys: [AppleKey]) {
        self.keys = keys
        skipped = []
    }

    /// The key of this name, or nil.
    public subscript(keyID: String) -> AppleKey? {
        keys.first { $0.keyID.hasSameBytes(as: keyID) }
    }

    /// Checks a message with the key it names.
    ///
    /// - Throws: ``TokenRefusal`` where it names none or none of these, and as ``AppleKey`` does.
    package func verify(_ jws: CompactJWS) throws(TokenRefusal) -> VerifiedJWS {
        guard let keyID = jws.keyID else { throw .missingKeyID }
        guard let key = self[keyID] else { throw TokenRefusal(.unknownKey, "The token names a key (kid) that is not in the set.") }
        return try key.verify(jws)
    }
}

/// Why a text is not a key set at all.
public struct AppleKeySetError: Error, Sendable, CustomStringConvertible {
    /// The reason in one English sentence.
    public let reason: String

    /// Where in the bytes of the text the reason lies.
    public let position: Int

    /// The reason and its place.
    public var description: String { "\(reason) (at byte \(position))" }

    init(_ reason: String, position: Int) {
        self.reason = reason
        self.position = position
    }
}

/// One of Apple's public keys: a key that has a name.
public struct AppleKey: Sendable {
    /// The name (`kid`) by which tokens ask for it.
    public let keyID: String

    /// The algorithm it is used with, and no other.
    public var algorithm: SignatureAlgorithm { key.algorithm }

    let key: VerificationKey

    /// Checks that a message names this key, by its algorithm, and is signed with it.
    ///
    /// - Throws: ``TokenRefusal`` with a code about the key or the signature.
    package func verify(_ jws: CompactJWS) throws(TokenRefusal) -> VerifiedJWS {
        guard let named = jws.keyID else { throw .missingKeyID }
        guard named.hasSameBytes(as: keyID) else {
            throw TokenRefusal(.keyMismatch, "The token names another key than the one it is checked with.")
        }
        return try key.verify(jws)
    }
}

extension TokenRefusal {
    static let missingKeyID = TokenRefusal(.missingKeyID, "The token's header names no key (kid).")
}

/// Why a key of a set is passed over.
public enum UnusableKey: String, Error, Sendable, Hashable, CaseIterable {
    /// The entry is not an object.
    case notAnObject = "not-an-object"
    /// The entry has no `kid`, so that no token can name it.
    case missingKeyID = "missing-key-id"
    /// Two different keys of the set have this `kid`.
    case duplicateKeyID = "duplicate-key-id"
    /// `kty` is missing or neither RSA nor EC.
    case unknownType = "unknown-type"
    /// `crv` is not P-256.
    case unknownCurve = "unknown-curve"
    /// `alg` is not the algorithm of this type of key: RS256 or ES256.
    case unknownAlgorithm = "unknown-algorithm"
    /// `use` is not `sig`, or `key_ops` does not hold `verify`.
    case otherUse = "other-use"
    /// A member is missing, is not a string or is not base64url in its one spelling.
    case malformedMember = "malformed-member"
    /// The RSA modulus has fewer than 2048 bits.
    case weakModulus = "weak-modulus"
    /// The RSA modulus has more than 8192 bits.
    case hugeModulus = "huge-modulus"
    /// The RSA exponent is even, smaller than 65537 or longer than 32 bits.
    case unusualExponent = "unusual-exponent"
    /// The coordinates are not those of a point of P-256.
    case notOnCurve = "not-on-curve"
}
