public import Foundation

#if !Frameworks
#error("OpenSecurity needs the trait Frameworks of the package latchkey; add it to the traits of the dependency.")
#endif

/// An X.509 certificate (RFC 5280). The object does not imply that the certificate is trusted.
///
/// Create a certificate with ``SecCertificateCreateWithData(_:_:)``, import it with ``SecPKCS12Import(_:_:_:)``, or get a
/// reference from the keychain. Certificates are immutable and thread-safe.
public final class SecCertificate: NSObject, Sendable {
    package let contents: CertificateContents

    package init(_ contents: CertificateContents) {
        self.contents = contents
        super.init()
    }

    /// Compares the DER encodings.
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

/// Returns the type identifier of certificates, for ``CFGetTypeID(_:)``.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID {
    SecCertificate.typeID
}

/// Creates a certificate from its DER representation.
///
/// - Parameter allocator: Nil.
/// - Returns: The certificate, or nil if the data is not exactly one DER certificate: for PEM, trailing bytes, a non-canonical
///   encoding, or more than 256 KiB. Also nil for an RSA key of less than 2,048 bits, which Apple accepts outside of TLS.
@discardableResult
public func SecCertificateCreateWithData(_ allocator: CFAllocator?, _ data: CFData) -> SecCertificate? {
    CertificateContents(der: data.octets).map { SecCertificate($0) }
}

/// Returns the DER representation of a certificate.
@discardableResult
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData {
    NSData(bytes: certificate.contents.der)
}

/// Returns the public key of a certificate. Returns nil for an unsupported algorithm such as Ed25519, and for a malformed key.
@discardableResult
public func SecCertificateCopyKey(_ certificate: SecCertificate) -> SecKey? {
    certificate.contents.key.map { SecKey($0) }
}

/// Returns a human-readable summary of a certificate: its common name, otherwise the unit or the organization, an e-mail address,
/// or a host. Returns nil if it has none of these.
@discardableResult
public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
    certificate.contents.summary.map { $0 as NSString }
}

/// Copies the last common name of the subject.
///
/// - Returns: ``errSecItemNotFound``, and nil in `commonName`, if the subject has none.
@discardableResult
public func SecCertificateCopyCommonName(
    _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
) -> OSStatus {
    commonName.pointee = certificate.contents.subject.texts(of: .commonName).last.map { $0 as NSString }
    return commonName.pointee == nil ? errSecItemNotFound : errSecSuccess
}

/// Copies the e-mail addresses of a certificate: of its alternative names, then of its subject. The array is empty if there are
/// none.
@discardableResult
public func SecCertificateCopyEmailAddresses(
    _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    emailAddresses.pointee = certificate.contents.emailAddresses.map { $0 as NSString } as NSArray
    return errSecSuccess
}

/// Returns the octets of the serial number as encoded.
///
/// - Parameter error: Not changed, because every certificate has a serial number.
@discardableResult
public func SecCertificateCopySerialNumberData(
    _ certificate: SecCertificate, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    NSData(bytes: certificate.contents.serialNumber)
}

/// Returns the normalized name of the issuer in DER, for comparison: in upper case and without extra spaces.
@discardableResult
public func SecCertificateCopyNormalizedIssuerSequence(_ certificate: SecCertificate) -> CFData? {
    NSData(bytes: certificate.contents.issuer.normalizedSequence)
}

/// Returns the normalized name of the subject in DER, for comparison: in upper case and without extra spaces.
@discardableResult
public func SecCertificateCopyNormalizedSubjectSequence(_ certificate: SecCertificate) -> CFData? {
    NSData(bytes: certificate.contents.subject.normalizedSequence)
}

/// Returns the start of the validity period.
@discardableResult
public func SecCertificateCopyNotValidBeforeDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.contents.notBefore as NSDate
}

/// Returns the end of the validity period.
@discardableResult
public func SecCertificateCopyNotValidAfterDate(_ certificate: SecCertificate) -> CFDate? {
    certificate.contents.notAfter as NSDate
}
