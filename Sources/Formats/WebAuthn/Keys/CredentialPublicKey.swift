/// The public key of a credential, with its algorithm (section 6.5.1.1, section 5.8.5).
///
/// The form is strict: exactly the members of the key's type, coordinates in full length, and points on the curve.
public struct CredentialPublicKey: Sendable {
    /// The key as the authenticator encoded it, a COSE_Key (RFC 9052, section 7). Store these bytes.
    public let bytes: [UInt8]

    /// The only algorithm that the key verifies signatures with.
    public let algorithm: COSEAlgorithm

    let key: SignatureKey

    /// Parses a COSE_Key.
    ///
    ///     let key = try CredentialPublicKey(row.publicKey)
    ///
    /// - Throws: ``WebAuthnError/Code/unsupportedAlgorithm`` for an algorithm that is not in ``COSEAlgorithm/verifiable``, except Ed448;
    ///   ``WebAuthnError/Code/algorithmNotBuilt`` for Ed448 in a build without it;
    ///   ``WebAuthnError/Code/unusableKey`` for another form, a point off the curve, or an RSA key of fewer than 2,048 bits or more than
    ///   8,192; and the codes of CBOR.
    public init(_ bytes: [UInt8]) throws(WebAuthnError) {
        try self.init(CBOR(bytes, in: Self.field))
    }

    init(_ item: CBOR) throws(WebAuthnError) {
        guard let map = item.map else { throw .unusableKey("The key is not a map.") }
        guard let type = map[Label.type]?.integer, let number = map[Label.algorithm]?.integer else {
            throw .unusableKey("The type or the algorithm of the key is missing.")
        }
        algorithm = COSEAlgorithm(rawValue: number)
        bytes = item.encoded
        switch algorithm {
        case .es256: key = try Self.curve(1, type: type, map, SignatureKey.init(p256:))
        case .es384: key = try Self.curve(2, type: type, map, SignatureKey.init(p384:))
        case .es512: key = try Self.curve(3, type: type, map, SignatureKey.init(p521:))
        case .edDSA: key = try Self.edwards(6, type: type, map, SignatureKey.init(ed25519:))
        case .ed448: key = try Self.edwards(7, type: type, map, SignatureKey.init(ed448:))
        case .rs256:
            let members = try Members(map, type: type, is: 3, count: 2)
            key = try SignatureKey(modulus: members.bytes(-1), exponent: members.bytes(-2))
        case .mlDSA65: key = try SignatureKey(mlDSA65: Members(map, type: type, is: 7, count: 1).bytes(-1))
        case .mlDSA87: key = try SignatureKey(mlDSA87: Members(map, type: type, is: 7, count: 1).bytes(-1))
        default:
            throw WebAuthnError(.unsupportedAlgorithm, "The algorithm of the key is not supported.", in: Self.field)
        }
    }

    /// Returns whether the signature of the message is valid.
    public func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        key.isValidSignature(signature, for: message, by: algorithm)
    }

    /// Creates a key from two coordinates in full length (RFC 9053, section 7.1.1). Rejects compressed points, whose y is not a byte string.
    private static func curve(
        _ curve: Int, type: Int, _ map: CBORMap, _ make: ([UInt8]) throws(WebAuthnError) -> SignatureKey
    ) throws(WebAuthnError) -> SignatureKey {
        let members = try Members(map, type: type, is: 2, count: 3)
        guard map[-1]?.integer == curve else { throw .unusableKey("The curve of the key does not belong to its algorithm.") }
        let (x, y) = (try members.bytes(-2), try members.bytes(-3))
        guard x.count == y.count else { throw .unusableKey("The coordinates of the key differ in length.") }
        return try make(x + y)
    }

    /// Creates a key from one encoded point (RFC 9053, section 7.2).
    private static func edwards(
        _ curve: Int, type: Int, _ map: CBORMap, _ make: ([UInt8]) throws(WebAuthnError) -> SignatureKey
    ) throws(WebAuthnError) -> SignatureKey {
        let members = try Members(map, type: type, is: 1, count: 2)
        guard map[-1]?.integer == curve else { throw .unusableKey("The curve of the key does not belong to its algorithm.") }
        return try make(members.bytes(-2))
    }

    /// The members of a key with a known type.
    private struct Members {
        let map: CBORMap

        /// Verifies the type (RFC 9053, section 7) and the number of members in addition to type and algorithm. The caller reads each member.
        init(_ map: CBORMap, type: Int, is expected: Int, count: Int) throws(WebAuthnError) {
            guard type == expected else { throw .unusableKey("The type of the key does not belong to its algorithm.") }
            guard map.entries.count == count + 2 else {
                throw .unusableKey("The key has missing or unexpected members for its type.")
            }
            self.map = map
        }

        func bytes(_ label: Int) throws(WebAuthnError) -> [UInt8] {
            guard let bytes = map[label]?.bytes else { throw .unusableKey("A number of the key is missing or not a byte string.") }
            return bytes
        }
    }

    private enum Label {
        static let type = 1
        static let algorithm = 3
    }

    fileprivate static let field = "publicKey"
}

extension CredentialPublicKey: Hashable {
    /// Compares the bytes, because each key has exactly one encoding.
    public static func == (left: CredentialPublicKey, right: CredentialPublicKey) -> Bool { left.bytes == right.bytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension WebAuthnError {
    static func unusableKey(_ reason: String) -> WebAuthnError {
        WebAuthnError(.unusableKey, reason, in: CredentialPublicKey.field)
    }
}
