/// What an update puts in the place of what an item had. What is absent stays as it was.
package struct ItemChanges: Hashable, Sendable {
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
}

extension ItemChanges: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        attributes = try reader.value()
        data = try reader.optional { (reader) throws(WireError) in try reader.octets() }
        accessGroup = try reader.optional()
        accessControl = try reader.optional()
        isSynchronized = try reader.optional { (reader) throws(WireError) in try reader.flag() }
    }

    package func write(to writer: inout WireWriter) {
        writer.value(attributes)
        writer.optional(data) { $0.octets($1) }
        writer.optional(accessGroup)
        writer.optional(accessControl)
        writer.optional(isSynchronized) { $0.flag($1) }
    }
}
