internal import Foundation
internal import FuzzInput
internal import OpenSecurity

/// Parses a certificate: an accepted one has one encoding and readable contents, and normalizing its names is idempotent. The same
/// bytes are also parsed as a name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCertificate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).bytes
    if let name = CertificateName(der: bytes) { check(name) }
    let data = Data(bytes) as NSData
    guard let certificate = SecCertificateCreateWithData(nil, data) else { return 0 }
    promise(SecCertificateCopyData(certificate) == data, "a certificate has one spelling")
    promise(SecCertificateCreateWithData(nil, data) == certificate, "the same bytes are the same certificate")
    for sequence in [
        SecCertificateCopyNormalizedIssuerSequence(certificate), SecCertificateCopyNormalizedSubjectSequence(certificate),
    ] {
        guard let sequence, let name = CertificateName(der: [UInt8](sequence as Data)) else {
            fatalError("a name for comparing is a name")
        }
        promise(name.normalizedSequence == [UInt8](sequence as Data), "a name for comparing is in its one spelling")
    }
    promise(SecCertificateCopySerialNumberData(certificate, nil).map { $0.length > 0 } == true, "a certificate has a number")
    promise(
        SecCertificateCopyNotValidBeforeDate(certificate) != nil && SecCertificateCopyNotValidAfterDate(certificate) != nil,
        "a certificate has its time")
    checkTexts(of: certificate)
    if let key = SecCertificateCopyKey(certificate) { check(key) }
    return 0
}

private func check(_ name: CertificateName) {
    guard let again = CertificateName(der: name.normalizedSequence) else { fatalError("a name for comparing is a name") }
    promise(again.normalized == name.normalized, "a name for comparing is in its one spelling")
    promise(again.text.count <= name.text.count, "the spelling for comparing adds nothing")
}

private func checkTexts(of certificate: SecCertificate) {
    _ = SecCertificateCopySubjectSummary(certificate)
    promise(!certificate.description.isEmpty, "a certificate can be printed")
    var name: CFString?
    let status = SecCertificateCopyCommonName(certificate, &name)
    promise(status == (name == nil ? errSecItemNotFound : errSecSuccess), "a name or the reason why there is none")
    var addresses: CFArray?
    promise(
        SecCertificateCopyEmailAddresses(certificate, &addresses) == errSecSuccess && addresses != nil,
        "there is a list of addresses")
}

private func check(_ key: SecKey) {
    let attributes = SecKeyCopyAttributes(key)
    promise(attributes?[kSecAttrKeyClass] as? String == kSecAttrKeyClassPublic as String, "the key is a public one")
    promise(SecKeyCopyExternalRepresentation(key, nil) != nil, "a public key can be given away")
    _ = SecKeyVerifySignature(
        key,
        SecKeyIsAlgorithmSupported(key, .verify, .ecdsaSignatureMessageX962SHA256)
            ? .ecdsaSignatureMessageX962SHA256 : .rsaSignatureMessagePKCS1v15SHA256, Data("a message".utf8) as NSData, NSData(), nil
    )
}
