public import Foundation

/// The key as bytes that ``SecKeyCreateWithData(_:_:_:)`` reads. The caller holds them in clear from then on.
///
/// - Parameter error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecUnimplemented`` for a private key in the enclave, whatever was shown: it has no way out.
@discardableResult
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let bytes = try key.externalRepresentation()
        return bytes.withBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    }
}

extension SecKey {
    /// The bytes of ``SecKeyCopyExternalRepresentation(_:_:)``, cleared when let go.
    package func externalRepresentation() throws(SecurityFailure) -> KeyBytes {
        let bytes: KeyBytes?
        switch material {
        case .rsaPublic(let key): bytes = KeyBytes(copying: key.pkcs1)
        case .curvePublic(let key): bytes = KeyBytes(copying: key.x963)
        case .rsaPrivate(let key): bytes = key.pkcs1()
        case .curvePrivate(let key): bytes = key.x963()
        case .remote: throw SecurityFailure(errSecUnimplemented, "the private key does not leave the enclave")
        }
        guard let bytes else { throw SecurityFailure(errSecInternalComponent, "libcrypto could not spell the key") }
        return bytes
    }
}
