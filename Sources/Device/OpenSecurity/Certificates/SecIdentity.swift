import DeviceProtocol
public import Foundation

/// A certificate and the private key that belongs to it. In the keychain it is no item of its own: it is there wherever both are.
public final class SecIdentity: NSObject, Sendable {
    package let certificate: SecCertificate
    package let privateKey: SecKey

    /// Gives nothing where the certificate is another key's.
    package init?(_ certificate: SecCertificate, _ privateKey: SecKey) {
        guard privateKey.isPrivate, privateKey.publicBytes == certificate.contents.keyOctets else { return nil }
        self.certificate = certificate
        self.privateKey = privateKey
        super.init()
    }

    /// The same certificate and the same key.
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

/// The number of the class of identities, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID {
    SecIdentity.typeID
}

/// An identity of a certificate and its private key; nil where the key is not the certificate's. The keychain is not touched.
@discardableResult
public func SecIdentityCreate(_ allocator: CFAllocator?, _ certificate: SecCertificate, _ privateKey: SecKey) -> SecIdentity? {
    SecIdentity(certificate, privateKey)
}

/// Puts the identity's certificate into `certificateRef`. Never fails here.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity, _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    certificateRef.pointee = identityRef.certificate
    return errSecSuccess
}

/// Puts the identity's private key into `privateKeyRef`. Nobody is asked before the key is used. Never fails here.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity, _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    privateKeyRef.pointee = identityRef.privateKey
    return errSecSuccess
}

extension ItemDictionary {
    /// The query for the certificates among identities.
    var ofCertificates: ItemDictionary {
        var result = self
        result.becomeOfCertificates()
        return result
    }

    /// The addition of one part of an identity, with those of the attributes that it has.
    func addition(of part: ItemObject, returning forms: ReturnForms) throws(SecurityFailure) -> AddItem {
        var result = self
        result.become(part)
        return try result.addition(returning: forms)
    }
}

extension ItemAttributes {
    /// Those that only keys have.
    var ofKeys: ItemAttributes { filtered { Self.keysAlone.contains($0) } }

    /// Those that certificates have, too.
    var ofCertificates: ItemAttributes { filtered { !Self.keysAlone.contains($0) } }

    /// Those that keys have, too.
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
