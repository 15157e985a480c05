public import Foundation

#if !Frameworks
#error("OpenSecurity needs the trait Frameworks of the package latchkey; add it to the traits of the dependency.")
#endif

/// A certificate (X.509, RFC 5280): what it says, not whether to believe it.
///
/// ``SecCertificateCreateWithData(_:_:)`` makes it, ``SecPKCS12Import(_:_:_:)`` brings it, and the keychain gives it out as a reference. It never
/// changes and may be used by several threads at once.
public final class SecCertificate: NSObject, Sendable {
    package let contents: CertificateContents

    package init(_ contents: CertificateContents) {
        self.contents = contents
        super.init()
    }

    /// The same bytes.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecCertificate)?.contents.der == contents.der
    }

    public override var hash: Int { contents.der.hashValue }

    public override var description: String { "<SecCertificate: \(contents.summary ?? "without a name")>" }

    public override var debugDescription: String { description }
}

extension SecCertificate: CoreFoundationNumbered {
    package static let typeID: CFTypeID = 1_003
}

/// The number of the class of certificates, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID {
    SecCertificate.typeID
}

/// The certificate that `data` spells in DER.
///
/// - Parameter allocator: Nil.
/// - Returns: Nil for anything else: PEM, bytes behind the certificate, a second spelling of the same values, more than 256 KiB.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    CertificateContents(der: [UInt8](data as Data)).map { SecCertificate($0) }
}

/// The certificate in DER.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    Data(certificate.contents.der) as NSData
}

/// The public key. Nil for a kind that there is not here, such as Ed25519, and for one that is no key of its kind.
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    certificate.contents.key.map { SecKey($0) }
}

/// What a person may call the certificate: its common name, or else the unit or the organisation, an e-mail address, a host. Nil where it has
/// none of them.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.contents.summary.map { $0 as NSString }
}

/// The last common name of the subject.
///
/// - Returns: ``errSecItemNotFound``, and nil in `commonName`, where it has none.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    commonName.pointee = certificate.contents.subject.texts(of: .commonName).last.map { $0 as NSString }
    return commonName.pointee == nil ? errSecItemNotFound : errSecSuccess
}

/// The e-mail addresses of the certificate: of its alternative names, then of its subject. An empty array where it has none.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    emailAddresses.pointee = certificate.contents.emailAddresses.map { $0 as NSString } as NSArray
    return errSecSuccess
}

/// The octets of the serial number, as the certificate has them.
///
/// - Parameter error: Stays as it is: every certificate has a serial number.
@discardableResult
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    Data(certificate.contents.serialNumber) as NSData
}

/// The issuer's name in DER, in the spelling by which names are compared: capitals, no idle spaces.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.contents.issuer.normalizedSequence) as NSData
}

/// The subject's name in DER, in the spelling by which names are compared: capitals, no idle spaces.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    Data(certificate.contents.subject.normalizedSequence) as NSData
}

/// The first moment at which the certificate says that it is valid.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.contents.notBefore as NSDate
}

/// The last moment at which the certificate says that it is valid.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.contents.notAfter as NSDate
}
