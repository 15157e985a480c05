import Foundation
import LocalAuthentication
import Security

/// Source for Apple's platforms, with Apple's module names. Here the compiler maps each name to this project's module
/// (`-module-alias Security=OpenSecurity`, and likewise LocalAuthentication); the source does not change.
struct PasswordBox {
    enum Failure: Error {
        case status(OSStatus, String)
    }

    let service: String

    func set(_ password: String, for account: String, context: LAContext? = nil) throws {
        var error: Unmanaged<CFError>?
        guard
            let access = SecAccessControlCreateWithFlags(
                kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .userPresence, &error)
        else { throw error!.takeRetainedValue() as Error }
        var item = query(for: account)
        item[kSecAttrAccessControl as String] = access
        item[kSecValueData as String] = Data(password.utf8)
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    func password(for account: String, context: LAContext) throws -> String? {
        var item = query(for: account)
        item[kSecReturnData as String] = kCFBooleanTrue
        item[kSecUseAuthenticationContext as String] = context
        var result: CFTypeRef?
        let status = SecItemCopyMatching(item as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        try check(status)
        return (result as? Data).flatMap { String(data: $0, encoding: .utf8) }
    }

    func remove(_ account: String) throws {
        try check(SecItemDelete(query(for: account) as CFDictionary))
    }

    private func query(for account: String) -> [String: Any] {
        [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service, kSecAttrAccount as String: account]
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else {
            throw Failure.status(status, SecCopyErrorMessageString(status, nil) as String? ?? "")
        }
    }
}
