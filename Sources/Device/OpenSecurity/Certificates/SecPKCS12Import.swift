public import Foundation

/// Returns the identities of a PKCS #12 file (RFC 7292). Does not add them to the keychain; use ``SecItemAdd(_:_:)`` for that.
///
/// - Parameters:
///   - pkcs12_data: The file in DER, at most 1 MiB.
///   - options: The password, possibly empty, for ``kSecImportExportPassphrase``.
///   - items: On success, an array with a dictionary of `kSecImportItem…` keys for each identity.
/// - Returns: ``errSecAuthFailed`` for a wrong password or a modified file; ``errSecPassphraseRequired`` without a password;
///   ``errSecDecode`` if the data is not a PKCS #12 file, has no message authentication code, requires more than five million
///   iterations in total, or uses unsupported protection; ``errSecParam`` if the password is not a string or longer than 1,024
///   bytes.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    do throws(SecurityFailure) {
        let reader = AttributeReader(options)
        guard let object = reader.object(kSecImportExportPassphrase) else {
            throw SecurityFailure(errSecPassphraseRequired, "kSecImportExportPassphrase is missing")
        }
        let password = try checked(object as? String, "kSecImportExportPassphrase is not a string")
        items.pointee = try PKCS12Identities(pkcs12_data.octets, password: password).dictionaries as NSArray
        return errSecSuccess
    } catch {
        return OSStatus(truncatingIfNeeded: error.code)
    }
}

/// The keys and certificates of a file, combined to identities.
private struct PKCS12Identities {
    let dictionaries: [NSDictionary]

    init(_ bytes: [UInt8], password: String) throws(SecurityFailure) {
        let contents: PKCS12Contents
        do throws(PKCS12Contents.Rejection) {
            contents = try PKCS12Contents(bytes, password: password)
        } catch {
            throw SecurityFailure(error)
        }
        var certificates: [(certificate: SecCertificate, keyID: [UInt8]?, label: String?)] = []
        for part in contents.certificates {
            guard let read = CertificateContents(der: part.der) else {
                throw SecurityFailure(errSecDecode, "a certificate in the file is malformed")
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
            if let keyID = part.keyID ?? own.keyID { result[kSecImportItemKeyID] = NSData(bytes: keyID) }
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
    fileprivate init(_ rejection: PKCS12Contents.Rejection) {
        switch rejection {
        case .password: self.init(errSecAuthFailed, "the password is wrong or the file was modified")
        case .passwordTooLong: self.init(errSecParam, "the password is longer than \(PKCS12Contents.longestPassword) bytes")
        case .undecodable: self.init(errSecDecode, "the data is not a PKCS #12 file with a password-based authentication code")
        case .tooMuchWork: self.init(errSecDecode, "the file requires too many iterations or contains too many parts")
        case .unsupported: self.init(errSecDecode, "the file contains a part with unsupported protection")
        }
    }
}
