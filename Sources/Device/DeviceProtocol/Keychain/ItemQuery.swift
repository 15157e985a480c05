/// A query for the items in the caller's access groups that have all of the given attributes.
package struct ItemQuery: WireRecord, Hashable {
    /// The maximum number of references in one query.
    package static let maximumReferences = 1_000

    package var itemClass: ItemClass?
    package var attributes: ItemAttributes
    /// The access group to search. Nil for all groups of the caller. The broker rejects a group that the caller does not belong to.
    package var accessGroup: AccessGroup?
    package var accessibility: Accessibility?
    package var synchronization: Synchronization
    /// The references of the items. Empty if the query does not select items by reference.
    package var references: [PersistentReference]

    package init(
        itemClass: ItemClass?, attributes: ItemAttributes = ItemAttributes(), accessGroup: AccessGroup? = nil,
        accessibility: Accessibility? = nil, synchronization: Synchronization = .local, references: [PersistentReference] = []
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.accessGroup = accessGroup
        self.accessibility = accessibility
        self.synchronization = synchronization
        self.references = references
    }

    package static let wire = WireForm(
        Self.init, .field(\.itemClass), .field(\.attributes), .field(\.accessGroup), .field(\.accessibility),
        .field(\.synchronization), .field(\.references, .list(atMost: Self.maximumReferences)))
}

/// The classes of keychain items, with Apple's short names (`kSecClass`). An identity is not a class here: it is a certificate
/// together with its private key.
package enum ItemClass: String, WireValue, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"
}

/// Whether a query selects synchronized items (`kSecAttrSynchronizable`), which the other devices of the user's account also have.
package enum Synchronization: UInt8, WireValue, CaseIterable {
    case local = 1
    case synchronized = 2
    case either = 3
}

/// A persistent reference to one item, valid across restarts and updates (`kSecValuePersistentRef`): 16 bytes that the broker
/// generates.
package struct PersistentReference: FixedOctets {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}

/// The name of a group of apps that share items (`kSecAttrAccessGroup`): 1 to 255 bytes.
package struct AccessGroup: BoundedText {
    package static let maximumLength = 255

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// The system's group of passwords that apps share with their websites. No app belongs to it, even if its entitlements name it.
    package static let webCredentials = AccessGroup(checked: "com.apple.cfnetwork")

    private init(checked rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The changes that an update makes to an item. Nil leaves a part unchanged.
package struct ItemChanges: WireRecord, Hashable {
    package var attributes: ItemAttributes
    package var data: [UInt8]?
    package var accessGroup: AccessGroup?
    package var accessControl: AccessControl?
    package var isSynchronized: Bool?

    package init(
        attributes: ItemAttributes = ItemAttributes(), data: [UInt8]? = nil, accessGroup: AccessGroup? = nil,
        accessControl: AccessControl? = nil, isSynchronized: Bool? = nil
    ) {
        self.attributes = attributes
        self.data = data
        self.accessGroup = accessGroup
        self.accessControl = accessControl
        self.isSynchronized = isSynchronized
    }

    package static let wire = WireForm(
        Self.init, .field(\.attributes), .field(\.data, .optional(.octets())), .field(\.accessGroup), .field(\.accessControl),
        .field(\.isSynchronized))
}
