/// The items that were found, in the order in which they were added.
package struct FoundItems: WireValue, Equatable, Sendable {
    /// The most items in one answer.
    package static let maximumCount = 100_000

    package let items: [FoundItem]

    package init(_ items: [FoundItem]) {
        self.items = items
    }

    package init(from reader: inout WireReader) throws(WireError) {
        items = try reader.list(atMost: Self.maximumCount)
    }

    package func write(to writer: inout WireWriter) {
        writer.list(items)
    }
}
