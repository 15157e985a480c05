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
