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
        public let reason: AppleIdentityError.Code
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
    /// - Throws: ``AppleIdentityError`` where the text as a whole is not a key set.
    public init(_ text: [UInt8]) throws(AppleIdentityError) {
        let document: JSONDocument
        do {
            document = try JSONText.parse(text, limits: JSONLimits(maximumBytes: Self.maximumByteCount, maximumDepth: 16))
        } catch {
            throw AppleIdentityError(
                .malformedKeySet, "The key set is not JSON: \(error.reason) at byte \(error.position.offset).",
                position: error.position.offset)
        }
        try self.init(document.root)
    }

    /// Reads a set that stands within another document.
    package init(_ node: JSONNode) throws(AppleIdentityError) {
        guard let list = node["keys"], let elements = list.elements else {
            throw AppleIdentityError(
                .malformedKeySet, "The key set is not an object with a list of keys.", position: node.sourceRange.lowerBound)
        }
        guard list.sourceRange.count <= Self.maximumByteCount else {
            throw AppleIdentityError(
                .malformedKeySet, "The key set has more than \(Self.maximumByteCount) bytes.", position: list.sourceRange.lowerBound
            )
        }
        var (keys, skipped): ([AppleKey], [SkippedKey]) = ([], [])
        var ambiguous: Set<String> = []
        for (position, element) in elements.enumerated() {
            guard position < Self.maximumKeyCount else {
                throw AppleIdentityError(
                    .malformedKeySet, "The key set has more than \(Self.maximumKeyCount) keys.",
                    position: element.sourceRange.lowerBound)
            }
            let keyID = element["kid"]?.string
            do throws(AppleIdentityError) {
                guard element.kind == .object else { throw AppleIdentityError.unusable(.notAnObject) }
                guard let keyID, !keyID.isEmpty else { throw AppleIdentityError.unusable(.missingKeyID) }
                let key = AppleKey(keyID: keyID, key: try VerificationKey(element))
                if let twin = keys.first(where: { $0.keyID == keyID }) {
                    guard twin.key.members != key.key.members else { continue }
                    ambiguous.insert(keyID)
                    throw AppleIdentityError.unusable(.duplicateKeyID)
                }
                keys.append(key)
            } catch {
                skipped.append(SkippedKey(position: position, keyID: keyID, reason: error.code))
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
    /// - Throws: ``AppleIdentityError`` where it names none or none of these, and as ``AppleKey`` does.
    package func verify(_ jws: CompactJWS) throws(AppleIdentityError) -> VerifiedJWS {
        guard let keyID = jws.keyID else { throw .missingKeyID }
        guard let key = self[keyID] else {
            throw AppleIdentityError(.unknownKey, "The token names a key (kid) that is not in the set.")
        }
        return try key.verify(jws)
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
    /// - Throws: ``AppleIdentityError`` with a code about the key or the signature.
    package func verify(_ jws: CompactJWS) throws(AppleIdentityError) -> VerifiedJWS {
        guard let named = jws.keyID else { throw .missingKeyID }
        guard named.hasSameBytes(as: keyID) else {
            throw AppleIdentityError(.keyMismatch, "The token names another key than the one it is checked with.")
        }
        return try key.verify(jws)
    }
}

extension AppleIdentityError {
    static let missingKeyID = AppleIdentityError(.missingKeyID, "The token's header names no key (kid).")

    /// A key that is not one to verify with.
    static func unusable(_ code: Code) -> AppleIdentityError { AppleIdentityError(code, "The key cannot be used here: \(code).") }
}
