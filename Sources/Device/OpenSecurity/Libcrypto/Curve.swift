/// The elliptic curves of `kSecAttrKeyTypeECSECPrimeRandom` (SEC 2). Their cofactor is 1, so that cofactor ECDH is plain ECDH.
package enum Curve: CaseIterable, Sendable {
    case p256, p384, p521

    package var bits: Int {
        switch self {
        case .p256: 256
        case .p384: 384
        case .p521: 521
        }
    }

    package init?(bits: Int) {
        guard let curve = Self.allCases.first(where: { $0.bits == bits }) else { return nil }
        self = curve
    }

    /// The length in bytes of a coordinate, a private number, r, s and a shared secret.
    package var fieldLength: Int { (bits + 7) / 8 }
    /// The length in bytes of a public key in the uncompressed form of X9.63: 4, X and Y.
    package var publicLength: Int { 1 + 2 * fieldLength }

    var groupName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        }
    }
}
