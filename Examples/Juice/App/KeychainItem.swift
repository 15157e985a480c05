import Foundation

/// One text in the keychain: a generic password with a service and an account. Juice remembers the signed-in user there.
struct KeychainItem {
    enum KeychainError: Error {
        case noPassword
        case unexpectedPasswordData
        case unhandledError(OSStatus)
    }

    let service: String
    let account: String
    let accessGroup: String?

    init(service: String, account: String, accessGroup: String? = nil) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }

    func readItem() throws -> String {
        var query = self.query
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        query[kSecReturnData as String] = kCFBooleanTrue

        var found: AnyObject?
        let status = withUnsafeMutablePointer(to: &found) { SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0)) }
        switch status {
        case noErr: break
        case errSecItemNotFound: throw KeychainError.noPassword
        default: throw KeychainError.unhandledError(status)
        }
        guard let data = found as? Data, let text = String(data: data, encoding: .utf8) else {
            throw KeychainError.unexpectedPasswordData
        }
        return text
    }

    func saveItem(_ text: String) throws {
        let content = [kSecValueData as String: Data(text.utf8) as AnyObject]
        var status = SecItemUpdate(query as CFDictionary, content as CFDictionary)
        if status == errSecItemNotFound {
            status = SecItemAdd(query.merging(content) { $1 } as CFDictionary, nil)
        }
        guard status == noErr else { throw KeychainError.unhandledError(status) }
    }

    func deleteItem() throws {
        let status = SecItemDelete(query as CFDictionary)
        guard status == noErr || status == errSecItemNotFound else { throw KeychainError.unhandledError(status) }
    }

    private var query: [String: AnyObject] {
        var query: [String: AnyObject] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service as AnyObject,
            kSecAttrAccount as String: account as AnyObject,
        ]
        if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup as AnyObject }
        return query
    }
}

extension KeychainItem {
    /// The token of the session at the account server.
    static let session = KeychainItem(service: "com.example.apple-samplecode.juice", account: "session")
    /// The user name of a sign-in with a password; empty after Sign in with Apple.
    static let userName = KeychainItem(service: "com.example.apple-samplecode.juice", account: "userName")
    /// The account server's identifier of this device's key.
    static let deviceKey = KeychainItem(service: "com.example.apple-samplecode.juice", account: "deviceKey")
    /// The address of the account server.
    static let server = KeychainItem(service: "com.example.apple-samplecode.juice", account: "server")

    /// The stored text; empty if the item is missing.
    var text: String { (try? readItem()) ?? "" }

    func forget() {
        try? deleteItem()
    }

    private static let user = KeychainItem(service: "com.example.apple-samplecode.juice", account: "userIdentifier")

    /// Apple's user identifier; empty without a sign-in. A real app stores it with its own accounts.
    static var currentUserIdentifier: String {
        (try? user.readItem()) ?? ""
    }

    static func deleteUserIdentifierFromKeychain() {
        try? user.deleteItem()
    }
}
