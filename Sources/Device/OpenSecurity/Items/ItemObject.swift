import DeviceProtocol
import Foundation

/// An object that represents an item (`kSecValueRef`).
enum ItemObject {
    case key(SecKey)
    case certificate(SecCertificate)
    case identity(SecIdentity)

    /// Returns nil for an object of another class.
    init?(_ object: Any?) {
        switch object {
        case let key as SecKey: self = .key(key)
        case let certificate as SecCertificate: self = .certificate(certificate)
        case let identity as SecIdentity: self = .identity(identity)
        default: return nil
        }
    }

    /// The class of the item. Nil for an identity, which consists of two items.
    var itemClass: ItemClass? {
        switch self {
        case .key: .key
        case .certificate: .certificate
        case .identity: nil
        }
    }

    /// The class of the item that ``queried`` finds.
    var queriedClass: ItemClass { itemClass ?? .certificate }

    /// The attributes that find the item. For an identity, those of its certificate.
    var queried: ItemAttributes {
        switch self {
        case .key(let key): key.queriedAttributes
        case .certificate(let certificate): certificate.contents.primaryAttributes
        case .identity(let identity): identity.certificate.contents.primaryAttributes
        }
    }
}

extension SecKey {
    /// The attributes that find the key's item: its class, and the label derived from the public key.
    var queriedAttributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.keyClass, .number(isPrivate ? 1 : 0))
        attributes.set(.applicationLabel, .data([UInt8](applicationLabel)))
        return attributes
    }
}

extension AttributeValue {
    /// Converts the value for `name`. A string may represent data in UTF-8. Data for a text attribute remains data, and is
    /// returned as such.
    ///
    /// Returns nil for an explicit null. Throws ``errSecParam`` for a value of another type.
    init?(_ kind: Kind, _ reader: AttributeReader, _ name: CFString) throws(SecurityFailure) {
        guard let object = reader.object(name), !(object is NSNull) else { return nil }
        switch kind {
        case .text:
            if let data = object as? NSData {
                self = .data(data.octets)
            } else {
                guard let text = object as? String else { throw .parameter("\(name) is not a string") }
                self = .text(text)
            }
        case .data:
            if let text = object as? String {
                self = .data(Array(text.utf8))
            } else {
                guard let data = try reader.data(name) else { return nil }
                self = .data(data)
            }
        case .number:
            // Codes of four characters may also be strings.
            if name == kSecAttrCreator || name == kSecAttrType, let text = object as? String, Int(text) == nil {
                self = .text(text)
            } else {
                guard let number = try reader.integer(name) else { return nil }
                self = .number(Int64(number))
            }
        case .flag: self = .flag(try reader.boolean(name))
        case .date:
            guard let date = object as? Date, date.timeIntervalSinceReferenceDate.isFinite else {
                throw .parameter("\(name) is not a date")
            }
            self = .date(date.timeIntervalSinceReferenceDate)
        }
    }

    /// The value for a result dictionary.
    var object: NSObject {
        switch self {
        case .data(let octets): NSData(bytes: octets)
        case .text(let text): text as NSString
        case .number(let number): NSNumber(value: number)
        case .flag(let flag): NSNumber(value: flag)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        }
    }
}
