public import Foundation

/// A public or private key: RSA, or on the curves P-256, P-384 and P-521.
///
/// The bytes of a private key are in this process or in the device's enclave. ``SecKeyCreateSignature(_:_:_:_:)`` and similar
/// functions work the same for both. Keys are immutable and thread-safe. The description of a key contains no key material.
public final class SecKey: NSObject, Sendable {
    /// The key material.
    package enum Material: Sendable {
        case rsaPublic(RSAPublicKey)
        case rsaPrivate(RSAPrivateKey)
        case curvePublic(CurvePublicKey)
        case curvePrivate(CurvePrivateKey)
        /// A private key that is stored elsewhere and performs each operation there.
        case remote(RemoteKey)
    }

    package let material: Material
    /// The attributes of the keychain item from which the key came, by name. ``SecKeyCopyAttributes(_:)`` includes them.
    package let itemAttributes: [String: any Sendable]

    package init(_ material: Material, itemAttributes: [String: any Sendable] = [:]) {
        self.material = material
        self.itemAttributes = itemAttributes
        super.init()
    }

    /// Creates a key whose private half is stored by the device.
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

    /// The public half in the form of ``SecKeyCopyExternalRepresentation(_:_:)``.
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

    /// Compares the halves of keys, regardless of where a private half is stored.
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

    /// The size of the key, as in ``kSecAttrKeySizeInBits``.
    package var sizeInBits: Int {
        switch publicMaterial {
        case .rsaPublic(let key): key.bits
        case .curvePublic(let key): key.curve.bits
        case .rsaPrivate, .curvePrivate, .remote: 0
        }
    }
}

extension SecKey: CustomReflectable {
    /// An empty mirror, so that `dump` prints no key material.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SecKey: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_002
}

/// Returns the type identifier of keys, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID {
    SecKey.typeID
}

/// Returns the public key of `key`, or a public key itself. Never shows a prompt and never returns nil.
@discardableResult
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? {
    key.isPrivate ? SecKey(key.publicMaterial) : key
}

/// Returns the block size of a key in bytes: the length of the modulus for RSA, of a coordinate for a curve.
@discardableResult
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
    (key.sizeInBits + 7) / 8
}

/// A P-256 private key that is stored elsewhere, such as in the device's enclave.
///
/// Both operations may show a prompt and block until the user responds. The Security function returns their errors unchanged, so
/// a cancelled prompt can have an error of LocalAuthentication.
package protocol RemotePrivateKey: Sendable {
    /// The public key in the uncompressed form of X9.63: 4, X and Y, 65 bytes.
    var publicKey: [UInt8] { get }

    /// The sealed object of a key that the app stores itself. Nil for other keys.
    var tokenObject: [UInt8]? { get }

    /// Returns the ECDSA signature of a number: r and s, 32 bytes each.
    ///
    /// - Parameter digest: The 32-byte number that ECDSA derives from the digest for this curve.
    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8]

    /// Returns the x-coordinate of the shared point: 32 bytes.
    ///
    /// - Parameter peer: A validated point on the curve, in the form of `publicKey`.
    func sharedSecret(with peer: [UInt8]) throws(SecurityFailure) -> [UInt8]
}

extension RemotePrivateKey {
    package var tokenObject: [UInt8]? { nil }
}

/// A remote key with a validated public key, whose results are checked.
package struct RemoteKey: Sendable {
    package let publicKey: CurvePublicKey
    package let holder: any RemotePrivateKey

    /// - Throws: ``errSecInternalComponent`` if the public key is not a point on P-256.
    package init(_ holder: any RemotePrivateKey) throws(SecurityFailure) {
        guard let publicKey = CurvePublicKey(x963: holder.publicKey, on: .p256) else {
            throw SecurityFailure(errSecInternalComponent, "the device returned an invalid public key")
        }
        self.publicKey = publicKey
        self.holder = holder
    }

    /// Returns r and s for a `digest` of any length.
    func signature(over digest: [UInt8]) throws(SecurityFailure) -> [UInt8] {
        let signature = try holder.signature(over: Self.number(of: digest))
        guard signature.count == 2 * Curve.p256.fieldLength else {
            throw SecurityFailure(errSecInternalComponent, "the device returned a signature of \(signature.count) bytes")
        }
        return signature
    }

    func sharedSecret(with peer: CurvePublicKey) throws(SecurityFailure) -> KeyBytes {
        var secret = try holder.sharedSecret(with: peer.x963)
        defer { secret.clear() }
        guard secret.count == Curve.p256.fieldLength else {
            throw SecurityFailure(errSecInternalComponent, "the device returned a shared secret of \(secret.count) bytes")
        }
        return KeyBytes(copying: secret)
    }

    /// Returns the number that ECDSA derives from a digest on a curve with a 256-bit order (SEC 1, section 4.1.3): the leftmost
    /// 32 bytes, or a shorter digest with leading zeros.
    static func number(of digest: [UInt8]) -> [UInt8] {
        let leftmost = digest.prefix(Curve.p256.fieldLength)
        return [UInt8](repeating: 0, count: Curve.p256.fieldLength - leftmost.count) + leftmost
    }
}
