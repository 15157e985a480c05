import Foundation
import OpenSecurity

/// Generic passwords, as an app stores them.
enum Passwords {
    static let secret = Data("s3cret-Value".utf8)

    static func query(_ account: String = "alice", _ more: [CFString: Any] = [:]) -> CFDictionary {
        var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
        query.merge(more) { _, new in new }
        return query as CFDictionary
    }

    static func add(_ account: String = "alice", _ more: [CFString: Any] = [:]) -> OSStatus {
        var item: [CFString: Any] = [kSecAttrService: "notes", kSecValueData: secret]
        item.merge(more) { _, new in new }
        return SecItemAdd(query(account, item), nil)
    }

    static func read(_ account: String = "alice", _ more: [CFString: Any] = [:]) -> (status: OSStatus, value: Data?) {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query(account, more.merging([kSecReturnData: true]) { _, new in new }), &result)
        return (status, (result as? NSData).map { Data($0.octets) })
    }

    static func attributes(_ account: String = "alice", _ more: [CFString: Any] = [:]) -> (OSStatus, [String: Any]) {
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query(account, more.merging([kSecReturnAttributes: true]) { _, new in new }), &result)
        return (status, result as? [String: Any] ?? [:])
    }

    static func update(_ account: String = "alice", _ more: [CFString: Any] = [:], to changes: [CFString: Any]) -> OSStatus {
        SecItemUpdate(query(account, more), changes as CFDictionary)
    }

    static func delete(_ account: String = "alice", _ more: [CFString: Any] = [:]) -> OSStatus {
        SecItemDelete(query(account, more))
    }
}

/// Enclave keys, as an app creates them.
enum EnclaveKeys {
    static let message = Data("message".utf8)

    static func make(_ control: SecAccessControl, tag: String? = nil, _ more: [CFString: Any] = [:]) throws -> SecKey {
        var own: [CFString: Any] = [kSecAttrAccessControl: control]
        if let tag {
            own[kSecAttrIsPermanent] = true
            own[kSecAttrApplicationTag] = Data(tag.utf8)
        }
        var attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs: own,
        ]
        attributes.merge(more) { _, new in new }
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else { throw taken(error) }
        return key
    }

    static func found(_ tag: String, _ more: [CFString: Any] = [:]) -> (status: OSStatus, key: SecKey?) {
        var query: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(tag.utf8), kSecReturnRef: true]
        query.merge(more) { _, new in new }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result as? SecKey)
    }

    static func delete(_ tag: String) -> OSStatus {
        SecItemDelete([kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(tag.utf8)] as CFDictionary)
    }

    static func sign(_ key: SecKey) throws -> Data {
        var error: Unmanaged<CFError>?
        guard let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message as CFData, &error) else {
            throw taken(error)
        }
        return signature as Data
    }

    static func verifies(_ key: SecKey, _ signature: Data) -> Bool {
        guard let half = SecKeyCopyPublicKey(key) else { return false }
        return SecKeyVerifySignature(half, .ecdsaSignatureMessageX962SHA256, message as CFData, signature as CFData, nil)
    }

    static func sealed(_ key: SecKey) throws -> Data {
        var error: Unmanaged<CFError>?
        guard let half = SecKeyCopyPublicKey(key),
            let sealed = SecKeyCreateEncryptedData(
                half, .eciesEncryptionStandardVariableIVX963SHA256AESGCM, message as CFData, &error)
        else { throw taken(error) }
        return sealed as Data
    }

    static func open(_ sealed: Data, _ key: SecKey) throws -> Data {
        var error: Unmanaged<CFError>?
        guard
            let opened = SecKeyCreateDecryptedData(
                key, .eciesEncryptionStandardVariableIVX963SHA256AESGCM, sealed as CFData, &error)
        else { throw taken(error) }
        return opened as Data
    }

    static func agree(_ key: SecKey, with peer: SecKey) throws -> Data {
        var error: Unmanaged<CFError>?
        guard let secret = SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, peer, [:] as CFDictionary, &error) else {
            throw taken(error)
        }
        return secret as Data
    }

    private static func taken(_ error: Unmanaged<CFError>?) -> any Error {
        error?.takeRetainedValue() ?? NSError(domain: NSOSStatusErrorDomain, code: -1)
    }
}

/// Returns the code of the error that the body throws, or 0.
func code(_ body: () throws -> Void) -> Int {
    do {
        try body()
        return 0
    } catch {
        return (error as NSError).code
    }
}

/// Returns the code of the error that an asynchronous body throws, or 0.
func code(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async -> Int {
    do {
        try await body()
        return 0
    } catch {
        return (error as NSError).code
    }
}
