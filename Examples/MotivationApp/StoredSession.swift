import Foundation

/// The session of the signed-in user: the user name and the server's token.
struct Session: Codable, Equatable {
    let user: String
    let token: String
}

/// The session in the keychain, which keeps the user signed in across launches.
enum StoredSession {
    static func read() -> Session? {
        var query = query
        query[kSecReturnData as String] = kCFBooleanTrue
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let data = found as? Data else { return nil }
        return try? JSONDecoder().decode(Session.self, from: data)
    }

    /// Stores the session; nil removes it.
    static func write(_ session: Session?) {
        SecItemDelete(query as CFDictionary)
        guard let session, let data = try? JSONEncoder().encode(session) else { return }
        var item = query
        item[kSecValueData as String] = data as AnyObject
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        let status = SecItemAdd(item as CFDictionary, nil)
        if status != errSecSuccess { print("session not saved: \(status)") }
    }

    private static var query: [String: AnyObject] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "com.example.motivation" as AnyObject,
            kSecAttrAccount as String: "session" as AnyObject,
        ]
    }
}
