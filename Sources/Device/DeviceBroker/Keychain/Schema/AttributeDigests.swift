import DeviceProtocol
import Secrets

/// Turns attributes into what the store looks them up by: digests under a key of the device, so that a file that was carried away neither
/// shows an account nor lets one be guessed.
struct AttributeDigests: Sendable {
    private let key: AuthenticationKey

    init(key: AuthenticationKey) {
        self.key = key
    }

    func digest(of value: AttributeValue, as name: AttributeName) -> [UInt8] {
        var writer = WireWriter()
        writer.text("attribute")
        writer.value(name)
        writer.value(value.compared(as: name))
        return key.tag(for: writer.bytes)
    }

    func digest(of group: AccessGroup) -> [UInt8] {
        var writer = WireWriter()
        writer.text("group")
        writer.value(group)
        return key.tag(for: writer.bytes)
    }

    func digest(of right: RightIdentifier, of app: App) -> [UInt8] {
        var writer = WireWriter()
        writer.text("right")
        writer.value(app.identifier)
        writer.value(right)
        return key.tag(for: writer.bytes)
    }

    /// What no second item may have.
    func primaryKey(of itemClass: ItemClass, _ description: ItemDescription) -> [UInt8] {
        key.tag(for: description.primaryKey(of: itemClass))
    }
}

extension ItemDescription {
    /// What no second item of a device may have. An attribute that is absent counts as one that is empty.
    func primaryKey(of itemClass: ItemClass) -> [UInt8] {
        var writer = WireWriter()
        writer.text("primary key")
        writer.value(itemClass)
        writer.value(accessGroup)
        writer.flag(isSynchronized)
        for name in itemClass.primaryKey {
            let value = attributes[name]?.compared(as: name)
            writer.optional(value?.isEmpty == true ? nil : value)
        }
        return writer.bytes
    }
}

extension AttributeValue {
    fileprivate var isEmpty: Bool {
        switch self {
        case .data(let octets): octets.isEmpty
        case .text(let text): text.isEmpty
        case .number(let number): number == 0
        case .flag(let flag): !flag
        case .date: false
        }
    }
}
