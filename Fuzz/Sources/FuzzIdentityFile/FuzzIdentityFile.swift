internal import Foundation
internal import FuzzInput
internal import OpenSecurity

/// Parses a PKCS #12 file. The first byte decides whether the rest is a file, or the contents of a file with a valid authentication
/// code.
///
/// The result contains keys with their certificates, each followed by its issuers. A rejected file gives nothing. The work is
/// bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzIdentityFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = FuzzChoices(FuzzInput(start, count).bytes)
    let isFile = choices.byte() & 1 == 0
    let rest = choices.rest()
    let file = isFile ? rest : AuthenticatedFile.bytes(around: rest)
    let (status, items) = read(file, AuthenticatedFile.password)
    if !isFile { promise(status != errSecAuthFailed, "the code is that of the password") }
    promise([errSecSuccess, errSecAuthFailed, errSecDecode].contains(status), "status \(status) is one of a file's")
    guard let items else {
        promise(status != errSecSuccess, "what is read is given")
        return 0
    }
    promise(status == errSecSuccess, "what fails gives nothing")
    for item in items { check(item) }
    promise(read(file, AuthenticatedFile.password + "y").status == errSecAuthFailed, "another password opens nothing")
    return 0
}

private func read(_ file: [UInt8], _ password: String) -> (status: OSStatus, items: [[String: Any]]?) {
    var items: CFArray?
    let options: NSDictionary = [kSecImportExportPassphrase: password]
    let status = SecPKCS12Import(Data(file) as NSData, options, &items)
    return (status, items.map { $0 as? [[String: Any]] ?? [] })
}

private func check(_ item: [String: Any]) {
    guard let identity = item[kSecImportItemIdentity as String] as? SecIdentity,
        let chain = item[kSecImportItemCertChain as String] as? [SecCertificate]
    else { fatalError("an item has its identity and its chain") }
    var certificate: SecCertificate?
    var key: SecKey?
    promise(
        SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess && chain.first == certificate,
        "the chain begins at the identity's certificate")
    promise(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess, "an identity has its key")
    guard let key, let publicKey = SecKeyCopyPublicKey(key), let certificate else { fatalError("an identity has its parts") }
    promise(
        SecCertificateCopyKey(certificate).map { CFEqual($0, publicKey) } ?? true, "the key is that of the certificate")
    for (issued, issuer) in zip(chain, chain.dropFirst()) {
        promise(
            SecCertificateCopyNormalizedIssuerSequence(issued) == SecCertificateCopyNormalizedSubjectSequence(issuer),
            "each certificate of the chain is followed by its issuer's")
    }
    promise(Set(chain).count == chain.count, "no certificate occurs twice in a chain")
}
