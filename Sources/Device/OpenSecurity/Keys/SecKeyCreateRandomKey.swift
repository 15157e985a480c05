public import Foundation

/// A new random private key.
///
/// In this process: RSA of 1024 to 4096 bits in steps of 8, P-256, P-384 or P-521. With ``kSecAttrTokenID`` =
/// ``kSecAttrTokenIDSecureEnclave`` in the device's enclave: P-256. With ``kSecAttrIsPermanent`` the key is kept in the keychain
/// too, before it is returned.
///
/// - Parameters:
///   - parameters: ``kSecAttrKeyType`` and ``kSecAttrKeySizeInBits``; further attributes of both halves here, of one in
///     ``kSecPrivateKeyAttrs`` or ``kSecPublicKeyAttrs``.
///   - error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecParam`` for parameters that are missing or make no sense; ``errSecKeySizeNotAllowed``;
///   ``errSecNotAvailable`` where an enclave or a keychain is needed and there is none; whatever the device refuses with.
@discardableResult
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    report(to: error) { () throws(SecurityFailure) in
        try KeyCreation(parameters).create(in: KeyStore.current)
    }
}

/// The parameters of a new key, checked.
struct KeyCreation {
    private let kind: KeyKind
    private let bits: Int?
    private let isInEnclave: Bool
    private let isPrivateHalfKept: Bool
    private let isPublicHalfKept: Bool
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
        guard token == nil || isInEnclave else { throw .parameter("there is no such token") }
        isPrivateHalfKept = try AttributeReader(privateAttributes).boolean(kSecAttrIsPermanent)
        isPublicHalfKept = try AttributeReader(publicAttributes).boolean(kSecAttrIsPermanent)
        try Self.checkProtection(AttributeReader(privateAttributes))
        try Self.checkProtection(AttributeReader(publicAttributes))
    }

    func create(in store: any KeyStoreProviding) throws(SecurityFailure) -> SecKey {
        if isInEnclave {
            guard kind == .curve, (bits ?? Curve.p256.bits) == Curve.p256.bits else {
                throw .parameter("the enclave makes keys on P-256 only")
            }
            return try store.createEnclaveKey(
                attributes: complete(privateAttributes, kSecAttrKeyClassPrivate, Curve.p256.bits),
                publicAttributes: isPublicHalfKept ? complete(publicAttributes, kSecAttrKeyClassPublic, Curve.p256.bits) : nil)
        }
        guard let bits else { throw .parameter("the size of the key is missing") }
        let key = try softwareKey(bits)
        var kept: [(key: SecKey, attributes: CFDictionary)] = []
        if isPublicHalfKept {
            kept.append((SecKey(key.publicMaterial), complete(publicAttributes, kSecAttrKeyClassPublic, bits)))
        }
        if isPrivateHalfKept { kept.append((key, complete(privateAttributes, kSecAttrKeyClassPrivate, bits))) }
        if !kept.isEmpty { try store.add(kept) }
        return key
    }

    private func softwareKey(_ bits: Int) throws(SecurityFailure) -> SecKey {
        let material: SecKey.Material?
        switch kind {
        case .rsa:
            guard RSAPrivateKey.makeableBits.contains(bits), bits.isMultiple(of: 8) else {
                throw SecurityFailure(errSecKeySizeNotAllowed, "RSA keys have 1024 to 4096 bits here, in steps of 8")
            }
            material = RSAPrivateKey(generatingBits: bits).map { .rsaPrivate($0) }
        case .curve:
            guard let curve = Curve(bits: bits) else {
                throw SecurityFailure(errSecKeySizeNotAllowed, "keys on curves have 256, 384 or 521 bits here")
            }
            material = CurvePrivateKey(generatingOn: curve).map { .curvePrivate($0) }
        }
        guard let material else { throw SecurityFailure(errSecInternalComponent, "libcrypto could not make a key") }
        return SecKey(material)
    }

    /// The attributes of one half: its own, and from the top level what those lack.
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
        guard reader.object(kSecAttrAccessible) == nil else { throw .parameter("accessible and access control exclude each other") }
    }

    private func complete(_ attributes: CFDictionary, _ keyClass: CFString, _ bits: Int) -> CFDictionary {
        let complete = NSMutableDictionary(dictionary: attributes as? [String: Any] ?? [:])
        complete[kSecAttrKeyClass] = keyClass
        complete[kSecAttrKeyType] = kind.name
        complete[kSecAttrKeySizeInBits] = NSNumber(value: bits)
        return complete
    }
}

/// The families of keys.
enum KeyKind: CaseIterable, Sendable {
    case rsa, curve

    /// - Throws: ``errSecParam`` without a type, or for one that there is not.
    init(_ reader: AttributeReader) throws(SecurityFailure) {
        guard let type = try reader.string(kSecAttrKeyType) else { throw .parameter("the type of the key is missing") }
        guard let kind = Self.allCases.first(where: { $0.name as String == type }) else {
            throw .parameter("there is no such type of keys here")
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

/// What creating a key needs of a device: an enclave that makes keys, and a keychain that keeps them.
///
/// Attributes are those of one half: of its own dictionary, and from the top level of the parameters what that one lacks; with key
/// type, size and class. An access control among them is a ``SecAccessControl``, and does not stand beside ``kSecAttrAccessible``.
/// What else they hold, such as a context to authenticate with, is for the device to read.
package protocol KeyStoreProviding: Sendable {
    /// Makes a P-256 key in the enclave, and keeps it in the keychain if `attributes` have ``kSecAttrIsPermanent``.
    ///
    /// - Parameters:
    ///   - attributes: Those of the private half.
    ///   - publicAttributes: Those of the public half if that is to be kept too: both halves are, or neither.
    func createEnclaveKey(attributes: CFDictionary, publicAttributes: CFDictionary?) throws(SecurityFailure) -> SecKey

    /// The key of the enclave that `object` stands for, to be used as `attributes` say.
    func enclaveKey(of object: [UInt8], attributes: CFDictionary) throws(SecurityFailure) -> SecKey

    /// Keeps keys whose bytes this process has: all of them, or none.
    func add(_ keys: [(key: SecKey, attributes: CFDictionary)]) throws(SecurityFailure)
}

/// The device that keys are created on.
package enum KeyStore {
    /// The store of the current task; without one, the current device.
    @TaskLocal package static var current: any KeyStoreProviding = BrokerKeyStore()
}
