/// The items that match a query, in the order in which they were added.
package struct FoundItems: WireRecord, Equatable {
    /// The position where a response ended, from which the next request continues. Only the broker that created it can read it, and
    /// only for the same app.
    package struct Mark: WireRecord, Hashable {
        package let bytes: [UInt8]

        package init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        package static let wire = WireForm(Self.init, .field(\.bytes, .octets(atMost: 64)))
    }

    /// The maximum number of items in one response.
    package static let maximumCount = 100_000

    package let items: [FoundItem]
    /// The mark of the next items. Nil if all items fitted.
    package let mark: Mark?

    package init(_ items: [FoundItem], mark: Mark? = nil) {
        self.items = items
        self.mark = mark
    }

    package static let wire = WireForm(Self.init, .field(\.items, .list(atMost: Self.maximumCount)), .field(\.mark))
}

/// An item as the broker returns it, with the requested parts only.
package struct FoundItem: WireRecord, Hashable {
    package let itemClass: ItemClass
    package let reference: PersistentReference
    package let description: ItemDescription?
    /// The protected data. Nil if it was not requested or the item has none.
    package let data: [UInt8]?
    /// The enclave key that the item represents.
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

/// The parts of an item that are readable without opening it.
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

/// The parts of each item to return (`kSecReturn…`).
package struct ReturnForms: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let attributes = ReturnForms(rawValue: 1 << 0)
    package static let data = ReturnForms(rawValue: 1 << 1)
    /// Data that reconstructs a key or certificate. This opens a software key's data; an enclave key stays in the enclave.
    package static let reference = ReturnForms(rawValue: 1 << 2)
    package static let persistentReference = ReturnForms(rawValue: 1 << 3)
}

extension ReturnForms: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        self.init(rawValue: try reader.number(below: 1 << 4))
    }
}
