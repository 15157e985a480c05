import DeviceSimulator
import Foundation
import OpenSecurity
import Testing

/// The quick start of OpenSecurity.docc.
enum QuickStart {
    static func sign() throws -> Bool {
        // In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
        let parameters: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
        ]
        var error: Unmanaged<CFError>?
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, &error) else {
            throw error!.takeRetainedValue() as any Error
        }
        let order = Data("two tickets".utf8) as CFData
        guard let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, order, &error) else {
            throw error!.takeRetainedValue() as any Error
        }

        guard let publicKey = SecKeyCopyPublicKey(key) else { return false }
        let isGenuine = SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, order, signature, nil)
        // End
        return isGenuine
    }

    static func keptPassword() -> Data? {
        // In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
        guard let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
        else { return nil }
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "notes", kSecAttrAccount: "alice",
            kSecAttrAccessControl: control, kSecValueData: Data("correct horse".utf8),
        ]
        SecItemAdd(item as CFDictionary, nil)  // errSecSuccess, without a prompt

        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "notes", kSecReturnData: true]
        var found: CFTypeRef?
        SecItemCopyMatching(query as CFDictionary, &found)  // prompts the device's owner
        // End
        return found as? Data
    }

    static func identity(in file: Data) -> SecIdentity? {
        // In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
        var items: CFArray?
        let options = [kSecImportExportPassphrase: "password"] as CFDictionary
        guard SecPKCS12Import(file as CFData, options, &items) == errSecSuccess,
            let identity = (items as? [[String: Any]])?.first?[kSecImportItemIdentity as String]
        else { return nil }
        SecItemAdd([kSecValueRef: identity, kSecAttrLabel: "work"] as CFDictionary, nil)

        let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecMatchSubjectContains: "Alice", kSecReturnRef: true]
        var found: CFTypeRef?
        SecItemCopyMatching(query as CFDictionary, &found)  // a SecIdentity
        // End
        return found as? SecIdentity
    }

    static func key(of leaf: SecCertificate, _ intermediate: SecCertificate, _ root: SecCertificate) -> SecKey? {
        // In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
        let policy = SecPolicyCreateSSL(true, "example.com" as CFString)
        var trust: SecTrust?
        SecTrustCreateWithCertificates([leaf, intermediate] as CFArray, policy, &trust)
        guard let trust else { return nil }
        SecTrustSetAnchorCertificates(trust, [root] as CFArray)  // without this: the roots of the system
        var error: CFError?
        guard SecTrustEvaluateWithError(trust, &error) else { return nil }
        let key = SecTrustCopyKey(trust)
        // End
        return key
    }

    /// Compiled only: `SharedWebCredentialTests` calls the two functions.
    static func share(_ password: String, saved: @escaping (Bool) -> Void, opened: @escaping (String?) -> Void) {
        // In Sources/Device/OpenSecurity/OpenSecurity.docc/OpenSecurity.md
        SecAddSharedWebCredential("example.com" as CFString, "alice" as CFString, password as CFString) { error in
            saved(error == nil)
        }
        SecRequestSharedWebCredential("example.com" as CFString, nil) { credentials, _ in
            opened((credentials as? [[String: String]])?.first?[kSecSharedPassword as String])
        }
        // End
    }
}

@Suite("Quick start of OpenSecurity")
struct QuickStartTests {
    @Test("the code block signs, and verifies the signature")
    func runs() throws {
        #expect(try QuickStart.sign())
    }

    @Test("the code block keeps a password, which the owner's face opens")
    func keeps() throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let password = device.run { QuickStart.keptPassword() }
        #expect(password == Data("correct horse".utf8))
        #expect(device.person.promptCount == 1)
    }

    @Test("the code block finds the identity of a file")
    func finds() throws {
        let alice = try #require(CertificateMaker.alice)
        let file = try alice.file(password: "password")
        let device = try DeviceSimulator()
        let isFound = try device.run { try QuickStart.identity(in: file) == alice.identity }
        #expect(isFound)
    }

    @Test("the code block returns no key of a certificate that is not trusted")
    func rejects() throws {
        let alice = try #require(CertificateMaker.alice).object
        #expect(QuickStart.key(of: alice, alice, alice) == nil)
    }
}
