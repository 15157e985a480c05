public import Foundation

/// Reads the identities of a PKCS #12 file (RFC 7292). The keychain gets nothing of it: add the identities with ``SecItemAdd(_:_:)``.
///
/// - Parameters:
///   - pkcs12_data: The file, in DER; at most 1 MiB.
///   - options: Its password under ``kSecImportExportPassphrase``, which may be empty.
///   - items: Gets an array of one dictionary for each identity, with the `kSecImportItem…` names.
/// - Returns: ``errSecAuthFailed`` for a wrong password, and for a file that was changed; ``errSecPassphraseRequired`` without a password;
///   ``errSecDecode`` for what is no such file, has no message authentication code, asks for more than five million iterations in all, or protects
///   itself in a way that there is not here; ``errSecParam`` for a password that is no string or over 1,024 bytes.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    do throws(SecurityFailure) {
        let reader = AttributeReader(options)
        guard let object = reader.object(kSecImportExportPassphrase) else {
            throw SecurityFailure(errSecPassphraseRequired, "kSecImportExportPassphrase is missing")
        }
        let password = try checked(object as? String, "kSecImportExportPassphrase is no string")
        items.pointee = try PKCS12Identities([UInt8](pkcs12_data as Data), password: password).dictionaries as NSArray
        return errSecSuccess
    } catch {
        return OSStatus(truncatingIfNeeded: error.code)
    }
}

/// Keys and certificates of a file, joined.
private struct PKCS12Identities {
    let dictionaries: [NSDictionary]

    init(_ bytes: [UInt8], password: String) throws(SecurityFailure) {
        let contents: PKCS12Contents
        do throws(PKCS12Contents.Refusal) {
            contents = try PKCS12Contents(bytes, password: password)
        } catch {
            throw SecurityFailure(error)
        }
        var certificates: [(certificate: SecCertificate, keyID: [UInt8]?, label: String?)] = []
        for part in contents.certificates {
            guard let read = CertificateContents(der: part.der) else {
                throw SecurityFailure(errSecDecode, "a certificate of the file cannot be read")
            }
            certificates.append((SecCertificate(read), part.keyID, part.label))
        }
        var dictionaries: [NSDictionary] = []
        for part in contents.keys {
            let key = SecKey(part.material)
            guard let own = certificates.first(where: { $0.certificate.contents.keyOctets == key.publicBytes }),
                let identity = SecIdentity(own.certificate, key)
            else { continue }
            let chain = Self.chain(from: own.certificate, in: certificates.map(\.certificate))
            let result: NSMutableDictionary = [
                kSecImportItemIdentity: identity,
                kSecImportItemCertChain: chain as NSArray,
                kSecImportItemTrust: SecTrust(
                    Array(chain.prefix(SecTrust.maximumCertificates)), [SecPolicyCreateBasicX509()]),
            ]
            if let keyID = part.keyID ?? own.keyID { result[kSecImportItemKeyID] = Data(keyID) as NSData }
            if let label = part.label ?? own.label { result[kSecImportItemLabel] = label as NSString }
            dictionaries.append(result)
        }
        self.dictionaries = dictionaries
    }

    private static func chain(from leaf: SecCertificate, in certificates: [SecCertificate]) -> [SecCertificate] {
        var chain = [leaf]
        while let last = chain.last?.contents, last.issuer.normalized != last.subject.normalized,
            let issuer = certificates.first(where: { $0.contents.subject.normalized == last.issuer.normalized }),
            !chain.contains(issuer)
        {
            chain.append(issuer)
        }
        return chain
    }
}

extension SecurityFailure {
    fileprivate init(_ refusal: PKCS12Contents.Refusal) {
        switch refusal {
        case .password: self.init(errSecAuthFailed, "the password is wrong, or the file was changed")
        case .passwordTooLong: self.init(errSecParam, "a password has at most \(PKCS12Contents.longestPassword) bytes")
        case .undecodable: self.init(errSecDecode, "the data is no PKCS #12 file with a password's authentication code")
        case .tooMuchWork: self.init(errSecDecode, "the file asks for too many iterations, or holds too many parts")
        case .unsupported: self.init(errSecDecode, "the file holds a part in a way that there is not here")
        }
    }
}
