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

extension AttributeValue {
    /// The value under `name` as its kind. A string stands for the data of its UTF-8; data under the name of a text stays data, and comes back as
    /// such.
    /// Nothing for an explicit null. Throws ``errSecParam`` for what is of another type.
    init?(_ kind: Kind, _ reader: AttributeReader, _ name: CFString) throws(SecurityFailure) {
        guard let object = reader.object(name), !(object is NSNull) else { return nil }
        switch kind {
        case .text:
            if let data = object as? Data {
                self = .data([UInt8](data))
            } else {
                guard let text = object as? String else { throw .parameter("\(name) is not a string") }
                self = .text(text)
            }
        case .data:
            if let text = object as? String {
                self = .data(Array(text.utf8))
            } else {
                guard let data = try reader.data(name) else { return nil }
                self = .data([UInt8](data))
            }
        case .number:
            // The codes of four characters are given as words, too.
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

    /// As a result dictionary has it.
    var object: NSObject {
        switch self {
        case .data(let octets): Data(octets) as NSData
        case .text(let text): text as NSString
        case .number(let number): NSNumber(value: number)
        case .flag(let flag): NSNumber(value: flag)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        }
    }
}
