import DeviceProtocol
import Secrets

/// An item of an app that synchronises (`kSecAttrSynchronizable`), as every device of an account has it.
package struct SynchronizedItem: Sendable, Equatable, Identifiable {
    /// The class, the group and the attributes that tell an item from every other.
    package struct ID: Hashable, Sendable {
        fileprivate let bytes: [UInt8]
    }

    let itemClass: ItemClass
    let description: ItemDescription
    let data: SecretBytes?

    package var id: ID { ID(bytes: description.primaryKey(of: itemClass)) }

    /// When it was last changed, on the device that did so, in seconds since 2001-01-01T00:00:00Z.
    package var changed: Double {
        if case .date(let seconds)? = description.attributes[.modificationDate] { seconds } else { 0 }
    }

    package static func == (left: SynchronizedItem, right: SynchronizedItem) -> Bool {
        guard left.itemClass == right.itemClass, left.description == right.description else { return false }
        switch (left.data, right.data) {
        case (nil, nil): return true
        case (let left?, let right?):
            return left.withBytes { left in right.withBytes { constantTimeEquals(left, $0) } }
        case (nil, _?), (_?, nil): return false
        }
    }
}
