import DeviceProtocol
public import Foundation

/// A certificate with its private key. The keychain has no item for an identity: it exists if both parts are stored.
public final class SecIdentity: NSObject, Sendable {
    package let certificate: SecCertificate
    package let privateKey: SecKey

    /// Creates an identity. Returns nil if the key does not belong to the certificate.
    package init?(_ certificate: SecCertificate, _ privateKey: SecKey) {
        guard privateKey.isPrivate, privateKey.publicBytes == certificate.contents.keyOctets else { return nil }
        self.certificate = certificate
        self.privateKey = privateKey
        super.init()
    }

    /// Compares certificate and key.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecIdentity else { return false }
        return other.certificate == certificate && other.privateKey == privateKey
    }

    public override var hash: Int { certificate.hash }

    public override var description: String { "<SecIdentity: \(certificate.contents.summary ?? "without a name")>" }

    public override var debugDescription: String { description }
}

extension SecIdentity: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_004
}

/// Returns the type identifier of identities, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID {
    SecIdentity.typeID
}

/// Creates an identity from a certificate and its private key. Returns nil if they do not belong together. Does not access the
/// keychain.
@discardableResult
public func SecIdentityCreate(_ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey) -> SecIdentity? {
    SecIdentity(certificate, privateKey)
}

/// Copies the certificate of an identity. Always succeeds.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    certificateRef.pointee = identityRef.certificate
    return errSecSuccess
}

/// Copies the private key of an identity. Always succeeds; a prompt appears only when the key is used.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    privateKeyRef.pointee = identityRef.privateKey
    return errSecSuccess
}

extension ItemDictionary {
    /// The query for the certificates of identities.
    var ofCertificates: ItemDictionary {
        var result = self
        result.becomeOfCertificates()
        return result
    }

    /// Returns the addition of one part of an identity, with the attributes that apply to it.
    func addition(of part: ItemObject, returning forms: ReturnForms) throws(SecurityFailure) -> AddItem {
        var result = self
        result.become(part)
        return try result.addition(returning: forms)
    }
}

extension ItemAttributes {
    /// The attributes that only keys have.
    var ofKeys: ItemAttributes { filtered { Self.keysAlone.contains($0) } }

    /// The attributes that certificates have.
    var ofCertificates: ItemAttributes { filtered { !Self.keysAlone.contains($0) } }

    /// The attributes that keys have.
    var notOfCertificatesAlone: ItemAttributes { filtered { !Self.certificatesAlone.contains($0) } }

    private func filtered(_ isWanted: (AttributeName) -> Bool) -> ItemAttributes {
        var result = self
        for name in names where !isWanted(name) { result.remove(name) }
        return result
    }

    private static let certificatesAlone: Set<AttributeName> = [
        .certificateType, .certificateEncoding, .subject, .issuer, .serialNumber, .subjectKeyID, .publicKeyHash,
    ]

    private static let keysAlone: Set<AttributeName> = [
        .keyClass, .applicationLabel, .applicationTag, .type, .creator, .keySizeInBits, .effectiveKeySize, .startDate, .endDate,
        .isPermanent, .isSensitive, .isExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap,
        .canUnwrap, .description, .comment,
    ]
}
