/// Adds one item to the keychain. Fails with `duplicate` if an item with the same primary key exists.
package struct AddItem: DeviceRequest, Equatable {
    package typealias Answer = FoundItem
    package static let kind = RequestKind.addItem

    package let itemClass: ItemClass
    package let attributes: ItemAttributes
    /// The access group of the new item. Nil for the caller's first group.
    package let accessGroup: AccessGroup?
    package let accessControl: AccessControl
    package let isSynchronized: Bool
    package let data: [UInt8]?
    package let returning: ReturnForms
    /// The context that holds the app's password, for items that require one.
    package let authentication: AuthenticationUse

    package init(
        itemClass: ItemClass, attributes: ItemAttributes, accessGroup: AccessGroup? = nil, accessControl: AccessControl,
        isSynchronized: Bool = false, data: [UInt8]?, returning: ReturnForms = [],
        authentication: AuthenticationUse = AuthenticationUse()
    ) {
        self.itemClass = itemClass
        self.attributes = attributes
        self.accessGroup = accessGroup
        self.accessControl = accessControl
        self.isSynchronized = isSynchronized
        self.data = data
        self.returning = returning
        self.authentication = authentication
    }

    package static let wire = WireForm(
        Self.init, .field(\.itemClass), .field(\.attributes), .field(\.accessGroup), .field(\.accessControl),
        .field(\.isSynchronized), .field(\.data, .optional(.octets())), .field(\.returning), .field(\.authentication))
}

/// Adds several items to the keychain atomically, in order: both halves of a key, or a certificate with its key.
package struct AddItems: DeviceRequest, Equatable {
    package typealias Answer = FoundItems
    package static let kind = RequestKind.addItems
    /// The maximum number of items in one request.
    package static let maximumCount = 8

    package let items: [AddItem]

    package init(_ items: [AddItem]) {
        self.items = items
    }

    package static let wire = WireForm(Self.init, .field(\.items, .list(atMost: Self.maximumCount)))
}

/// Finds as many items as fit into one response. Fails with `notFound` if no item matches, unless an earlier response had some.
///
/// ``DeviceLink/find(_:)`` repeats the request until it has all items.
package struct FindItems: DeviceRequest, Equatable {
    package typealias Answer = FoundItems
    package static let kind = RequestKind.findItems

    package let query: ItemQuery
    /// The maximum number of items to find; at least 1.
    package let limit: UInt32
    package let returning: ReturnForms
    package let authentication: AuthenticationUse
    /// The position where the previous response ended. Nil to start with the first item.
    package let mark: FoundItems.Mark?

    package init(
        query: ItemQuery, limit: UInt32 = 1, returning: ReturnForms, authentication: AuthenticationUse = AuthenticationUse(),
        after mark: FoundItems.Mark? = nil
    ) {
        self.query = query
        self.limit = max(1, limit)
        self.returning = returning
        self.authentication = authentication
        self.mark = mark
    }

    package static let wire = WireForm(
        Self.init, .field(\.query), .field(\.limit, .number(in: UInt32(1)...UInt32.max)), .field(\.returning),
        .field(\.authentication),
        .field(\.mark))
}

/// Updates every item that matches the query, atomically.
package struct UpdateItems: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.updateItems

    package let query: ItemQuery
    package let changes: ItemChanges
    package let authentication: AuthenticationUse

    package init(query: ItemQuery, changes: ItemChanges, authentication: AuthenticationUse = AuthenticationUse()) {
        self.query = query
        self.changes = changes
        self.authentication = authentication
    }

    package static let wire = WireForm(Self.init, .field(\.query), .field(\.changes), .field(\.authentication))
}

/// Deletes every item that matches the query. Never prompts.
package struct DeleteItems: DeviceRequest, Equatable {
    package typealias Answer = Done
    package static let kind = RequestKind.deleteItems

    package let query: ItemQuery

    package init(query: ItemQuery) {
        self.query = query
    }

    package static let wire = WireForm(Self.init, .field(\.query))
}
