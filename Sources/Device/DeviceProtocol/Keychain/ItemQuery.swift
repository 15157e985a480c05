/// Which items are meant: those of the caller's access groups that have every attribute named here.
package struct ItemQuery: WireRecord, Hashable {
    /// The most references that one query may name.
    package static let maximumReferences = 1_000

    package var itemClass: ItemClass?
    package var attributes: ItemAttributes
    /// Absent: any group that the caller is in. One that it is not in is refused.
    package var accessGroup: AccessGroup?
    package var accessibility: Accessibility?
    package var synchronization: Synchronization
    /// Empty: the query names no item by reference.
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

/// The classes of keychain items, by Apple's short names (`kSecClass`). An identity is no class here: it is a certificate and the private
/// key that belongs to it.
package enum ItemClass: String, WireValue, CaseIterable {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case certificate = "cert"
    case key = "keys"
}

/// Which items a query means, by whether they synchronise (`kSecAttrSynchronizable`): to the other devices of the person's account.
package enum Synchronization: UInt8, WireValue, CaseIterable {
    case local = 1
    case synchronized = 2
    case either = 3
}

/// Names one item for as long as it exists, over restarts and updates (`kSecValuePersistentRef`): 16 bytes of the broker's own making.
package struct PersistentReference: FixedOctets {
    package static let length = 16

    package let bytes: [UInt8]

    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}

/// The name under which apps share items (`kSecAttrAccessGroup`): 1 to 255 bytes.
package struct AccessGroup: BoundedText {
    package static let maximumLength = 255

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// The group of passwords that apps share with their websites: the system's own. No app is in it, whatever it was launched with.
    package static let webCredentials = AccessGroup(checked: "com.apple.cfnetwork")

    private init(checked rawValue: String) {
        self.rawValue = rawValue
    }
}

/// What an update puts in the place of what an item had. What is absent stays as it was.
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
