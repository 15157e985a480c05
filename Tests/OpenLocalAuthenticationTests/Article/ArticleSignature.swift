// swift-format-ignore-file: NeverForceUnwrap
// The force casts are the talk's.

import Foundation
import OpenLocalAuthentication
import OpenSecurity

/// The talk's manual signature with a protected key, word for word: its four parts in order.
struct ArticleSignature {
    enum Failure: Error {
        case aclNotFound, keyNotFound, signatureFailure
    }

    let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256

    // LAContext (authorize a signature operation 1)
    func findAccessControl() throws(Failure) -> Any {
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey,
            kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
            kSecAttrApplicationTag as String: "com.example.app.key",
            kSecReturnAttributes as String: true,
        ]
        var item: CFTypeRef? = nil
        guard SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess,
            let attrs = item as? NSDictionary,
            let accessControl = attrs[kSecAttrAccessControl]
        else {
            throw .aclNotFound
        }
        return accessControl
    }

    // LAContext (authorize a signature operation 2)
    func authorize(_ accessControl: Any) async throws -> LAContext {
        let context = LAContext()
        try await context.evaluateAccessControl(
            accessControl as! SecAccessControl, operation: .useKeySign,
            localizedReason: "Authentication is required to proceed")
        return context
    }

    // LAContext (authorize a signature operation 3)
    func findKey(_ context: LAContext) throws(Failure) -> CFTypeRef? {
        let query: [String: Any] = [
            kSecClass as String: kSecClassKey,
            kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
            kSecAttrApplicationTag as String: "com.example.app.key",
            kSecReturnRef as String: true,
            kSecUseAuthenticationContext as String: context,
        ]
        var item: CFTypeRef? = nil
        guard SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess, item != nil else {
            throw .keyNotFound
        }
        return item
    }

    // LAContext (authorize a signature operation 4)
    func sign(_ blob: Data, with item: CFTypeRef?) throws(Failure) -> Data {
        let privateKey = item as! SecKey
        var error: Unmanaged<CFError>?
        guard let sgt = SecKeyCreateSignature(privateKey, self.algorithm, blob as CFData, &error) as Data? else {
            throw .signatureFailure
        }
        return sgt
    }
}
