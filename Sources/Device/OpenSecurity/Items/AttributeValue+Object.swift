import DeviceProtocol
import Foundation

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
