public import Foundation

/// A public or private key: RSA, or on the curves P-256, P-384 and P-521.
///
/// The bytes of a private key are in this process, or nowhere but in the device's enclave; ``SecKeyCreateSignature(_:_:_:_:)`` and
/// its like work the same for both. A key never changes and may be used by several threads at once. Its description shows no number
/// of it.
public final class SecKey: NSObject, Sendable {
    /// What the key is made of.
    package enum Material: Sendable {
        case rsaPublic(RSAPublicKey)
        case rsaPrivate(RSAPrivateKey)
        case curvePublic(CurvePublicKey)
        case curvePrivate(CurvePrivateKey)
        /// The private half is elsewhere and is asked for each operation.
        case remote(RemoteKey)
    }

    package let material: Material
    /// Attributes of the keychain item that the key came from, by their names, which ``SecKeyCopyAttributes(_:)`` shows too.
    package let itemAttributes: [String: any Sendable]

    package init(_ material: Material, itemAttributes: [String: any Sendable] = [:]) {
        self.material = material
        self.itemAttributes = itemAttributes
        super.init()
    }

    /// A key whose private half the device's trusted side holds.
    ///
    /// - Throws: ``errSecInternalComponent`` if its public key is not a point on P-256.
    package convenience init(
        remote key: any RemotePrivateKey, itemAttributes: [String: any Sendable] = [:]
    ) throws(SecurityFailure) {
        self.init(.remote(try RemoteKey(key)), itemAttributes: itemAttributes)
    }

    /// The public half.
    package var publicMaterial: Material {
        switch material {
        case .rsaPublic, .curvePublic: material
        case .rsaPrivate(let key): .rsaPublic(key.publicKey)
        case .curvePrivate(let key): .curvePublic(key.publicKey)
        case .remote(let key): .curvePublic(key.publicKey)
        }
    }

    /// The public half as ``SecKeyCopyExternalRepresentation(_:_:)`` gives it.
    package var publicBytes: [UInt8] {
        switch material {
        case .rsaPublic(let key): key.pkcs1
        case .rsaPrivate(let key): key.publicKey.pkcs1
        case .curvePublic(let key): key.x963
        case .curvePrivate(let key): key.publicKey.x963
        case .remote(let key): key.publicKey.x963
        }
    }

    package var isPrivate: Bool {
        switch material {
        case .rsaPublic, .curvePublic: false
        case .rsaPrivate, .curvePrivate, .remote: true
        }
    }

    /// The same half of the same key. Where a private half is held does not matter.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecKey else { return false }
        return other.isPrivate == isPrivate && other.publicBytes == publicBytes
    }

    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(isPrivate)
        hasher.combine(publicBytes)
        return hasher.finalize()
    }

    public override var description: String {
        let kind =
            switch material {
            case .rsaPublic, .rsaPrivate: "RSA"
            case .curvePublic, .curvePrivate: "elliptic-curve"
            case .remote: "enclave"
            }
        return "<SecKey: \(isPrivate ? "private" : "public") \(kind) key, \(sizeInBits) bits>"
    }

    public override var debugDescription: String { description }

    /// The size of the key as ``kSecAttrKeySizeInBits`` tells it.
    package var sizeInBits: Int {
        switch publicMaterial {
        case .rsaPublic(let key): key.bits
        case .curvePublic(let key): key.curve.bits
        case .rsaPrivate, .curvePrivate, .remote: 0
        }
    }
}

extension SecKey: CustomReflectable {
    /// Empty.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SecKey: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_002
}

/// The number of the class of keys, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID {
    SecKey.typeID
}

/// The public half of `key`; a public key itself. Never asks anyone, and never nil here.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    key.isPrivate ? SecKey(key.publicMaterial) : key
}

/// The length in bytes of what the key works on: of the modulus for RSA, of a coordinate for a curve.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
    (key.sizeInBits + 7) / 8
}

/// A P-256 private key that another place holds, such as the device's enclave: it answers and is never seen.
///
/// Both operations may prompt and may take as long as a person does; they block. What they throw reaches the caller of the Security
/// function unchanged, so a cancelled prompt can carry the error of LocalAuthentication.
package protocol RemotePrivateKey: Sendable {
    /// The public half in the uncompressed form of X9.63: 4, X and Y, 65 bytes.
    var publicKey: [UInt8] { get }

    /// What stands for the key where the app itself holds it; nothing where it is found elsewhere.
    var tokenObject: [UInt8]? { get }

    /// The ECDSA signature over a number: r and s, 32 bytes each, joined.
    ///
    /// - Parameter digest: 32 bytes. Whatever was hashed, and however, this is the number that ECDSA makes of it for this curve.
    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8]

    /// The x-coordinate of the point that both keys share: 32 bytes.
    ///
    /// - Parameter peer: A point on the curve, checked, in the form of `publicKey`.
    func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8]
}

extension RemotePrivateKey {
    package var tokenObject: [UInt8]? { nil }
}

/// A remote key whose public half is known to be good, and whose answers are held to their form.
package struct RemoteKey: Sendable {
    package let publicKey: CurvePublicKey
    package let holder: any RemotePrivateKey

    /// - Throws: ``errSecInternalComponent`` if the public half is not a point on P-256.
    package init(_ holder: any RemotePrivateKey) throws(SecurityFailure) {
        guard let publicKey = CurvePublicKey(x963: holder.publicKey, on: .p256) else {
            throw SecurityFailure(errSecInternalComponent, "the device gave a public key that is none")
        }
        self.publicKey = publicKey
        self.holder = holder
    }

    /// r and s joined over `digest` of any length.
    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        let signature = try holder.signature(over: Self.number(of: digest))
        guard signature.count == 2 * Curve.p256.fieldLength else {
            throw SecurityFailure(errSecInternalComponent, "the device gave a signature of \(signature.count) bytes")
        }
        return signature
    }

    func sharedSecret(with peer: CurvePublicKey) throws(SecurityFailure) -> KeyBytes {
        var secret = try holder.sharedSecret(with: peer.x963)
        defer { secret.clear() }
        guard secret.count == Curve.p256.fieldLength else {
            throw SecurityFailure(errSecInternalComponent, "the device gave a shared secret of \(secret.count) bytes")
        }
        return KeyBytes(copying: secret)
    }

    /// What ECDSA makes of a digest on a curve whose order has 256 bits (SEC 1, section 4.1.3): its leftmost 32 bytes, with zeros
    /// before a shorter one.
    static func number(of digest: [UInt8]) -> [UInt8] {
        let leftmost = digest.prefix(Curve.p256.fieldLength)
        return [UInt8](repeating: 0, count: Curve.p256.fieldLength - leftmost.count) + leftmost
    }
}
