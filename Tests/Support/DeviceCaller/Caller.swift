import Foundation
import OpenLocalAuthentication
import OpenSecurity

/// The commands of the app. It keeps received values, so that tests can search for them.
actor Caller {
    private var kept: [Any] = []
    private var keys: [SecKey] = []
    private var context = LAContext()
    private var right: LAPersistedRight?

    func answer(_ words: [String]) async -> String {
        do {
            switch (words.first, words.count) {
            case ("plant", 2): kept.append(Self.undisguised(words[1]))
            case ("glimpse", 2): _ = Self.undisguised(words[1])
            case ("read", 2): try read(words[1], kSecReturnData)
            case ("see", 2): try read(words[1], kSecReturnAttributes)
            case ("evaluate", 1):
                try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "look into memory")
            case ("key", 2): try makeKey(tag: words[1])
            case ("sign", 1): try sign()
            case ("agree", 1): try agree()
            case ("right", 2): right = try await LARightStore.shared.right(forIdentifier: words[1])
            case ("authorize", 1): try await right?.authorize(localizedReason: "look into memory")
            case ("secret", 1): if let right { kept.append(try await right.secret.rawData) }
            case ("rightsign", 1):
                if let right {
                    kept.append(try await right.key.sign(Data("message".utf8), algorithm: .ecdsaSignatureMessageX962SHA256))
                }
            default: return "no such thing"
            }
            return "ok"
        } catch {
            return "no \((error as NSError).domain) \((error as NSError).code)"
        }
    }

    private func read(_ account: String, _ form: CFString) throws {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, form: true, kSecUseAuthenticationContext: context,
        ]
        var result: CFTypeRef?
        try check(SecItemCopyMatching(query as CFDictionary, &result))
        if let result { kept.append(result) }
    }

    private func makeKey(tag: String) throws {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecPrivateKeyAttrs: [kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data(tag.utf8)] as [CFString: Any],
        ]
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else { throw Self.failure(error) }
        keys.append(key)
    }

    private func sign() throws {
        for key in keys {
            var error: Unmanaged<CFError>?
            guard
                let signature = SecKeyCreateSignature(
                    key, .ecdsaSignatureMessageX962SHA256, Data("message".utf8) as CFData, &error)
            else { throw Self.failure(error) }
            kept.append(signature)
        }
    }

    private func agree() throws {
        for key in keys {
            var error: Unmanaged<CFError>?
            guard let half = SecKeyCopyPublicKey(key),
                let sealed = SecKeyCreateEncryptedData(
                    half, .eciesEncryptionStandardVariableIVX963SHA256AESGCM, Data("message".utf8) as CFData, &error),
                let opened = SecKeyCreateDecryptedData(
                    key, .eciesEncryptionStandardVariableIVX963SHA256AESGCM, sealed, &error)
            else { throw Self.failure(error) }
            kept.append(opened)
        }
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
    }

    private static func failure(_ error: Unmanaged<CFError>?) -> any Error {
        error?.takeRetainedValue() ?? NSError(domain: NSOSStatusErrorDomain, code: -1)
    }

    private static func undisguised(_ digits: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = digits[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte ^ 0xFF)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

/// One line to standard output.
func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}
