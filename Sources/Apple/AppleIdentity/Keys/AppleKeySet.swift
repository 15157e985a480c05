package import JSONText

/// A key set of Apple (RFC 7517, section 5): its usable keys, and why the others are unusable.
public struct AppleKeySet: Sendable {
    /// An unusable key.
    public struct SkippedKey: Sendable, Hashable {
        /// The index of the key in the set, from 0.
        public let position: Int
        /// The `kid` of the key, if present.
        public let keyID: String?
        /// The reason why it is unusable.
        public let reason: AppleIdentityError.Code
    }

    /// The largest set, in bytes: 64 KiB, thirty times the size of Apple's.
    public static let maximumByteCount = 65_536

    /// The largest number of keys in a set, including unusable ones. Apple has published up to three.
    public static let maximumKeyCount = 64

    /// The usable keys in the order of the set. Each `kid` occurs once.
    public let keys: [AppleKey]

    /// The unusable keys. Monitor them: sign-ins fail if Apple uses a key that this library does not support.
    public let skipped: [SkippedKey]

    /// Parses a key set. An unusable key does not affect the others.
    ///
    /// Skips two different keys with the same `kid`, because a token could mean either.
    ///
    /// - Throws: ``AppleIdentityError`` if the text is not a key set.
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

    /// Reads a key set within another document.
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

    /// Returns the key with a key ID, or nil.
    public subscript(keyID: String) -> AppleKey? {
        keys.first { $0.keyID.hasSameBytes(as: keyID) }
    }

    /// Verifies a message with the key that it names.
    ///
    /// - Throws: ``AppleIdentityError`` if the message names no key or an unknown one, or if ``AppleKey`` rejects it.
    package func verify(_ jws: CompactJWS) throws(AppleIdentityError) -> VerifiedJWS {
        guard let keyID = jws.keyID else { throw .missingKeyID }
        guard let key = self[keyID] else {
            throw AppleIdentityError(.unknownKey, "The token names a key (kid) that is not in the set.")
        }
        return try key.verify(jws)
    }
}

/// A public key of Apple, with its key ID.
public struct AppleKey: Sendable {
    /// The key ID (`kid`) that tokens refer to.
    public let keyID: String

    /// The only algorithm it is used with.
    public var algorithm: SignatureAlgorithm { key.algorithm }

    let key: VerificationKey

    /// Verifies that a message names this key and its algorithm, and is signed with it.
    ///
    /// - Throws: ``AppleIdentityError`` with a code about the key or the signature.
    package func verify(_ jws: CompactJWS) throws(AppleIdentityError) -> VerifiedJWS {
        guard let named = jws.keyID else { throw .missingKeyID }
        guard named.hasSameBytes(as: keyID) else {
            throw AppleIdentityError(.keyMismatch, "The token's key ID differs from that of the key.")
        }
        return try key.verify(jws)
    }
}

extension AppleIdentityError {
    static let missingKeyID = AppleIdentityError(.missingKeyID, "The token's header has no key ID (kid).")

    /// Returns the error for an unusable key.
    static func unusable(_ code: Code) -> AppleIdentityError { AppleIdentityError(code, "The key is unusable: \(code).") }
}
