import DeviceProtocol
import Foundation

/// An object that stands for an item (`kSecValueRef`).
enum ItemObject {
    case key(SecKey)
    case certificate(SecCertificate)
    case identity(SecIdentity)

    /// Gives nothing for an object of another class.
    init?(_ object: Any?) {
        switch object {
        case let key as SecKey: self = .key(key)
        case let certificate as SecCertificate: self = .certificate(certificate)
        case let identity as SecIdentity: self = .identity(identity)
        default: return nil
        }
    }

    /// Nothing for an identity, which is two items.
    var itemClass: ItemClass? {
        switch self {
        case .key: .key
        case .certificate: .certificate
        case .identity: nil
        }
    }

    /// The class of the item that ``queried`` finds.
    var queriedClass: ItemClass { itemClass ?? .certificate }

    /// What finds the item: its part of the primary key. For an identity, its certificate's.
    var queried: ItemAttributes {
        switch self {
        case .key(let key): key.queriedAttributes
        case .certificate(let certificate): certificate.contents.primaryAttributes
        case .identity(let identity): identity.certificate.contents.primaryAttributes
        }
    }
}

extension SecKey {
    /// What finds the key's item: which half it is, and the label that follows from the public half.
    var queriedAttributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.keyClass, .number(isPrivate ? 1 : 0))
        attributes.set(.applicationLabel, .data([UInt8](applicationLabel)))
        return attributes
    }
}
