/// The items that were found, in the order in which they were added.
package struct FoundItems: WireRecord, Equatable {
    /// Where an answer ended, for who asks for what comes after it. Only the broker that gave it can read it, and only for the same app.
    package struct Mark: WireRecord, Hashable {
        package let bytes: [UInt8]

        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: 64)))
    }

    /// The most items in one answer.
    package static let maximumCount = 100_000

    package let items: [FoundItem]
    /// Present: there may be more, which did not fit.
    package let mark: Mark?

    package init(_ items: [FoundItem], mark: Mark? = nil) {
        self.items = items
        self.mark = mark
    }

    package static let wire = WireForm(Self.init, .field(\.items, .list(atMost: Self.maximumCount)), .field(\.mark))
}

/// An item as the broker gives it out: what the request asked for, and nothing else of it.
package struct FoundItem: WireRecord, Hashable {
    package let itemClass: ItemClass
    package let reference: PersistentReference
    package let description: ItemDescription?
    /// The protected part. Absent when it was not asked for, or when the item has none.
    package let data: [UInt8]?
    /// The key in the enclave that the item stands for.
    package let key: KeyDescription?

    package init(
        itemClass: ItemClass, reference: PersistentReference, description: ItemDescription? = nil, data: [UInt8]? = nil,
        key: KeyDescription? = nil
    ) {
        self.itemClass = itemClass
        self.reference = reference
        self.description = description
        self.data = data
        self.key = key
    }

    package static let wire = WireForm(
        Self.init, .field(\.itemClass), .field(\.reference), .field(\.description), .field(\.data, .optional(.octets())),
        .field(\.key))
}

/// What can be known of an item without opening it.
package struct ItemDescription: WireRecord, Hashable {
    package let attributes: ItemAttributes
    package let accessGroup: AccessGroup
    package let accessControl: AccessControl
    package let isSynchronized: Bool

    package init(attributes: ItemAttributes, accessGroup: AccessGroup, accessControl: AccessControl, isSynchronized: Bool) {
        self.attributes = attributes
        self.accessGroup = accessGroup
        self.accessControl = accessControl
        self.isSynchronized = isSynchronized
    }

    package static let wire = WireForm(
        Self.init, .field(\.attributes), .field(\.accessGroup), .field(\.accessControl), .field(\.isSynchronized))
}

/// What is to be returned of each item (`kSecReturn…`).
package struct ReturnForms: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let attributes = ReturnForms(rawValue: 1 << 0)
    package static let data = ReturnForms(rawValue: 1 << 1)
    /// What a key or a certificate is made of again. It opens a software key's data; a key in the enclave stays where it is.
    package static let reference = ReturnForms(rawValue: 1 << 2)
    package static let persistentReference = ReturnForms(rawValue: 1 << 3)
}

extension ReturnForms: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(rawValue: try reader.number(below: 1 << 4))
    }
}
