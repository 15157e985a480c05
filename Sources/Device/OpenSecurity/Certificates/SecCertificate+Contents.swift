public import Foundation

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
