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
