import DeviceProtocol
import Foundation

/// A dictionary that is no property list with string keys, or too long to be sent.
struct UserInfoError: Error {}

extension UserInfo {
    /// The dictionary, to be sent; nil for none. Throws ``UserInfoError``.
    static func carrying(_ dictionary: [AnyHashable: Any]?) throws(UserInfoError) -> UserInfo? {
        guard let dictionary else { return nil }
        var list: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let key = key as? String else { throw UserInfoError() }
            list[key] = value
        }
        guard PropertyListSerialization.propertyList(list, isValidFor: .xml),
            let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
            let info = UserInfo([UInt8](data))
        else { throw UserInfoError() }
        return info
    }

    /// The dictionary that was sent; nil where it is none. Only XML is read: in a binary list a few bytes can refer to each other so often that
    /// reading them never ends.
    var dictionary: [AnyHashable: Any]? {
        guard bytes.starts(with: "<?xml".utf8) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)) as? [String: Any]
    }
}

extension CredentialIdentity.ServiceKind {
    /// Nothing for an app: accounts are of sites.
    init?(_ type: ASCredentialServiceIdentifier.IdentifierType) {
        switch type {
        case .domain: self = .domain
        case .URL: self = .url
        case .app: return nil
        }
    }
}

extension ASCredentialServiceIdentifier.IdentifierType {
    init(_ kind: CredentialIdentity.ServiceKind) {
        self =
            switch kind {
            case .domain: .domain
            case .url: .URL
            case .app: .app
            }
    }
}
