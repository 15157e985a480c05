public import Foundation

/// Creates a random private key.
///
/// In this process: RSA of 1024 to 4096 bits in steps of 8, P-256, P-384 or P-521. With ``kSecAttrTokenID`` =
/// ``kSecAttrTokenIDSecureEnclave``, in the device's enclave: P-256. With ``kSecAttrIsPermanent``, the key is stored in the
/// keychain before the function returns.
///
/// - Parameters:
///   - parameters: ``kSecAttrKeyType`` and ``kSecAttrKeySizeInBits``; further attributes of both keys here, or of one in
///     ``kSecPrivateKeyAttrs`` or ``kSecPublicKeyAttrs``.
///   - error: On failure, the reason, which the caller owns.
/// - Returns: The key, or nil with ``errSecParam`` for missing or invalid parameters; ``errSecKeySizeNotAllowed``;
///   ``errSecNotAvailable`` without the required enclave or keychain; or the error of the device.
@discardableResult
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    report(to: error) { () throws(SecurityFailure) in
        try KeyCreation(parameters).create(in: KeyStore.current)
    }
}

/// The validated parameters of a new key.
struct KeyCreation {
    private let kind: KeyKind
    private let bits: Int?
    private let isInEnclave: Bool
    private let storesPrivateKey: Bool
    private let storesPublicKey: Bool
    private let privateAttributes: CFDictionary
    private let publicAttributes: CFDictionary

    init(_ parameters: CFDictionary) throws(SecurityFailure) {
        let reader = AttributeReader(parameters)
        kind = try KeyKind(reader)
        bits = try reader.integer(kSecAttrKeySizeInBits)
        privateAttributes = try Self.attributes(of: kSecPrivateKeyAttrs, in: reader)
        publicAttributes = try Self.attributes(of: kSecPublicKeyAttrs, in: reader)
        let token = try AttributeReader(privateAttributes).string(kSecAttrTokenID)
        isInEnclave = token == kSecAttrTokenIDSecureEnclave as String
        guard token == nil || isInEnclave else { throw .parameter("the token is unsupported") }
        storesPrivateKey = try AttributeReader(privateAttributes).boolean(kSecAttrIsPermanent)
        storesPublicKey = try AttributeReader(publicAttributes).boolean(kSecAttrIsPermanent)
        try Self.checkProtection(AttributeReader(privateAttributes))
        try Self.checkProtection(AttributeReader(publicAttributes))
    }

    func create(in store: any KeyStoreProviding) throws(SecurityFailure) -> SecKey {
        if isInEnclave {
            guard kind == .curve, (bits ?? Curve.p256.bits) == Curve.p256.bits else {
                throw .parameter("the enclave supports only P-256 keys")
            }
            return try store.createEnclaveKey(
                attributes: complete(privateAttributes, kSecAttrKeyClassPrivate, Curve.p256.bits),
                publicAttributes: storesPublicKey ? complete(publicAttributes, kSecAttrKeyClassPublic, Curve.p256.bits) : nil)
        }
        guard let bits else { throw .parameter("the size of the key is missing") }
        let key = try softwareKey(bits)
        var kept: [(key: SecKey, attributes: CFDictionary)] = []
        if storesPublicKey {
            kept.append((SecKey(key.publicMaterial), complete(publicAttributes, kSecAttrKeyClassPublic, bits)))
        }
        if storesPrivateKey { kept.append((key, complete(privateAttributes, kSecAttrKeyClassPrivate, bits))) }
        if !kept.isEmpty { try store.add(kept) }
        return key
    }

    private func softwareKey(_ bits: Int) throws(SecurityFailure) -> SecKey {
        let material: SecKey.Material?
        switch kind {
        case .rsa:
            guard RSAPrivateKey.makeableBits.contains(bits), bits.isMultiple(of: 8) else {
                throw SecurityFailure(errSecKeySizeNotAllowed, "RSA keys must have 1024 to 4096 bits in steps of 8")
            }
            material = RSAPrivateKey(generatingBits: bits).map { .rsaPrivate($0) }
        case .curve:
            guard let curve = Curve(bits: bits) else {
                throw SecurityFailure(errSecKeySizeNotAllowed, "curve keys must have 256, 384 or 521 bits")
            }
            material = CurvePrivateKey(generatingOn: curve).map { .curvePrivate($0) }
        }
        guard let material else { throw SecurityFailure(errSecInternalComponent, "libcrypto failed to create a key") }
        return SecKey(material)
    }

    /// Returns the attributes of one key, completed by those of the top level.
    private static func attributes(of half: CFString, in reader: AttributeReader) throws(SecurityFailure) -> CFDictionary {
        var attributes: [String: Any] = [:]
        for source in [reader.dictionary, try reader.dictionary(half)] {
            for (name, value) in source {
                guard let name = name as? String else { throw .parameter("the name of an attribute is not a string") }
                attributes[name] = value
            }
        }
        for name in [kSecPrivateKeyAttrs, kSecPublicKeyAttrs, kSecAttrKeyClass] { attributes[name as String] = nil }
        return attributes as NSDictionary
    }

    private static func checkProtection(_ reader: AttributeReader) throws(SecurityFailure) {
        guard let control = reader.object(kSecAttrAccessControl) else { return }
        guard control is SecAccessControl else { throw .parameter("the access control is not a SecAccessControl") }
        guard reader.object(kSecAttrAccessible) == nil else {
            throw .parameter("kSecAttrAccessible and kSecAttrAccessControl exclude each other")
        }
    }

    private func complete(_ attributes: CFDictionary, _ keyClass: CFString, _ bits: Int) -> CFDictionary {
        let complete = NSMutableDictionary(dictionary: attributes as? [String: Any] ?? [:])
        complete[kSecAttrKeyClass] = keyClass
        complete[kSecAttrKeyType] = kind.name
        complete[kSecAttrKeySizeInBits] = NSNumber(value: bits)
        return complete
    }
}

/// The types of keys.
enum KeyKind: CaseIterable, Sendable {
    case rsa, curve

    /// - Throws: ``errSecParam`` for a missing or unsupported type.
    init(_ reader: AttributeReader) throws(SecurityFailure) {
        guard let type = try reader.string(kSecAttrKeyType) else { throw .parameter("the type of the key is missing") }
        guard let kind = Self.allCases.first(where: { $0.name as String == type }) else {
            throw .parameter("the type of the key is unsupported")
        }
        self = kind
    }

    var name: CFString {
        switch self {
        case .rsa: kSecAttrKeyTypeRSA
        case .curve: kSecAttrKeyTypeECSECPrimeRandom
        }
    }
}

/// The services of a device for creating keys: an enclave that creates keys, and a keychain that stores them.
///
/// Attributes are those of one key, completed by those of the top level, with key type, size and class. An access control is a
/// ``SecAccessControl`` and excludes ``kSecAttrAccessible``. The device evaluates other attributes, such as an authentication
/// context.
package protocol KeyStoreProviding: Sendable {
    /// Creates a P-256 key in the enclave. Stores it in the keychain if `attributes` contain ``kSecAttrIsPermanent``.
    ///
    /// - Parameters:
    ///   - attributes: The attributes of the private key.
    ///   - publicAttributes: The attributes of the public key if it is to be stored too. Both keys are stored, or neither.
    func createEnclaveKey(attributes: CFDictionary, publicAttributes: CFDictionary?) throws(SecurityFailure) -> SecKey

    /// Returns the enclave key of a sealed `object`, used according to `attributes`.
    func enclaveKey(of object: [UInt8], attributes: CFDictionary) throws(SecurityFailure) -> SecKey

    /// Stores keys whose bytes are in this process, all or none.
    func add(_ keys: [(key: SecKey, attributes: CFDictionary)]) throws(SecurityFailure)
}

/// The device on which keys are created.
package enum KeyStore {
    /// The store of the current task, by default the current device.
    @TaskLocal package static var current: any KeyStoreProviding = BrokerKeyStore()
}
