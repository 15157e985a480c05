import Foundation

/// Who is signed in, and by what the server knows it.
struct Session: Codable, Equatable {
    let user: String
    let token: String
}

/// The session in the keychain, so that the app is signed in when it is launched again.
enum StoredSession {
    static func read() -> Session? {
        var query = query
        query[kSecReturnData as String] = kCFBooleanTrue
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess, let data = found as? Data else { return nil }
        return try? JSONDecoder().decode(Session.self, from: data)
    }

    /// Nil: nobody is signed in.
    static func write(_ session: Session?) {
        SecItemDelete(query as CFDictionary)
        guard let session, let data = try? JSONEncoder().encode(session) else { return }
        var item = query
        item[kSecValueData as String] = data as AnyObject
        item[kSecAttrAccessible as String] = kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        let status = SecItemAdd(item as CFDictionary, nil)
        if status != errSecSuccess { print("the session cannot be kept: \(status)") }
    }

    private static var query: [String: AnyObject] {
        [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "com.example.motivation" as AnyObject,
            kSecAttrAccount as String: "session" as AnyObject,
        ]
    }
}
