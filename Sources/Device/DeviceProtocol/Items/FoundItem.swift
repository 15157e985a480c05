/// An item as the broker gives it out: what the request asked for, and nothing else of it.
package struct FoundItem: Hashable, Sendable {
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
}

extension FoundItem: WireValue {
    package init(from reader: inout WireReader) throws(WireError) {
        itemClass = try reader.value()
        reference = try reader.value()
        description = try reader.optional()
        data = try reader.optional { (reader) throws(WireError) in try reader.octets() }
        key = try reader.optional()
    }

    package func write(to writer: inout WireWriter) {
        writer.value(itemClass)
        writer.value(reference)
        writer.optional(description)
        writer.optional(data) { $0.octets($1) }
        writer.optional(key)
    }
}
