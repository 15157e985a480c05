/// Which items are meant: those of the caller's access groups that have every attribute named here.
package struct ItemQuery: Hashable, Sendable {
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
}

extension ItemQuery: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        itemClass = try reader.optional()
        attributes = try reader.value()
        accessGroup = try reader.optional()
        accessibility = try reader.optional()
        synchronization = try reader.value()
        references = try reader.list(atMost: Self.maximumReferences)
    }

    package func write(to writer: inout WireWriter) {
        writer.optional(itemClass)
        writer.value(attributes)
        writer.optional(accessGroup)
        writer.optional(accessibility)
        writer.value(synchronization)
        writer.list(references)
    }
}
