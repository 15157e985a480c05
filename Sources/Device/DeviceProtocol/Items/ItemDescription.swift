/// What can be known of an item without opening it.
package struct ItemDescription: Hashable, Sendable {
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
}

extension ItemDescription: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        attributes = try reader.value()
        accessGroup = try reader.value()
        accessControl = try reader.value()
        isSynchronized = try reader.flag()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(attributes)
        writer.value(accessGroup)
        writer.value(accessControl)
        writer.flag(isSynchronized)
    }
}
